import type Big from 'big.js'
import { dateText } from '../../documents/details.ts'
import {
  BOTTOM,
  cellsOf,
  filled,
  MARGIN,
  put,
  rule,
  type TableColumn,
  tableHeading,
  tableRow,
  WIDTH,
} from '../../documents/layout.ts'
import {
  beginPaper,
  type Doc,
  longText,
  numberPages,
  opened,
  pageHead,
} from '../../documents/page.ts'
import { decimalText } from '../../documents/texts.ts'
import type { PickingList } from '../picking.ts'
import type { LeftOut } from '../selection.ts'
import { texts } from '../texts.ts'
import {
  type Exact,
  momentText,
  nameOfOrder,
  type PaperSource,
  readList,
  weightText,
} from './source.ts'

type List = Exact<PickingList>
type Line = List['lines'][number]

/** Draws a picking list: for whoever walks along the shelves. */
export function pickingPaper(given: PaperSource, logo?: Buffer): Promise<Buffer> {
  const { list, source } = readList<PickingList>(given)
  const { language } = source
  const words = texts[language]
  const created = new Date(source.made_at)
  const { doc, finish } = beginPaper({ title: words.picking, language, created }, source)
  const image = logo && opened(doc, logo)
  const { orders, lines } = list.totals
  const newPage = (isFirst = false) => {
    if (!isFirst) doc.addPage()
    return pageHead(doc, source, image, [
      words.picking,
      `${words.orders(Number(orders))} · ${words.lines(Number(lines))}`,
      words.madeAt(momentText(source.made_at, source)),
    ])
  }
  let y = linesTable(doc, list, source, newPage)
  y = linesToFill(doc, y + 14, [words.pickedBy, words.checkedBy], newPage)
  y = longText(doc, words.ordersOf, ordersText(list, source), y + 10, newPage)
  leftOutText(doc, list.left_out, source, y + 10, newPage)
  numberPages(doc, `${source.account_name} · ${words.picking}`, language)
  return finish()
}

/** The products, and below them what they weigh. */
function linesTable(
  doc: Doc,
  list: List,
  source: PaperSource,
  newPage: (isFirst?: boolean) => number,
): number {
  const { language } = source
  const words = texts[language]
  const columns = columnsOf(source)
  const start = newPage(true)
  if (list.lines.length === 0)
    return start + put(doc, words.nothing, MARGIN, start, { width: WIDTH })
  let y = tableHeading(doc, columns, start)
  const onNewPage = () => tableHeading(doc, columns, newPage())
  for (const line of list.lines) {
    y = tableRow(doc, columns, cellsOf(doc, columns, line), y, onNewPage)
  }
  const { gross_weight, lines_without_weight: unweighed } = list.totals
  const total = [words.grossWeight(weightText(gross_weight, language))]
  if (unweighed.gt(0)) total.push(words.unweighed(Number(unweighed)))
  if (y + 20 > BOTTOM) y = newPage()
  const style = { width: WIDTH - 3, bold: true, align: 'right' } as const
  return y + 4 + put(doc, total.join(' · '), MARGIN, y + 4, style)
}

function columnsOf({ language }: PaperSource): TableColumn<Line>[] {
  const words = texts[language]
  const amount = (value: Big) => decimalText(value, language)
  return filled<Line>([
    { name: words.check, width: 24, align: 'left', textOf: () => '[    ]' },
    { name: words.code, width: 66, align: 'left', textOf: ({ product }) => product.fk_id ?? '' },
    {
      name: words.product,
      width: 0,
      align: 'left',
      textOf: ({ product, gtin }) => (gtin ? `${product.name}\nEAN ${gtin}` : product.name),
    },
    {
      name: words.quantity,
      width: 56,
      align: 'right',
      textOf: ({ quantity, unit }) => [amount(quantity), unit].filter(Boolean).join(' '),
    },
    {
      name: words.where,
      width: 160,
      align: 'left',
      textOf: ({ orders }) => sharesText(orders, words.lot, amount),
    },
    {
      name: words.weight,
      width: 48,
      align: 'right',
      textOf: ({ gross_weight }) => (gross_weight ? weightText(gross_weight, language) : ''),
    },
  ])
}

/** A line for each order that says more of its part, the others one after the other. */
function sharesText(shares: Line['orders'], lot: string, amount: (value: Big) => string): string {
  const textOf = ({ description, lots, quantity, ...order }: Line['orders'][number]) => {
    const notes = [
      description,
      ...lots.map(({ number, quantity: of }) => `${lot} ${number}: ${amount(of)}`),
    ].filter(Boolean)
    // A line does not end between the two.
    const text = `${nameOfOrder(order)}:\u00a0${amount(quantity)}`
    return notes.length ? `${text} (${notes.join('; ')})` : text
  }
  const isPlain = ({ description, lots }: Line['orders'][number]) =>
    description === null && lots.length === 0
  const plain = shares.filter(isPlain).map(textOf).join(' · ')
  return [plain, ...shares.filter((one) => !isPlain(one)).map(textOf)].filter(Boolean).join('\n')
}

const ordersText = ({ orders }: List, source: PaperSource): string =>
  orders
    .map(({ customer, delivery_date, shipping_company, ...order }) =>
      [
        nameOfOrder(order),
        customer.name,
        shipping_company?.name,
        delivery_date && `${texts[source.language].delivery} ${dateText(delivery_date, source)}`,
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n')

/** Where people write by hand. Returns where that ends. */
export function linesToFill(
  doc: Doc,
  top: number,
  names: readonly string[],
  newPage: () => number,
): number {
  const y = top + 30 > BOTTOM ? newPage() + 8 : top
  const width = (WIDTH - 12 * (names.length - 1)) / names.length
  for (const [i, name] of names.entries()) {
    const x = MARGIN + i * (width + 12)
    rule(doc, y + 16, x, width)
    put(doc, name, x, y + 18, { width, size: 6.5, grey: true, lines: 1 })
  }
  return y + 30
}

/** Orders that are on no line, and why. Nothing where there are none. */
export function leftOutText(
  doc: Doc,
  left_out: Exact<LeftOut>[],
  { language }: PaperSource,
  top: number,
  newPage: () => number,
): number {
  if (left_out.length === 0) return top
  const { leftOut, reasons } = texts[language]
  const all = left_out.map((one) => `${nameOfOrder(one)} (${reasons[one.reason]})`)
  return longText(doc, leftOut, all.join(', '), top, newPage)
}
