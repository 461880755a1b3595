import type { Named } from '../mapping/columns.ts'
import type { DecimalMark } from '../mapping/marks.ts'

/** What the columns of one export of another system are. */
export interface PresetForm {
  resource: string
  /** Headings by which it is found out: all of them stand in the file. */
  signs: readonly string[]
  columns: Named
  /** Columns that are put behind another, such as the store behind the code of a customer. */
  joined?: Readonly<Record<string, readonly string[]>>
  /** How it always writes decimals. */
  decimal?: DecimalMark
}

/** The exports of one system. */
export interface Preset {
  /** As people call it. */
  label: string
  forms: readonly PresetForm[]
}
