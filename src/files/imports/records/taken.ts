import type { Form } from '../mapping/values.ts'
import { type Cell, isEmptyCell } from '../reading/rows.ts'

/** A column that something is taken from. */
export interface Taken {
  at: number
  /** Columns that are put behind it. */
  behind: readonly number[]
  letter: string
  heading: string
  field: string
  form: Form
}

/** A cell with those that are put behind it: `000123-01` of a code and a store, a name of its parts. */
export function cellOf({ at, behind, form }: Taken, cells: readonly Cell[]): Cell {
  const first = cells[at] ?? null
  const parts = [first, ...behind.map((one) => cells[one] ?? null)].filter(
    (one) => !isEmptyCell(one),
  )
  if (behind.length === 0 || parts.length < 2) return parts[0] ?? null
  return parts.map((one) => String(one).trim()).join(form.kind === 'code' ? '-' : ' ')
}
