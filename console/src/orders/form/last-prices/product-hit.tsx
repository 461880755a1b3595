import type { Found } from '../../../common/records/finder.ts'
import { Inactive } from '../../../common/records/inactive.tsx'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { useLastPrices } from './last-prices.ts'
import { text } from './text.ts'

/** What whoever sells asks of a product that was found: how it is sold, what is left, what was paid last. */
export function ProductHit({ product }: { product: Found }) {
  const t = useTexts(text)
  const { price, decimal, date, dateTime } = useFormats()
  const last = useLastPrices([product.id]).get(product.id)
  const { unit, gtin, stock_quantity: stock, stock_at, active } = product
  const { packages = [], sales_multiple: multiple, minimum_quantity: least } = product
  const isStocked = typeof stock === 'number'
  const facts = [
    unit,
    ...packages.map((one) => t.package(one.unit, decimal(one.quantity))),
    multiple && t.multiple(decimal(multiple)),
    least && t.least(decimal(least)),
    gtin && gtin !== 'SEM GTIN' && t.gtin(gtin),
    isStocked && t.stock(decimal(stock), stock_at ? dateTime(stock_at) : ''),
    last && t.lastPaid(price(last.unit_liq), date(last.date)),
  ].filter(Boolean)
  if (facts.length === 0 && active !== false) return null
  return (
    <span className="popup__below quiet">
      {facts.join(' · ')}
      <Inactive of={{ active: active ?? true }} />
    </span>
  )
}
