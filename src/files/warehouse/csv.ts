import { stringify } from 'lossless-json'
import type { ExportStyle } from '../../http/lists/exports.ts'
import type { Column } from '../exports/columns.ts'
import { csvOf } from '../exports/encoding/csv.ts'
import type { Kind } from '../exports/kinds.ts'
import type { LoadingList } from './loading.ts'
import type { PickingList } from './picking.ts'

// The lists as CSV, a row for the smallest thing that each says.

type Row = readonly [path: string, kind: Kind, portuguese: string, english: string]

const ofOrder: Row[] = [
  ['order.id', 'integer', 'Pedido (id)', 'Order (id)'],
  ['order.fk_id', 'code', 'Pedido (código)', 'Order (code)'],
  ['order.number', 'code', 'Numeração', 'Numbering'],
]

const picking: Row[] = [
  ['product.fk_id', 'code', 'Código', 'Code'],
  ['product.name', 'text', 'Produto', 'Product'],
  ['gtin', 'code', 'EAN', 'EAN'],
  ['unit', 'text', 'Unidade', 'Unit'],
  ['quantity', 'quantity', 'Quantidade total', 'Total quantity'],
  ['gross_weight', 'quantity', 'Peso bruto (kg)', 'Gross weight (kg)'],
  ...ofOrder,
  ['order.quantity', 'quantity', 'Quantidade do pedido', 'Quantity of the order'],
  ['order.description', 'text', 'Descrição', 'Description'],
]

const loading: Row[] = [
  ['shipping_company.name', 'text', 'Transportadora', 'Carrier'],
  ['state', 'text', 'UF', 'State'],
  ['city', 'text', 'Cidade', 'City'],
  ...ofOrder,
  ['order.invoice', 'code', 'Nota fiscal', 'Invoice'],
  ['order.customer.name', 'text', 'Cliente', 'Customer'],
  ['order.customer.phone', 'code', 'Telefone', 'Phone'],
  ['order.address.street', 'text', 'Logradouro', 'Street'],
  ['order.address.number_text', 'code', 'Número', 'Number'],
  ['order.address.complement', 'text', 'Complemento', 'Complement'],
  ['order.address.neighborhood', 'text', 'Bairro', 'Neighborhood'],
  ['order.address.postal_code', 'code', 'CEP', 'Zip code'],
  ['order.volumes', 'integer', 'Volumes', 'Parcels'],
  ['order.gross_weight', 'quantity', 'Peso bruto (kg)', 'Gross weight (kg)'],
  ['order.total_value', 'money', 'Valor total', 'Total value'],
]

const columnsOf = (rows: Row[]): Column[] =>
  rows.map(([name, kind, portuguese, en]) => ({
    path: name.split('.'),
    kind,
    headings: { 'pt-BR': portuguese, en },
    name,
  }))

type Style = Pick<ExportStyle, 'language' | 'isBrazilian' | 'time_zone'>

/** A row for what each order has of a product. */
export const pickingCsv = ({ lines }: PickingList, style: Style): Promise<string> =>
  whole(
    lines.flatMap(({ orders, ...line }) => orders.map((order) => ({ ...line, order }))),
    picking,
    style,
  )

/** A row for each order. */
export const loadingCsv = ({ carriers }: LoadingList, style: Style): Promise<string> =>
  whole(
    carriers.flatMap(({ shipping_company, places }) =>
      places.flatMap(({ city, state, orders }) =>
        orders.map((order) => ({ shipping_company, city, state, order })),
      ),
    ),
    loading,
    style,
  )

async function whole(records: object[], rows: Row[], style: Style): Promise<string> {
  async function* parts() {
    yield records.map((record) => stringify(record) as string)
  }
  let csv = ''
  for await (const chunk of csvOf(parts(), columnsOf(rows), style)) csv += chunk
  return csv
}
