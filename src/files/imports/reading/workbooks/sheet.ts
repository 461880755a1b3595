import type { Cell } from '../rows.ts'

// What sheets are, whichever form their workbook has.

/** A sheet as the workbook names it. */
export interface SheetName {
  name: string
  isVisible: boolean
  /** Its place among the sheets, counted from 0. */
  place: number
}

/** A row of a sheet. */
export interface SheetRow {
  /** Counted from 0. */
  index: number
  values: Cell[]
}

/** The rows that a sheet can have. */
export const MAX_ROWS = 1_048_576
