import { say, type Text } from '../../../texts/text.ts'
import { decodedPart, encodingAtStart } from './encoding.ts'

const begins = (start: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, i) => start[i] === byte)

/** Whether a file begins as a workbook (.xlsx) does: as a ZIP archive. */
export const isArchive = (start: Uint8Array) => begins(start, 0x50, 0x4b, 3, 4)

/** Characters at the beginning of a file in which its kind is looked for. */
const LOOKED_AT = 4_000

/**
 * What a file is that is neither a text nor a workbook, and what to do; undefined for one that may be.
 * @param start how it begins
 */
export function otherKind(start: Uint8Array): Text | undefined {
  if (begins(start, 0xd0, 0xcf, 0x11, 0xe0)) {
    return say`This is a workbook of the old form (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.`
  }
  if (isArchive(start)) {
    const name = Buffer.from(start.subarray(30, 90)).toString('latin1')
    return name.includes('opendocument.spreadsheet')
      ? say`This is a workbook of LibreOffice (.ods). Save it as .xlsx or CSV.`
      : undefined
  }
  if (begins(start, 0x25, 0x50, 0x44, 0x46)) {
    return say`This is a PDF. Export the table as CSV or .xlsx where the PDF comes from.`
  }
  if (begins(start, 0x1f, 0x8b)) return say`This file is compressed (gzip). Unpack it first.`
  if (begins(start, 0x89, 0x50, 0x4e, 0x47) || begins(start, 0xff, 0xd8, 0xff)) {
    return say`This is a picture. Send the table as CSV or .xlsx.`
  }
  const encoding = encodingAtStart(start)
  // No text has them, in whichever encoding.
  if (!encoding && start.includes(0)) {
    return say`This is neither a text file (CSV) nor a workbook (.xlsx).`
  }
  return otherText(
    decodedPart(start.subarray(0, LOOKED_AT), encoding ?? 'windows-1252').trimStart(),
  )
}

function otherText(text: string): Text | undefined {
  if (text.startsWith('{\\rtf'))
    return say`This is a text of a word processor (RTF). Save the table as CSV or .xlsx.`
  if (/^[[{]/.test(text)) {
    return say`This is JSON. Send it line by line to POST /bulk, or save the table as CSV or .xlsx.`
  }
  if (!text.startsWith('<')) return undefined
  if (/<(?:nfeProc|NFe|infNFe|cteProc|CTe)\b/.test(text)) {
    return say`This is the XML of a fiscal document (NF-e or CT-e), and no table of records.`
  }
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(text)) {
    return say`This is a workbook in XML of Excel 2003. Open it in a spreadsheet and save it as .xlsx or CSV.`
  }
  if (/<(?:!doctype html|html|head|body|table|meta|style|div)\b/i.test(text)) {
    return say`This is a web page (HTML), whatever its name ends with. Open it in a spreadsheet and save it as .xlsx or CSV.`
  }
  return say`This is XML. Save the table as CSV or .xlsx.`
}
