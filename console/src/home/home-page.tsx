import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pedido } from '../session/client.ts'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { EmptyState, Page } from '../ui/pieces.tsx'
import { Best } from './best.tsx'
import { ByStatus } from './by-status.tsx'
import { ByDay } from './days/by-day.tsx'
import { addDays } from './days/days.ts'
import { GivenUp } from './given-up.tsx'
import { text } from './text.ts'
import { Totals } from './totals.tsx'
import './home.css'

/** Today counts as one. */
const DAYS = 30

/** How business goes, and what waits. Each part asks for its own figures: one that fails is alone. */
export default function HomePage() {
  const t = useTexts(text)
  useTitle(t.title)
  const { day, date } = useFormats()
  const today = day(new Date())
  const span = useMemo(() => ({ from: addDays(today, 1 - DAYS), to: today }), [today])
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
        <EmptyState icon="orders" title={t.emptyTitle}>
          {t.empty}
        </EmptyState>
      ) : (
        <div className="home">
          <Totals today={today} />
          <ByDay span={span} />
          <ByStatus />
          <div className="home__two">
            <Best by="customer" span={span} days={DAYS} />
            <Best by="product" span={span} days={DAYS} />
          </div>
        </div>
      )}
    </Page>
  )
}
