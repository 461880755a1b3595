import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { say, type Text } from '../../../../texts/text.ts'
import { otherArchive } from '../kinds.ts'
import { UnreadableFile } from '../rows.ts'
import { formatOf, type NumberFormat } from './number-format.ts'

// The parts of a workbook (.xlsx) but for the rows of its sheets: what sheets there are, how numbers are
// shown, and the texts that cells refer to (ECMA-376, parts 1 and 2).

/** What a part may be once it is unpacked: a sheet passes by, the rest is kept. */
const MAX_SHEET_BYTES = 2 ** 30
const MAX_PART_BYTES = 96 * 1024 * 1024

/** A sheet as the workbook names it. */
export interface SheetName {
  name: string
  isVisible: boolean
  /** Where its rows stand in the archive. */
  path: string
}

export interface Workbook {
  sheets: SheetName[]
  /** Whether days are counted from 1904 on. */
  isFrom1904: boolean
  /** Whether whoever opens it is to compute its formulas: what they are may not stand in it yet. */
  isUncomputed: boolean
  /** How numbers are shown, by the number of a cell's style. */
  formats: NumberFormat[]
  /** The texts that cells name by their numbers. */
  texts: string[]
}

/** The archive of a workbook, by the paths of its parts. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws UnreadableFile for what is no archive, and for one that unpacks to too much */
  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true })
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        refuseBomb(entry)
        entries.set(entry.fileName.replace(/^\//, ''), entry)
      }
      return new Archive(zip, entries)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      const { message } = error as Error
      throw unreadable(say`The file is no intact workbook (.xlsx): ${message}.`)
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  get paths(): string[] {
    return [...this.#entries.keys()]
  }

  /**
   * Gives the elements of a part to a parser as they come.
   * @throws UnreadableFile
   */
  async *parse(path: string, parser: SaxesParser<{ xmlns: true }>): AsyncGenerator<void> {
    const entry = this.#entries.get(path)
    if (!entry) throw unreadable(say`The workbook is broken: there is no ${path}.`)
    const decoder = new TextDecoder()
    let failure: Error | undefined
    parser.on('error', (error) => {
      failure ??= error
    })
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      for await (const chunk of stream) {
        parser.write(decoder.decode(chunk as Buffer, { stream: true }))
        if (failure) throw failure
        yield
      }
      parser.close()
      if (failure) throw failure
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      throw unreadable(say`The workbook can’t be read: ${(error as Error).message}.`)
    }
  }

  /** All elements of a part. */
  async elements(path: string, on: Handlers): Promise<void> {
    const parser = new SaxesParser({ xmlns: true })
    parser.on('opentag', (tag) => on.open?.(tag))
    parser.on('closetag', (tag) => on.close?.(tag))
    parser.on('text', (text) => on.text?.(text))
    for await (const _ of this.parse(path, parser));
  }
}

interface Handlers {
  open?: (tag: SaxesTagNS) => void
  close?: (tag: SaxesTagNS) => void
  text?: (text: string) => void
}

/** A small archive may unpack to any size; none of its parts becomes larger than it says. */
function refuseBomb({ fileName, uncompressedSize, compressedSize }: Entry): void {
  const most = /worksheets\//.test(fileName) ? MAX_SHEET_BYTES : MAX_PART_BYTES
  const hides = uncompressedSize === 0 && compressedSize > 2
  if (uncompressedSize <= most && !hides) return
  throw unreadable(say`${fileName} in the workbook is too large. Save the sheet as CSV.`)
}

/** An attribute of any namespace, by its own name. */
export function attribute({ attributes }: SaxesTagNS, name: string): string | undefined {
  return Object.values(attributes).find(({ local }) => local === name)?.value
}

/** The sheets of a workbook, but for those of charts, and how it counts days. */
export async function readSheets(
  archive: Archive,
): Promise<Omit<Workbook, 'formats' | 'texts'> & { targets: Target[] }> {
  const [book] = (await relationships(archive, '')).filter(({ type }) => type === 'officeDocument')
  if (!book?.path.endsWith('workbook.xml')) throw unreadable(otherArchive(archive.paths))
  const targets = await relationships(archive, book.path)
  const sheets: SheetName[] = []
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
      sheets.push({ name: attribute(tag, 'name') ?? '', isVisible, path: target.path })
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
      if (isText) text += more
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

function unreadable(detail: Text): UnreadableFile {
  return new UnreadableFile(detail)
}
