import type { SaxesTagNS } from 'saxes'
import { msg } from '../../../../texts/message.ts'
import { kindTexts } from '../kinds.ts'
import { type Cell, isEmptyCell, MAX_COLUMNS, putCell } from '../rows.ts'
import { type Archive, attribute, type Handlers, unreadable } from './archive.ts'
import { OpenCell } from './ods-cell.ts'
import { CONTENT, OFFICE, refuseLocked, STYLES, TABLE } from './ods-parts.ts'
import { Styles } from './ods-styles.ts'
import { MAX_ROWS, type SheetName, type SheetRow } from './sheet.ts'

/** Cells with something in them that a sheet has by saying that one comes again. */
const MAX_REPEATED = 20_000_000

/**
 * The sheets of an OpenDocument spreadsheet, in their order.
 * @throws UnreadableFile
 */
export async function odsSheets(archive: Archive): Promise<SheetName[]> {
  const content = new Content(await inheritedStyles(archive))
  for await (const _ of archive.parse(CONTENT, content));
  if (!content.hasSheets) throw unreadable(kindTexts.openDocument)
  return content.sheets
}

/**
 * The rows of one of its sheets as it shows them.
 * @param width columns that somebody looks at
 * @throws UnreadableFile
 */
export async function* odsRows(
  archive: Archive,
  place: number,
  width = MAX_COLUMNS,
): AsyncGenerator<SheetRow> {
  const content = new Content(await inheritedStyles(archive), place, width)
  for await (const _ of archive.parse(CONTENT, content)) {
    for (const { times, index, values } of content.rows.ready.splice(0)) {
      for (let i = 0; i < times; i++) yield { index: index + i, values }
    }
    if (content.isOver) return
  }
}

async function inheritedStyles(archive: Archive): Promise<Styles> {
  await refuseLocked(archive)
  const styles = new Styles()
  if (!archive.has(STYLES)) return styles
  await archive.elements(STYLES, styles)
  return styles
}

/** What the content says while it is parsed: styles, the sheets, and the rows of one of them. */
class Content implements Handlers {
  readonly sheets: SheetName[] = []
  readonly rows: Rows
  /** Whether all rows have come. */
  isOver = false
  readonly #styles: Styles
  readonly #place: number | undefined
  #depth = 0
  /** Where sheets stand: tables that are deeper are none. */
  #sheetDepth = 0
  #isWanted = false

  constructor(inherited: Styles, place?: number, width = MAX_COLUMNS) {
    this.#styles = new Styles(inherited)
    this.#place = place
    this.rows = new Rows(this.#styles, width)
  }

  get hasSheets(): boolean {
    return this.#sheetDepth > 0
  }

  open(tag: SaxesTagNS): void {
    this.#depth++
    if (tag.local === 'spreadsheet' && tag.uri === OFFICE) this.#sheetDepth = this.#depth + 1
    else if (this.#depth === this.#sheetDepth && isTable(tag)) this.#openSheet(tag)
    else if (this.#isWanted) this.rows.open(tag)
    else if (!this.hasSheets) this.#styles.open(tag)
  }

  text(text: string): void {
    const of = this.#isWanted ? this.rows : this.#styles
    of.text(text)
  }

  #openSheet(tag: SaxesTagNS): void {
    const place = this.sheets.length
    const name = attribute(tag, 'name', TABLE) ?? ''
    const isVisible = this.#styles.isShown(attribute(tag, 'style-name', TABLE) ?? '')
    this.sheets.push({ name, isVisible, place })
    this.#isWanted = place === this.#place
  }

  close(tag: SaxesTagNS): void {
    if (this.#depth-- === this.#sheetDepth && isTable(tag)) {
      this.isOver ||= this.#isWanted
      this.#isWanted = false
    } else if (this.#isWanted) this.rows.close(tag)
    else if (!this.hasSheets) this.#styles.close(tag)
  }
}

const isTable = ({ local, uri }: SaxesTagNS) => local === 'table' && uri === TABLE

/** The rows of a sheet, while they are parsed. One that says that it comes again is kept once. */
class Rows {
  /** Those with something in them, and how often each comes. */
  readonly ready: (SheetRow & { times: number })[] = []
  readonly #styles: Styles
  readonly #width: number
  /** Of cells that name no style: by their columns, or that of their row. */
  readonly #columnStyles: string[] = []
  #rowStyle: string | undefined
  #index = 0
  #values: Cell[] = []
  #column = 0
  #cell: OpenCell | undefined
  #repeated = 0

  constructor(styles: Styles, width: number) {
    this.#styles = styles
    this.#width = width
  }

  open(tag: SaxesTagNS): void {
    if (this.#cell) this.#cell.open(tag)
    else if (tag.uri !== TABLE) return
    else if (tag.local === 'table-column') this.#addColumn(tag)
    else if (tag.local === 'table-row') {
      this.#rowStyle = attribute(tag, 'default-cell-style-name', TABLE)
      this.#values = []
      this.#column = 0
    } else if (tag.local === 'table-cell' || tag.local === 'covered-table-cell') {
      this.#cell = new OpenCell(tag)
    }
  }

  text(text: string): void {
    this.#cell?.text(text)
  }

  close(tag: SaxesTagNS): void {
    if (this.#cell) {
      if (this.#cell.close()) this.#endCell(tag, this.#cell)
    } else if (tag.uri === TABLE && tag.local === 'table-row') this.#endRow(tag)
  }

  #addColumn(tag: SaxesTagNS): void {
    const style = attribute(tag, 'default-cell-style-name', TABLE) ?? ''
    const more = Math.min(timesOf(tag, 'columns'), MAX_COLUMNS - this.#columnStyles.length)
    for (let i = 0; i < more; i++) this.#columnStyles.push(style)
  }

  #endCell(tag: SaxesTagNS, cell: OpenCell): void {
    this.#cell = undefined
    const column = this.#column
    const style =
      attribute(tag, 'style-name', TABLE) ?? this.#rowStyle ?? this.#columnStyles[column] ?? ''
    const value = cell.shown(this.#styles.formatOf(style))
    const times = Math.min(timesOf(tag, 'columns'), MAX_COLUMNS - column)
    this.#column = column + times
    if (isEmptyCell(value)) return
    for (let i = 0; i < times; i++) putCell(this.#values, column + i, value, this.#width)
    this.#repeat(times - 1)
  }

  #endRow(tag: SaxesTagNS): void {
    const index = this.#index
    const times = Math.min(timesOf(tag, 'rows'), MAX_ROWS - index)
    this.#index = index + times
    if (this.#values.length === 0 || times === 0) return
    this.ready.push({ index, values: this.#values, times })
    this.#repeat((times - 1) * this.#values.length)
  }

  /** @throws UnreadableFile where a few elements stand for more cells than anybody needs */
  #repeat(cells: number): void {
    this.#repeated += cells
    if (this.#repeated <= MAX_REPEATED) return
    throw unreadable(
      msg`The sheet has the same cells again and again. Save it as CSV, without what is not needed.`,
    )
  }
}

/** How often a cell, a column or a row comes. */
function timesOf(tag: SaxesTagNS, what: 'columns' | 'rows'): number {
  const repeated = attribute(tag, `number-${what}-repeated`, TABLE) ?? '1'
  return /^[1-9]\d{0,8}$/.test(repeated) ? Number(repeated) : 1
}
