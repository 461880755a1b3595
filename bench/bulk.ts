import type { Bench } from './support/databases.ts'
import { difference, type Target } from './support/load.ts'
import { type References, sampleOrder } from './support/order.ts'
import { markdown } from './support/report.ts'

// Records by the thousand in a request beside the same ones in a request each.

/** Of one turn. A bulk request has all of its turn. */
const SINGLE = 400
const MANY = 4000
const CONNECTIONS = 10

/** Records a second of CPU, Node's and PostgreSQL's together, and a second. */
interface Speed {
  perCpuSecond: number
  perSecond: number
}

export interface BulkCompared {
  database: string
  what: string
  single: Speed
  many: Speed
}

type Make = (code: string, references: References) => object

const kinds: Record<string, Make> = {
  customers: (fk_id) => ({
    fk_id,
    name: `Distribuidora ${fk_id} Ltda.`,
    document: '12.ABC.345/01DE-35',
    email: 'compras@aurora.example',
    phone: '+55 11 4002-8922',
  }),
  'orders of 5 items': (fk_id, references) => ({ ...sampleOrder(references), fk_id }),
}

/** Both in turns, each with codes that nobody has. */
export async function benchBulk(
  { database, service, token, references }: Bench,
  rounds: number,
): Promise<BulkCompared[]> {
  let made = 0
  const results: BulkCompared[] = []
  for (const [what, make] of Object.entries(kinds)) {
    console.error(`${database}: ${what} in bulk …`)
    const path = `/${what.split(' ')[0]}`
    const records = (count: number) =>
      Array.from({ length: count }, () => JSON.stringify(make(`BENCH-${made++}`, references)))
    const ways = {
      single: () => sendEach(service, path, token, records(SINGLE)),
      many: () => sendAll(service, path, token, records(MANY)),
    }
    // What comes first pays for plans and compiled code.
    await ways.single()
    await ways.many()
    const speeds: Record<keyof typeof ways, Speed[]> = { single: [], many: [] }
    for (let round = 0; round < rounds; round++) {
      speeds.single.push(await ways.single())
      speeds.many.push(await ways.many())
    }
    results.push({ database, what, single: median(speeds.single), many: median(speeds.many) })
  }
  return results
}

function sendEach(target: Target, path: string, token: string, records: string[]): Promise<Speed> {
  const left = records.values()
  const sender = async () => {
    for (const body of left) await post(target.address + path, token, 'application/json', body)
  }
  return measured(target, records.length, async () => {
    await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  })
}

function sendAll(target: Target, path: string, token: string, records: string[]): Promise<Speed> {
  const body = records.join('\n')
  return measured(target, records.length, async () => {
    const lines = await post(`${target.address}/bulk${path}`, token, 'application/x-ndjson', body)
    const created = lines.match(/"status":"created"/g)?.length
    if (created !== records.length) throw new Error(`of ${records.length} created: ${created}`)
  })
}

async function post(url: string, token: string, type: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(url, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}

async function measured({ cpu }: Target, count: number, work: () => Promise<void>): Promise<Speed> {
  const before = cpu()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const { node, postgres = Number.NaN } = difference(cpu(), before)
  return { perCpuSecond: count / (node + postgres), perSecond: count / seconds }
}

function median(speeds: Speed[]): Speed {
  const middle = (figure: keyof Speed) =>
    speeds.map((one) => one[figure]).toSorted((a, b) => a - b)[speeds.length >> 1] ?? Number.NaN
  return { perCpuSecond: middle('perCpuSecond'), perSecond: middle('perSecond') }
}

const HEAD = ['Database', 'Records', 'records/CPU s', 'in bulk', 'ratio', 'records/s', 'in bulk']

export function bulkTable(all: BulkCompared[]): string {
  return markdown(
    HEAD,
    all.map(({ database, what, single, many }) => [
      database,
      what,
      single.perCpuSecond.toFixed(0),
      many.perCpuSecond.toFixed(0),
      `**${(many.perCpuSecond / single.perCpuSecond).toFixed(1)}**`,
      single.perSecond.toFixed(0),
      many.perSecond.toFixed(0),
    ]),
    2,
  )
}
