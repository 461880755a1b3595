import type Big from 'big.js'
import { itemFigures } from '../../../packages/model/item.ts'
import { taxesOfColumns, taxLabel, taxRows } from '../../../packages/model/taxes.ts'
import { isOfRule } from '../../orders/amounts/tax-lines/input.ts'
import type { Language } from '../../texts/message.ts'
import { firstLines, linesOf } from './lines.ts'
import { decimalText, type Texts } from './texts.ts'

/** Points: an A4 page is 595 × 842. */
export const MARGIN = 40
export const WIDTH = 595.28 - 2 * MARGIN
export const BOTTOM = 841.89 - 56
const GREY = '#667085'
const RULE = '#D0D5DD'
const INK = '#101828'

type Doc = PDFKit.PDFDocument

/** How a text looks. */
interface Style {
  size?: number
  bold?: boolean
  grey?: boolean
}

function setStyle(doc: Doc, { size = 8.5, bold = false, grey = false }: Style): void {
  doc
    .font(bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(grey ? GREY : INK)
}

interface Placed {
  width: number
  align?: 'left' | 'right'
}

/** Text at a place, in as many lines as it takes, but no more than `lines`. Returns how high it is. */
export function put(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  { width, align, lines = Number.POSITIVE_INFINITY, ...style }: Placed & Style & { lines?: number },
): number {
  setStyle(doc, style)
  const shown = firstLines(doc, linesOf(doc, text, width), lines, width)
  return putLines(doc, shown, x, y, { width, ...(align && { align }) })
}

/** Lines that fit, in the style that is set. */
function putLines(
  doc: Doc,
  lines: string[],
  x: number,
  y: number,
  { width, align = 'left' }: Placed,
): number {
  const height = doc.currentLineHeight(true)
  for (const [i, line] of lines.entries()) {
    const start = align === 'right' ? x + width - doc.widthOfString(line) : x
    doc.text(line, start, y + i * height, { lineBreak: false })
  }
  return lines.length * height
}

export function rule(doc: Doc, y: number, x = MARGIN, width = WIDTH): void {
  doc
    .lineWidth(0.5)
    .strokeColor(RULE)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
}

/** A name in grey over its text; nothing where there is no text. */
export function field(
  doc: Doc,
  name: string,
  text: string,
  x: number,
  y: number,
  width: number,
  lines = 3,
): number {
  put(doc, name, x, y, { width, size: 6.5, grey: true, lines: 1 })
  return 9.5 + put(doc, text, x, y + 9, { width, lines }) + 5
}

export interface TableColumn<L = Line> {
  name: string
  /** In points; 0: what the others leave. */
  width: number
  align: 'left' | 'right'
  textOf: (line: L) => string
}

export type Line = {
  item: { id: unknown; name: string; fk_id: string | null }
  /** Of its quantity. */
  unit: string | null
  description: string | null
  operation: { name: string } | null
  quantity: Big
  price: Big
  vlr_desc: Big
  total_liq: Big
  taxes: ListedTax[] | null
} & Record<TaxColumn, Big>

/** A tax of a line's list. */
interface ListedTax {
  tax: string
  value: Big
  effect: Big
  origin: string
}

type TaxColumn = (typeof itemFigures)[(typeof taxRows)[number]['value']]['column']

/** A rule has worked one out: what is to be paid is what the invoice says. */
export const areTaxesEstimated = (lines: readonly Line[]): boolean =>
  lines.some(({ taxes }) => taxes?.some(({ origin }) => isOfRule(origin)))

/** Those of a line that have no columns: what each does to the total, or is inside the price. */
export const otherTaxes = ({ taxes }: Line): ListedTax[] =>
  (taxes ?? []).filter(({ tax, value }) => !taxesOfColumns.includes(tax) && !value.eq(0))

/** The taxes of a line that have columns, in the order of the document. */
export const taxes = taxRows.map(({ label, value, isAdded }) => ({
  label,
  column: itemFigures[value].column,
  isAdded,
}))

/** What the other taxes add to a line. */
const addedTaxes = (line: Line, money: (value: Big) => string): string =>
  otherTaxes(line)
    .filter(({ effect }) => !effect.eq(0))
    .map(({ tax, value, effect }) => `${taxLabel(tax)} ${money(value.times(effect))}`)
    .join(', ')

export function tableColumns(words: Texts, language: Language): TableColumn[] {
  const money = (value: Big) => decimalText(value, language, 2, 2)
  const right = (name: string, width: number, textOf: (line: Line) => string): TableColumn => ({
    name,
    width,
    align: 'right',
    textOf,
  })
  const columns: TableColumn[] = [
    { name: words.code, width: 62, align: 'left', textOf: ({ item }) => item.fk_id ?? '' },
    {
      name: words.product,
      width: 0,
      align: 'left',
      textOf: (line) => {
        const { item, description, operation } = line
        return [item.name, description, operation?.name, addedTaxes(line, money)]
          .filter(Boolean)
          .join('\n')
      },
    },
    right(words.quantity, 46, ({ quantity, unit }) =>
      [decimalText(quantity, language), unit].filter(Boolean).join(' '),
    ),
    right(words.price, 56, ({ price }) => decimalText(price, language, 2)),
    right(words.discount, 46, ({ vlr_desc }) => money(vlr_desc)),
    right(words.net, 56, ({ total_liq }) => money(total_liq)),
    ...taxes.map(({ label, column }) => right(label, 42, (line) => money(line[column]))),
  ]
  return filled(columns)
}

/** Columns that take the whole width. */
export function filled<L>(columns: TableColumn<L>[]): TableColumn<L>[] {
  const taken = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map((column) =>
    column.width === 0 ? { ...column, width: WIDTH - taken } : column,
  )
}

const GAP = 5
const SIZE = 7.5

/** The heading of the table; returns where its rows begin. */
export function tableHeading<L>(doc: Doc, columns: TableColumn<L>[], y: number): number {
  doc.rect(MARGIN, y, WIDTH, 16).fill('#F2F4F7')
  let x = MARGIN
  for (const { name, width, align } of columns) {
    put(doc, name, x + GAP / 2, y + 4.5, {
      width: width - GAP,
      size: 6.5,
      bold: true,
      align,
      lines: 1,
    })
    x += width
  }
  return y + 18
}

/** The lines of a row's cells. */
export function cellsOf<L>(doc: Doc, columns: TableColumn<L>[], line: L): string[][] {
  setStyle(doc, { size: SIZE })
  return columns.map(({ width, textOf }) => linesOf(doc, textOf(line), width - GAP))
}

/** Rows of so few lines are not divided between pages. */
const TOGETHER = 20
const PADDING = 5

/** Draws a row, over as many pages as it takes. Returns where it ends. */
export function tableRow<L>(
  doc: Doc,
  columns: TableColumn<L>[],
  cells: string[][],
  top: number,
  newPage: () => number,
): number {
  setStyle(doc, { size: SIZE })
  const lineHeight = doc.currentLineHeight(true)
  const fitting = (y: number) => Math.max(Math.floor((BOTTOM - y - PADDING) / lineHeight), 0)
  const most = Math.max(...cells.map(({ length }) => length))
  let y = fitting(top) < Math.min(most, TOGETHER) ? newPage() : top
  for (let at = 0; at < most; ) {
    const count = Math.min(fitting(y), most - at)
    setStyle(doc, { size: SIZE })
    let x = MARGIN
    for (const [i, { width, align }] of columns.entries()) {
      const lines = cells[i]?.slice(at, at + count) ?? []
      putLines(doc, lines, x + GAP / 2, y + PADDING / 2, { width: width - GAP, align })
      x += width
    }
    y += count * lineHeight + PADDING
    rule(doc, y)
    at += count
    if (at < most) y = newPage()
  }
  return y
}
