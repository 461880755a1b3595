import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/database/database.ts'
import { note, type Scenario } from '../support/command.ts'
import { type Figures, figuresOf } from '../support/figures.ts'
import { type LoadOptions, load, loadInTurn, type Measured } from '../support/load.ts'
import { ITEMS, sampleOrder } from '../support/order.ts'
import {
  ask,
  inDatabase,
  onSeeded,
  requestOf,
  type Seeded,
  type Service,
} from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'
import { SCALE_NUMBERS } from './lists.ts'

const WRITERS = 4
const ROUND_SECONDS = 2
const POLL_MS = 100

export const renames: Scenario = {
  name: 'renames',
  about: 'stale documents: a list of them, and their renewal under writers',
  databases: ['postgres'],
  numbers: { ...SCALE_NUMBERS, orders: 100_000 },
  run: ({ host, orders, ...options }) =>
    onSeeded(host, { orders, itemsMin: ITEMS, itemsMax: ITEMS }, (service) =>
      inDatabase(service.settings, async (db) => {
        note('listing fresh and stale documents …')
        const staleness = await listFreshAndStale(db, service, options)
        note('renewing documents under writers …')
        const busy = await renewUnderWriters(db, service, options)
        const half = Math.round(busy.before.requestsPerSecond / 2)
        const rows = [
          renewalRow('as fast as they can', busy),
          renewalRow('at half that rate', await renewUnderWriters(db, service, options, half)),
        ]
        return [staleness, { head: RENEWAL_HEAD, rows }]
      }),
    ),
}

/** The same list with its documents fresh and with all of them stale. */
async function listFreshAndStale(
  db: Db,
  service: Service & Seeded,
  options: LoadOptions,
): Promise<Table> {
  const requests = [requestOf(service.token, '/orders')]
  const data = async () => JSON.stringify((await ask(service, '/orders')).data)
  const before = await data()
  const row = async (what: string): Promise<Cell[]> => {
    const { list } = await loadInTurn({ list: { target: service, requests } }, options)
    const { cpuNode, cpuPostgres, cpu, p50 } = figuresOf(list)
    return [what, cpuNode, cpuPostgres, cpu, p50]
  }
  const fresh = await row('documents fresh')
  // As after a rename, but the job that renews documents thinks that it has done so.
  await sql`
    update accounts set names_epoch = names_epoch + 1, documents_epoch = names_epoch + 1
     where account_id = ${service.account_id}`.execute(db)
  const stale = await row('all documents stale')
  if ((await data()) !== before) throw new Error('A stale list shows other data.')
  const head = { '25 of GET /orders': 'text', 'CPU Node ms': 3, 'PostgreSQL ms': 3 } as const
  return { head: { ...head, 'both ms': 3, 'p50 ms': 1 }, rows: [fresh, stale] }
}

/** How a renewal of all documents went, and how writers fared before and during it. */
interface Renewal {
  documents: number
  seconds: number
  before: Figures
  during: Figures
}

/**
 * Renames a customer, which makes every document of the account stale, and waits until the
 * service has renewed them, while writers create orders.
 * @param rate creates a second; as many as possible unless given
 */
async function renewUnderWriters(
  db: Db,
  service: Service & Seeded,
  { seconds }: LoadOptions,
  rate?: number,
): Promise<Renewal> {
  const { account_id, token, references, records } = service
  const create = requestOf(token, '/orders', sampleOrder(references))
  const round = () =>
    load(service, [create], { connections: WRITERS, seconds: ROUND_SECONDS, rate })
  await untilRenewed(db, account_id)
  const before: Measured[] = []
  for (let left = seconds; left > 0; left -= ROUND_SECONDS) before.push(await round())
  const { rows } = await sql<{ documents: number }>`
    select count(*) as documents from order_documents where account_id = ${account_id}
  `.execute(db)
  const start = performance.now()
  const body = { name: `Mercado de ${new Date().toISOString()}` }
  await ask(service, `/customers/${records.customers.first}`, { method: 'PATCH', body })
  let end: number | undefined
  const renewed = untilRenewed(db, account_id).then(() => {
    end = performance.now()
  })
  const during: Measured[] = []
  while (end === undefined) during.push(await round())
  await renewed
  return {
    documents: rows[0]?.documents ?? 0,
    seconds: (end - start) / 1000,
    before: figuresOf(before),
    during: figuresOf(during),
  }
}

async function untilRenewed(db: Db, account_id: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from accounts where account_id = ${account_id} and documents_epoch >= names_epoch
    `.execute(db)
    if (rows.length) return
    await setTimeout(POLL_MS)
  }
}

const RENEWAL_HEAD: Table['head'] = {
  ...{ Writers: 'text', documents: 0, 'renewed in s': 1 },
  ...{ 'creates/s before': 0, 'creates/s during': 0, 'change %': 0 },
  ...{ 'p50 ms before': 1, 'p50 ms during': 1, 'p50 change %': 0 },
}

function renewalRow(writers: string, { documents, seconds, before, during }: Renewal): Cell[] {
  const change = (figure: 'requestsPerSecond' | 'p50') => {
    const [then, now] = [before[figure], during[figure]]
    return [then, now, ((now - then) / then) * 100]
  }
  return [writers, documents, seconds, ...change('requestsPerSecond'), ...change('p50')]
}
