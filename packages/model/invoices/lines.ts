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

/** A code on one line, in the form of the invoice. */
export interface LineCodeRow extends PropertyRow {
  readonly kind: 'code'
  readonly most: number
  readonly pattern?: string
  /** What the pattern asks for. */
  readonly form?: Label
  readonly example: string
  /** The column of what follows from rules: it is in effect where nobody says it. */
  readonly derived?: string
}

/** A text of several lines. */
export interface LineTextRow extends PropertyRow {
  readonly kind: 'text'
  readonly most: number
}

/** The lots that the goods are from: their quantities add up to the line's. */
export interface LineLotsRow extends PropertyRow {
  readonly kind: 'lots'
  readonly most: number
}

export type LineRow = LineReferenceRow | LineCodeRow | LineTextRow | LineLotsRow

/** Of a lot in an invoice: 1 to 20 characters, and a quantity of 8 digits and 3 decimals. */
export const LOT_NUMBER = 20
export const LOT_QUANTITY = { integer: 8, decimals: 3 } as const

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
  {
    name: 'cfop',
    kind: 'code',
    most: 4,
    pattern: '^[1-7][0-9]{3}$',
    form: ['4 dígitos, o primeiro de 1 a 7', '4 digits, the first from 1 to 7'],
    example: '5102',
    derived: 'derived_cfop',
    label: ['CFOP', 'CFOP'],
    headings: ['CFOP', 'CFOP do item', 'CFOP of the item'],
    description:
      'The CFOP of the line. Null: it follows from the tax rule, the operation and the place, where the taxes of the line do; it is shown then.',
  },
  {
    name: 'customer_order',
    kind: 'code',
    most: 15,
    example: 'PO-4711',
    label: ['Número do pedido de compra do item', 'Purchase order number of the item'],
    headings: ['Pedido de compra do item', 'Purchase order of the item'],
    description: 'The number of the customer’s order that this line is of (xPed).',
  },
  {
    name: 'customer_order_item',
    kind: 'code',
    most: 6,
    pattern: '^[0-9]{1,6}$',
    form: ['1 a 6 dígitos', '1 to 6 digits'],
    example: '10',
    label: ['Linha do pedido de compra', 'Purchase order line'],
    headings: ['nItemPed'],
    description: 'Which item of the customer’s order it is (nItemPed).',
  },
  {
    name: 'additional_info',
    kind: 'text',
    most: 500,
    label: ['Informações adicionais do item', 'Additional information of the item'],
    headings: ['Informações adicionais do item', 'infAdProd', 'Additional information of the item'],
    description: 'What the invoice says of the line beside its description (infAdProd).',
  },
  {
    name: 'lots',
    kind: 'lots',
    most: 500,
    label: ['Lotes', 'Lots'],
    headings: ['Lotes', 'Lotes do item', 'Lots'],
    description: 'The lots that the goods are from. Their quantities add up to the line’s.',
  },
] as const satisfies readonly LineRow[]
