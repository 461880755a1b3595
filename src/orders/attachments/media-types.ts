import { isUtf8 } from 'node:buffer'
import { Problem } from '../../base/problems.ts'
import { formatIn } from '../../images/images.ts'
import { msg } from '../../texts/message.ts'

// What an attachment is. Its bytes decide: neither what its sender calls it nor the ending of its name
// makes a program or a page of it one of these. A CSV alone has nothing but its name to be told by.

export const mediaTypes = [
  'application/pdf',
  'application/xml',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/plain',
] as const

export type MediaType = (typeof mediaTypes)[number]

/** The ending of a name for a file that came without one. */
export const endings: Readonly<Record<MediaType, string>> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/plain': 'txt',
}

/**
 * What a file is by its bytes.
 * @param name whether a text is a CSV
 * @throws Problem `unsupported_media_type`
 */
export function mediaTypeOf(bytes: Buffer, name: string | null): MediaType {
  const found = binaryType(bytes) ?? textType(bytes, name)
  if (found) return found
  throw new Problem(
    'unsupported_media_type',
    msg`The file is not a PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1 (its bytes decide, not its name or type).`,
  )
}

const pictures: Readonly<Record<string, MediaType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

function binaryType(bytes: Buffer): MediaType | undefined {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (bytes.toString('latin1', 0, 4) === 'PK\x03\x04') return isWorkbook(bytes) ? XLSX : undefined
  return pictures[formatIn(bytes) ?? '']
}

const XLSX: MediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Whether a zip has the parts that make a workbook of it, and no macros. Names of entries stand in a zip
 * as they are, so nothing is unpacked.
 */
function isWorkbook(bytes: Buffer): boolean {
  const has = (name: string) => bytes.includes(name, 0, 'latin1')
  return has('[Content_Types].xml') && has('xl/workbook.xml') && !has('vbaProject.bin')
}

function textType(bytes: Buffer, name: string | null): MediaType | undefined {
  if (!isText(bytes)) return undefined
  const markup = markupType(bytes)
  if (markup) return markup === 'page' ? undefined : markup
  return /\.csv$/i.test(name ?? '') ? 'text/csv' : 'text/plain'
}

/**
 * UTF-8 or Latin-1 (what Windows makes of it, too: 0x80 to 0x9f are letters and quotes but for five)
 * without control characters.
 */
function isText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (CONTROLS.test(text)) return false
  return isUtf8(bytes) || !UNASSIGNED.test(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
const UNASSIGNED = /[\x81\x8d\x8f\x90\x9d]/

/** Characters in which an XML must have begun with its first element. */
const HEAD = 10_000

/** What begins with `<` is XML, or a page that browsers would run; undefined where it is none. */
function markupType(bytes: Buffer): 'application/xml' | 'page' | undefined {
  const head = bytes.toString('latin1', 0, HEAD).replace(/^(\xef\xbb\xbf)?\s*/, '')
  const rest = withoutProlog(head)
  const [, root] = (rest && /^<([a-z_][\w.:-]*)/i.exec(rest)) || []
  // A text may begin with an arrow. What has a prolog and then no element in sight may hide anything.
  if (root === undefined) return rest === head ? undefined : 'page'
  const element = root.replace(/^.*:/, '').toLowerCase()
  if (PAGES.has(element) || (!/^<\?xml\s/.test(head) && ELEMENTS.has(element))) return 'page'
  return 'application/xml'
}

/** Behind declarations and comments; undefined where one has no end in sight, or says that a page comes. */
function withoutProlog(head: string): string | undefined {
  let rest = head
  for (;;) {
    const [, opening] = /^(<\?|<!--|<!doctype)/i.exec(rest) ?? []
    if (opening === undefined) return rest
    if (/^<!doctype\s+(html|svg)/i.test(rest)) return undefined
    const closing = { '<?': '?>', '<!--': '-->' }[opening] ?? '>'
    const end = rest.indexOf(closing)
    if (end < 0) return undefined
    rest = rest.slice(end + closing.length).trimStart()
  }
}

const PAGES = new Set(['html', 'svg', 'xhtml'])

/** By which browsers take a text for a page (WHATWG, MIME Sniffing, 7.1), and what else runs there. */
const ELEMENTS = new Set([
  ...['a', 'b', 'base', 'body', 'br', 'div', 'embed', 'font', 'form', 'frame', 'frameset'],
  ...['h1', 'head', 'iframe', 'img', 'link', 'math', 'meta', 'object', 'p', 'script'],
  ...['style', 'table', 'template', 'title', 'video'],
])
