import { orderSorts } from '../../src/model/order.ts'
import { coded, codedFilters, LIMIT, type Sample } from './sample.ts'

/** A list or sum that is asked for: what it is called in the table, and its query for one account. */
export interface Question {
  name: string
  /** `/orders` unless given. */
  path?: '/orders/summary' | '/customers' | '/products'
  query: (sample: Sample) => string
}

const DEEP_PAGE = 10_000
const FIVE_MINUTES_MS = 300_000

/** `10,000` where there are as many, else the last one. */
const deepPage = ({ orders }: Sample) => Math.min(DEEP_PAGE, Math.ceil(orders / LIMIT))

export const questions: Question[] = [
  {
    name: 'updated in the last five minutes',
    query: () => `update_date_from=${new Date(Date.now() - FIVE_MINUTES_MS).toISOString()}`,
  },
  { name: 'first page', query: () => '' },
  { name: 'by a big customer', query: ({ bigCustomer }) => `id_customer=${bigCustomer}` },
  { name: 'by a small customer', query: ({ smallCustomer }) => `id_customer=${smallCustomer}` },
  {
    name: 'by three customers',
    query: ({ bigCustomer, smallCustomer }) =>
      `id_customer=${bigCustomer},${smallCustomer},${bigCustomer + 1}`,
  },
  { name: 'delivered or cancelled', query: () => 'fk_id_status=delivered,cancelled' },
  { name: 'by a customer’s code', query: ({ codes }) => `fk_id_customer=${codes.customer}` },
  { name: 'by a seller', query: ({ codes }) => `fk_id_user=${codes.user}` },
  {
    name: 'by two payment types',
    query: ({ codes }) => `fk_id_payment_type=${codes.payment_types}`,
  },
  ...codedFilters.map((filter) => ({
    name: coded[filter],
    query: ({ codes }: Sample) => `fk_id_${filter}=${codes[filter]}`,
  })),
  { name: 'with a common product', query: ({ products }) => `id_item=${products.common}` },
  {
    name: 'with a common product, cursor mode',
    query: ({ products }) => `pagination=cursor&id_item=${products.common}`,
  },
  { name: 'with a rare product', query: ({ products }) => `id_item=${products.rare}` },
  { name: 'total above 5,000', query: () => 'total_from=5000' },
  {
    name: 'delivered on one day',
    query: ({ day }) => `delivery_date_from=${day}&delivery_date_to=${day}`,
  },
  { name: 'q: a customer’s code', query: ({ codes }) => `q=${codes.customer}` },
  { name: 'q: an order’s code', query: ({ fk_id }) => `q=${fk_id}` },
  { name: 'q: what every customer is called', query: () => 'q=mercado' },
  { name: 'q: a customer and a product', query: () => 'q=mercado+10+produto+20' },
  { name: 'by fk_id', query: ({ fk_id }) => `fk_id=${fk_id}` },
  { name: 'one day', query: ({ day }) => `order_date_from=${day}&order_date_to=${day}` },
  { name: 'one month', query: ({ day }) => monthOf(day) },
  { name: 'one month, sort=id', query: ({ day }) => `sort=id&${monthOf(day)}` },
  { name: 'all since then', query: ({ day }) => `order_date_from=${day}` },
  { name: 'changed in one month', query: ({ day }) => monthOf(day, 'update_date') },
  {
    name: 'a custom field',
    query: ({ costCentre }) => `custom.cost_centre=${costCentre}`,
  },
  { name: 'sort by a custom field', query: () => 'sort=custom.cost_centre' },
  ...Object.keys(orderSorts).flatMap((field) => [
    { name: `sort=${field}`, query: () => `sort=${field}` },
    { name: `sort=-${field}`, query: () => `sort=-${field}` },
  ]),
  { name: 'page 2', query: () => 'page=2' },
  { name: 'page 10,000, or the last', query: (sample) => `page=${deepPage(sample)}` },
  {
    name: 'customers, q: a code',
    path: '/customers',
    query: ({ codes }) => `q=${codes.customer}`,
  },
  {
    name: 'customers by CNPJ',
    path: '/customers',
    query: ({ document }) => `document=${document}`,
  },
  { name: 'products, q: a name', path: '/products', query: () => 'q=produto+20' },
  { name: 'cursor mode, start', query: () => 'pagination=cursor' },
  {
    name: 'four fields, 500 a page',
    query: () => 'fields=id,fk_id,status,total_value&limit=500',
  },
  { name: 'cursor mode, middle', query: ({ cursor }) => `cursor=${cursor}` },
  { name: 'created in one month', query: ({ day }) => monthOf(day, 'create_date') },
  ...sums({
    'of the account': () => '',
    'by status': () => 'group_by=status',
    'by customer, the 100 largest': () => 'group_by=customer',
    'by day, 100 of three years': () => 'group_by=day',
    'by month, three years': () => 'group_by=month',
    'of one month, by day': ({ day }) => `group_by=day&${monthOf(day)}`,
    'of one month, by status and day': ({ day }) => `group_by=status,day&${monthOf(day)}`,
    'of one customer': ({ bigCustomer }) => `id_customer=${bigCustomer}`,
    'of one customer, by month': ({ bigCustomer }) => `group_by=month&id_customer=${bigCustomer}`,
    'of one month, by customer': ({ day }) => `group_by=customer&${monthOf(day)}`,
    'of one month, by seller': ({ day }) => `group_by=user&${monthOf(day)}`,
    'of one day, by product': ({ day }) =>
      `group_by=product&order_date_from=${day}&order_date_to=${day}`,
    'of one payment type': ({ codes }) => `fk_id_payment_type=${codes.payment_types.split(',')[0]}`,
    'of a custom field': ({ costCentre }) => `custom.cost_centre=${costCentre}&group_by=status`,
    'of a search': ({ codes }) => `q=${codes.customer}&group_by=month`,
  }),
]

function sums(queries: Record<string, Question['query']>): Question[] {
  return Object.entries(queries).map(([name, query]) => ({
    name: `sum ${name}`,
    path: '/orders/summary',
    query,
  }))
}

function monthOf(day: string, date = 'order_date'): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return `${date}_from=${day.slice(0, 8)}01&${date}_to=${last}`
}
