import type { Language } from '../../../texts/message.ts'

// The parts of a workbook that are no rows (ECMA-376, part 1).

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Everything beside the sheets and the styles, by its path. */
export function workbookParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
  const types = numbers.map(
    (n) =>
      `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  )
  const named = numbers.map(
    (n) =>
      `<sheet name="${escaped(n === 1 ? name : `${name} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  const relations = numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relationships(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...relations,
      relation(sheets + 1, 'styles', 'styles.xml'),
    ),
  }
}

function relation(number: number, type: string, target: string): string {
  return `<Relationship Id="rId${number}" Type="${OFFICE}/${type}" Target="${target}"/>`
}

function relationships(...relations: string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`
}

const dateFormats: Record<Language, string> = {
  'pt-BR': 'dd/mm/yyyy hh:mm',
  en: 'yyyy-mm-dd hh:mm',
}

/** Plain, heading, date, money, quantity, unit price, text, day: in this order. */
export function styles(language: Language): string {
  const [day = ''] = dateFormats[language].split(' ')
  const formats = [dateFormats[language], '#,##0.####', '#,##0.00########', day]
    .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
    .join('')
  const cells = [
    [0, 0],
    [0, 1],
    [164, 0],
    [4, 0],
    [165, 0],
    [166, 0],
    [49, 0],
    [167, 0],
  ].map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4">${formats}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/**
 * What stands before the rows: the heading stays where it is while one scrolls.
 * @param widths of the columns, in characters
 */
export function sheetStart(widths: number[]): string {
  const columns = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}

export const sheetEnd = '</sheetData></worksheet>'

/** `A`, `B`, … `Z`, `AA`, … of a column counted from 0. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML writes otherwise, or has no way to say. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it is about
const SPECIAL = /[&<>"\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Text for XML; what that can't say is left out. */
export function escaped(text: string): string {
  return text.replaceAll(SPECIAL, (character) => entities[character] ?? '')
}
