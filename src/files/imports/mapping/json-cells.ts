import { taxesOfColumns } from '../../../../packages/model/taxes.ts'
import { msg } from '../../../texts/message.ts'
import type { Cell } from '../reading/rows.ts'
import { notA } from './unreadable.ts'

// Cells that hold JSON, as exports have it.

/** Texts by their names: the one cell that exports have for what has no column of its own. */
export function textsOf(cell: NonNullable<Cell>): Record<string, string> {
  try {
    const texts: unknown = JSON.parse(String(cell))
    const isObject = typeof texts === 'object' && texts !== null && !Array.isArray(texts)
    if (isObject && Object.values(texts).every((one) => typeof one === 'string')) {
      return texts as Record<string, string>
    }
  } catch {
    // Told below.
  }
  throw notA(msg`JSON object of texts, as exports have it`, cell)
}

/** A list of objects, which its schema looks into. */
export function rowsOf(cell: NonNullable<Cell>): unknown[] {
  try {
    const rows: unknown = JSON.parse(String(cell))
    if (Array.isArray(rows)) return rows
  } catch {
    // Told below.
  }
  throw notA(msg`JSON list of objects, as exports have it`, cell)
}

/**
 * The list of taxes of a line, without what the service says of each. Null where the line has no list: what its
 * own columns say is shown as one, too.
 */
export function taxesOf(cell: NonNullable<Cell>): unknown[] | null {
  const taxes = rowsOf(cell).map((row) => {
    if (typeof row !== 'object' || row === null) return row
    const { effect: _, origin: __, effective_rate: ___, ...tax } = row as Record<string, unknown>
    const { rate: ____, ...byQuantity } = tax
    // A tax by quantity is shown with a rate of 0, which nobody has sent.
    return tax['per_unit'] !== undefined && tax['rate'] === 0 ? byQuantity : tax
  })
  return taxes.every(isOfColumns) ? null : taxes
}

const OF_COLUMNS: readonly string[] = ['tax', 'base', 'rate', 'value']

const isOfColumns = (tax: unknown) =>
  typeof tax === 'object' &&
  tax !== null &&
  taxesOfColumns.includes(String(Reflect.get(tax, 'tax'))) &&
  Object.keys(tax).every((name) => OF_COLUMNS.includes(name))
