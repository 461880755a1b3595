import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/database/database.ts'
import { sealCursor } from '../../src/http/lists/cursor.ts'
import { TIME_ZONE } from '../seed/account.ts'
import { type Account, ask, inDatabase, type Service } from '../support/service.ts'

/** Orders of a page. */
export const LIMIT = 25

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
export const coded = {
  branch_company: 'of a branch',
  category: 'of a category',
  payment_method: 'with a payment method',
  freight_type: 'with a freight type',
  shipping_company: 'by a carrier',
} as const
type CodedFilter = keyof typeof coded
export const codedFilters = Object.keys(coded) as CodedFilter[]

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
export function takeSample(service: Service & Account): Promise<Sample> {
  return inDatabase(service.settings, (db) => sampleFrom(db, service))
}

async function sampleFrom(db: Db, service: Service & Account): Promise<Sample> {
  const { account_id } = service
  const { rows: customers } = await sql<{ id: number; orders: number }>`
    select id_customer as id, count(*) as orders from orders
     where account_id = ${account_id} group by 1 order by 2 desc, 1`.execute(db)
  const orders = customers.reduce((sum, customer) => sum + customer.orders, 0)
  const { rows } = await sql<Taken>`
    select o.id, o.fk_id, o.custom_fields ->> 'cost_centre' as cost_centre, to_char(o.date at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as day,
           a.cursor_secret as secret
      from orders o join accounts a on a.account_id = o.account_id
     where o.account_id = ${account_id} order by o.id
    offset ${Math.floor(orders / 2)} limit ${TOUCHED}`.execute(db)
  const [middle] = rows
  if (!middle) throw new Error('There are too few orders to measure anything.')
  const patch = (path: string, body: object) => ask(service, path, { method: 'PATCH', body })
  const observations = `Seen ${new Date().toISOString()}`
  for (const { id } of rows) await patch(`/orders/${id}`, { observations })
  const { id, fk_id, cost_centre, day, secret } = middle
  const smallCustomer = customers.findLast(({ orders }) => orders >= LIMIT)?.id ?? 0
  await patch(`/customers/${smallCustomer}`, { document: CNPJ })
  await declareCostCentre(service)
  return {
    orders,
    bigCustomer: customers[0]?.id ?? 0,
    smallCustomer,
    fk_id,
    codes: await codesOf(db, account_id, id),
    costCentre: cost_centre,
    document: CNPJ,
    products: await productsOf(db, account_id),
    day,
    cursor: sealCursor({ sort: '-id', filters: {}, position: [String(id)] }, '/orders', secret),
  }
}

async function codesOf(db: Db, account_id: number, id: number): Promise<Sample['codes']> {
  const { rows } = await sql<Sample['codes']>`
    select c.fk_id as customer, u.fk_id as user,
           ${sql.join(codedFilters.map(codeOf))},
           (select string_agg(p.fk_id, ',') from payment_types p
             where p.account_id = o.account_id and p.id between o.id_payment_type - 1 and o.id_payment_type) as payment_types
      from orders o
      join customers c on c.account_id = o.account_id and c.id = o.id_customer
      join users u on u.account_id = o.account_id and u.id = o.id_user
     where o.account_id = ${account_id} and o.id = ${id}`.execute(db)
  return rows[0] as Sample['codes']
}

async function productsOf(db: Db, account_id: number): Promise<Sample['products']> {
  const { rows } = await sql<{ id_item: number }>`
    select id_item from order_items where account_id = ${account_id}
     group by 1 order by count(*) desc, 1`.execute(db)
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
async function declareCostCentre(service: Service & Account): Promise<void> {
  const list = await ask(service, '/custom-fields')
  const declared = (list.data as Field[]).find(({ key }) => key === COST_CENTRE.key)
  const { id } = declared ?? (await ask(service, '/custom-fields', { body: COST_CENTRE })).data
  for (;;) {
    const { status } = (await ask(service, `/custom-fields/${id}`)).data as Field
    if (status === 'active') return
    if (status === 'refused') throw new Error('The field cost_centre was refused.')
    await setTimeout(1000)
  }
}
