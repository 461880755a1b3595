import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type LoadOptions, load, loadInTurn, type Measured, type Request } from '../support/load.ts'
import { type Figures, figuresOf } from '../support/report.ts'
import type { Service } from '../support/service.ts'

/** The same list with its documents fresh and with all of them stale. */
export async function listFreshAndStale(
  service: Service,
  options: LoadOptions,
): Promise<{ fresh: Figures; stale: Figures }> {
  const request = listRequest(service)
  const requests = [request]
  const before = await dataOf(service, request)
  const fresh = await loadInTurn({ list: { target: service, requests } }, options)
  await makeStale(service)
  const stale = await loadInTurn({ list: { target: service, requests } }, options)
  if ((await dataOf(service, request)) !== before) throw new Error('A stale list shows other data.')
  return { fresh: figuresOf(fresh.list), stale: figuresOf(stale.list) }
}

function listRequest({ token }: Service): Request {
  return { method: 'GET', path: '/orders', headers: { authorization: `Bearer ${token}` } }
}

async function dataOf({ address }: Service, { path, headers = {} }: Request): Promise<string> {
  const { data } = (await (await fetch(address + path, { headers })).json()) as { data: unknown }
  return JSON.stringify(data)
}

/** As after a rename, but the job that renews documents thinks that it has done so. */
async function makeStale({ database, account_id }: Service): Promise<void> {
  await sql`
    update accounts set names_epoch = names_epoch + 1, documents_epoch = names_epoch + 1
     where account_id = ${account_id}`.execute(database.db)
}

/** How a renewal of all documents went, and how writers fared before and during it. */
export interface Renewal {
  documents: number
  seconds: number
  before: Figures
  during: Figures
}

const WRITERS = 4
const ROUND_SECONDS = 2
const POLL_MS = 100

/**
 * Renames a customer, which makes every document of the account stale, and waits until the
 * service has renewed them, while writers create orders.
 * @param rate creates a second; as many as possible unless given
 */
export async function renewUnderWriters(
  service: Service,
  create: Request,
  customer: number,
  { seconds }: LoadOptions,
  rate?: number,
): Promise<Renewal> {
  const round = () =>
    load(service, [create], { connections: WRITERS, seconds: ROUND_SECONDS, rate })
  await untilRenewed(service)
  const before: Measured[] = []
  for (let left = seconds; left > 0; left -= ROUND_SECONDS) before.push(await round())
  const documents = await countDocuments(service)
  const start = performance.now()
  await rename(service, customer)
  let end: number | undefined
  const renewed = untilRenewed(service).then(() => {
    end = performance.now()
  })
  const during: Measured[] = []
  while (end === undefined) during.push(await round())
  await renewed
  return {
    documents,
    seconds: (end - start) / 1000,
    before: figuresOf(before),
    during: figuresOf(during),
  }
}

async function rename({ address, token }: Service, customer: number): Promise<void> {
  const { status } = await fetch(`${address}/customers/${customer}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Mercado de ${new Date().toISOString()}` }),
  })
  if (status !== 200) throw new Error(`PATCH /customers/${customer}: ${status}`)
}

async function countDocuments({ database, account_id }: Service): Promise<number> {
  const { rows } = await sql<{ documents: number }>`
    select count(*) as documents from order_documents where account_id = ${account_id}
  `.execute(database.db)
  return rows[0]?.documents ?? 0
}

async function untilRenewed({ database, account_id }: Service): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from accounts where account_id = ${account_id} and documents_epoch >= names_epoch
    `.execute(database.db)
    if (rows.length) return
    await setTimeout(POLL_MS)
  }
}
