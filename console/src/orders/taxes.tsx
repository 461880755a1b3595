import type { OrderItem } from '@pedido/client'
import { taxesOfColumns, taxLabel } from '@pedido/model/taxes'
import { useMemo } from 'react'
import { useFormats } from '../text/formats.ts'
import { useTexts } from '../text/texts.ts'
import { isOfRule } from './of-rule.ts'
import { text } from './text.ts'

// The lists of taxes of an order's lines, for reading.

/** As far as a line says of its taxes; null in orders that an earlier version locked. */
type Taxed = Pick<OrderItem, 'taxes'>

/** What each tax adds to the total, or takes off it, in the order of the lines: exact to the cent. */
export function addedTaxes(
  items: readonly Taxed[],
): { tax: string; name: string; amount: number; isOfRule: boolean }[] {
  const cents = new Map<string, number>()
  const ofRules = new Set<string>()
  for (const { tax, value, effect, origin } of items.flatMap(({ taxes }) => taxes ?? [])) {
    if (effect === 0 || value === 0) continue
    if (isOfRule({ origin })) ofRules.add(tax)
    cents.set(tax, (cents.get(tax) ?? 0) + effect * Math.round(value * 100))
  }
  return [...cents].map(([tax, amount]) => ({
    tax,
    name: taxLabel(tax),
    amount: amount / 100,
    isOfRule: ofRules.has(tax),
  }))
}

/** Why the total is not what the lines come to: `IPI e ICMS-ST: R$ 717,75`. */
export function SumOfTaxes({ items }: { items: readonly Taxed[] }) {
  const { language, money } = useFormats()
  const added = useMemo(() => addedTaxes(items), [items])
  if (added.length === 0) return null
  const names = new Intl.ListFormat(language).format(added.map(({ name }) => name))
  const cents = added.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return (
    <span className="quiet">
      {names}: {money(cents / 100)}
    </span>
  )
}

/** The taxes of a line that have no columns in its table, each with its base, rate and value. */
export function OtherTaxes({ item }: { item: Taxed }) {
  const { money, percent } = useFormats()
  const others = (item.taxes ?? []).filter(({ tax }) => !taxesOfColumns.includes(tax))
  if (others.length === 0) return null
  return (
    <small className="quiet items__taxes">
      {others.map(({ tax, code, base, rate, value, origin }) => (
        <span key={tax}>
          {[
            [taxLabel(tax), code].filter(Boolean).join(' '),
            base !== 0 && money(base),
            rate !== 0 && percent(rate),
            money(value),
          ]
            .filter(Boolean)
            .join(' · ')}
          {isOfRule({ origin }) && <ByRule />}
        </span>
      ))}
    </small>
  )
}

/** The small mark beside a figure that a rule has worked out. */
export function ByRule() {
  const t = useTexts(text)
  return (
    <span className="items__rule" title={t.byRule}>
      <span aria-hidden="true">ƒ</span>
      <span className="visually-hidden">{t.byRule}</span>
    </span>
  )
}
