import { useFormats } from '../../../text/formats.ts'
import { type Language, useLanguage } from '../../../text/language.ts'
import { useTexts, wordOf } from '../../../text/texts.ts'
import { Money } from '../../../ui/pieces.tsx'
import { isOfRule } from '../../of-rule.ts'
import { ByRule, OtherTaxes } from '../../taxes.tsx'
import { text } from '../text.ts'
import {
  type Cell,
  cellOf,
  cellsShown,
  decimalText,
  type Item,
  isMoney,
  TAX_VALUES,
  taxOfValue,
} from './columns.ts'
import { detailRows, detailsOf, textOf } from './details.ts'
import './items.css'

/** The lines of an order, for reading. */
export function ItemTable({
  items,
  areTaxesShown,
  withoutRule,
}: {
  items: readonly Item[]
  areTaxesShown: boolean
  /** Ids of those that no rule of taxes counts for. */
  withoutRule?: ReadonlySet<number>
}) {
  const t = useTexts(text)
  const cells = cellsShown(areTaxesShown)
  if (items.length === 0) return <p className="quiet">{t.noItems}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <div className="items__scroll" role="region" aria-label={t.items} tabIndex={0}>
      <table className="items" data-taxes={areTaxesShown || undefined}>
        <ItemHead cells={cells} areTaxesShown={areTaxesShown} />
        <tbody role="rowgroup">
          {items.map((item, place) => (
            <tr key={item.id ?? `new ${place}`} role="row">
              <td role="cell" className="items__place">
                {place + 1}
              </td>
              <td role="cell" className="items__product">
                <ProductName product={item.item} />
                {item.description && <small className="quiet">{item.description}</small>}
                <DetailsText item={item} />
                {areTaxesShown && <OtherTaxes item={item} />}
                {areTaxesShown && item.id !== null && withoutRule?.has(item.id) && (
                  <small className="quiet">{t.noRule}</small>
                )}
              </td>
              {cells.map((cell) => (
                <td role="cell" key={cell} className="items__figure" data-label={t[cell]}>
                  <CellText cell={cell} value={cellOf(item, cell)} />
                </td>
              ))}
              <Figures item={item} areTaxesShown={areTaxesShown} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** With taxes also what a line comes to with them and its shares of the order's amounts. */
const totalsShown = (areTaxesShown: boolean) =>
  areTaxesShown ? (['net', 'line_total'] as const) : (['net'] as const)

export function ItemHead({
  cells,
  areTaxesShown,
  isEdited = false,
}: {
  cells: readonly Cell[]
  areTaxesShown: boolean
  isEdited?: boolean
}) {
  const t = useTexts(text)
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className="items__place">
          <span className="visually-hidden">{t.line}</span>
        </th>
        <th role="columnheader" scope="col" className="items__product">
          {t.product}
        </th>
        {[...cells, ...(areTaxesShown ? TAX_VALUES : []), ...totalsShown(areTaxesShown)].map(
          (name) => (
            <th
              role="columnheader"
              scope="col"
              key={name}
              className={name === 'net' ? 'items__figure items__net' : 'items__figure'}
            >
              {t[name]}
            </th>
          ),
        )}
        {isEdited && <td role="cell" className="items__remove" />}
      </tr>
    </thead>
  )
}

/** What the service makes of a line. */
export function Figures({
  item,
  areTaxesShown,
}: {
  item: Item | undefined
  areTaxesShown: boolean
}) {
  const t = useTexts(text)
  const language = useLanguage()
  return (
    <>
      {areTaxesShown &&
        TAX_VALUES.map((name) => (
          <td role="cell" key={name} className="items__figure" data-label={t[name]}>
            {item && item[name] !== 0 ? priceText(item[name], language) : '–'}
            {item?.taxes?.some((one) => one.tax === taxOfValue[name] && isOfRule(one)) && (
              <ByRule />
            )}
          </td>
        ))}
      <td role="cell" className="items__figure items__net" data-label={t.net}>
        {item ? <Money amount={item.total_liq} /> : '–'}
      </td>
      {areTaxesShown && (
        <td role="cell" className="items__figure" data-label={t.line_total}>
          {typeof item?.line_total === 'number' ? <Money amount={item.line_total} /> : '–'}
        </td>
      )}
    </>
  )
}

export function ProductName({ product }: { product: { name: string; fk_id: string | null } }) {
  return (
    <>
      <span className="items__name">{product.name}</span>
      {product.fk_id && <code className="items__code">{product.fk_id}</code>}
    </>
  )
}

/** What the invoice says of a line beside its figures. */
function DetailsText({ item }: { item: Item }) {
  const language = useLanguage()
  const details = detailsOf(item)
  const texts = detailRows.flatMap((row) => {
    const text = textOf(details, row.name)
    return text === '' ? [] : [`${wordOf(row.label, language)}: ${text}`]
  })
  const all = [details.operation?.name, ...texts].filter(Boolean)
  return all.length > 0 && <small className="quiet items__details">{all.join(' · ')}</small>
}

function CellText({ cell, value }: { cell: Cell; value: string }) {
  const { decimal } = useFormats()
  const language = useLanguage()
  if (value === '') return <span className="quiet">–</span>
  return <>{isMoney(cell) ? priceText(value, language) : decimal(value)}</>
}

/** A price with all the decimals that it has, and never fewer than two. */
export function priceText(price: string | number, language: Language): string {
  const figures = typeof price === 'number' ? decimalText(price) : price
  const decimals = figures.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, decimals),
  })
  return format.format(figures as `${number}`)
}
