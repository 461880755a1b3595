import type { Label } from './kinds.ts'

// What an order is but for its items: a row for each property of its JSON, in that order, and for
// what a request sets. Schemas, types, columns, filters, groupings, files and locks follow from the
// rows (src/model/order.ts says how).

interface Row {
  /** The property in an order's JSON. */
  readonly name: string
  /** What people call it; the heading of its column in exports. */
  readonly label: Label
  /**
   * Headings that files have for it, of a reference for its code, the plainest first: where two
   * columns have one, the first in here counts. Those of exports go without saying.
   */
  readonly headings?: readonly string[]
  /** What the reference page says of it, where a request sets it. */
  readonly description?: string
  /** For the house alone: it is not on paper that goes to a customer. */
  readonly isInternal?: true
  /** Lists can be in the order of it; there is an index for that. */
  readonly isSortable?: true
}

/** What a request may set. */
interface Written extends Row {
  /** What a new order has where the request says nothing; without it the request must say it. */
  readonly unset?: unknown
  /** May change in a locked order. */
  readonly isFreeWhenLocked?: true
  /** Of one order alone: a copy begins without it. */
  readonly isOwn?: true
}

interface MaybePersonal {
  /**
   * May say who the customer is: emptied where a customer is anonymised. The order's own `fk_id` goes
   * only if it does say so.
   */
  readonly isPersonal?: true
}

/** By a range of it orders are found: `<parameter>_from` and `<parameter>_to`. */
interface Ranged {
  readonly range?: { readonly parameter: string; readonly description: string }
}

/** A record: requests set it by its id, as `column` says, or by its own code, as `fk_` before that. */
export interface ReferenceRow extends Written, MaybePersonal {
  readonly kind: 'reference'
  readonly column: `id_${string}`
  readonly table: string
  /** What is shown of it; the others show id, name and code. */
  readonly shows?: 'name' | 'address' | 'value'
  /** It can’t be cleared. */
  readonly isNeeded?: true
  /** Its names of a new account are words of the interface. */
  readonly hasStandardNames?: true
  /** Which orders a filter by it finds. */
  readonly filter?: string
  /** The filter's parameter, where it is not the column. */
  readonly parameter?: string
  /** Sums can be grouped by it. */
  readonly isGrouping?: true
}

interface Value extends Written, Ranged {
  /** The reference that shows it as its `value`: it is no property of its own. */
  readonly within?: string
}

/**
 * A value by itself. Of each kind there is what it is where nobody says it. A `code` is up to 100
 * characters on one line, such as a number in another system; a `text` is up to 5,000 on several lines,
 * which paper shows below everything else. Neither is a filter; words of a search find `fk_id` alone.
 */
export type ValueRow = Value &
  (
    | ({ readonly kind: 'code' | 'text'; readonly unset: null } & MaybePersonal)
    | { readonly kind: 'instant'; readonly unset: null | 'now' }
    | {
        readonly kind: 'money'
        readonly unset: '0'
        /** Part of the order's total; a column's name: where that one says so. */
        readonly isAdded?: true | 'freight_charged'
      }
    | ({ readonly kind: 'texts'; readonly unset: object } & MaybePersonal)
  )

/** What the service says of an order. */
export interface ComputedRow extends Row, Ranged {
  readonly kind: 'id' | 'total' | 'time' | 'items'
}

export type OrderRow = ReferenceRow | ValueRow | ComputedRow

