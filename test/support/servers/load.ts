import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Service } from '../service.ts'
import { type Answer, keepAliveClient, type Sent } from '../workers.ts'

/** Clients that write and read orders without a pause, each on one connection of its own. */
export interface Load {
  /** The observations of the orders that were acknowledged and not deleted. */
  acknowledged: string[]
  /** How many requests were answered, each as it should be. */
  answers(): number
  /** How many requests broke off and were sent again. */
  broken(): number
  /** Rejects with what a client met that it should not. */
  failed: Promise<never>
  /** Resolves when all clients are done; rejects as `failed`. */
  stop(): Promise<void>
}

type Client = ReturnType<typeof keepAliveClient>

interface Options {
  /** The service stops under the load: a connection may end, but only as it is told. */
  mayEnd?: boolean
  /** Processes are killed under it: what breaks off is sent again, with its `Idempotency-Key`. */
  repeats?: boolean
}

export function startLoad(
  service: Service,
  token: string,
  clients: number,
  { mayEnd = false, repeats = false }: Options = {},
): Load {
  const load = { acknowledged: [] as string[] }
  let answers = 0
  let broken = 0
  let isStopping = false
  const work = async () => {
    const client = keepAliveClient(service, token)
    const counted: Client['send'] = async (path, sent) => {
      const answer = repeats
        ? await sendUntilAnswered(client, path, sent, () => broken++)
        : await client.send(path, sent)
      answers++
      return answer
    }
    try {
      while (!isStopping) await oneRound({ ...client, send: counted }, load)
    } catch (error) {
      if (!mayEnd || !isRefused(error)) throw error
    } finally {
      client.close()
    }
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  const failed = new Promise<never>((_, reject) => {
    working.catch(reject)
  })
  // It may fail before anybody waits for it.
  failed.catch(() => {})
  const stop = async () => {
    isStopping = true
    await working
  }
  return { ...load, answers: () => answers, broken: () => broken, failed, stop }
}

/** Nothing listens any more: the request was never taken. */
const isRefused = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'

/** As integrators are told: the same request with the same key, until it is answered. */
async function sendUntilAnswered(
  { send }: Client,
  path: string,
  sent: Sent = {},
  brokeOff: () => void,
): Promise<Answer> {
  const headers = { 'Idempotency-Key': randomUUID(), ...sent.headers }
  const request = { ...sent, ...(sent.method ? { headers } : {}) }
  for (;;) {
    try {
      const answer = await send(path, request)
      const isUnderWay = answer.status === 409 && answer.body.code === 'idempotency_in_flight'
      if (!isUnderWay) return answer
    } catch (error) {
      assert.match(String((error as NodeJS.ErrnoException).code), /^(ECONNRESET|EPIPE)$/)
      brokeOff()
    }
  }
}

/** Each kind of request, and its answer to the letter: what was done twice would show in it. */
async function oneRound({ send }: Client, load: { acknowledged: string[] }): Promise<void> {
  const observations = randomUUID()
  const items = [{ id_item: 1, quantity: 3 }]
  const body = { id_customer: 1, observations, items }
  const keyed = { 'Idempotency-Key': observations }
  const withKey = await send('/orders', { method: 'POST', body, headers: keyed })
  assert.equal(withKey.status, 201, JSON.stringify(withKey.body))
  assert.equal(withKey.body.data.observations, observations)
  load.acknowledged.push(observations)

  const path = `/orders/${withKey.body.data.id}`
  const read = await send(path)
  assert.deepEqual([read.status, read.body.data], [200, withKey.body.data])
  const list = await send('/orders?limit=5')
  assert.equal(list.status, 200)
  assert.ok(list.body.data.length > 0)

  const other = randomUUID()
  const plain = await send('/orders', { method: 'POST', body: { ...body, observations: other } })
  assert.equal(plain.status, 201, JSON.stringify(plain.body))
  assert.equal(plain.body.data.observations, other)
  const ifMatch = { 'If-Match': String(plain.headers['etag']) }
  const change = { custom_fields: { changed: 'once' } }
  const own = `/orders/${plain.body.data.id}`
  const changed = await send(own, { method: 'PATCH', body: change, headers: ifMatch })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const item = await send(`${own}/items`, { method: 'POST', body: { id_item: 1, quantity: 1 } })
  assert.equal(item.status, 201, JSON.stringify(item.body))
  const full = await send(own)
  assert.equal(full.body.data.items.length, 2)
  const gone = await send(own, { method: 'DELETE' })
  assert.equal(gone.status, 200, JSON.stringify(gone.body))
  assert.equal((await send(own)).status, 404)

  // No events are kept of these: a second one would show in the count at the end.
  const seller = await send('/users', { method: 'POST', body: { name: observations } })
  assert.equal(seller.status, 201, JSON.stringify(seller.body))
}
