import type { LineRow } from '../../../packages/model/invoices/lines.ts'
import type { Label } from '../../../packages/model/kinds.ts'
import type { ReferenceRow } from '../../../packages/model/order-row.ts'
import {
  type FieldRow,
  isReferring,
  type ReferringRow,
} from '../../../packages/model/record-fields.ts'
import { type RecordRow, recordRows } from '../../../packages/model/records.ts'
import { taxesOfColumns, taxLabel, taxLineRows } from '../../../packages/model/taxes.ts'
import { lineShares, lineTaxes } from '../../../packages/model/totals.ts'
import { figureRows } from '../../model/item.ts'
import { saidRows } from '../../model/line.ts'
import { shownRows, valueRowOf } from '../../model/order.ts'
import type { Kind } from './kinds.ts'

// What has columns in the files of each list, in the order of the JSON.

/** `people`: only files for people have it. */
type Row = readonly [
  path: string,
  kind: Kind,
  portuguese: string,
  english: string,
  isFor?: 'people' | undefined,
]

const times: Row[] = [
  ['created_at', 'date', 'Criado em', 'Created at'],
  ['updated_at', 'date', 'Alterado em', 'Updated at'],
]

/** Which orders don't have themselves: `documents.ts` adds it. */
export const CUSTOMER_DOCUMENT = 'customer.document'
const customerDocument: Row = [
  CUSTOMER_DOCUMENT,
  'code',
  'Cliente (CNPJ/CPF)',
  'Customer (CNPJ/CPF)',
  'people',
]

const address: Row[] = [
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
  ['address.ibge', 'code', 'Município (IBGE)', 'Municipality (IBGE)'],
  ['address.country', 'integer', 'País (código)', 'Country (code)'],
]

/** A record that another refers to, in short. */
function named(name: string, [portuguese, english]: Label, kind: Kind = 'text'): Row[] {
  return [
    [`${name}.id`, 'integer', `${portuguese} (id)`, `${english} (id)`],
    [`${name}.name`, kind, portuguese, english],
  ]
}

function coded(name: string, [portuguese, english]: Label): Row {
  return [`${name}.fk_id`, 'code', `${portuguese} (código)`, `${english} (code)`]
}

/** A record that orders refer to, in short. */
function reference({ name, label, shows, hasStandardNames }: ReferenceRow): Row[] {
  if (shows === 'address') return address
  const rows = named(name, label, hasStandardNames ? 'standard' : 'text')
  if (shows === 'name') return rows
  const value = valueRowOf(name)
  if (value) rows.push([`${name}.value`, 'money', ...value.label])
  rows.push(coded(name, label))
  if (name === 'customer') rows.push(customerDocument)
  return rows
}

/** What the cells of an order hold, by the kinds of the model. */
const kindsOfOrders = {
  id: 'integer',
  code: 'code',
  text: 'text',
  instant: 'date',
  day: 'day',
  time: 'date',
  money: 'money',
  percentage: 'quantity',
  total: 'money',
  flag: 'yes_no',
  installments: 'json',
  payable: 'money',
  taxes: 'json',
  texts: 'json',
  yes_no: 'yes_no',
  numbered: 'integer',
  words: 'list',
  intermediary: 'json',
} as const satisfies Record<string, Kind>

const orders: Row[] = shownRows.flatMap((row): Row[] => {
  if (row.kind === 'reference') return reference(row)
  if (row.kind === 'items') return []
  return [[row.name, kindsOfOrders[row.kind], ...row.label]]
})

/** What is said of an item. */
function saidOf({ name, label, kind }: LineRow): Row[] {
  const path = `items.${name}`
  if (kind !== 'reference') return [[path, kind === 'lots' ? 'json' : kind, ...label]]
  return [...named(path, label), coded(path, label)]
}

/** What a line has of each tax that is no figure of its own. */
const otherTaxes: Row[] = Object.keys(taxLineRows)
  .filter((tax) => !taxesOfColumns.includes(tax))
  .map((tax) => [
    `items.${lineTaxes.name}.${tax}`,
    'money',
    `Valor de ${taxLabel(tax)}`,
    `Value of ${taxLabel(tax)}`,
    'people',
  ])

