import { type Message, msg } from '../../../texts/message.ts'
import { decodedPart, encodingAtStart } from './encoding.ts'

/** What files are read. */
export const fileFormats = ['csv', 'xlsx', 'ods', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]

/** Whether a file has sheets. Its texts have no encoding of their own, and it is read as a whole. */
export const isWorkbook = (format: FileFormat) => format === 'xlsx' || format === 'ods'

const begins = (start: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, i) => start[i] === byte)

/** Whether a file begins as a workbook does: as a ZIP archive. */
export const isArchive = (start: Uint8Array) => begins(start, 0x50, 0x4b, 3, 4)

const headOf = (start: Uint8Array) => Buffer.from(start.subarray(0, 90)).toString('latin1')

/** What an archive of OpenDocument says first: of which kind it is. */
const OPEN_DOCUMENT = /opendocument\.([a-z]+)/

/** Which form of a workbook an archive has that may be one. */
export const workbookFormat = (start: Uint8Array): FileFormat =>
  OPEN_DOCUMENT.test(headOf(start)) ? 'ods' : 'xlsx'

/** Characters at the beginning of a file in which its kind is looked for. */
const LOOKED_AT = 4_000

/** How files of other kinds begin; texts of ASCII as such. */
const BEGINNINGS: [kind: Kind, ...beginnings: string[]][] = [
  ['oldWorkbook', '\x09\x00\x04\x00', '\x09\x02\x06\x00', '\x09\x04\x06\x00', '\x09\x08\x08\x00'],
  ['oldWorkbook', '\x09\x08\x10\x00'],
  ['pdf', '%PDF'],
  ['gzip', '\x1f\x8b'],
  ['archive', 'Rar!', "7z\xbc\xaf'\x1c"],
  ['picture', '\x89PNG', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'II*\x00', 'MM\x00*'],
  ['rtf', '{\\rtf'],
]

type Kind =
  | 'oldWorkbook'
  | 'locked'
  | 'word'
  | 'writer'
  | 'openDocument'
  | 'pdf'
  | 'gzip'
  | 'archive'
  | 'picture'
  | 'rtf'

export const kindTexts: Record<Kind, Message> = {
  oldWorkbook: msg`This is a workbook of the old form (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.`,
  locked: msg`This workbook has a password. Save it without one, as .xlsx or CSV.`,
  word: msg`This is a text of a word processor (Word). Save the table as CSV or .xlsx.`,
  writer: msg`This is a text of a word processor (.odt). Save the table as CSV, .ods or .xlsx.`,
  openDocument: msg`This is a document of LibreOffice that is no spreadsheet. Save the table as CSV, .ods or .xlsx.`,
  pdf: msg`This is a PDF. Export the table as CSV or .xlsx where the PDF comes from.`,
  gzip: msg`This file is compressed (gzip). Unpack it first.`,
  archive: msg`This is an archive of files. Unpack it, and send the table in it as CSV or .xlsx.`,
  picture: msg`This is a picture. Send the table as CSV or .xlsx.`,
  rtf: msg`This is a text of a word processor (RTF). Save the table as CSV or .xlsx.`,
}

/**
 * What a file is that is neither a text nor a workbook, and what to do; undefined for one that may be.
 * @param start how it begins
 */
export function otherKind(start: Uint8Array): Message | undefined {
  if (begins(start, 0xd0, 0xcf, 0x11, 0xe0)) return kindTexts[compoundKind(start)]
  const head = headOf(start)
  if (isArchive(start)) {
    const [, kind = 'spreadsheet'] = OPEN_DOCUMENT.exec(head) ?? []
    return openDocument(kind)
  }
  const [kind] =
    BEGINNINGS.find(([, ...all]) => all.some((beginning) => head.startsWith(beginning))) ?? []
  if (kind) return kindTexts[kind]
  const encoding = encodingAtStart(start)
  // No text has them, in whichever encoding.
  if (!encoding && start.includes(0)) {
    return msg`This is neither a text file (CSV) nor a workbook (.xlsx, .ods).`
  }
  return otherText(beginningOf(start))
}

