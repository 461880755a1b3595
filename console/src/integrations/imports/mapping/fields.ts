import type { CreateImportQuery } from '@pedido/client'
import { itemFigures } from '@pedido/model/item'
import { type OrderRow, orderRows } from '@pedido/model/order'
import { inTurn } from '@pedido/model/turn'

export type Resource = CreateImportQuery['resource']
type Pair = readonly [string, string]
type Fields = Record<string, Pair>

const code: Pair = ['Código', 'Code']
const ownId: Fields = { id: ['Id neste serviço', 'Id in this service'] }
const named: Fields = { fk_id: code, ...ownId, name: ['Nome', 'Name'] }
const document: Pair = ['CNPJ ou CPF', 'CNPJ or CPF']

const customers: Fields = {
  fk_id: code,
  ...ownId,
  name: ['Razão social ou nome', 'Name'],
  document,
  email: ['E-mail', 'E-mail'],
  phone: ['Telefone', 'Phone'],
  id_users: ['Vendedores (id)', 'Sellers (id)'],
  fk_id_users: ['Vendedores (código)', 'Sellers (code)'],
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
  'address.fk_id': ['Endereço: código', 'Address: code'],
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
}

const products: Fields = {
  ...named,
  type: ['Tipo', 'Type'],
  price: ['Preço', 'Price'],
  description: ['Descrição', 'Description'],
  recurrency_period: ['Recorrência em dias', 'Recurrence in days'],
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
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
  custom_fields: ['Campos personalizados (JSON)', 'Custom fields (JSON)'],
  total_value: ['Total do pedido (só conferido)', 'Order total (checked only)'],
}

function ofRow(row: OrderRow): Fields {
  if (row.kind === 'reference') return reference(row.column, row.label)
  if (row.kind === 'id') return ownId
  if (row.kind === 'time' || row.kind === 'items') return {}
  return { [row.name]: ofOrders[row.name] ?? row.label }
}

const orders: Fields = {
  ...Object.assign({}, ...inTurn(rows, ['fk_id', 'id']).map(ofRow)),
  'items.fk_id': inItem(code),
  'items.id_item': inItem(['Produto (id)', 'Product (id)']),
  'items.fk_id_item': inItem(['Produto (código)', 'Product (code)']),
  'items.description': inItem(['Descrição', 'Description']),
  ...Object.fromEntries(figures),
  'items.recurrency_period': inItem(['Recorrência em dias', 'Recurrence in days']),
}

interface Kind {
  label: Pair
  /** Who may bring it in has this, too. */
  scope: string
  /** As the service names them: a test holds the two together. */
  fields: Fields
}

const ofReference = (label: Pair, more: Fields = {}): Kind => ({
  label,
  scope: 'reference:write',
  fields: { ...named, ...more },
})

/** What files can bring, and what their columns can be. */
export const kinds: Record<Resource, Kind> = {
  customers: { label: ['Clientes', 'Customers'], scope: 'customers:write', fields: customers },
  products: { label: ['Produtos', 'Products'], scope: 'products:write', fields: products },
  orders: { label: ['Pedidos', 'Orders'], scope: 'orders:write', fields: orders },
  users: ofReference(['Vendedores', 'Sellers'], { email: ['E-mail', 'E-mail'] }),
  'order-statuses': ofReference(['Situações', 'Order statuses'], {
    initial: ['Inicial', 'Initial'],
    locked: ['Bloqueia o pedido', 'Locks the order'],
    counts: ['Conta como venda', 'Counts as a sale'],
    reason_required: ['Exige motivo', 'Requires a reason'],
  }),
  reasons: ofReference(['Motivos', 'Reasons']),
  'freight-types': ofReference(['Tipos de frete', 'Freight types'], {
    charged: ['Frete cobrado no pedido', 'Freight charged on the order'],
  }),
  'payment-types': ofReference(['Condições de pagamento', 'Payment terms']),
  'payment-methods': ofReference(['Formas de pagamento', 'Payment methods']),
  categories: ofReference(['Categorias', 'Categories']),
  'shipping-companies': ofReference(['Transportadoras', 'Carriers'], { document }),
  'branch-companies': ofReference(['Filiais', 'Branches'], { document }),
  opportunities: ofReference(['Oportunidades', 'Opportunities']),
  quotations: ofReference(['Cotações', 'Quotations']),
}

export const resources = Object.keys(kinds) as Resource[]

/** Those that take fields of the account's own. */
export const hasCustomFields = (resource: Resource) =>
  ['customers', 'products', 'orders'].includes(resource)

export const wordOf = ([portuguese, english]: Pair, language: 'pt-BR' | 'en') =>
  language === 'en' ? english : portuguese