const items: Row[] = [
  ['items.id', 'integer', 'Item (id)', 'Item (id)'],
  ['items.item.id', 'integer', 'Produto (id)', 'Product (id)'],
  ['items.item.name', 'text', 'Produto', 'Product'],
  ['items.item.fk_id', 'code', 'Produto (código)', 'Product (code)'],
  ['items.item.type', 'choice', 'Tipo', 'Type'],
  ['items.description', 'text', 'Descrição', 'Description'],
  ['items.created_at', 'date', 'Item criado em', 'Item created at'],
  ['items.fk_id', 'code', 'Item (código)', 'Item (code)'],
  ...saidRows.flatMap(saidOf),
  ...figureRows.flatMap(([, { column, returned, kind, label }]): Row[] =>
    returned ? [[`items.${column}`, kind === 'percentage' ? 'quantity' : kind, ...label]] : [],
  ),
  ...lineShares.map(({ name, label }): Row => [`items.${name}`, 'money', ...label]),
  [`items.${lineTaxes.name}`, 'json', ...lineTaxes.label],
  ...otherTaxes,
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
  ['data.reason', 'text', 'Motivo da correção', 'Reason of the correction'],
  ['data.restored_version', 'integer', 'Versão restaurada', 'Restored version'],
  ['traceparent', 'text', 'Rastreio', 'Trace'],
  ['data.previous', 'json', 'Antes', 'Before'],
  ['data.record', 'json', 'Depois', 'After'],
]

/** The sellers of a customer, and the first of them. */
const sellers: Row[] = [
  ['users.id', 'code', 'Vendedores (id)', 'Sellers (id)'],
  ['users.name', 'text', 'Vendedores', 'Sellers'],
  ['users.fk_id', 'code', 'Vendedores (código)', 'Sellers (code)'],
  ['id_user', 'integer', 'Vendedor (id)', 'Seller (id)'],
]

/** What the cells of a record hold, by the kinds of the model. */
const kindsOfRecords: Record<Exclude<FieldRow, ReferringRow | { kind: 'sellers' }>['kind'], Kind> =
  {
    name: 'text',
    code: 'code',
    document: 'code',
    email: 'text',
    phone: 'code',
    text: 'text',
    line: 'text',
    pattern: 'code',
    gtin: 'code',
    decimal: 'quantity',
    numbered: 'integer',
    rows: 'json',
    day: 'day',
    instant: 'date',
    list: 'list',
    integer: 'integer',
    counter: 'integer',
    unit_price: 'unit_price',
    flag: 'yes_no',
    choice: 'choice',
    image: 'text',
    statuses: 'list',
    terms: 'terms',
    texts: 'json',
    anonymised: 'date',
  }

/** What a customer buys, where the file is for who sees it. */
const figures: Row[] = [
  ['last_order_at', 'date', 'Último pedido', 'Last order'],
  ['orders_12m', 'integer', 'Pedidos em 12 meses', 'Orders in 12 months'],
  ['value_12m', 'money', 'Compras em 12 meses', 'Bought in 12 months'],
  ['order_interval_days', 'quantity', 'Dias entre pedidos', 'Days between orders'],
]

function rowsOfRecord({ path, label, fields }: RecordRow): Row[] {
  const [portuguese, english] = label
  return [
    ['id', 'integer', `${portuguese} (id)`, `${english} (id)`],
    ...fields.flatMap((row): Row[] => {
      if (row.kind === 'sellers') return sellers
      if (isReferring(row)) {
        return [...named(row.name, row.label), coded(row.name, row.label)]
      }
      return [[row.name, kindsOfRecords[row.kind], ...(row.heading ?? row.label)]]
    }),
    ...times,
    ...(path === 'customers' ? figures : []),
  ]
}

/** The columns of each list, by the end of its address; of orders with those of their items. */
export const tables: Readonly<Record<string, readonly Row[]>> = {
  orders: [...orders, ...items],
  events,
  ...Object.fromEntries(recordRows.map((one) => [one.path, rowsOfRecord(one)])),
}
