import type Big from 'big.js'
import {
  BOTTOM,
  cellsOf,
  filled,
  MARGIN,
  put,
  type TableColumn,
  tableHeading,
  tableRow,
  WIDTH,
} from '../../documents/layout.ts'
import { beginPaper, type Doc, numberPages, opened, pageHead } from '../../documents/page.ts'
import { addressLines } from '../../documents/source.ts'
import { decimalText, moneyText } from '../../documents/texts.ts'
import type { LoadingList } from '../loading.ts'
import { texts } from '../texts.ts'
import { leftOutText, linesToFill } from './picking-paper.ts'
import {
  type Exact,
  momentText,
  nameOfOrder,
  type PaperSource,
  readList,
  weightText,
} from './source.ts'

type List = Exact<LoadingList>
type Carrier = List['carriers'][number]
type Order = Carrier['places'][number]['orders'][number]
type NewPage = () => number

/** Draws a loading list: sheets of its own for each carrier, whose driver signs them. */
export function loadingPaper(given: PaperSource, logo?: Buffer): Promise<Buffer> {
  const { list, source } = readList<LoadingList>(given)
  const { language } = source
  const words = texts[language]
  const created = new Date(source.made_at)
  const { doc, finish } = beginPaper({ title: words.loading, language, created }, source)
  const image = logo && opened(doc, logo)
  const headOf = (carrier: Carrier | undefined) =>
    pageHead(doc, source, image, [
      words.loading,
      carrier ? (carrier.shipping_company?.name ?? words.noCarrier) : words.nothing,
      words.madeAt(momentText(source.made_at, source)),
    ])
  let y = headOf(list.carriers[0])
  let newPage: NewPage = () => y
  for (const [i, carrier] of list.carriers.entries()) {
    newPage = () => {
      doc.addPage()
      return headOf(carrier)
    }
    y = carrierPages(doc, carrier, source, i === 0 ? y : newPage(), newPage)
  }
  if (list.carriers.length === 0) {
    newPage = () => {
      doc.addPage()
      return headOf(undefined)
    }
    y += put(doc, words.nothing, MARGIN, y, { width: WIDTH })
  }
  leftOutText(doc, list.left_out, source, y + 12, newPage)
  numberPages(doc, `${source.account_name} · ${words.loading}`, language)
  return finish()
}

function carrierPages(
  doc: Doc,
  { shipping_company, places, totals }: Carrier,
  source: PaperSource,
  top: number,
  newPage: NewPage,
): number {
  const { language } = source
  const words = texts[language]
  const name = shipping_company?.name ?? words.noCarrier
  let y = top + put(doc, name, MARGIN, top, { width: WIDTH, size: 12, bold: true, lines: 2 }) + 2
  y = linesToFill(doc, y, [words.driver, words.driverId, words.plate], newPage) + 6
  const columns = columnsOf(source)
  for (const { city, state, orders } of places) {
    if (y + 70 > BOTTOM) y = newPage()
    const place = [city, state].filter(Boolean).join('/') || words.noPlace
    const title = `${place} · ${words.orders(orders.length)}`
    y += put(doc, title, MARGIN, y, { width: WIDTH, size: 9.5, bold: true, lines: 1 }) + 2
    y = tableHeading(doc, columns, y)
    const onNewPage = () => tableHeading(doc, columns, newPage())
    for (const order of orders) {
      y = tableRow(doc, columns, cellsOf(doc, columns, order), y, onNewPage)
    }
    y += 8
  }
  if (y + 24 > BOTTOM) y = newPage()
  y += put(doc, totalText(totals, source), MARGIN, y, { width: WIDTH, bold: true }) + 8
  y = linesToFill(doc, y, [words.checkedBy, words.time], newPage) + 4
  return linesToFill(doc, y, [words.signature], newPage)
}

function totalText(totals: Carrier['totals'], { language }: PaperSource): string {
  const words = texts[language]
  const { orders, volumes, gross_weight, lines_without_weight: unweighed, total_value } = totals
  return [
    `${words.total}: ${words.orders(Number(orders))}`,
    // What nobody has counted yet is written by hand.
    words.totalVolumes(volumes ? String(volumes) : '________'),
    words.grossWeight(weightText(gross_weight, language)),
    unweighed.gt(0) ? words.unweighed(Number(unweighed)) : '',
    words.totalValue(moneyText(total_value, language)),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Characters of what an order says that a driver reads. */
const MOST_NOTES = 200

function columnsOf({ language }: PaperSource): TableColumn<Order>[] {
  const words = texts[language]
  const money = (value: Big) => decimalText(value, language, 2, 2)
  const right = (
    name: string,
    width: number,
    textOf: (order: Order) => string,
  ): TableColumn<Order> => ({ name, width, align: 'right', textOf })
  return filled<Order>([
    { name: words.order, width: 62, align: 'left', textOf: nameOfOrder },
    {
      name: words.customer,
      width: 128,
      align: 'left',
      textOf: ({ customer: { name, phone } }) => (phone ? `${name}\nTel. ${phone}` : name),
    },
    {
      name: words.address,
      width: 0,
      align: 'left',
      textOf: ({ address, observations }) =>
        [address && addressLines(address, words.zip), observations && shortened(observations)]
          .filter(Boolean)
          .join('\n'),
    },
    { name: words.invoice, width: 42, align: 'left', textOf: ({ invoice }) => invoice ?? '' },
    right(words.volumes, 28, ({ volumes }) => (volumes ? String(volumes) : '____')),
    right(words.weight, 44, ({ gross_weight }) => weightText(gross_weight, language)),
    right(words.value, 54, ({ total_value }) => money(total_value)),
  ])
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_NOTES ? `${line.slice(0, MOST_NOTES).trimEnd()}…` : line
}
