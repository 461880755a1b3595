import { definitions, type RecordDefinition } from '../../records/definitions.ts'
import type { Field } from '../../records/fields.ts'
import type { Kind } from './kinds.ts'

// What has columns in the files of each list, in the order of the JSON.

/** `people`: only files for people have it. */
type Row = [path: string, kind: Kind, portuguese: string, english: string, isFor?: 'people']

/** A record that is referred to, in short. */
function reference(
  name: string,
  portuguese: string,
  english: string,
  kind: 'text' | 'standard' = 'text',
): Row[] {
  return [
    [`${name}.id`, 'integer', `${portuguese} (id)`, `${english} (id)`],
    [`${name}.name`, kind, portuguese, english],
    [`${name}.fk_id`, 'code', `${portuguese} (código)`, `${english} (code)`],
  ]
}

const times: Row[] = [
  ['created_at', 'date', 'Criado em', 'Created at'],
  ['updated_at', 'date', 'Alterado em', 'Updated at'],
]

/** Which orders don't have themselves: `documents.ts` adds it. */
export const CUSTOMER_DOCUMENT = 'customer.document'

const orders: Row[] = [
  ['id', 'integer', 'Pedido (id)', 'Order (id)'],
  ['date', 'date', 'Data', 'Date'],
  ['fk_id', 'code', 'Pedido (código)', 'Order (code)'],
  ...reference('status', 'Situação', 'Status', 'standard'),
  ...reference('reason', 'Motivo', 'Reason', 'standard'),
  ['freight.id', 'integer', 'Frete (id)', 'Freight (id)'],
  ['freight.name', 'text', 'Frete', 'Freight'],
  ['freight.value', 'money', 'Valor do frete', 'Freight value'],
  ['freight.fk_id', 'code', 'Frete (código)', 'Freight (code)'],
  ...reference('customer', 'Cliente', 'Customer'),
  [CUSTOMER_DOCUMENT, 'code', 'Cliente (CNPJ/CPF)', 'Customer (CNPJ/CPF)', 'people'],
  ...reference('user', 'Vendedor', 'Seller'),
  ['observations', 'text', 'Observações', 'Observations'],
  ['delivery_date', 'date', 'Data de entrega', 'Delivery date'],
  ...reference('opportunity', 'Oportunidade', 'Opportunity'),
  ['quotation.id', 'integer', 'Cotação (id)', 'Quotation (id)'],
  ['quotation.name', 'text', 'Cotação', 'Quotation'],
  ...reference('payment_type', 'Condição de pagamento', 'Payment type'),
  ...reference('payment_method', 'Forma de pagamento', 'Payment method'),
  ...reference('category', 'Categoria', 'Category'),
  ...reference('shipping_company', 'Transportadora', 'Carrier'),
  ['address.id', 'integer', 'Endereço (id)', 'Address (id)'],
  ['address.street', 'text', 'Logradouro', 'Street'],
  ['address.number', 'integer', 'Número (inteiro)', 'Number (integer)'],
  ['address.number_text', 'code', 'Número', 'Number'],
  ['address.complement', 'text', 'Complemento', 'Complement'],
  ['address.zip_code', 'integer', 'CEP (inteiro)', 'Zip code (integer)'],
  ['address.postal_code', 'code', 'CEP', 'Zip code'],
  ['address.neighborhood', 'text', 'Bairro', 'Neighborhood'],
  ['address.city', 'text', 'Cidade', 'City'],
  ['address.state', 'text', 'UF', 'State'],
  ['address.latitude', 'quantity', 'Latitude', 'Latitude'],
  ['address.longitude', 'quantity', 'Longitude', 'Longitude'],
  ['address.address_type', 'choice', 'Tipo de endereço', 'Address type'],
  ['address.name', 'text', 'Nome do endereço', 'Address name'],
  ['address.fk_id', 'code', 'Endereço (código)', 'Address (code)'],
  ...reference('branch_company', 'Filial', 'Branch'),
  ['total_value', 'money', 'Valor total', 'Total value'],
  ['custom_fields', 'json', 'Campos personalizados', 'Custom fields'],
  ...times,
]