/** What a document of LibreOffice is that is no spreadsheet. */
function openDocument(kind: string): Message | undefined {
  if (kind === 'spreadsheet') return undefined
  return kind === 'text' ? kindTexts.writer : kindTexts.openDocument
}

/** The text that a file begins with. */
function beginningOf(start: Uint8Array): string {
  const encoding = encodingAtStart(start) ?? 'windows-1252'
  return decodedPart(start.subarray(0, LOOKED_AT), encoding).trimStart()
}

/** What a file is in which Office kept everything before 2007, and keeps what has a password. */
function compoundKind(start: Uint8Array): Kind {
  const has = (name: string) => Buffer.from(start).includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return 'locked'
  return has('WordDocument') ? 'word' : 'oldWorkbook'
}

/**
 * What an archive is that is no workbook, and what to do.
 * @param paths of what is in it
 */
export function otherArchive(paths: readonly string[]): Message {
  const has = (start: string) => paths.some((path) => path.startsWith(start))
  if (has('xl/workbook.bin')) {
    return msg`This is a binary workbook (.xlsb). Save it as .xlsx or CSV.`
  }
  if (has('word/')) return kindTexts.word
  const isOffice = has('[Content_Types].xml') || has('xl/')
  return isOffice
    ? msg`The file is no intact workbook (.xlsx): it names no sheets.`
    : kindTexts.archive
}

/** Whether JSON is records: an object on a line of its own, or an array of objects. */
function beginsAsRecords(text: string): boolean {
  if (/^\[\s*\{/.test(text)) return true
  const [line = ''] = text.split('\n', 1)
  // What an interface answers, with its list inside.
  if (!/^\{[ \t]*["}]/.test(line) || /^\{\s*"data"\s*:\s*\[/.test(line)) return false
  if (line.length === text.length && text.length >= LOOKED_AT / 2) return true
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Whether a text that is of no other kind begins as records in JSON. */
export const isJson = (start: Uint8Array) => /^[[{]\s*["{}]/.test(beginningOf(start))

function otherText(text: string): Message | undefined {
  if (/^\[\s*[{["\d\]]|^\{\s*["}]/.test(text) && !/^\["?\p{L}[^\]]*\]\s*[;,\t|]/u.test(text)) {
    return beginsAsRecords(text)
      ? undefined
      : msg`This is JSON, and no list of records: write each record on a line of its own (NDJSON), or all of them as the elements of one array.`
  }
  const isWebArchive = /^MIME-Version:/i.test(text)
  if (!isWebArchive && !/^<[?!a-z]/i.test(text)) return undefined
  if (/<(?:nfeProc|NFe|infNFe|cteProc|CTe)\b/.test(text)) {
    return msg`This is the XML of a fiscal document (NF-e or CT-e), and no table of records.`
  }
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(text)) {
    return msg`This is a workbook in XML of Excel 2003. Open it in a spreadsheet and save it as .xlsx or CSV.`
  }
  const [, flat] = /office:mimetype="[^"]*opendocument\.(\w+)/.exec(text) ?? []
  if (flat !== undefined) {
    return (
      openDocument(flat) ??
      msg`This is a spreadsheet of LibreOffice in one file of XML (.fods). Save it as .ods, .xlsx or CSV.`
    )
  }
  if (isWebArchive || /<(?:!doctype html|html|head|body|table|meta|style|div)\b/i.test(text)) {
    return msg`This is a web page (HTML), whatever its name ends with. Open it in a spreadsheet and save it as .xlsx or CSV.`
  }
  return /^<(?:\?xml|[?!a-z][^>]*>\s*<)/i.test(text)
    ? msg`This is XML. Save the table as CSV or .xlsx.`
    : undefined
}
