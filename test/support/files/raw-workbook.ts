import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { letterOf } from '../../../src/files/imports/reading/rows.ts'

/** A cell as a workbook keeps it: its XML inside of `<c …>`, its type and the format of its numbers. */
interface RawCell {
  /** `<v>5</v>`, `<f>A1*2</f>`. */
  xml: string
  type?: string
  /** The code of its number format. */
  format?: string
}

export interface RawSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows: (string | number | null | RawCell)[][]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook written part by part, to say what no library of ours writes. */
export async function rawWorkbook(
  sheets: RawSheet[],
  { isUncomputed = false } = {},
): Promise<Buffer> {
  const formats: string[] = []
  const styleOf = (format: string | undefined) => {
    if (format === undefined) return 0
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 1
  }
  const cellXml = (cell: RawSheet['rows'][number][number], column: number, row: number) => {
    if (cell === null) return ''
    const at = `r="${letterOf(column)}${row + 1}"`
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
    if (typeof cell === 'string') {
      return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    }
    const type = cell.type ? ` t="${cell.type}"` : ''
    return `<c ${at} s="${styleOf(cell.format)}"${type}>${cell.xml}</c>`
  }
  const bodies = sheets.map(({ rows }) =>
    rows
      .map(
        (row, i) => `<row r="${i + 1}">${row.map((cell, j) => cellXml(cell, j, i)).join('')}</row>`,
      )
      .join(''),
  )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rel = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const rels = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const zip = new ZipFile()
  const add = (path: string, xml: string) =>
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`), path)
  add(
    '_rels/.rels',
    `<Relationships xmlns="${rels}"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 7}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
      )
      .join('')}</sheets>${isUncomputed ? '<calcPr fullCalcOnLoad="1"/>' : ''}</workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${rels}">${sheets
      .map(
        (_, i) =>
          `<Relationship Id="rId${i + 1}" Type="${rel}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId99" Type="${rel}/styles" Target="/xl/styles.xml"/></Relationships>`,
  )
  add(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`)
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, i) => `<xf numFmtId="${164 + i}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  )
  for (const [i, body] of bodies.entries()) {
    add(
      `xl/worksheets/sheet${i + 1}.xml`,
      `<worksheet xmlns="${main}"><sheetData>${body}</sheetData></worksheet>`,
    )
  }
  zip.end()
  return buffer(zip.outputStream)
}
