import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { sealCursor } from '../../src/http/lists/cursor.ts'
import { orderSorts } from '../../src/model/order.ts'
import { TIME_ZONE } from '../seed/account.ts'
import type { Service } from '../support/service.ts'

/** A list or sum that is asked for: what it is called in the table, and its query for one account. */
export interface Question {
  name: string
  /** `/orders` unless given. */
  path?: '/orders/summary' | '/customers' | '/products'
  query: (sample: Sample) => string
}

/** Where in an account's orders the questions look. */
export interface Sample {
  orders: number
  bigCustomer: number
  /** Whose orders just fill a page. */
  smallCustomer: number
  /** Of the order in the middle. */
  fk_id: string
  /** Of records that it refers to; of payment types also another one's. */
  codes: Record<'customer' | 'user' | 'payment_types' | CodedFilter, string>
  /** Its value of a declared field. */
  costCentre: string
  /** A customer's CNPJ. */
  document: string
  /** The one that most orders have, and the one that fewest have. */
  products: { common: number; rare: number }
  /** YYYY-MM-DD, as the account has it. */
  day: string
  cursor: string
}

/** Further records that orders are found by, by their codes. */
const coded = {
  branch_company: 'of a branch',
  category: 'of a category',
  payment_method: 'with a payment method',
  freight_type: 'with a freight type',
  shipping_company: 'by a carrier',
} as const
type CodedFilter = keyof typeof coded
const codedFilters = Object.keys(coded) as CodedFilter[]

const LIMIT = 25
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

interface Taken {
  id: number
  fk_id: string
  cost_centre: string
  day: string
  secret: Buffer
}

interface Field {
  id: number
  key: string
  status: 'active' | 'checking' | 'refused'
}

const COST_CENTRE = { resource: 'orders', key: 'cost_centre', type: 'text', filterable: true }

/** Of nobody. */
const CNPJ = '11222333000181'

/** How many orders changed a moment ago. */
const TOUCHED = 20

/** Looks up what to ask for, and changes a few orders so that something is new. */
export async function takeSample(service: Service): Promise<Sample> {
  const { account_id, database } = service
  const { rows: customers } = await sql<{ id: number; orders: number }>`
    select id_customer as id, count(*) as orders from orders
     where account_id = ${account_id} group by 1 order by 2 desc, 1`.execute(database.db)
  const orders = customers.reduce((sum, customer) => sum + customer.orders, 0)
  const { rows } = await sql<Taken>`
    select o.id, o.fk_id, o.custom_fields ->> 'cost_centre' as cost_centre, to_char(o.date at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as day,
           a.cursor_secret as secret
      from orders o join accounts a on a.account_id = o.account_id
     where o.account_id = ${account_id} order by o.id
    offset ${Math.floor(orders / 2)} limit ${TOUCHED}`.execute(database.db)
  const [middle] = rows
  if (!middle) throw new Error('There are too few orders to measure anything.')
  const observations = `Seen ${new Date().toISOString()}`
  for (const { id } of rows) await send(service, 'PATCH', `/orders/${id}`, { observations })
  const { id, fk_id, cost_centre, day, secret } = middle
  const smallCustomer = customers.findLast(({ orders }) => orders >= LIMIT)?.id ?? 0
  await send(service, 'PATCH', `/customers/${smallCustomer}`, { document: CNPJ })
  await declareCostCentre(service)
  return {
    orders,
    bigCustomer: customers[0]?.id ?? 0,
    smallCustomer,
    fk_id,
    codes: await codesOf(service, id),
    costCentre: cost_centre,
    document: CNPJ,
    products: await productsOf(service),
    day,
    cursor: sealCursor({ sort: '-id', filters: {}, position: [String(id)] }, '/orders', secret),
  }
}

async function codesOf({ account_id, database }: Service, id: number): Promise<Sample['codes']> {
  const { rows } = await sql<Sample['codes']>`
    select c.fk_id as customer, u.fk_id as user,
           ${sql.join(codedFilters.map(codeOf))},
           (select string_agg(p.fk_id, ',') from payment_types p
             where p.account_id = o.account_id and p.id between o.id_payment_type - 1 and o.id_payment_type) as payment_types
      from orders o
      join customers c on c.account_id = o.account_id and c.id = o.id_customer
      join users u on u.account_id = o.account_id and u.id = o.id_user
     where o.account_id = ${account_id} and o.id = ${id}`.execute(database.db)
  return rows[0] as Sample['codes']
}

async function productsOf({ account_id, database }: Service): Promise<Sample['products']> {
  const { rows } = await sql<{ id_item: number }>`
    select id_item from order_items where account_id = ${account_id}
     group by 1 order by count(*) desc, 1`.execute(database.db)
  return { common: rows[0]?.id_item ?? 0, rare: rows.at(-1)?.id_item ?? 0 }
}

/** The code of what an order `o` refers to. */
function codeOf(filter: CodedFilter) {
  const table =
    filter === 'branch_company' || filter === 'shipping_company' || filter === 'category'
      ? filter.replace(/y$/, 'ies')
      : `${filter}s`
  return sql`(select x.fk_id from ${sql.table(table)} x
               where x.account_id = o.account_id and x.id = o.${sql.ref(`id_${filter}`)}) as ${sql.ref(filter)}`
}

/** Lets orders be found by a field that the seed gives them; with millions of them it takes a while. */
async function declareCostCentre(service: Service): Promise<void> {
  const list = await send(service, 'GET', '/custom-fields')
  const declared = (list as Field[]).find(({ key }) => key === COST_CENTRE.key)
  const { id } = declared ?? ((await send(service, 'POST', '/custom-fields', COST_CENTRE)) as Field)
  for (;;) {
    const { status } = (await send(service, 'GET', `/custom-fields/${id}`)) as Field
    if (status === 'active') return
    if (status === 'refused') throw new Error('The field cost_centre was refused.')
    await setTimeout(1000)
  }
}

async function send(
  { address, token }: Service,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const options = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
  const answer = await fetch(address + path, options)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return ((await answer.json()) as { data: unknown }).data
}
