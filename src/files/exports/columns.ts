import type { CustomType, FieldInForce } from '../../custom/rules.ts'
import type { ExportedResource } from '../../http/lists/exports.ts'
import type { Language } from '../../texts/text.ts'
import { customHeading, customName } from '../headings.ts'

/**
 * What a cell holds. A code is text that may look like a number; a date has a time, a day has none; a
 * list is texts with spaces between them, a choice a word of the interface; json is whatever has no
 * columns of its own.
 */
export type Kind =
  | 'text'
  | 'code'
  | 'integer'
  | 'quantity'
  | 'unit_price'
  | 'money'
  | 'number'
  | 'date'
  | 'day'
  | 'yes_no'
  | 'list'
  | 'choice'
  | 'json'

export interface Column {
  /** The way to the value, such as `['customer', 'name']`. */
  path: string[]
  kind: Kind
  /** What stands over it: the way where no language is asked for. */
  headings: Record<Language, string>
  name: string
  /** Properties of the value that have columns of their own. */
  without?: readonly string[]
}

type Row = [path: string, kind: Kind, portuguese: string, english: string]

/** A record that is referred to, in short. */
function reference(name: string, portuguese: string, english: string): Row[] {
  return [
    [`${name}.id`, 'integer', `${portuguese} (id)`, `${english} (id)`],
    [`${name}.name`, 'text', portuguese, english],
    [`${name}.fk_id`, 'code', `${portuguese} (código)`, `${english} (code)`],
  ]
}

const times: Row[] = [
  ['created_at', 'date', 'Criado em', 'Created at'],
  ['updated_at', 'date', 'Alterado em', 'Updated at'],
]

const orders: Row[] = [
  ['id', 'integer', 'Pedido (id)', 'Order (id)'],
  ['date', 'date', 'Data', 'Date'],
  ['fk_id', 'code', 'Pedido (código)', 'Order (code)'],
  ...reference('status', 'Situação', 'Status'),
  ['freight.id', 'integer', 'Frete (id)', 'Freight (id)'],
  ['freight.name', 'text', 'Frete', 'Freight'],
  ['freight.value', 'money', 'Valor do frete', 'Freight value'],
  ['freight.fk_id', 'code', 'Frete (código)', 'Freight (code)'],
  ...reference('customer', 'Cliente', 'Customer'),
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

const customers: Row[] = [
  ['id', 'integer', 'Cliente (id)', 'Customer (id)'],
  ['name', 'text', 'Nome', 'Name'],
  ['fk_id', 'code', 'Código', 'Code'],
  ['document', 'code', 'CNPJ/CPF', 'CNPJ/CPF'],
  ['email', 'text', 'E-mail', 'E-mail'],
  ['phone', 'code', 'Telefone', 'Phone'],
  ['custom_fields', 'json', 'Campos personalizados', 'Custom fields'],
  ['anonymised_at', 'date', 'Anonimizado em', 'Anonymised at'],
  ...times,
]

const products: Row[] = [
  ['id', 'integer', 'Produto (id)', 'Product (id)'],
  ['name', 'text', 'Nome', 'Name'],
  ['fk_id', 'code', 'Código', 'Code'],
  ['type', 'choice', 'Tipo', 'Type'],
  ['price', 'unit_price', 'Preço', 'Price'],
  ['description', 'text', 'Descrição', 'Description'],
  ['recurrency_period', 'integer', 'Recorrência (dias)', 'Recurrency (days)'],
  ['image', 'text', 'Imagem', 'Image'],
  ['custom_fields', 'json', 'Campos personalizados', 'Custom fields'],
  ...times,
]

/** Without what is the same in every event. */
const events: Row[] = [
  ['sequence', 'code', 'Sequência', 'Sequence'],
  ['id', 'text', 'Evento', 'Event'],
  ['source', 'text', 'Origem', 'Source'],
  ['type', 'text', 'Tipo', 'Type'],
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

const tables: Record<ExportedResource, Row[]> = { orders, customers, products, events }

/**
 * The columns of a file, in the order of the JSON.
 * @param fields top-level properties; undefined: all
 * @param declared what the account has declared of such records
 */
export function columnsOf(
  resource: ExportedResource,
  rows: 'orders' | 'items',
  fields: string[] | undefined,
  declared: readonly FieldInForce[],
): Column[] {
  const all = (resource === 'orders' ? [...orders, ...items] : tables[resource]).map(
    ([path, kind, portuguese, english]): Column => {
      const headings = { 'pt-BR': portuguese, en: english }
      return { path: path.split('.'), kind, headings, name: path }
    },
  )
  const isWanted = ({ path: [property = ''] }: Column) =>
    (fields?.includes(property) ?? true) && (property !== 'items' || rows === 'items')
  return withDeclared(all, declared).filter(isWanted)
}

const customKinds: Record<CustomType, Kind> = {
  text: 'text',
  integer: 'number',
  decimal: 'number',
  boolean: 'yes_no',
  date: 'day',
  choice: 'text',
}

/** The values of declared fields in columns of their own, before what else stands in `custom_fields`. */
function withDeclared(columns: Column[], declared: readonly FieldInForce[]): Column[] {
  const own = declaredColumns(columns, declared)
  if (own.length === 0) return columns
  const headings = { 'pt-BR': 'Outros campos personalizados', en: 'Other custom fields' }
  const without = own.map(({ path: [, key = ''] }) => key)
  return columns.flatMap((column) =>
    column.name === 'custom_fields' ? [...own, { ...column, headings, without }] : [column],
  )
}

/** A field whose heading would not tell it from another has none, and stays where the others are. */
function declaredColumns(columns: Column[], declared: readonly FieldInForce[]): Column[] {
  const taken = new Set(columns.flatMap(({ name, headings }) => [name, ...Object.values(headings)]))
  const isAlone = (text: string, of: (one: FieldInForce) => string) =>
    !taken.has(text) && declared.filter((one) => of(one) === text).length === 1
  return declared.flatMap((field): Column[] => {
    const [name, heading] = [customName(field), customHeading(field)]
    if (!isAlone(name, customName)) return []
    const shown = isAlone(heading, customHeading) ? heading : name
    const headings = { 'pt-BR': shown, en: shown }
    return [{ path: ['custom_fields', field.key], kind: customKinds[field.type], headings, name }]
  })
}
