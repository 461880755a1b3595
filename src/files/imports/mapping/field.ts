/** How the text of a cell becomes a value. */
export type FieldKind =
  | 'text'
  | 'code'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'document'
  | 'zip_code'
  | 'house_number'
  | { choice: Record<string, string> }

/** Part of a record that a column can hold. */
export interface ImportField {
  /** As mappings name it: `price`, `address.city`, `items.quantity`. */
  name: string
  kind: FieldKind
  /** Usual headings, the plainest first: where two columns have one, the first in here counts. */
  headings: readonly string[]
}

/** A field whose own name is a heading, too. */
export const field = (name: string, kind: FieldKind, ...headings: string[]): ImportField => ({
  name,
  kind,
  headings: [name, ...headings],
})
