import type { Options, Scenario } from '../support/command.ts'
import { median } from '../support/figures.ts'
import { difference } from '../support/load.ts'
import { FIVE_ITEMS, type References, sampleOrder } from '../support/order.ts'
import { onSeeded, type Seeded, type Service, withWorkers } from '../support/service.ts'
import type { Cell, Table } from '../support/table.ts'

/** Of one turn. A bulk request has all of its turn. */
const SINGLE = 400
const MANY = 4000

/** Records a second of CPU, Node's and PostgreSQL's together, and a second. */
interface Speed {
  perCpuSecond: number
  perSecond: number
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

const HEAD: Table['head'] = {
  ...{ Database: 'text', Records: 'text', 'records/CPU s': 0, 'in bulk/CPU s': 0, ratio: 1 },
  ...{ 'records/s': 0, 'in bulk/s': 0 },
}

/** Both in turns, each with codes that nobody has. */
export const bulk: Scenario = {
  name: 'bulk',
  about: 'thousands of records in a request, beside one in each',
  databases: ['embedded', 'postgres'],
  numbers: { rounds: 10, connections: 10, orders: 1000, workers: 1 },
  run: ({ host, orders, workers, ...options }) =>
    onSeeded(
      host,
      { orders, ...FIVE_ITEMS },
      async (service) => {
        const rows: Cell[][] = []
        for (const kind of Object.keys(kinds)) {
          rows.push([host.title, kind, ...(await compared(service, kind, options))])
        }
        return [{ head: HEAD, rows }]
      },
      withWorkers(host, workers),
    ),
}

let made = 0

async function compared(
  service: Service & Seeded,
  kind: string,
  { rounds, connections }: Pick<Options, 'rounds' | 'connections'>,
): Promise<number[]> {
  const path = `/${kind.split(' ')[0]}`
  const make = kinds[kind] as Make
  const records = (count: number) =>
    Array.from({ length: count }, () => JSON.stringify(make(`BENCH-${made++}`, service.references)))
  const ways = {
    single: () => sendEach(service, path, records(SINGLE), connections),
    many: () => sendAll(service, path, records(MANY)),
  }
  // What comes first pays for plans and compiled code.
  await ways.single()
  await ways.many()
  const speeds: Record<keyof typeof ways, Speed[]> = { single: [], many: [] }
  for (let round = 0; round < rounds; round++) {
    speeds.single.push(await ways.single())
    speeds.many.push(await ways.many())
  }
  const middle = (way: keyof typeof ways, figure: keyof Speed) =>
    median(speeds[way].map((one) => one[figure]))
  const [single, many] = [middle('single', 'perCpuSecond'), middle('many', 'perCpuSecond')]
  return [single, many, many / single, middle('single', 'perSecond'), middle('many', 'perSecond')]
}

function sendEach(
  service: Service & Seeded,
  path: string,
  records: string[],
  connections: number,
): Promise<Speed> {
  const left = records.values()
  const sender = async () => {
    for (const body of left) await post(service, path, 'application/json', body)
  }
  return measured(service, records.length, async () => {
    await Promise.all(Array.from({ length: connections }, sender))
  })
}

function sendAll(service: Service & Seeded, path: string, records: string[]): Promise<Speed> {
  const body = records.join('\n')
  return measured(service, records.length, async () => {
    const lines = await post(service, `/bulk${path}`, 'application/x-ndjson', body)
    const created = lines.match(/"status":"created"/g)?.length
    if (created !== records.length) throw new Error(`of ${records.length} created: ${created}`)
  })
}

/** Sends what was made before, and leaves the answer as it is: neither is measured. */
async function post(
  { address, token }: Seeded & Service,
  path: string,
  type: string,
  body: string,
) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(address + path, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`)
  return text
}

async function measured(
  { cpu }: Service,
  count: number,
  work: () => Promise<void>,
): Promise<Speed> {
  const before = cpu()
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const { node, postgres = Number.NaN } = difference(cpu(), before)
  return { perCpuSecond: count / (node + postgres), perSecond: count / seconds }
}