const items: Row[] = [
  ['items.id', 'integer', 'Item (id)', 'Item (id)'],
  ['items.item.id', 'integer', 'Produto (id)', 'Product (id)'],
  ['items.item.name', 'text', 'Produto', 'Product'],
  ['items.item.fk_id', 'code', 'Produto (código)', 'Product (code)'],
  ['items.item.type', 'choice', 'Tipo', 'Type'],
  ['items.description', 'text', 'Descrição', 'Description'],
  ['items.created_at', 'date', 'Item criado em', 'Item created at'],
  ['items.fk_id', 'code', 'Item (código)', 'Item (code)'],
  ['items.quantity', 'quantity', 'Quantidade', 'Quantity'],
  ['items.price', 'unit_price', 'Preço unitário', 'Unit price'],
  ['items.vlr_desc', 'money', 'Valor do desconto', 'Discount value'],
  ['items.perc_desc', 'quantity', 'Desconto (%)', 'Discount (%)'],
  ['items.unit_liq', 'unit_price', 'Unitário líquido', 'Net unit value'],
  ['items.total_liq', 'money', 'Total líquido', 'Net total'],
  ['items.base_icms_st', 'money', 'Base ICMS-ST', 'ICMS-ST base'],
  ['items.icms_st', 'quantity', 'ICMS-ST (%)', 'ICMS-ST (%)'],
  ['items.vlr_icms_st', 'money', 'Valor ICMS-ST', 'ICMS-ST value'],
  ['items.base_ipi', 'money', 'Base IPI', 'IPI base'],
  ['items.ipi', 'quantity', 'IPI (%)', 'IPI (%)'],
  ['items.value_ipi', 'money', 'Valor IPI', 'IPI value'],
  ['items.base_icms', 'money', 'Base ICMS', 'ICMS base'],
  ['items.icms', 'quantity', 'ICMS (%)', 'ICMS (%)'],
  ['items.vlr_icms', 'money', 'Valor ICMS', 'ICMS value'],
  ['items.recurrency_period', 'integer', 'Recorrência (dias)', 'Recurrency (days)'],
]

/** Without what is the same in every event. */
const events: Row[] = [
  ['sequence', 'code', 'Sequência', 'Sequence'],
  ['id', 'text', 'Evento', 'Event'],
  ['source', 'text', 'Origem', 'Source'],
  ['type', 'event', 'Tipo', 'Type'],
  ['subject', 'text', 'Registro', 'Record'],
  ['time', 'date', 'Momento', 'Time'],
  ['data.version', 'integer', 'Versão', 'Version'],
  ['data.changed_fields', 'list', 'Campos alterados', 'Changed fields'],
  ['data.token.id', 'integer', 'Token (id)', 'Token (id)'],
  ['data.token.name', 'text', 'Token', 'Token'],
  ['data.request_id', 'text', 'Requisição', 'Request'],
  ['traceparent', 'text', 'Rastreio', 'Trace'],
  ['data.previous', 'json', 'Antes', 'Before'],
  ['data.record', 'json', 'Depois', 'After'],
]

/** The fields of records, whichever they are. */
const fields: Record<string, [kind: Kind, portuguese: string, english: string]> = {
  name: ['text', 'Nome', 'Name'],
  fk_id: ['code', 'Código', 'Code'],
  document: ['code', 'CNPJ/CPF', 'CNPJ/CPF'],
  email: ['text', 'E-mail', 'E-mail'],
  phone: ['code', 'Telefone', 'Phone'],
  id_user: ['integer', 'Vendedor (id)', 'Seller (id)'],
  type: ['choice', 'Tipo', 'Type'],
  price: ['unit_price', 'Preço', 'Price'],
  description: ['text', 'Descrição', 'Description'],
  recurrency_period: ['integer', 'Recorrência (dias)', 'Recurrency (days)'],
  image: ['text', 'Imagem', 'Image'],
  initial: ['yes_no', 'Inicial', 'Initial'],
  locked: ['yes_no', 'Bloqueado', 'Locked'],
  counts: ['yes_no', 'Conta como venda', 'Counts as a sale'],
  reason_required: ['yes_no', 'Exige motivo', 'Requires a reason'],
  next: ['list', 'Próximas situações (id)', 'Next statuses (id)'],
  charged: ['yes_no', 'Cobrado', 'Charged'],
  custom_fields: ['json', 'Campos personalizados', 'Custom fields'],
  anonymised_at: ['date', 'Anonimizado em', 'Anonymised at'],
}

/** Those of a customer. */
const sellers: Row[] = [
  ['users.id', 'code', 'Vendedores (id)', 'Sellers (id)'],
  ['users.name', 'text', 'Vendedores', 'Sellers'],
  ['users.fk_id', 'code', 'Vendedores (código)', 'Sellers (code)'],
]

/** A field that has no words of its own yet is shown by its name. */
const kinds: Record<Field['type'], Kind> = {
  text: 'text',
  numeric: 'number',
  integer: 'integer',
  bigint: 'integer',
  boolean: 'yes_no',
  'bigint[]': 'list',
  'text[]': 'list',
  jsonb: 'json',
  timestamptz: 'date',
}

function rowsOfRecords({ called, fields: own, times: hasTimes }: RecordDefinition): Row[] {
  if (!called) return []
  const {
    'pt-BR': [portuguese],
    en: [english],
  } = called
  return [
    ['id', 'integer', `${portuguese} (id)`, `${english} (id)`],
    ...Object.entries(own).flatMap(([name, { type, returned }]): Row[] => {
      if (!returned) return []
      if (name === 'users') return sellers
      const [kind, ...headings] = fields[name] ?? [kinds[type], name, name]
      return [[name, kind, ...headings]]
    }),
    ...(hasTimes ? times : []),
  ]
}

/** The columns of each list, by the end of its address; of orders with those of their items. */
export const tables: Readonly<Record<string, readonly Row[]>> = {
  orders: [...orders, ...items],
  events,
  ...Object.fromEntries(definitions.map((one) => [one.path.slice(1), rowsOfRecords(one)])),
}
