import { type Formats, useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { type Draft, productOf } from '../draft.ts'
import { useSold } from '../items/sold.ts'
import { useLastPrices } from '../last-prices/last-prices.ts'
import { text } from './text.ts'
import { type Known, type Warning, warningsOf } from './warnings.ts'
import './warnings.css'

/** So many are listed: the bar leaves the lines to be seen. */
const LISTED = 6

/** What to look at again, above the total: one stands there, of several the count, to be opened. */
export function WarningList({ draft, items }: { draft: Draft; items: Known['items'] }) {
  const t = useTexts(text)
  const formats = useFormats()
  const lastPrices = useLastPrices(draft.lines.flatMap((line) => productOf(line, items) ?? []))
  const sold = useSold(draft.lines, items)
  const found = warningsOf(draft, formats.day(new Date()), { items, lastPrices, sold })
  const all = found.map((one) => textOf(one, t, formats))
  if (all.length < 2) return all[0] ? <p className="quiet warnings">{all[0]}</p> : null
  const listed = all.slice(0, LISTED)
  const more = all.length - listed.length
  return (
    <details className="quiet warnings">
      <summary>
        {t.count(all.length)} <span>{listed.join(' ')}</span>
      </summary>
      <ul>
        {listed.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {more > 0 && <li>{t.more(more)}</li>}
      </ul>
    </details>
  )
}

function textOf(one: Warning, t: ReturnType<typeof text>, formats: Formats): string {
  const { percent, price, date, decimal } = formats
  const count = (quantity: string) => decimal(Number(quantity))
  switch (one.kind) {
    case 'belowLast':
      return t.belowLast(one.line, price(one.price), price(one.last.unit_liq), date(one.last.date))
    case 'repeated':
      return t.repeated(one.line, one.first)
    case 'discounted':
      return t.discounted(one.line, percent(rounded(one.percentage)))
    case 'notMultiple':
      return t.notMultiple(
        one.line,
        count(one.quantity),
        [one.below, one.above].flatMap((next) => (next ? [count(next)] : [])),
      )
    case 'belowLeast':
      return t.belowLeast(one.line, count(one.quantity), decimal(one.least))
    case 'given':
    case 'unpriced':
      return t[one.kind](one.line)
    case 'orderDiscounted':
      return t.orderDiscounted(percent(rounded(one.percentage)))
    default:
      return t[one.kind]
  }
}

const rounded = (percentage: number) => Math.round(percentage * 100) / 100
