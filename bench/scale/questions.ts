import { sql } from 'kysely'
import { sealCursor } from '../../src/http/lists/cursor.ts'
import { TIME_ZONE } from '../seed/account.ts'
import type { Service } from '../service.ts'

/** A list that is asked for: what it is called in the table, and its query for one account. */
export interface Question {
  name: string
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
  /** YYYY-MM-DD, as the account has it. */
  day: string
  cursor: string
}

const LIMIT = 25
const DEEP_PAGE = 10_000
const FIVE_MINUTES_MS = 300_000
const sortable = ['id', 'created_at', 'updated_at', 'date', 'id_customer']

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
  { name: 'by fk_id', query: ({ fk_id }) => `fk_id=${fk_id}` },
  { name: 'one day', query: ({ day }) => `order_date_from=${day}&order_date_to=${day}` },
  { name: 'one month', query: ({ day }) => monthOf(day) },
  ...sortable.flatMap((field) => [
    { name: `sort=${field}`, query: () => `sort=${field}` },
    { name: `sort=-${field}`, query: () => `sort=-${field}` },
  ]),
  { name: 'page 2', query: () => 'page=2' },
  { name: 'page 10,000, or the last', query: (sample) => `page=${deepPage(sample)}` },
  { name: 'cursor mode, start', query: () => 'pagination=cursor' },
  { name: 'cursor mode, middle', query: ({ cursor }) => `cursor=${cursor}` },
]

function monthOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return `order_date_from=${day.slice(0, 8)}01&order_date_to=${last}`
}

/** How many orders changed a moment ago. */
const TOUCHED = 20

/** Looks up what to ask for, and changes a few orders so that something is new. */
export async function takeSample(service: Service): Promise<Sample> {
  const { account_id, database } = service
  const { rows: customers } = await sql<{ id: number; orders: number }>`
    select id_customer as id, count(*) as orders from orders
     where account_id = ${account_id} group by 1 order by 2 desc, 1`.execute(database.db)
  const orders = customers.reduce((sum, customer) => sum + customer.orders, 0)
  const { rows } = await sql<{ id: number; fk_id: string; day: string; secret: Buffer }>`
    select o.id, o.fk_id, to_char(o.date at time zone ${TIME_ZONE}, 'YYYY-MM-DD') as day,
           a.cursor_secret as secret
      from orders o join accounts a on a.account_id = o.account_id
     where o.account_id = ${account_id} order by o.id
    offset ${Math.floor(orders / 2)} limit ${TOUCHED}`.execute(database.db)
  const [middle] = rows
  if (!middle) throw new Error('There are too few orders to measure anything.')
  await touch(
    service,
    rows.map(({ id }) => id),
  )
  const { id, fk_id, day, secret } = middle
  return {
    orders,
    bigCustomer: customers[0]?.id ?? 0,
    smallCustomer: customers.findLast(({ orders }) => orders >= LIMIT)?.id ?? 0,
    fk_id,
    day,
    cursor: sealCursor({ sort: '-id', filters: {}, position: [String(id)] }, '/orders', secret),
  }
}

async function touch({ address, token }: Service, ids: number[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ observations: `Seen ${new Date().toISOString()}` })
  for (const id of ids) {
    const { status } = await fetch(`${address}/orders/${id}`, { method: 'PATCH', headers, body })
    if (status !== 200) throw new Error(`PATCH /orders/${id}: ${status}`)
  }
}
