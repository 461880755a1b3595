import { companyText } from '../../documents/company.ts'
import { put, rule } from '../../documents/layout.ts'
import { beginPaper, type Doc } from '../../documents/page.ts'
import { addressLines } from '../../documents/source.ts'
import type { Label } from '../labels.ts'
import { type Texts, texts } from '../texts.ts'
import { type Exact, type PaperSource, readList } from './source.ts'

/** In points: 100 × 150 mm, and two times four fields of A4, as sheets of labels have them. */
const LABEL = [283.46, 425.2] as const
const SHEET = { width: 595.28 / 2, height: 841.89 / 4, columns: 2, rows: 4 } as const

interface Field {
  x: number
  y: number
  width: number
  height: number
  /** Of who gets it, and of what stands below: 1 on a sheet. */
  upper: number
  lower: number
}

/** Draws labels, each on a page of its own, or eight on a sheet. */
export function labelPaper(given: PaperSource): Promise<Buffer> {
  const { list, source } = readList<Label[]>(given)
  const { language } = source
  const words = texts[language]
  const isSheet = source.paper === 'label-sheets'
  const created = new Date(source.made_at)
  const about = { title: words.labels, language, created }
  const { doc, finish } = beginPaper(about, source, isSheet ? 'A4' : [...LABEL])
  if (list.length === 0) put(doc, words.nothing, 20, 20, { width: LABEL[0] - 40 })
  const perPage = isSheet ? SHEET.columns * SHEET.rows : 1
  for (const [i, label] of list.entries()) {
    if (i > 0 && i % perPage === 0) doc.addPage()
    drawLabel(doc, label, source.account_name, words, fieldAt(i % perPage, isSheet))
  }
  return finish()
}

function fieldAt(at: number, isSheet: boolean): Field {
  if (!isSheet) return { x: 0, y: 0, width: LABEL[0], height: LABEL[1], upper: 1.75, lower: 1.3 }
  const { width, height, columns } = SHEET
  const [column, row] = [at % columns, Math.floor(at / columns)]
  return { x: column * width, y: row * height, width, height, upper: 1, lower: 1 }
}

/** Points between a field and what is printed in it: printers leave out the edge of a sheet. */
const EDGE = 14

function drawLabel(
  doc: Doc,
  label: Exact<Label>,
  account_name: string,
  words: Texts,
  { x, y, width: whole, height, upper, lower }: Field,
): void {
  const [left, width] = [x + EDGE, whole - 2 * EDGE]
  let at = y + EDGE
  const write = (
    text: string,
    size: number,
    style: { bold?: boolean; grey?: boolean; lines?: number } = {},
  ) => {
    at += put(doc, text, left, at, { width, size, ...style })
  }
  write(words.recipient, 6 * lower, { grey: true, lines: 1 })
  write(label.recipient, 12 * upper, { bold: true, lines: 3 })
  at += 3 * upper
  if (label.address) {
    const { postal_code, ...rest } = label.address
    write(addressLines({ ...rest, postal_code: null }, words.zip), 9 * upper, { lines: 4 })
    if (postal_code) write(`${words.zip} ${postal_code}`, 12 * upper, { bold: true, lines: 1 })
  }
  const foot = y + height - EDGE - 84 * lower
  rule(doc, foot, left, width)
  const volume = `${words.volume} ${label.volume}/${label.volumes}`
  const half = width * 0.6
  const bold = { size: 11 * lower, bold: true, lines: 1 } as const
  put(doc, `${words.order} ${label.order}`, left, foot + 4, { width: half, ...bold })
  put(doc, volume, left + half, foot + 4, { width: width - half, align: 'right', ...bold })
  at = foot + 4 + 14 * lower
  const facts = [
    label.invoice && `${words.invoice} ${label.invoice}`,
    label.carrier && `${words.carrier}: ${label.carrier}`,
  ].filter(Boolean)
  write(facts.join(' · '), 8 * lower, { lines: 1 })
  at = foot + 30 * lower
  rule(doc, at, left, width)
  at += 3 * lower
  write(words.sender, 5.5 * lower, { grey: true, lines: 1 })
  const sender = [account_name, companyText(label.sender, account_name)].filter(Boolean)
  write(sender.join('\n'), 6.5 * lower, { lines: 5 })
}
