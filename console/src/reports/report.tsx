import type { OrderSummaryGroup } from '@pedido/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../text/formats.ts'
import type { Days } from '../text/periods.ts'
import { useTexts } from '../text/texts.ts'
import { Money, Skeleton } from '../ui/pieces.tsx'
import { Failure } from '../ui/problem.tsx'
import { type Cell, FileButton } from './file.tsx'
import { isShort, spanBefore } from './spans.ts'
import {
  filterOf,
  type Kind,
  keyOf,
  listHref,
  recordOf,
  useBefore,
  useRows,
  useSums,
} from './sums.ts'
import { text } from './text.ts'

/** Earlier days beside those of the report: what stands over them, and what each row came to. */
interface Earlier {
  label: string
  days: Days
  sums: ReadonlyMap<string, number> | undefined
  whole: number | undefined
}

/** What was sold in some days by one thing, beside a month and a year before. */
export function Report({ kind, days }: { kind: Kind; days: Days }) {
  const t = useTexts(text)
  const found = useRows(kind, days)
  const whole = useSums(days, {})
  const earlier = useEarlier(kind, days, found.data)
  const nameOf = useNameOf(kind)
  if (!found.data || !whole.data) {
    const failed = found.error ? found : whole
    return failed.error ? <Failure found={failed} /> : <Skeleton lines={10} />
  }
  const { groups, omitted } = found.data
  if (groups.length === 0) return <p className="quiet">{t.nothing}</p>
  const isByProduct = kind === 'product'
  const heads = [t[kind], isByProduct ? t.quantity : t.orders, t.value]
  const cells = groups.map((group): Cell[] => [
    nameOf(group),
    isByProduct ? (group.quantity ?? 0) : group.count,
    group.sum,
    ...earlier.map(({ sums }) => sums?.get(keyOf(kind, group)) ?? 0),
  ])
  return (
    <>
      <div className="reports__scroll">
        <table className="reports__table">
          <Head heads={heads} earlier={earlier} />
          <tbody>
            {groups.map((group) => (
              <Row
                key={keyOf(kind, group)}
                {...{ kind, group, days, earlier }}
                name={nameOf(group)}
              />
            ))}
          </tbody>
          <Foot
            days={days}
            count={isByProduct ? undefined : whole.data.count}
            sum={whole.data.sum}
            earlier={earlier}
          />
        </table>
      </div>
      {omitted.groups > 0 && <p className="quiet">{t.omitted(omitted.groups)}</p>}
      <FileButton
        name={`${kind}-${days.from}-${days.to}`}
        heads={[...heads, ...earlier.map(({ label }) => label)]}
        rows={cells}
      />
    </>
  )
}

function useNameOf(kind: Kind) {
  const t = useTexts(text)
  return (group: OrderSummaryGroup) => {
    if (kind !== 'place') return recordOf(kind, group)?.name ?? t.none
    return [group.city, group.state].filter(Boolean).join(', ') || t.none
  }
}

function useEarlier(kind: Kind, days: Days, rows: Parameters<typeof useBefore>[2]): Earlier[] {
  const t = useTexts(text)
  const month = isShort(days) ? spanBefore(days, 1) : undefined
  const year = spanBefore(days, 12)
  const [ofMonth, ofYear] = [useBefore(kind, month, rows), useBefore(kind, year, rows)]
  const wholeMonth = useSums(month ?? days, {}, month !== undefined)
  const wholeYear = useSums(year, {})
  return [
    ...(month
      ? [{ label: t.monthBefore, days: month, sums: ofMonth, whole: wholeMonth.data?.sum }]
      : []),
    { label: t.yearBefore, days: year, sums: ofYear, whole: wholeYear.data?.sum },
  ]
}

export function Head({
  heads,
  earlier = [],
}: {
  heads: readonly string[]
  earlier?: readonly Earlier[]
}) {
  const t = useTexts(text)
  return (
    <thead>
      <tr>
        {heads.map((head, place) => (
          <th key={head} scope="col" className={place > 0 ? 'reports__end' : undefined}>
            {head}
          </th>
        ))}
        {earlier.flatMap(({ label }) => [
          <th key={label} scope="col" className="reports__end">
            {label}
          </th>,
          <th
            key={`${label} %`}
            scope="col"
            className="reports__end"
            aria-label={t.changeOf(label)}
          >
            {t.change}
          </th>,
        ])}
      </tr>
    </thead>
  )
}

function Row({
  kind,
  group,
  days,
  earlier,
  name,
}: {
  kind: Kind
  group: OrderSummaryGroup
  days: Days
  earlier: readonly Earlier[]
  name: string
}) {
  const { decimal } = useFormats()
  const filter = filterOf(kind, group)
  const key = keyOf(kind, group)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="reports__end">
        {kind === 'product' ? decimal(group.quantity ?? 0) : group.count}
      </td>
      <Sum sum={group.sum} href={filter && listHref(days, filter)} />
      {earlier.map((one) => (
        <Before
          key={one.label}
          now={group.sum}
          sum={one.sums && (one.sums.get(key) ?? 0)}
          href={filter && listHref(one.days, filter)}
        />
      ))}
    </tr>
  )
}

function Foot({
  days,
  count,
  sum,
  earlier,
}: {
  days: Days
  count: number | undefined
  sum: number
  earlier: readonly Earlier[]
}) {
  const t = useTexts(text)
  return (
    <tfoot>
      <tr>
        <th scope="row">{t.all}</th>
        <td className="reports__end">{count}</td>
        <Sum sum={sum} href={listHref(days)} />
        {earlier.map((one) => (
          <Before key={one.label} now={sum} sum={one.whole} href={listHref(one.days)} />
        ))}
      </tr>
    </tfoot>
  )
}

/** A figure that leads to its orders, where there is something. */
export function Sum({ sum, href }: { sum: number; href: string | undefined }): ReactNode {
  const amount = <Money amount={sum} />
  return (
    <td className="reports__end">{href && sum > 0 ? <Link href={href}>{amount}</Link> : amount}</td>
  )
}

/** An earlier figure, and by how much today's is above or below it. */
function Before({
  now,
  sum,
  href,
}: {
  now: number
  sum: number | undefined
  href: string | undefined
}) {
  const { percent } = useFormats()
  if (sum === undefined) return <td colSpan={2} />
  const share = Math.round((now / sum - 1) * 100)
  return (
    <>
      <Sum sum={sum} href={href} />
      <td className="reports__end">{sum > 0 ? `${share > 0 ? '+' : ''}${percent(share)}` : '–'}</td>
    </>
  )
}
