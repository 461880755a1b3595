import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { StartTestAccount } from '../common/test-account/start.tsx'
import { pedido } from '../session/client.ts'
import { useFormats } from '../text/formats.ts'
import { type Days, daysOfPeriod, isPeriod, type Period, periods } from '../text/periods.ts'
import { useTexts } from '../text/texts.ts'
import { Select } from '../ui/fields/inputs.tsx'
import { useTitle } from '../ui/page/title.ts'
import { EmptyState, Page } from '../ui/pieces.tsx'
import { Best } from './best.tsx'
import { ByStatus } from './by-status.tsx'
import { ByDay } from './days/by-day.tsx'
import { GivenUp } from './given-up.tsx'
import { text } from './text.ts'
import { Totals } from './totals.tsx'
import './home.css'

const USUAL: Period = 'last_30_days'

/** Nothing has been sold tomorrow. */
const soFar = ({ from, to }: Days, today: string): Days => ({ from, to: to < today ? to : today })

/** How business goes, and what waits. Each part asks for its own figures: one that fails is alone. */
export default function HomePage() {
  const t = useTexts(text)
  useTitle(t.title)
  const { day, date } = useFormats()
  const today = day(new Date())
  const [params, setParams] = useSearchParams()
  const asked = params.get('period')
  const period = isPeriod(asked) ? asked : USUAL
  const span = useMemo(() => soFar(daysOfPeriod(period, today), today), [period, today])
  const choose = (one: string) => setParams(one === USUAL ? {} : { period: one }, { replace: true })
  const any = useQuery({
    queryKey: ['orders', 'any'],
    queryFn: async ({ signal }) => {
      const list = pedido.orders.list({ limit: 1, fields: ['id'] }, { signal })
      for await (const _ of list) return true
      return false
    },
  })
  return (
    <Page title={t.title} sub={date(today)}>
      <GivenUp />
      {any.data === false ? (
        <EmptyState icon="orders" title={t.emptyTitle} action={<StartTestAccount />}>
          {t.empty}
        </EmptyState>
      ) : (
        <div className="home">
          <Totals today={today} />
          <ByStatus />
          <div className="home__period">
            <Select
              label={t.period}
              value={period}
              onChange={choose}
              options={periods.map((value) => ({ value, label: t[value] }))}
            />
          </div>
          <ByDay {...{ span, period }} />
          <div className="home__two">
            <Best by="customer" {...{ span, period }} />
            <Best by="product" {...{ span, period }} />
          </div>
        </div>
      )}
    </Page>
  )
}
