import type Big from 'big.js'
import type { Language } from '../../texts/text.ts'
import { decimalText, type Texts } from './texts.ts'

/** Points: an A4 page is 595 × 842. */
export const MARGIN = 40
export const WIDTH = 595.28 - 2 * MARGIN
export const BOTTOM = 841.89 - 56
const GREY = '#667085'
const RULE = '#D0D5DD'
const INK = '#101828'

type Doc = PDFKit.PDFDocument

/** Text at a place; it takes one line where `height` says so. */
export function put(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  options: {
    width: number
    size?: number
    bold?: boolean
    grey?: boolean
    align?: 'left' | 'right' | 'center'
    lines?: number
  },
): number {
  const { width, size = 8.5, bold = false, grey = false, align = 'left', lines } = options
  doc
    .font(bold ? 'bold' : 'plain')
    .fontSize(size)
    .fillColor(grey ? GREY : INK)
  const cut =
    lines === undefined ? {} : { height: doc.currentLineHeight(true) * lines + 0.1, ellipsis: true }
  const height = doc.heightOfString(text, { width, ...cut })
  doc.text(text, x, y, { width, align, ...cut })
  return lines === undefined ? height : Math.min(height, doc.currentLineHeight(true) * lines)
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

interface TableColumn {
  name: string
  width: number
  align: 'left' | 'right'
  textOf: (line: Line) => string
}

export interface Line {
  item: { name: string; fk_id: string | null }
  description: string | null
  quantity: Big
  price: Big
  vlr_desc: Big
  total_liq: Big
  value_ipi: Big
  vlr_icms: Big
  vlr_icms_st: Big
}

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
      textOf: ({ item, description }) => (description ? `${item.name}\n${description}` : item.name),
    },
    right(words.quantity, 42, ({ quantity }) => decimalText(quantity, language)),
    right(words.price, 56, ({ price }) => decimalText(price, language, 2)),
    right(words.discount, 46, ({ vlr_desc }) => money(vlr_desc)),
    right(words.net, 56, ({ total_liq }) => money(total_liq)),
    right('IPI', 42, ({ value_ipi }) => money(value_ipi)),
    right('ICMS', 42, ({ vlr_icms }) => money(vlr_icms)),
    right('ICMS-ST', 42, ({ vlr_icms_st }) => money(vlr_icms_st)),
  ]
  const taken = columns.reduce((sum, { width }) => sum + width, 0)
  return columns.map((column) =>
    column.width === 0 ? { ...column, width: WIDTH - taken } : column,
  )
}

const GAP = 5
const SIZE = 7.5

/** The heading of the table; returns where its rows begin. */
export function tableHeading(doc: Doc, columns: TableColumn[], y: number): number {
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

/** How high a row is. */
export function rowHeight(doc: Doc, columns: TableColumn[], line: Line): number {
  doc.font('plain').fontSize(SIZE)
  const heights = columns.map(({ width, textOf }) =>
    doc.heightOfString(textOf(line), { width: width - GAP }),
  )
  return Math.max(...heights) + 5
}

export function tableRow(
  doc: Doc,
  columns: TableColumn[],
  line: Line,
  y: number,
  height: number,
): void {
  let x = MARGIN
  for (const { width, align, textOf } of columns) {
    put(doc, textOf(line), x + GAP / 2, y + 2.5, { width: width - GAP, size: SIZE, align })
    x += width
  }
  rule(doc, y + height)
}
