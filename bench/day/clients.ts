import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Service } from '../../test/support/service.ts'
import { type Answer, keepAliveClient, type Sent } from '../../test/support/workers.ts'
import type { Catalogue } from './catalogue.ts'

/** An order as its client was last told. */
export interface Known {
  id: number
  total_value: number
  /** Of the items, in their order. */
  quantities: number[]
  observations: string | null
  status: string
}

/** What all clients did, for the count at the end. */
export interface Ledger {
  /** Orders that were acknowledged and not deleted, by `fk_id`. */
  orders: Map<string, Known>
  deleted: Set<string>
  /** How often each request was answered as it should be. */
  answered: Map<string, number>
  /** Whatever else came: how often, by what it was. */
  faults: Map<string, number>
}

export const newLedger = (): Ledger => ({
  orders: new Map(),
  deleted: new Set(),
  answered: new Map(),
  faults: new Map(),
})

export function addTo(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

export interface Life {
  service: Service
  token: string
  catalogue: Catalogue
  ledger: Ledger
  /** Milliseconds between two requests. */
  pauseMs: number
  isOver: () => boolean
}

/** A request that does not come back, or is refused as repeatable, is sent again so often. */
const TRIES = 20
/** Which status follows, by their codes; from the last one an order stays where it is. */
const NEXT: Record<string, string> = { draft: 'open', open: 'approved' }
/** A client remembers so many of its orders to change them. */
const MOST_OWN = 200

type Ask = (what: string, path: string, sent?: Sent) => Promise<Answer | undefined>

/** One client on one connection: makes orders, changes, reads and finds them, until all is over. */
export async function live(which: number, life: Life): Promise<void> {
  const { service, token, ledger, pauseMs, isOver } = life
  const client = keepAliveClient(service, token)
  const ask: Ask = async (what, path, sent = {}) => {
    const answer = await answerOf(client.send, what, path, sent, ledger)
    await setTimeout(pauseMs)
    return answer
  }
  const own: string[] = []
  try {
    for (let n = 0; !isOver(); n++) await oneStep({ which, n, own, ask, ...life })
  } finally {
    client.close()
  }
}

/** As integrators are told: what breaks off or is 503 is sent again, with its key. Each is counted. */
async function answerOf(
  send: (path: string, sent: Sent) => Promise<Answer>,
  what: string,
  path: string,
  sent: Sent,
  { answered, faults }: Ledger,
): Promise<Answer | undefined> {
  const headers = { 'Idempotency-Key': randomUUID(), ...sent.headers }
  const request = sent.method ? { ...sent, headers } : sent
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      const answer = await send(path, request)
      if (answer.status < 300) {
        addTo(answered, what)
        return answer
      }
      addTo(faults, `${what}: ${answer.status} ${answer.body?.code}`)
      if (answer.status !== 503 && answer.body?.code !== 'idempotency_in_flight') return undefined
    } catch (error) {
      addTo(faults, `${what}: ${(error as NodeJS.ErrnoException).code ?? error}`)
    }
    await setTimeout(50 * tries)
  }
  return undefined
}

interface Step extends Life {
  which: number
  n: number
  own: string[]
  ask: Ask
}

/** Of ten requests three make orders, three change them, and four read. */
async function oneStep(step: Step): Promise<void> {
  const { n, ask, catalogue, which } = step
  const turn = n % 20
  if (turn % 10 < 3) return create(step)
  if (turn % 10 < 6) return change(step)
  if (turn === 6 || turn === 16) return readOwn(step)
  if (turn === 7) await ask('list', `/orders?limit=25&page=${1 + (n % 5)}`)
  else if (turn === 17) await ask('find', `/orders?q=D-${which}-${n % 50}&limit=10`)
  else if (turn === 8) await ask('summary', '/orders/summary?group_by=status')
  else if (turn === 18) await ask('customers', `/customers?q=mercado&limit=20`)
  else if (turn === 9) await ask('events', '/events?limit=50')
  else {
    const customer = catalogue.customers[(n * 7 + which) % catalogue.customers.length]
    const body = { name: `Mercado Aurora ${which}-${n} Ltda` }
    await ask('rename', `/customers/fk_id/${customer}`, { method: 'PATCH', body })
  }
}

