import type { CustomType } from '../../../custom/rules.ts'

/** How the text of a cell becomes a value. */
export type FieldKind =
  | 'text'
  // A text of one line: a cell may have several.
  | 'line'
  | 'code'
  | 'decimal'
  | 'percent'
  // A decimal that may have its unit behind it.
  | 'quantity'
  | 'integer'
  // The service's own number of a record, and those of several.
  | 'id'
  | 'ids'
  // Codes of several records, with commas between them.
  | 'codes'
  // Texts by their names, as one cell of an export has them.
  | 'json'
  // Days of equal parts, such as 30/60/90, or all of the terms as one cell of an export has them.
  | 'terms'
  // A list of rows of values, or one object or no, as one cell of an export has it.
  | 'rows'
  | 'object'
  // The same of the taxes of a line.
  | 'taxes'
  | 'boolean'
  | 'date'
  // A date without a time.
  | 'day'
  | 'document'
  // A code that is a CPF or CNPJ: it is the same however that is punctuated.
  | 'document_code'
  | 'zip_code'
  | 'postal_code'
  // A city, and its state where that stands behind it: `São Paulo/SP`.
  | 'city'
  | 'state_of_city'
  | 'house_number'
  | 'house_number_text'
  | { choice: Record<string, string> }
  // A number of a table, with its meaning behind it or in its place: `0 - Nacional`.
  | { numbers: Record<string, number> }
  // A code of a public table. Digits may have punctuation; a number has lost the zeros in front of it.
  | { digits: number | 'any' | undefined }
  | 'gtin'
  // Values with `|` between them, or blanks or commas.
  | { list: 'integer' | 'code' }
  // What the account has declared: its values are texts in the form of their type.
  | { custom: CustomType; choices: readonly string[] }

/** Part of a record that a column can hold. */
export interface ImportField {
  /** As mappings name it: `price`, `address.city`, `items.quantity`. */
  name: string
  kind: FieldKind
  /** Usual headings, the plainest first: where two columns have one, the first in here counts. */
  headings: readonly string[]
  /** Each of the columns with such a heading is taken: of a row, the first one that is filled. */
  together?: true
  /** Headings that exports have for it: no other field is one of them, whatever it is called. */
  exact?: readonly string[]
}

/** The columns of a field that go together, such as those of several phones. */
export const together = (one: ImportField): ImportField => ({ ...one, together: true })

/** A field whose own name is a heading, too. */
export const field = (name: string, kind: FieldKind, ...headings: string[]): ImportField => ({
  name,
  kind,
  headings: [name, ...headings],
})

/** What has no columns of its own in an export. */
export const customFields = field(
  'custom_fields',
  'json',
  'Campos personalizados',
  'Custom fields',
  'Outros campos personalizados',
  'Other custom fields',
)

/** Whether cells have the service's own numbers. */
export const isOwnNumber = (kind: FieldKind) => kind === 'id' || kind === 'ids'

const isOf = (kind: FieldKind | undefined, ...types: CustomType[]) =>
  typeof kind === 'object' && 'custom' in kind && types.includes(kind.custom)

/** Whether cells may have a decimal mark, or one for thousands. */
export const isNumber = (kind: FieldKind | undefined) =>
  ['decimal', 'percent', 'quantity'].includes(String(kind)) || isOf(kind, 'decimal', 'integer')

/** Whether cells may have the day or the month first. */
export const isDate = (kind: FieldKind | undefined) =>
  kind === 'date' || kind === 'day' || isOf(kind, 'date')
