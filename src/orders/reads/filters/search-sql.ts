import { type RawBuilder, sql } from 'kysely'
import { customers } from '../../../../packages/model/customers.ts'
import { searchWords } from '../../../base/values/search-words.ts'
import type { Reader } from '../../../database/database.ts'
import { type Condition, tableFor, whereAll } from '../../../database/list.ts'
import { hasSeenWord, hasWord, rowHasWord } from '../../../database/search.ts'
import { orders } from '../list.ts'

// A search of orders is of three statements, each of bounded work. The first finds what each word
// means: customers, products and orders' own codes. The second finds the newest orders of these, and
// the third is the list of those. With the ids known PostgreSQL can plan each; as one statement it
// does not know whether a word stands for one customer or for all.

/** Orders that a search finds, the newest. */
const MOST_FOUND = 500
/** Customers or products that a word stands for. One of more is common: it is looked for in orders. */
const MOST_RECORDS = 500
/** Codes that a word is part of, the newest; of these the nearest count. */
const MOST_CODES = 5_000
/** Orders that are looked through, all customers and products of a word together. */
const BUDGET = 50_000

/** Where words of customers stand beside their column `search`. */
const OF_CUSTOMERS = customers.fields.flatMap((row) =>
  'searchedIn' in row ? [row.searchedIn] : [],
)

type Kind = 'customer' | 'product' | 'code'

/** What a word is found in: the ids of customers, products and orders. */
interface Meaning {
  word: string
  ids: Record<Kind, number[]>
}

/**
 * The newest orders in which each word of `text` is found somewhere: in the customer, in a product,
 * in the order's own code or number, or as its `id`.
 * @param others the conditions that hold beside it
 */
export async function searchOrders(
  db: Reader,
  account_id: number,
  text: string,
  others: Condition[],
): Promise<Condition> {
  const words = searchWords(text)
  // What is punctuation alone finds nothing.
  if (words.length === 0) return sql`false`
  const meanings = await lookUp(db, account_id, words)
  if (meanings.some((one) => countOf(one) === 0)) return sql`false`
  const rarest = meanings
    .filter(({ ids }) => !isCommon(ids.customer) && !isCommon(ids.product))
    .sort((a, b) => countOf(a) - countOf(b))[0]
  const rest = meanings.filter((one) => one !== rarest).map((one) => isFound(account_id, one))
  const looked = rarest ? ordersOf(account_id, rarest) : newest(account_id, others)
  // `offset 0`: one look by its key for each, newest first, until enough are found. As a plain join
  // PostgreSQL, which takes a limit for a number of rows, would read all orders.
  const where = whereAll([...others, sql`r.id = w.id`, ...rest])
  const { rows } = await sql<{ id: number }>`
    select w.id from (select l.id from (${looked}) l order by l.id desc) w
     cross join lateral (select from orders r ${where} offset 0) r
     order by w.id desc limit ${sql.lit(MOST_FOUND)}`.execute(db)
  return sql`r.id = any(${rows.map(({ id }) => id)}::bigint[])`
}

const isCommon = (ids: number[]) => ids.length > MOST_RECORDS
const countOf = ({ ids }: Meaning) => ids.customer.length + ids.product.length + ids.code.length

