import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create as createFont } from 'fontkit'
import PDFDocument from 'pdfkit'
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
import { linesOf } from './lines.ts'
import { addressLines, type DocumentSource, readSource, type Total, totalsOf } from './source.ts'
import { customValue, taxIdText, texts } from './texts.ts'

/** A declared field, as people name it. */
interface Declared {
  key: string
  label: string | null
  type: CustomType
}

type Doc = PDFKit.PDFDocument

// Parsed once, which saves half of a document's time: Roboto, under the SIL Open Font License, which
// lets documents embed it. Its figures are all of one width. pdfkit takes what fontkit has parsed, and
// its types don't know of it.
const fonts = createRequire(import.meta.url)
const fontOf = (name: string) =>
  createFont(
    readFileSync(fonts.resolve(`@expo-google-fonts/roboto/${name}/Roboto_${name}.ttf`)),
  ) as unknown as PDFKit.Mixins.PDFFontSource
const plain = fontOf('400Regular')
const bold = fontOf('700Bold')

/**
 * An order as PDF, on A4. The same source gives the same bytes.
 * @param logo a PNG without transparency
 */
export async function orderDocument(given: DocumentSource, logo?: Buffer): Promise<Buffer> {
  const { order, source } = readSource(given)
  const words = texts[source.language]
  const title = `${words.order} ${order.fk_id ?? order.id}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: source.language,
    info: { Title: title, Author: source.account_name, CreationDate: new Date(order.updated_at) },
  })
  doc.registerFont('plain', plain)
  doc.registerFont('bold', bold)
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  doc.on('end', resolve)
  draw(doc, order, source, logo && opened(doc, logo))
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    rule(doc, 806)
    const style = { width: WIDTH, size: 7, grey: true, lines: 1 } as const
    put(doc, `${source.account_name} · ${title}`, MARGIN, 811, { ...style, width: WIDTH - 90 })
    put(doc, words.page(page + 1, count), MARGIN, 811, { ...style, align: 'right' })
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
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

/** Points that a logo may take of the heading. */
const LOGO_WIDTH = 150
const LOGO_HEIGHT = 42
const LOGO_GAP = 12

type Logo = (PDFKit.Mixins.ImageSrc & { width: number; height: number }) | undefined

/** An image that is in the document once, however often it is drawn; its types don't know of it. */
function opened(doc: Doc, png: Buffer): Logo {
  return (doc as Doc & { openImage(png: Buffer): Logo }).openImage(png)
}

/** The account's logo, as large as there is room; returns where the text beside it begins. */
function drawLogo(doc: Doc, logo: Logo): number {
  if (!logo) return MARGIN
  const scale = Math.min(LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  doc.image(logo, MARGIN, MARGIN, { width, height })
  return MARGIN + width + LOGO_GAP
}

function pageHeading(doc: Doc, order: Order, source: DocumentSource, logo: Logo): number {
  const words = texts[source.language]
  const half = WIDTH / 2
  const nameX = drawLogo(doc, logo)
  const left = put(doc, source.account_name, nameX, MARGIN, {
    width: MARGIN + half + 30 - nameX,
    size: logo ? 11 : 14,
    bold: true,
    lines: logo ? 3 : 2,
  })
  const right = { width: half - 40, align: 'right', lines: 1 } as const
  const x = MARGIN + half + 40
  put(doc, `${words.order} ${order.fk_id ?? order.id}`, x, MARGIN, {
    ...right,
    size: 12,
    bold: true,
  })
  const number = order.fk_id === null ? '' : `Nº ${order.id} · `
  put(doc, `${number}${dateText(order.date, source)}`, x, MARGIN + 17, { ...right, grey: true })
  put(doc, standardName(order.status, source.language), x, MARGIN + 29, { ...right, grey: true })
  const y = MARGIN + Math.max(left, LOGO_HEIGHT) + 6
  rule(doc, y)
  return y + 8
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

/** Text of any length, over as many pages as it takes. Returns where it ends. */
function longText(
  doc: Doc,
  name: string,
  text: string,
  top: number,
  newPage: () => number,
): number {
  let y = top + 24 > BOTTOM ? newPage() : top
  put(doc, name, MARGIN, y, { width: WIDTH, size: 6.5, grey: true, lines: 1 })
  y += 10
  doc.font('plain').fontSize(8.5)
  for (const line of linesOf(doc, text, WIDTH)) {
    if (y + 11 > BOTTOM) y = newPage()
    put(doc, line, MARGIN, y, { width: WIDTH, lines: 1 })
    y += 11
  }
  return y
}
