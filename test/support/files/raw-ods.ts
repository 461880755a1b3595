import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:'
const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet'
const names = { office: '', style: '', text: '', table: '' }
const NAMESPACES = [
  ...Object.keys(names).map((name) => `xmlns:${name}="${ODF}${name}:1.0"`),
  `xmlns:number="${ODF}datastyle:1.0"`,
  'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
].join(' ')

export interface OdsParts {
  /** The sheets: elements `table:table`. */
  sheets: string
  /** Elements of the automatic styles, and of those that these inherit from. */
  styles?: string
  inherited?: string
  /** What the archive says to be first. */
  mimetype?: string
  /** Whether it says that a password is needed. */
  isLocked?: boolean
}

/** A sheet. */
export const sheet = (name: string, rows: string, attributes = '') =>
  `<table:table table:name="${name}"${attributes}>${rows}</table:table>`

export const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`

/** A cell, by its attributes and the text that it shows. */
export const cell = (attributes: string, text = '') =>
  `<table:table-cell ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`

export const text = (shown: string) => cell('office:value-type="string"', shown)
export const number = (value: number | string, style = '') =>
  cell(
    `office:value-type="float" office:value="${value}"${style && ` table:style-name="${style}"`}`,
    String(value),
  )

/** An OpenDocument spreadsheet written part by part, to say what no program of ours writes. */
export function rawOds({
  sheets,
  styles = '',
  inherited = '',
  mimetype = SPREADSHEET,
  isLocked = false,
}: OdsParts): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (path: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`), path)
  zip.addBuffer(Buffer.from(mimetype), 'mimetype', { compress: false })
  const kind = mimetype.split('.').at(-1)?.split('-')[0]
  add(
    'content.xml',
    `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${sheets}</office:${kind}></office:body></office:document-content>`,
  )
  add(
    'styles.xml',
    `<office:document-styles ${NAMESPACES}><office:styles>${inherited}</office:styles></office:document-styles>`,
  )
  const locked = '<manifest:encryption-data manifest:checksum="x"/>'
  add(
    'META-INF/manifest.xml',
    `<manifest:manifest xmlns:manifest="${ODF}manifest:1.0"><manifest:file-entry manifest:full-path="content.xml">${isLocked ? locked : ''}</manifest:file-entry></manifest:manifest>`,
  )
  zip.end()
  return buffer(zip.outputStream)
}