async function lookUp(db: Reader, account_id: number, words: string[]): Promise<Meaning[]> {
  const parts = words.flatMap((word, i) => {
    const row = (kind: Kind, found: RawBuilder<unknown>) =>
      sql`select ${sql.lit(i)} as word, ${sql.lit(kind)} as kind, x.id from (${found}) x`
    const records = (table: string, columns: readonly string[] = []) =>
      sql`select t.id from ${sql.table(table)} t
           where t.account_id = ${account_id} and ${rowHasWord('t', columns, word)}
           limit ${sql.lit(MOST_RECORDS + 1)}`
    // The nearest are the shortest: the whole code is always among them.
    const codes = sql`
      select t.id from (
        select t.id, t.fk_id from orders t
         where t.account_id = ${account_id} and ${hasWord(sql`t.search`, word)}
         order by t.id desc limit ${sql.lit(MOST_CODES)}) t
       order by length(t.fk_id), t.id desc limit ${sql.lit(MOST_RECORDS)}`
    const numbers = sql`
      select t.id from (
        select t.id, t.number from orders t
         where t.account_id = ${account_id} and t.number is not null and ${hasWord(sql`search_text(t.number)`, word)}
         order by t.id desc limit ${sql.lit(MOST_CODES)}) t
       order by length(t.number), t.id desc limit ${sql.lit(MOST_RECORDS)}`
    const byId = sql`
      select t.id from orders t where t.account_id = ${account_id} and t.id = ${word}::bigint`
    return [
      row('customer', records('customers', OF_CUSTOMERS)),
      row('product', records('products')),
      row('code', codes),
      row('code', numbers),
      ...(/^[1-9]\d{0,15}$/.test(word) ? [row('code', byId)] : []),
    ]
  })
  const { rows } = await sql<{ word: number; kind: Kind; id: number }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return words.map((word, i) => {
    const ids: Meaning['ids'] = { customer: [], product: [], code: [] }
    for (const row of rows) if (row.word === i) ids[row.kind].push(row.id)
    return { word, ids }
  })
}

/** The newest orders of what a word stands for. */
function ordersOf(account_id: number, { ids }: Meaning): RawBuilder<unknown> {
  const share = (records: number[]) =>
    sql.lit(Math.max(MOST_FOUND, Math.floor(BUDGET / records.length)))
  const ofCustomers = sql`
    select k.id from unnest(${ids.customer}::bigint[]) v(id) cross join lateral (
      select o.id from orders o where o.account_id = ${account_id} and o.id_customer = v.id
       order by o.id desc limit ${share(ids.customer)}) k`
  const ofProducts = sql`
    select k.id from unnest(${ids.product}::bigint[]) v(id) cross join lateral (
      select distinct i.id_order as id from order_items i
       where i.account_id = ${account_id} and i.id_item = v.id
       order by i.id_order desc limit ${share(ids.product)}) k`
  const parts = [
    ...(ids.customer.length > 0 ? [ofCustomers] : []),
    ...(ids.product.length > 0 ? [ofProducts] : []),
    ...(ids.code.length > 0 ? [sql`select unnest(${ids.code}::bigint[]) as id`] : []),
  ]
  return sql.join(parts, sql` union `)
}

/** The newest orders: what every word is common in. */
function newest(account_id: number, others: Condition[]): RawBuilder<unknown> {
  const { table, conditions } = tableFor(orders, account_id, others, { fields: [] })
  return sql`select r.id from ${table} r ${whereAll(conditions)} order by r.id desc limit ${sql.lit(BUDGET)}`
}

/** Whether a word is found in the order `r`. */
function isFound(account_id: number, { word, ids }: Meaning): RawBuilder<unknown> {
  const { customer, product, code } = ids
  const inCustomer = isCommon(customer)
    ? sql`r.id_customer in (select c.id from customers c
           where c.account_id = ${account_id} and ${rowHasWord('c', OF_CUSTOMERS, word)})`
    : sql`r.id_customer = any(${customer}::bigint[])`
  const inProduct = isCommon(product)
    ? sql`exists (select from order_items i
             join products p on p.account_id = i.account_id and p.id = i.id_item
            where i.account_id = ${account_id} and i.id_order = r.id and ${hasSeenWord(sql`p.search`, word)})`
    : sql`exists (select from order_items i
            where i.account_id = ${account_id} and i.id_order = r.id and i.id_item = any(${product}::bigint[]))`
  const parts = [
    ...(customer.length > 0 ? [inCustomer] : []),
    ...(code.length > 0 ? [sql`r.id = any(${code}::bigint[])`] : []),
    ...(product.length > 0 ? [inProduct] : []),
  ]
  // As a value, or PostgreSQL makes a join of it and reads all orders before the newest.
  return sql`((${sql.join(parts, sql` or `)}) is true)`
}
