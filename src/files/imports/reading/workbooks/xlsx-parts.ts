import type { SaxesTagNS } from 'saxes'
import { otherArchive } from '../kinds.ts'
import { MAX_CELL } from '../rows.ts'
import { type Archive, attribute, unreadable } from './archive.ts'
import { formatOf, type NumberFormat } from './number-format.ts'
import type { SheetName } from './sheet.ts'

// The parts of a workbook (.xlsx) but for the rows of its sheets: what sheets there are, how numbers are
// shown, and the texts that cells refer to (ECMA-376, parts 1 and 2).

interface XlsxSheet extends SheetName {
  /** Where its rows stand in the archive. */
  path: string
}

export interface Workbook {
  sheets: XlsxSheet[]
  /** Whether days are counted from 1904 on. */
  isFrom1904: boolean
  /** Whether whoever opens it is to compute its formulas: what they are may not stand in it yet. */
  isUncomputed: boolean
  /** How numbers are shown, by the number of a cell's style. */
  formats: NumberFormat[]
  /** The texts that cells name by their numbers. */
  texts: string[]
}

/** The sheets of a workbook, but for those of charts, and how it counts days. */
export async function readSheets(
  archive: Archive,
): Promise<Omit<Workbook, 'formats' | 'texts'> & { targets: Target[] }> {
  const [book] = (await relationships(archive, '')).filter(({ type }) => type === 'officeDocument')
  if (!book?.path.endsWith('workbook.xml')) throw unreadable(otherArchive(archive.paths))
  const targets = await relationships(archive, book.path)
  const sheets: XlsxSheet[] = []
  let isFrom1904 = false
  let isUncomputed = false
  await archive.elements(book.path, {
    open: (tag) => {
      if (tag.local === 'workbookPr') {
        isFrom1904 = isTrue(attribute(tag, 'date1904'))
      }
      if (tag.local === 'calcPr') isUncomputed = isTrue(attribute(tag, 'fullCalcOnLoad'))
      if (tag.local !== 'sheet') return
      const target = targets.find(({ id }) => id === idOf(tag))
      if (target?.type !== 'worksheet' || !archive.has(target.path)) return
      const isVisible = !/hidden/i.test(attribute(tag, 'state') ?? '')
      const name = attribute(tag, 'name') ?? ''
      sheets.push({ name, isVisible, place: sheets.length, path: target.path })
    },
  })
  return { sheets, isFrom1904, isUncomputed, targets }
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** All of a workbook but its rows. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const { targets, ...rest } = await readSheets(archive)
  const pathOf = (type: string) => targets.find((one) => one.type === type)?.path
  const formats = await formatsOf(archive, pathOf('styles'))
  const texts = await textsOf(archive, pathOf('sharedStrings'))
  return { ...rest, formats, texts }
}

/** The relationship that a sheet is named by; it has a namespace, and `sheetId` is something else. */
const idOf = ({ attributes }: SaxesTagNS) =>
  Object.values(attributes).find(({ local, prefix }) => local === 'id' && prefix !== '')?.value

interface Target {
  id: string
  /** The end of its type. */
  type: string
  path: string
}

async function relationships(archive: Archive, path: string): Promise<Target[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const rels = `${folder}_rels/${path.slice(folder.length)}.rels`
  const found: Target[] = []
  if (!archive.has(rels)) return found
  await archive.elements(rels, {
    open: (tag) => {
      if (tag.local !== 'Relationship') return
      const target = attribute(tag, 'Target') ?? ''
      const { pathname } = new URL(target, `file:///${folder}`)
      const type = (attribute(tag, 'Type') ?? '').split('/').at(-1) ?? ''
      found.push({ id: attribute(tag, 'Id') ?? '', type, path: decodeURI(pathname.slice(1)) })
    },
  })
  return found
}

async function formatsOf(archive: Archive, path: string | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  if (path === undefined || !archive.has(path)) return formats
  let isOfCells = false
  await archive.elements(path, {
    open: (tag) => {
      if (tag.local === 'numFmt') {
        codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '')
      }
      if (tag.local === 'cellXfs') isOfCells = true
      if (tag.local !== 'xf' || !isOfCells) return
      const id = Number(attribute(tag, 'numFmtId') ?? 0)
      formats.push(formatOf(id, codes.get(id)))
    },
    close: ({ local }) => {
      if (local === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

async function textsOf(archive: Archive, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined || !archive.has(path)) return texts
  let text = ''
  let isText = false
  let isSaid = false
  await archive.elements(path, {
    open: ({ local }) => {
      if (local === 'si') text = ''
      // How a text is said is no part of it.
      if (local === 'rPh') isSaid = true
      isText = local === 't' && !isSaid
    },
    text: (more) => {
      if (isText && text.length <= MAX_CELL) text += more.slice(0, MAX_CELL + 1)
    },
    close: ({ local }) => {
      if (local === 't') isText = false
      if (local === 'rPh') isSaid = false
      if (local === 'si') texts.push(unescaped(text))
    },
  })
  return texts
}

/** `_x000D_` is a character that XML has not. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
