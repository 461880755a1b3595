import { statement, type Tx } from '../../src/database/database.ts'
import type { Draws } from './draw.ts'

/** Records of one kind, with ids that follow one another. */
interface Stock {
  first: number
  count: number
}

/** Kinds of which nothing but the name and the fk_id matters here, with the number of each. */
const plain = {
  users: { name: 'Vendedor', count: () => 20 },
  payment_types: { name: 'Prazo', count: () => 8 },
  payment_methods: { name: 'Forma', count: () => 5 },
  categories: { name: 'Canal', count: () => 6 },
  shipping_companies: { name: 'Transportadora', count: () => 15 },
  branch_companies: { name: 'Filial', count: () => 4 },
  opportunities: { name: 'Oportunidade', count: (orders: number) => between(10, orders / 100) },
  quotations: { name: 'Cotação', count: (orders: number) => between(10, orders / 20) },
  customers: { name: 'Mercado', count: (orders: number) => between(20, orders / 200) },
} as const

const MOST = 50_000
const PRODUCTS = 2_000
/** One sends to the customer's own address, the other to its depot. */
export const ADDRESSES = 2

export type Kind =
  | keyof typeof plain
  | 'products'
  | 'addresses'
  | 'charged_freight'
  | 'free_freight'
export type Records = Record<Kind, Stock>

function between(least: number, count: number): number {
  return Math.min(Math.max(least, Math.floor(count)), MOST)
}

/** [table, how many] → the first of so many ids, which nobody else gets from now on. */
const ids_reserve = statement<{ first: number }>(`
  select setval(s.name, nextval(s.name) + $2::bigint - 1) - $2::bigint + 1 as first
    from (select pg_get_serial_sequence($1, 'id')::regclass as name) s`)

export async function reserveIds(tx: Tx, table: string, count: number): Promise<number> {
  const [row] = await ids_reserve(tx, [table, count])
  return (row as { first: number }).first
}

/** Makes the records that so many orders refer to, as old as the first of them. */
export async function createRecords(
  tx: Tx,
  { account_id, orders, since }: { account_id: number; orders: number; since: string },
  draws: Draws,
): Promise<Records> {
  const insert = async (
    table: string,
    count: number,
    more: Record<string, string>,
  ): Promise<Stock> => {
    const first = await reserveIds(tx, table, count)
    const columns = { fk_id: `upper(left($4, 3)) || '-' || id`, ...more }
    await statement(`
      insert into ${table} (account_id, id, created_at, updated_at, ${Object.keys(columns).join(', ')})
      overriding system value
      select $1, id, $5::timestamptz, $5::timestamptz, ${Object.values(columns).join(', ')}
        from generate_series($2::bigint, $2::bigint + $3::bigint - 1) id`)(tx, [
      account_id,
      first,
      count,
      table,
      since,
    ])
    return { first, count }
  }
  const stocks: Partial<Records> = {}
  for (const [table, { name, count }] of Object.entries(plain)) {
    stocks[table as Kind] = await insert(table, count(orders), {
      name: `'${name} ' || id - $2::bigint + 1`,
    })
  }
  const records = {
    ...(stocks as Records),
    ...(await createOthers(insert, stocks as Records, draws)),
  }
  await giveSellers(tx, account_id, records, draws)
  return records
}

type Insert = (table: string, count: number, more: Record<string, string>) => Promise<Stock>

/** The kinds with columns that matter. */
async function createOthers(insert: Insert, { customers }: Records, { draw, oneOf }: Draws) {
  const nth = 'id - $2::bigint'
  const cities = [
    ["'São Paulo'", "'SP'"],
    ["'Curitiba'", "'PR'"],
    ["'Recife'", "'PE'"],
    ["'Belo Horizonte'", "'MG'"],
  ]
  const city = (column: number) =>
    oneOf(
      cities.map((one) => one[column] ?? ''),
      'city',
      nth,
    )
  return {
    products: await insert('products', PRODUCTS, {
      name: `'Produto ' || ${nth} + 1`,
      price: `round((2 + 200 * power(${draw('price', nth)}, 3))::numeric, 2)`,
    }),
    charged_freight: await insert('freight_types', 1, { name: `'CIF'`, charged: 'true' }),
    free_freight: await insert('freight_types', 1, { name: `'FOB'`, charged: 'false' }),
    addresses: await insert('addresses', customers.count * ADDRESSES, {
      id_customer: `${customers.first} + (${nth}) / ${ADDRESSES}`,
      name: `case (${nth}) % ${ADDRESSES} when 0 then 'Matriz' else 'Depósito' end`,
      street: `'Rua das Palmeiras'`,
      number: `1 + floor(3000 * ${draw('number', nth)})`,
      zip_code: `1000000 + floor(90000000 * ${draw('zip_code', nth)})`,
      neighborhood: `'Centro'`,
      city: city(0),
      state: city(1),
      latitude: `round((-30 + 25 * ${draw('latitude', nth)})::numeric, 6)`,
      longitude: `round((-53 + 15 * ${draw('longitude', nth)})::numeric, 6)`,
      address_type: `case (${nth}) % ${ADDRESSES} when 0 then 'main' else 'delivery' end`,
    }),
  }
}

/** Nine customers of ten have a seller. What a trigger would write is written here: they are off. */
async function giveSellers(
  tx: Tx,
  account_id: number,
  { customers, users }: Records,
  { draw }: Draws,
): Promise<void> {
  const nth = 'id - $2::bigint'
  const seller = `${users.first} + floor(${users.count} * ${draw('seller', nth)})::bigint`
  const range = [account_id, customers.first, customers.count]
  const these = 'account_id = $1 and id >= $2::bigint and id < $2::bigint + $3::bigint'
  await statement(
    `update customers set id_users = array[${seller}] where ${these} and ${draw('has seller', nth)} < 0.9`,
  )(tx, range)
  await statement(`
    insert into customer_users (account_id, id_user, id_customer)
    select account_id, id_users[1], id from customers where ${these} and id_users <> '{}'
    on conflict do nothing`)(tx, range)
}