export const orderRows = [
  { name: 'id', kind: 'id', isSortable: true, label: ['Pedido (id)', 'Order (id)'] },
  {
    name: 'date',
    kind: 'instant',
    isSortable: true,
    unset: 'now',
    isOwn: true,
    label: ['Data', 'Date'],
    headings: ['Data', 'Data do pedido', 'Data de emissão', 'Emissão', 'Order date'],
    range: { parameter: 'order_date', description: 'With a `date`' },
  },
  {
    name: 'fk_id',
    kind: 'code',
    unset: null,
    isFreeWhenLocked: true,
    isPersonal: true,
    isOwn: true,
    label: ['Pedido (código)', 'Order (code)'],
    headings: [
      'Pedido',
      'Nº do pedido',
      'Código do pedido',
      'Pedido nº',
      'Order',
      'Order code',
      'Order number',
    ],
  },
  {
    name: 'status',
    kind: 'reference',
    column: 'id_order_status',
    table: 'order_statuses',
    unset: null,
    isNeeded: true,
    isFreeWhenLocked: true,
    hasStandardNames: true,
    isOwn: true,
    label: ['Situação', 'Status'],
    headings: ['Situação', 'Status', 'Status do pedido', 'Situação do pedido', 'Cód. situação'],
    description: 'The account’s initial status, unless given.',
    filter: 'In one of these statuses',
    parameter: 'status',
    isGrouping: true,
  },
  {
    name: 'reason',
    kind: 'reference',
    column: 'id_reason',
    table: 'reasons',
    unset: null,
    isFreeWhenLocked: true,
    hasStandardNames: true,
    isOwn: true,
    isInternal: true,
    label: ['Motivo', 'Reason'],
    headings: ['Cód. motivo', 'Motivo', 'Motivo do cancelamento', 'Reason'],
    description:
      'Why the order is in its status, such as why it was cancelled; needed where the status says `reason_required`. It goes with a move to another status, unless that brings one.',
    filter: 'In their status for one of these reasons',
    isGrouping: true,
  },
  {
    name: 'freight',
    kind: 'reference',
    column: 'id_freight_type',
    table: 'freight_types',
    shows: 'value',
    unset: null,
    label: ['Frete', 'Freight'],
    headings: [
      'Frete (código)',
      'Cód. tipo de frete',
      'Tipo de frete',
      'Modalidade do frete',
      'Freight type',
    ],
    description: 'Who pays the freight; needed where `freight_value` is above 0.',
    filter: 'With one of these freight types',
  },
  {
    name: 'freight_value',
    kind: 'money',
    within: 'freight',
    unset: '0',
    isAdded: 'freight_charged',
    label: ['Valor do frete', 'Freight value'],
    description: 'Part of the order’s total where the freight type is `charged`.',
  },
  {
    name: 'customer',
    kind: 'reference',
    column: 'id_customer',
    table: 'customers',
    isSortable: true,
    isNeeded: true,
    label: ['Cliente', 'Customer'],
    headings: ['Cód. cliente', 'Cliente', 'Customer code', 'Customer'],
    description: 'Who orders.',
    filter: 'Of one of these customers',
    isGrouping: true,
  },
  {
    name: 'user',
    kind: 'reference',
    column: 'id_user',
    table: 'users',
    unset: null,
    label: ['Vendedor', 'Seller'],
    headings: [
      'Cód. vendedor',
      'Vendedor',
      'Representante',
      'Cód. representante',
      'Seller',
      'Seller code',
    ],
    description: 'The seller.',
    filter: 'Of one of these sellers',
    isGrouping: true,
  },
  {
    name: 'observations',
    kind: 'text',
    unset: null,
    isFreeWhenLocked: true,
    isPersonal: true,
    label: ['Observações', 'Notes'],
    headings: ['Observações', 'Observação', 'Notes', 'Observations'],
    description: 'Free text.',
  },
  {
    name: 'delivery_date',
    kind: 'instant',
    isSortable: true,
    unset: null,
    isFreeWhenLocked: true,
    isOwn: true,
    label: ['Data de entrega', 'Delivery date'],
    headings: ['Data de entrega', 'Previsão de entrega', 'Entrega'],
    range: { parameter: 'delivery_date', description: 'To be delivered' },
  },
  {
    name: 'opportunity',
    kind: 'reference',
    column: 'id_opportunity',
    table: 'opportunities',
    unset: null,
    isOwn: true,
    isInternal: true,
    label: ['Oportunidade', 'Opportunity'],
    headings: ['Cód. oportunidade', 'Oportunidade', 'Opportunity'],
    description: 'Where the order comes from.',
    filter: 'From one of these opportunities',
  },
  {
    name: 'quotation',
    kind: 'reference',
    column: 'id_quotation',
    table: 'quotations',
    shows: 'name',
    unset: null,
    isOwn: true,
    isInternal: true,
    label: ['Cotação', 'Quotation'],
    headings: ['Cód. orçamento', 'Orçamento', 'Cotação', 'Quotation'],
    description: 'Where the order comes from.',
    filter: 'From one of these quotations',
  },
  {
    name: 'payment_type',
    kind: 'reference',
    column: 'id_payment_type',
    table: 'payment_types',
    unset: null,
    label: ['Condição de pagamento', 'Payment type'],
    headings: [
      'Cód. condição de pagamento',
      'Condição de pagamento',
      'Cond. pagto',
      'Prazo',
      'Prazo de pagamento',
      'Payment terms',
      'Payment type',
    ],
    description: 'When it is paid, such as in 28 days.',
    filter: 'With one of these payment types',
    isGrouping: true,
  },
  {
    name: 'payment_method',
    kind: 'reference',
    column: 'id_payment_method',
    table: 'payment_methods',
    unset: null,
    label: ['Forma de pagamento', 'Payment method'],
    headings: [
      'Cód. forma de pagamento',
      'Forma de pagamento',
      'Meio de pagamento',
      'Payment method',
    ],
    description: 'How it is paid, such as by boleto.',
    filter: 'With one of these payment methods',
    isGrouping: true,
  },
  {
    name: 'category',
    kind: 'reference',
    column: 'id_category',
    table: 'categories',
    unset: null,
    label: ['Categoria', 'Category'],
    headings: ['Cód. categoria', 'Categoria', 'Tipo do pedido', 'Tipo de venda', 'Category'],
    description: 'Kind of order.',
    filter: 'In one of these categories',
    isGrouping: true,
  },
  {
    name: 'shipping_company',
    kind: 'reference',
    column: 'id_shipping_company',
    table: 'shipping_companies',
    unset: null,
    isFreeWhenLocked: true,
    label: ['Transportadora', 'Carrier'],
    headings: ['Cód. transportadora', 'Transportadora', 'Carrier', 'Shipping company'],
    description: 'The carrier.',
    filter: 'Carried by one of these companies',
  },
  {
    name: 'address',
    kind: 'reference',
    column: 'id_address',
    table: 'addresses',
    shows: 'address',
    unset: null,
    isFreeWhenLocked: true,
    isPersonal: true,
    label: ['Endereço', 'Address'],
    headings: [
      'Cód. endereço',
      'Cód. endereço de entrega',
      'Endereço de entrega',
      'Delivery address',
    ],
    description: 'Where it is delivered: an address of the order’s customer.',
  },
  {
    name: 'branch_company',
    kind: 'reference',
    column: 'id_branch_company',
    table: 'branch_companies',
    unset: null,
    label: ['Filial', 'Branch'],
    headings: ['Cód. filial', 'Filial', 'Cód. empresa', 'Empresa', 'Branch'],
    description: 'The branch that sells.',
    filter: 'Sold by one of these branches',
    isGrouping: true,
  },
  {
    name: 'total_value',
    kind: 'total',
    isSortable: true,
    label: ['Valor total', 'Total value'],
    headings: ['Total do pedido', 'Valor total do pedido', 'Order total'],
    range: { parameter: 'total', description: 'With a `total_value`' },
  },
  {
    name: 'custom_fields',
    kind: 'texts',
    unset: {},
    isFreeWhenLocked: true,
    isPersonal: true,
    label: ['Campos personalizados', 'Custom fields'],
    headings: ['Outros campos personalizados', 'Other custom fields'],
  },
  {
    name: 'created_at',
    kind: 'time',
    isSortable: true,
    label: ['Criado em', 'Created at'],
    range: { parameter: 'create_date', description: 'Created' },
  },
  {
    name: 'updated_at',
    kind: 'time',
    isSortable: true,
    label: ['Alterado em', 'Updated at'],
    range: { parameter: 'update_date', description: 'Last changed' },
  },
  { name: 'items', kind: 'items', label: ['Itens', 'Items'] },
] as const satisfies readonly OrderRow[]