async function create({ which, n, own, ask, catalogue, ledger }: Step): Promise<void> {
  const { products, customers } = catalogue
  const fk_id = `D-${which}-${n}`
  const lines = Array.from({ length: 1 + (n % 5) }, (_, i) => {
    const product = products[(n * 3 + i * 11 + which) % products.length] ?? ['', 0]
    return { code: product[0], cents: product[1], quantity: 1 + ((n + i) % 12) }
  })
  const body = {
    fk_id,
    fk_id_customer: customers[(n * 5 + which) % customers.length],
    observations: `Entregar pela manhã, doca ${which}`,
    items: lines.map(({ code, quantity }) => ({ fk_id_item: code, quantity })),
  }
  const answer = await ask('create', '/orders', { method: 'POST', body })
  if (!answer) return
  const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0)
  note(ledger, fk_id, answer)
  if (Math.round(answer.body.data.total_value * 100) !== cents) {
    addTo(ledger.faults, `create: ${answer.body.data.total_value} in place of ${cents / 100}`)
  }
  own.push(fk_id)
  if (own.length > MOST_OWN) own.shift()
}

async function change({ n, own, ask, ledger }: Step): Promise<void> {
  const fk_id = own[n % Math.max(own.length, 1)]
  const known = fk_id === undefined ? undefined : ledger.orders.get(fk_id)
  if (fk_id === undefined || !known) return
  const path = `/orders/fk_id/${fk_id}`
  if (n % 100 === 3) {
    if (!(await ask('delete', path, { method: 'DELETE' }))) return
    ledger.orders.delete(fk_id)
    ledger.deleted.add(fk_id)
    own.splice(own.indexOf(fk_id), 1)
    return
  }
  const answer = await ask(...changeOf(path, n, known))
  if (answer) note(ledger, fk_id, answer)
}

function changeOf(path: string, n: number, { status }: Known): Parameters<Ask> {
  const next = NEXT[status]
  if (n % 3 === 1 && next) {
    return ['status', path, { method: 'PATCH', body: { fk_id_order_status: next } }]
  }
  if (n % 3 === 2) {
    const add = [{ fk_id_item: 'P-1', quantity: 1 + (n % 3) }]
    return ['items', `${path}/items`, { method: 'PATCH', body: { add } }]
  }
  return ['change', path, { method: 'PATCH', body: { observations: `Doca ${n}, até as 17 h` } }]
}

async function readOwn({ n, own, ask, ledger }: Step): Promise<void> {
  const fk_id = own[(n * 13) % Math.max(own.length, 1)]
  if (fk_id === undefined) return
  const answer = await ask('read', `/orders/fk_id/${fk_id}`)
  if (!answer) return
  const difference = differenceOf(ledger.orders.get(fk_id), answer.body.data)
  if (difference) addTo(ledger.faults, `read: ${difference}`)
}

/** What is kept of an order, as an answer shows it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever comes is compared
function knownOf({ id, total_value, items, observations, status }: any): Known {
  const quantities = items.map(({ quantity }: { quantity: number }) => quantity)
  return { id, total_value, quantities, observations, status: status.fk_id }
}

/** Where an order is not as its client was told; undefined where it is. */
export function differenceOf(known: Known | undefined, data: unknown): string | undefined {
  const [expected, found] = [JSON.stringify(known), JSON.stringify(knownOf(data))]
  return expected === found ? undefined : `${found} in place of ${expected}`
}

function note({ orders }: Ledger, fk_id: string, { body }: Answer): void {
  orders.set(fk_id, knownOf(body.data))
}
