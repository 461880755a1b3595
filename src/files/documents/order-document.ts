import type { CustomType } from '../../custom/rules.ts'
import { standardName } from '../words.ts'
import { dateText, detailsOf, installmentsOf, notesOf, type Order } from './details.ts'
import {
  areTaxesEstimated,
  BOTTOM,
  cellsOf,
  field,
  MARGIN,
  put,
  rule,
  tableColumns,
  tableHeading,
  tableRow,
  WIDTH,
} from './layout.ts'
import { beginPaper, type Doc, type Logo, longText, numberPages, opened, pageHead } from './page.ts'
import { addressLines, type DocumentSource, readSource, type Total, totalsOf } from './source.ts'
import { customValue, taxIdText, texts } from './texts.ts'

/** A declared field, as people name it. */
interface Declared {
  key: string
  label: string | null
  type: CustomType
}

/**
 * An order as PDF, on A4. The same source gives the same bytes.
 * @param logo a PNG without transparency
 */
export async function orderDocument(given: DocumentSource, logo?: Buffer): Promise<Buffer> {
  const { order, source } = readSource(given)
  const words = texts[source.language]
  const title = `${words.order} ${order.fk_id ?? order.id}`
  const about = { title, language: source.language, created: new Date(order.updated_at) }
  const { doc, finish } = beginPaper(about, source)
  draw(doc, order, source, logo && opened(doc, logo))
  numberPages(doc, `${source.account_name} · ${title}`, source.language)
  return finish()
}

function draw(doc: Doc, order: Order, source: DocumentSource, logo: Logo): void {
  const { language } = source
  const words = texts[language]
  const start = pageHeading(doc, order, source, logo)
  let y = parties(doc, order, source, start)
  const columns = tableColumns(words, language)
  const newPage = () => {
    doc.addPage()
    return pageHeading(doc, order, source, logo)
  }
  y = tableHeading(doc, columns, y + 4)
  if (order.items.length === 0) {
    y += 8 + put(doc, words.noItems, MARGIN + 3, y + 4, { width: WIDTH, grey: true })
  }
  const onNewPage = () => tableHeading(doc, columns, newPage())
  const most = longestDescription(order)
  for (const line of order.items) {
    const cells = cellsOf(doc, columns, { ...line, description: cut(line.description, most) })
    y = tableRow(doc, columns, cells, y, onNewPage)
  }
  const rows = totalsOf(order, source)
  if (y + rows.length * 14 + 36 > BOTTOM) y = newPage()
  y = totals(doc, rows, y + 8)
  if (areTaxesEstimated(order.items)) {
    const style = { width: WIDTH - 3, size: 7, grey: true, align: 'right', lines: 1 } as const
    y += put(doc, words.taxesEstimated, MARGIN, y + 4, style) + 4
  }
  const installments = installmentsOf(order, source)
  if (installments) {
    const { name, text } = installments
    const title = order.installments_estimated ? `${name} (${words.estimated})` : name
    y = longText(doc, title, text, y + 10, newPage)
  }
  if (order.items.some(({ description }) => (description?.length ?? 0) > most)) {
    y = longText(doc, words.product, words.cut, y + 10, newPage)
  }
  for (const [name, text] of notesOf(order, source)) {
    y = longText(doc, name, text, y + 10, newPage)
  }
  const custom = customText(order, source)
  if (custom) longText(doc, words.customFields, custom, y + 10, newPage)
}

/** Characters that all descriptions of a document have together, and the fewest that each has. */
const ALL_DESCRIPTIONS = 200_000
const LEAST_DESCRIPTION = 200

/** Characters that one description has: up to 40 lines are shown whole, whatever they say. */
function longestDescription({ items }: Order): number {
  return Math.max(Math.floor(ALL_DESCRIPTIONS / items.length), LEAST_DESCRIPTION)
}

function cut(text: string | null, most: number): string | null {
  return text !== null && text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
}

/** The custom fields that have values: the declared ones in their order, by their labels. */
function customText({ custom_fields }: Order, { declared, language }: DocumentSource): string {
  const known = JSON.parse(declared) as Declared[]
  const others = Object.keys(custom_fields).filter((key) => !known.some((one) => one.key === key))
  const all = [...known, ...others.map((key) => ({ key, label: key, type: 'text' as const }))]
  return all
    .flatMap(({ key, label, type }) => {
      const value = custom_fields[key]
      return value === undefined ? [] : [`${label ?? key}: ${customValue(value, type, language)}`]
    })
    .join('\n')
}

function pageHeading(doc: Doc, order: Order, source: DocumentSource, logo: Logo): number {
  const words = texts[source.language]
  const number = order.fk_id === null ? '' : `Nº ${order.id} · `
  return pageHead(doc, source, logo, [
    `${words.order} ${order.fk_id ?? order.id}`,
    `${number}${dateText(order.date, source)}`,
    standardName(order.status, source.language),
  ])
}

/** Who buys and where it goes, and beside it how. Returns where that ends. */
function parties(doc: Doc, order: Order, source: DocumentSource, top: number): number {
  const words = texts[source.language]
  const column = (WIDTH - 20) / 2
  const taxId = source.customer_document
  const isPerson = taxId?.length === 11
  const code = order.customer.fk_id
  const ids = [
    taxId ? `${isPerson ? 'CPF' : 'CNPJ'} ${taxIdText(taxId)}` : '',
    code ? `${words.code} ${code}` : '',
    source.customer_phone ? `Tel. ${source.customer_phone}` : '',
  ].filter(Boolean)
  let left = top
  put(doc, words.customer, MARGIN, left, { width: column, size: 6.5, grey: true, lines: 1 })
  left += 9
  left += put(doc, order.customer.name, MARGIN, left, {
    width: column,
    size: 10,
    bold: true,
    lines: 3,
  })
  if (ids.length) left += put(doc, ids.join(' · '), MARGIN, left + 2, { width: column }) + 2
  left += 7
  const address = order.address ? addressLines(order.address, words.zip) : ''
  if (address) left += field(doc, words.address, address, MARGIN, left, column, 7)
  const details = detailsOf(order, source)
  let right = top
  for (let i = 0; i < details.length; i += 2) {
    const heights = details.slice(i, i + 2).map(([name, text], j) => {
      const x = MARGIN + column + 20 + (j * (column + 10)) / 2
      return field(doc, name, text, x, right, (column - 10) / 2)
    })
    right += Math.max(...heights)
  }
  return Math.max(left, right)
}

function totals(doc: Doc, rows: Total[], top: number): number {
  const width = 250
  const x = MARGIN + WIDTH - width
  let y = top
  for (const [name, amount, isLast] of rows) {
    if (isLast) rule(doc, y + 1, x, width)
    const style = { size: isLast ? 10.5 : 8.5, bold: isLast === true, lines: 1 }
    put(doc, name, x, y + (isLast ? 6 : 3), { ...style, width: width - 105 })
    put(doc, amount, x + width - 105, y + (isLast ? 6 : 3), {
      ...style,
      width: 102,
      align: 'right',
    })
    y += isLast ? 20 : 14
  }
  return y
}
