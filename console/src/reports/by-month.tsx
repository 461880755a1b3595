import type { OrderSummaryGroup } from '@pedido/client'
import { useFormats } from '../text/formats.ts'
import type { Days } from '../text/periods.ts'
import { useTexts } from '../text/texts.ts'
import { Skeleton } from '../ui/pieces.tsx'
import { Failure } from '../ui/problem.tsx'
import { FileButton } from './file.tsx'
import { Head, Sum } from './report.tsx'
import { monthsIn, monthWithin } from './spans.ts'
import { filterOf, keyOf, listHref, recordOf, useRows, useSums } from './sums.ts'
import { text } from './text.ts'

const KIND = 'category_month'

/** What was sold of each category, month by month. */
export function ByMonth({ days }: { days: Days }) {
  const t = useTexts(text)
  const { language } = useFormats()
  const found = useRows(KIND, days)
  const whole = useSums(days, { group_by: ['month'] })
  if (!found.data || !whole.data) {
    const failed = found.error ? found : whole
    return failed.error ? <Failure found={failed} /> : <Skeleton lines={10} />
  }
  const rows = Map.groupBy(found.data.groups, (group) => keyOf(KIND, group))
  if (rows.size === 0) return <p className="quiet">{t.nothing}</p>
  const months = monthsIn(days)
  const shown = new Intl.DateTimeFormat(language, {
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  })
  const heads = [t.category, ...months.map((month) => shown.format(new Date(month)))]
  const nameOf = (groups: OrderSummaryGroup[]) =>
    (groups[0] && recordOf(KIND, groups[0])?.name) ?? t.none
  const sumOf = (groups: OrderSummaryGroup[], month: string) =>
    groups.find((group) => group.month === month)?.sum ?? 0
  return (
    <>
      <div className="reports__scroll">
        <table className="reports__table">
          <Head heads={heads} />
          <tbody>
            {[...rows].map(([key, groups]) => (
              <tr key={key}>
                <th scope="row">{nameOf(groups)}</th>
                {months.map((month) => {
                  const filter = groups[0] && filterOf(KIND, groups[0])
                  const href = filter && listHref(monthWithin(month, days), filter)
                  return <Sum key={month} sum={sumOf(groups, month)} href={href} />
                })}
              </tr>
            ))}
          </tbody>
          <Foot {...{ days, months }} sumOf={(month) => sumOf(whole.data.groups, month)} />
        </table>
      </div>
      <FileButton
        name={`${KIND}-${days.from}-${days.to}`}
        heads={heads}
        rows={[...rows.values()].map((groups) => [
          nameOf(groups),
          ...months.map((month) => sumOf(groups, month)),
        ])}
      />
    </>
  )
}

function Foot({
  days,
  months,
  sumOf,
}: {
  days: Days
  months: readonly string[]
  sumOf: (month: string) => number
}) {
  const t = useTexts(text)
  return (
    <tfoot>
      <tr>
        <th scope="row">{t.total}</th>
        {months.map((month) => (
          <Sum key={month} sum={sumOf(month)} href={listHref(monthWithin(month, days))} />
        ))}
      </tr>
    </tfoot>
  )
}
