import type { OrderItem } from '@pedido/client'
import { taxesOfColumns, taxLabel } from '@pedido/model/taxes'
import { useFormats } from '../text/formats.ts'

// The lists of taxes of an order's lines, for reading.

/** As far as a line says of its taxes; null in orders that an earlier version locked. */
type Taxed = Pick<OrderItem, 'taxes'>

/** What each tax adds to the total, or takes off it, in the order of the lines: exact to the cent. */
export function addedTaxes(items: readonly Taxed[]): { name: string; amount: number }[] {
  const cents = new Map<string, number>()
  for (const { tax, value, effect } of items.flatMap(({ taxes }) => taxes ?? [])) {
    if (effect === 0 || value === 0) continue
    cents.set(tax, (cents.get(tax) ?? 0) + effect * Math.round(value * 100))
  }
  return [...cents].map(([tax, amount]) => ({ name: taxLabel(tax), amount: amount / 100 }))
}

/** The taxes of a line that have no columns in its table, each with its base, rate and value. */
export function OtherTaxes({ item }: { item: Taxed }) {
  const { money, percent } = useFormats()
  const others = (item.taxes ?? []).filter(({ tax }) => !taxesOfColumns.includes(tax))
  if (others.length === 0) return null
  return (
    <small className="quiet items__taxes">
      {others.map(({ tax, code, base, rate, value }) => (
        <span key={tax}>
          {[
            [taxLabel(tax), code].filter(Boolean).join(' '),
            base !== 0 && money(base),
            rate !== 0 && percent(rate),
            money(value),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ))}
    </small>
  )
}
