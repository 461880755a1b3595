import type { CreateImportQuery } from '@pedido/client'
import { lineRows } from '@pedido/model/invoices/lines'
import { itemFigures } from '@pedido/model/item'
import { orderRows } from '@pedido/model/order'
import type { OrderRow } from '@pedido/model/order-row'
import { type FieldRow, isReferring } from '@pedido/model/record-fields'
import type { RecordRow } from '@pedido/model/records'
import { lineTaxes } from '@pedido/model/totals'
import { inTurn } from '@pedido/model/turn'
import { type RecordPath, records } from '../../../common/records/rows.ts'

export type Resource = CreateImportQuery['resource']
type Pair = readonly [string, string]
type Fields = Record<string, Pair>

const code: Pair = ['Código', 'Code']
const ownId: Fields = { id: ['Id neste serviço', 'Id in this service'] }

const customFields: Fields = {
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
}

const sellers: Fields = {
  id_users: ['Vendedores (id)', 'Sellers (id)'],
  fk_id_users: ['Vendedores (código)', 'Sellers (code)'],
}

/** An address stands in the columns of its customer. */
const addresses: Fields = {
  'address.street': ['Endereço: logradouro', 'Address: street'],
  'address.number_text': ['Endereço: número', 'Address: number'],
  'address.number': ['Endereço: número (inteiro)', 'Address: number (integer)'],
  'address.complement': ['Endereço: complemento', 'Address: complement'],
  'address.neighborhood': ['Endereço: bairro', 'Address: neighborhood'],
  'address.city': ['Endereço: cidade', 'Address: city'],
  'address.state': ['Endereço: UF', 'Address: state'],
  'address.postal_code': ['Endereço: CEP', 'Address: postal code (CEP)'],
  'address.zip_code': ['Endereço: CEP (inteiro)', 'Address: postal code (CEP, integer)'],
  'address.latitude': ['Endereço: latitude', 'Address: latitude'],
  'address.longitude': ['Endereço: longitude', 'Address: longitude'],
  'address.address_type': ['Endereço: tipo', 'Address: type'],
  'address.name': ['Endereço: identificação', 'Address: title'],
  'address.ibge': ['Endereço: município (IBGE)', 'Address: municipality (IBGE)'],
  'address.country': ['Endereço: país (código)', 'Address: country (code)'],
  'address.fk_id': ['Endereço: código', 'Address: code'],
}

/** What no file can bring. */
const NOT_BROUGHT: readonly FieldRow['kind'][] = ['image', 'statuses', 'anonymised']

/** What a column of a record can hold, by the rows of the model. */
function fieldsOf({ path, fields }: RecordRow): Fields {
  const own = fields.map((row): Fields => {
    if (NOT_BROUGHT.includes(row.kind)) return {}
    if (row.kind === 'sellers') return sellers
    if (isReferring(row)) return reference(`id_${row.name}`, row.label)
    if (row.kind === 'texts') return customFields
    return { [row.name]: row.label }
  })
  return Object.assign({ fk_id: code }, ownId, ...own, path === 'customers' ? addresses : {})
}

/** A reference is in one column or the other. */
const reference = (column: string, [portuguese, english]: Pair): Fields => ({
  [column]: [`${portuguese} (id)`, `${english} (id)`],
  [`fk_${column}`]: [`${portuguese} (código)`, `${english} (code)`],
})

const inItem = ([portuguese, english]: Pair): Pair => [`Item: ${portuguese}`, `Item: ${english}`]

const figures = Object.entries(itemFigures).map(([name, { label }]): [string, Pair] => [
  `items.${name}`,
  inItem(label),
])

const rows: readonly OrderRow[] = orderRows

/** What a row is called where it is one thing in files and another in lists. */
const ofOrders: Fields = {
  fk_id: ['Número do pedido', 'Order number'],
  ...customFields,
  total_value: ['Total do pedido (só conferido)', 'Order total (checked only)'],
}

/** What the service works out, and instalments: those of an export may follow from terms. */
const NOT_BROUGHT_OF_ORDERS: readonly OrderRow['kind'][] = [
  'time',
  'items',
  'payable',
  'flag',
  'installments',
  'taxes',
]

function ofRow(row: OrderRow): Fields {
  if (row.kind === 'reference') return reference(row.column, row.label)
  if (row.kind === 'id') return ownId
  if (NOT_BROUGHT_OF_ORDERS.includes(row.kind)) return {}
  return { [row.name]: ofOrders[row.name] ?? row.label }
}

/** What is said of an item beside its product and figures. */
function ofLine(row: (typeof lineRows)[number]): Fields {
  if (row.kind !== 'reference') return { [`items.${row.name}`]: row.label }
  const [portuguese, english] = row.label
  return {
    [`items.${row.column}`]: [`${portuguese} (id)`, `${english} (id)`],
    [`items.fk_${row.column}`]: [`${portuguese} (código)`, `${english} (code)`],
  }
}

const orders: Fields = {
  ...Object.assign({}, ...inTurn(rows, ['fk_id', 'id']).map(ofRow)),
  'items.fk_id': inItem(code),
  'items.id_item': inItem(['Produto (id)', 'Product (id)']),
  'items.fk_id_item': inItem(['Produto (código)', 'Product (code)']),
  'items.description': inItem(['Descrição', 'Description']),
  ...Object.assign({}, ...lineRows.map(ofLine)),
  ...Object.fromEntries(figures),
  'items.taxes': inItem(lineTaxes.label),
  'items.recurrency_period': inItem(['Recorrência em dias', 'Recurrence in days']),
}

interface Kind {
  label: Pair
  /** Who may bring it in has this, too. */
  scope: string
  /** As the service names them: a test holds the two together. */
  fields: Fields
}

const ofRecord = (row: RecordRow): [string, Kind] => [
  row.path,
  { label: row.labels, scope: `${row.family}:write`, fields: fieldsOf(row) },
]

/** What files can bring, and what their columns can be. */
export const kinds: Record<Resource, Kind> = {
  ...(Object.fromEntries(records.map(ofRecord)) as Record<RecordPath, Kind>),
  orders: { label: ['Pedidos', 'Orders'], scope: 'orders:write', fields: orders },
}

export const resources = Object.keys(kinds) as Resource[]

/** Those that take fields of the account's own. */
export const hasCustomFields = (resource: Resource) => 'custom_fields' in kinds[resource].fields
