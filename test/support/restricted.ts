import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data } from './orders.ts'
import { type Sample, sample } from './sample.ts'

/** A shown order, as far as it says whose it is. */
export interface Owned {
  id: number
  fk_id: string | null
  user: { id: number } | null
  branch_company: { id: number } | null
}

/** What a restricted token sees. */
export interface Seen {
  name: string
  token: string
  only: { id_user?: number[]; id_branch_company?: number[] }
  /** Whether an order is among it. */
  sees: (order: Owned) => boolean
  /** What an unrestricted token says to ask for the same. */
  filters: string
}

export interface Restricted {
  server: Server
  records: Sample
  /** Ids of two sellers, and of two branches. */
  users: [number, number]
  branches: [number, number]
  orders: Owned[]
  /** Tokens with every scope, each restricted in another way. */
  tokens: Seen[]
}

/** A service with orders of two sellers and two branches, and tokens that see some of them. */
export async function startRestricted(): Promise<Restricted> {
  const server = await startServer()
  // Identifiers that stand for nothing else in an answer.
  await sql`select setval(oid::regclass, 771000000 + oid::bigint) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(
    server.db,
  )
  const records = await sample(server)
  const create = async (path: string, body: object) => (await data(server, 'POST', path, body)).id
  const users: [number, number] = [
    records.user,
    await create('/users', { name: 'Bia', fk_id: 'bia' }),
  ]
  // Orders are for a customer of both.
  await data(server, 'PATCH', `/customers/${records.customer}`, { id_users: users })
  const branches: [number, number] = [
    records.branch_company,
    await create('/branch-companies', { name: 'Filial Sul', fk_id: 'sul' }),
  ]
  const field = { resource: 'orders', key: 'rota', label: 'Rota', type: 'text', filterable: true }
  await create('/custom-fields', field)
  const orders: Owned[] = []
  for (const [i, [id_user, id_branch_company]] of [
    ...[...users, null].flatMap((user) => [...branches, null].map((branch) => [user, branch])),
    [users[0], branches[0]],
  ].entries()) {
    orders.push(
      await data(server, 'POST', '/orders', {
        id_customer: records.customer,
        id_user,
        id_branch_company,
        id_order_status: records.statuses[i % 2 ? 'Open' : 'Draft'],
        fk_id: `P-${i}`,
        date: `2026-03-0${1 + (i % 4)}T12:00:00Z`,
        observations: `whose ${id_user} ${id_branch_company}`,
        custom_fields: { rota: String(i % 3) },
        items: [{ id_item: records.product, quantity: i + 1, price: 10, fk_id: `L-${i}` }],
      }),
    )
  }
  const tokens: Seen[] = []
  const [[ana], [north]] = [users, branches] as [[number, number], [number, number]]
  const kinds: [string, Seen['only']][] = [
    ['one seller', { id_user: [ana] }],
    ['one branch', { id_branch_company: [north] }],
    ['two sellers', { id_user: [...users] }],
    ['a seller in a branch', { id_user: [ana], id_branch_company: [north] }],
  ]
  for (const [name, only] of kinds) {
    const { token } = await data(server, 'POST', '/tokens', { name, scopes: ['*'], only })
    const has = (ids: number[] | undefined, record: { id: number } | null) =>
      ids === undefined || (record !== null && ids.includes(record.id))
    const sees = ({ user, branch_company }: Owned) =>
      has(only.id_user, user) && has(only.id_branch_company, branch_company)
    const filters = Object.entries(only)
      .map(([filter, ids]) => `${filter}=${ids}`)
      .join('&')
    tokens.push({ name, token, only, sees, filters })
  }
  return { server, records, users, branches, orders, tokens }
}
