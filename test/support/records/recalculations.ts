import { LeasedWorker } from '../../../src/jobs/leased-worker.ts'
import { workOnRecalculations } from '../../../src/orders/recalculations/job.ts'
import type { SendOptions, Server } from '../../harness.ts'
import { data } from '../orders.ts'
import { until } from '../workers.ts'

/** A recalculation as the service shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
export type Recalculation = any

/** Works on recalculations as the service does. */
export function recalculatorOf(
  { app, sessions }: Server,
  print: (text: string, fields: object) => void = console.error,
): LeasedWorker {
  const work = workOnRecalculations(app.recalculationsDue, (id) => app.onCommitted(id))
  const log = (fields: object, text: string) => print(text, fields)
  return new LeasedWorker(work, { sessions, log: { info() {}, error: log, warn: log } })
}

/** Waits until one is over. */
export async function over(
  server: Server,
  worker: LeasedWorker,
  id: number,
  options: SendOptions = {},
): Promise<Recalculation> {
  let found: Recalculation
  await until(async () => {
    await worker.run(server.db)
    found = await data(server, 'GET', `/orders/recalculations/${id}`, undefined, options)
    return !['waiting', 'running'].includes(found.state)
  })
  return found
}

/** Asks for one by these filters, and waits for its end. */
export async function recalculated(
  server: Server,
  worker: LeasedWorker,
  query: string,
  options: SendOptions = {},
): Promise<Recalculation> {
  const { id } = await data(server, 'POST', `/orders/recalculate?${query}`, undefined, options)
  return over(server, worker, id, options)
}

/** What an account sells by, from São Paulo to Minas Gerais. */
export interface Seller {
  token: string
  branch: number
  tools: number
  shop: number
}

let accounts = 0

/** A new account. */
export const anotherAccount = (server: Server) => server.newAccount(`Aurora ${++accounts}`)

/** A seller without rules: what is sold has no taxes yet. */
export async function newSeller(server: Server, token: string): Promise<Seller> {
  const make = async (path: string, body: object): Promise<number> =>
    (await data(server, 'POST', path, body, { token })).id
  const regimes = [{ since: '2020-01-01', crt: 3, ibs_cbs_regime: 'regular' }]
  const branch = await make('/branch-companies', { name: 'Matriz', state: 'SP', regimes })
  const goods = { name: 'Furadeira', price: 100, cest: '0800100', ncm: '82079000' }
  const tools = await make('/products', goods)
  const shop = await make('/customers', { name: 'Ferragens', ie_kind: 1, ie: '0623079040081' })
  const address = { state: 'MG', city: 'Belo Horizonte' }
  await make(`/customers/${shop}/addresses`, address)
  return { token, branch, tools, shop }
}

/** Sells so many times, each time one line of 100.00: by `fk_id` from `first` on. */
export async function sellMany(
  server: Server,
  seller: Seller,
  count: number,
  first = 0,
): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify(sale(seller, `${first + i}`)),
  )
  const headers = { 'content-type': 'application/x-ndjson' }
  const { token } = seller
  const sent = await server.send('POST', '/bulk/orders', { body: lines.join('\n'), headers, token })
  if (sent.status !== 200) throw new Error(sent.text)
}

export const sale = ({ branch, tools, shop }: Seller, fk_id: string, more: object = {}) => ({
  fk_id,
  id_customer: shop,
  id_branch_company: branch,
  date: '2026-11-25T12:00:00-03:00',
  items: [{ id_item: tools, quantity: 1 }],
  ...more,
})

/** The ST of tools: 100.00 come to `ST` more with a margin of 45 %. */
export const stRule = (margin = 45) => ({
  name: 'Tools to MG, ST',
  kind: 'icms',
  valid_from: '2026-01-01',
  cest: '0800100',
  destination_states: ['MG'],
  ie_kinds: [1],
  final_consumer: false,
  cst: '10',
  csosn: '202',
  margin,
  st_rate: 18,
})

/** What ST adds to 100.00: 18 % of 155.61, which the margin comes to between states, less the 12 % there. */
export const ST = 16.01
