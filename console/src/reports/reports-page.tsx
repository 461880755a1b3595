import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useIsRestricted, useMay } from '../session/session.tsx'
import { useFormats } from '../text/formats.ts'
import { daysOfPeriod, isPeriod, type Period, periods } from '../text/periods.ts'
import { useTexts } from '../text/texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Select } from '../ui/fields/inputs.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page } from '../ui/pieces.tsx'
import { ByMonth } from './by-month.tsx'
import { Report } from './report.tsx'
import { soFar } from './spans.ts'
import { type Kind, kinds } from './sums.ts'
import { text } from './text.ts'
import './reports.css'

const USUAL: { by: Kind; period: Period } = { by: 'user', period: 'this_month' }

/** What was sold, by whom, to whom, what and where; the choice stands in the address. */
export default function ReportsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const { day, date } = useFormats()
  const today = day(new Date())
  const [params, setParams] = useSearchParams()
  const [by, period] = [params.get('by'), params.get('period')]
  const kind = kinds.find((one) => one === by) ?? USUAL.by
  const chosen = isPeriod(period) ? period : kind === 'category_month' ? 'this_year' : USUAL.period
  const days = useMemo(() => soFar(daysOfPeriod(chosen, today), today), [chosen, today])
  const choose = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set(name, value)
        return next
      },
      { replace: true },
    )
  const isRestricted = useIsRestricted()
  const seesCustomers = useMay()('customers:read') && !isRestricted
  const stopped = seesCustomers && (
    <ButtonLink href="/customers?stopped_buying=true&sort=-value_12m">{t.stopped}</ButtonLink>
  )
  return (
    <Page title={t.title} sub={t.days(date(days.from), date(days.to))} actions={stopped}>
      <div className="reports">
        <div className="row">
          <Select
            label={t.by}
            value={kind}
            onChange={(one) => choose('by', one)}
            options={kinds.map((value) => ({ value, label: t[value] }))}
          />
          <Select
            label={t.period}
            value={chosen}
            onChange={(one) => choose('period', one)}
            options={periods.map((value) => ({ value, label: t[value] }))}
          />
        </div>
        {kind === 'product' && <p className="quiet">{t.ofProducts}</p>}
        {kind === 'category_month' ? <ByMonth days={days} /> : <Report kind={kind} days={days} />}
      </div>
    </Page>
  )
}
