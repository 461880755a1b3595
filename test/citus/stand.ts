import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken } from '../../src/accounts/commands.ts'
import { createAccount } from '../../src/accounts/creation.ts'
import { type Db, inTransaction } from '../../src/database/database.ts'
import { type Call, callService, type Reply } from '../support/call.ts'
import { openDatabase } from '../support/database.ts'
import { query } from '../support/servers/postgres.ts'
import { type Service, startService } from '../support/service.ts'
import { type ClusterNode, localNodes } from './cluster.ts'

/** An account, and where its rows are. */
export interface Holder {
  account_id: number
  token: string
  /** The node's `host:port`. */
  node: string
  customer: number
  product: number
}

/** A cluster whose nodes may be crashed, and the real `pedido serve` on it. */
export interface CitusStand {
  coordinator: ClusterNode
  workers: ClusterNode[]
  /** As many on each worker. */
  accounts: Holder[]
  service: Service
  db: Db
  call(account: Holder, path: string, options?: Call): Promise<Reply>
  /** Runs SQL on the coordinator, past the service. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * Starts the service on a database of its own of the cluster in `DATABASE_URL`.
 * @param each how many accounts there are on each worker
 */
export async function startCitusStand(each: number): Promise<CitusStand> {
  const database = await openDatabase()
  const { url = '', db } = database
  const [coordinator, ...workers] = await localNodes(url)
  if (!coordinator || workers.length < 2) {
    throw new Error('DATABASE_URL must name the coordinator of a cluster of two workers or more.')
  }
  const sql = async <Row>(text: string, values?: unknown[]) =>
    (await query(url, text, values)) as Row[]
  const folder = await mkdtemp(join(tmpdir(), 'pedido-citus-'))
  const service = await startService({ DATABASE_URL: url, DATA_DIR: folder })
  const call = ({ token }: Pick<Holder, 'token'>, path: string, options?: Call) =>
    callService(service, token, path, options)
  const accounts: Holder[] = []
  const placesFor = (node: string) =>
    workers.some(({ name }) => name === node) &&
    accounts.filter((one) => one.node === node).length < each
  while (accounts.length < each * workers.length) {
    const made = await inTransaction(db, (tx) =>
      createAccount(tx, { name: randomUUID(), time_zone: 'UTC' }),
    )
    const { account_id } = made
    const node = await nodeOf(sql, account_id)
    if (!placesFor(node)) continue
    const { token } = await inTransaction(db, (tx) =>
      createToken(tx, { account_id, name: 'test', scopes: ['*'], expires_at: null }),
    )
    const make = async (path: string, body: object): Promise<number> =>
      (await call({ token }, path, { body })).body.data.id
    const customer = await make('/customers', { name: 'Mercado Aurora' })
    const product = await make('/products', { name: 'Café torrado', price: 18.9 })
    accounts.push({ account_id, token, node, customer, product })
  }
  const close = async () => {
    await service.stop('SIGKILL')
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { coordinator, workers, accounts, service, db, call, sql, close }
}

/** The `host:port` of the node with the account's rows. */
async function nodeOf(sql: CitusStand['sql'], account_id: number): Promise<string> {
  const [row] = await sql<{ node: string }>(
    `select n.nodename || ':' || n.nodeport as node
       from pg_dist_placement p join pg_dist_node n using (groupid)
      where p.shardid = get_shard_id_for_distribution_column('accounts', $1::bigint)`,
    [account_id],
  )
  return row?.node ?? ''
}

/** An order of one item. */
export const anOrder = ({ customer, product }: Holder, more: object = {}) => ({
  id_customer: customer,
  items: [{ id_item: product, quantity: 2 }],
  ...more,
})
