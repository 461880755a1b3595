import type { Label } from '../kinds.ts'

// What a line of an order says beside its product, its code, its description and its figures: a row for
// each property, in the order of its JSON. Columns, schemas, files and the console follow from the rows.

interface PropertyRow {
  /** The property in a line's JSON. */
  readonly name: string
  /** What people call it; the heading of its column in exports. */
  readonly label: Label
  /** Headings that files have for it, of a reference for its code, the plainest first. */
  readonly headings: readonly string[]
  /** What the reference page says of it. */
  readonly description: string
}

/** A record: requests set it by its id, as `column` says, or by its own code, as `fk_` before that. */
export interface LineReferenceRow extends PropertyRow {
  readonly kind: 'reference'
  /** Orders have a reference of the same column and table. */
  readonly column: `id_${string}`
  readonly table: string
}

export type LineRow = LineReferenceRow

export const lineRows = [
  {
    name: 'operation',
    kind: 'reference',
    column: 'id_operation',
    table: 'operations',
    label: ['Natureza da operação do item', 'Operation of the item'],
    headings: ['Natureza da operação do item', 'Operação do item', 'Operation of the item'],
    description: 'What this line is to the tax office, such as a bonus; null: what its order is.',
  },
] as const satisfies readonly LineRow[]
