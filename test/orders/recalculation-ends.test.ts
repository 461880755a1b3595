import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { work_waiting } from '../../src/operations/status/sql.ts'
import { removeOldRecalculations } from '../../src/orders/recalculations/job.ts'
import { recalculations_lease } from '../../src/orders/recalculations/sql.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, problemOf, succeed } from '../support/orders.ts'
import { person } from '../support/people.ts'
import {
  anotherAccount,
  newSeller,
  over,
  recalculated,
  recalculatorOf,
  type Seller,
  ST,
  sellMany,
  stRule,
} from '../support/records/recalculations.ts'
import { until } from '../support/workers.ts'

// How the work on a recalculation ends before its orders do, and what others do meanwhile.

let server: Server
let worker: LeasedWorker
before(async () => {
  server = await startServer()
  worker = recalculatorOf(server)
})
after(async () => {
  await worker.close()
  await assertConsistent(server)
  await server.close()
})

const MANY = 600

async function sellerWith(count: number, token?: string): Promise<Seller> {
  const seller = await newSeller(server, token ?? (await anotherAccount(server)).token)
  await sellMany(server, seller, count)
  await data(server, 'POST', '/tax-rules', stRule(), seller)
  return seller
}

const ask = async (seller: { token: string }, query = 'all=true'): Promise<number> =>
  (await data(server, 'POST', `/orders/recalculate?${query}`, undefined, seller)).id

const read = (seller: { token: string }, id: number) =>
  data(server, 'GET', `/orders/recalculations/${id}`, undefined, seller)

/** Begins with the work, and waits until some of the orders are done. */
async function begun(seller: Seller, id: number): Promise<void> {
  await worker.run(server.db)
  await until(async () => (await read(seller, id)).progress > 0)
}

test('cancelled it is over at once; what was written stays, and the next goes on', async () => {
  const seller = await sellerWith(MANY)
  const id = await ask(seller)
  const next = await ask(seller)
  await begun(seller, id)
  assert.equal((await read(seller, next)).state, 'waiting')
  const etag = (await server.send('GET', `/orders/recalculations/${next}`, seller)).headers['etag']
  const stale = { ...seller, headers: { 'if-match': '"older"' } }
  assert.equal(
    (await server.send('POST', `/orders/recalculations/${next}/cancel`, stale)).status,
    412,
  )
  assert.ok(etag)
  const cancelled = await data(
    server,
    'POST',
    `/orders/recalculations/${id}/cancel`,
    undefined,
    seller,
  )
  assert.equal(cancelled.state, 'cancelled')
  const again = await server.send('POST', `/orders/recalculations/${id}/cancel`, seller)
  assert.deepEqual(problemOf(again), [409, 'recalculation_state', []])
  const { counts } = await over(server, worker, next, seller)
  const first = await read(seller, id)
  assert.deepEqual(first.counts, cancelled.counts)
  assert.ok(first.counts.changed < MANY)
  assert.deepEqual(
    [counts.found, counts.unchanged, counts.changed],
    [MANY, first.counts.changed, MANY - first.counts.changed],
  )
})

test('at most ten wait or run', async () => {
  const seller = await sellerWith(1)
  const ids: number[] = []
  for (let i = 0; i < 10; i++) ids.push(await ask(seller))
  const refused = await server.send('POST', '/orders/recalculate?all=true', seller)
  assert.deepEqual(problemOf(refused), [409, 'limit_reached', []])
  assert.equal((await work_waiting(server.db, []))[0]?.recalculations, 10)
  await over(server, worker, ids.at(-1) ?? 0, seller)
  const all = await data(server, 'GET', '/orders/recalculations?state=done', undefined, seller)
  const starts = all.map(({ started_at }: { started_at: string }) => started_at)
  assert.deepEqual(starts, starts.toSorted().toReversed())
  assert.equal((await work_waiting(server.db, []))[0]?.recalculations, 0)
})

test('it ends with the token that asked, and with the rights of its member', async () => {
  const seller = await sellerWith(MANY, server.token)
  const token = await server.newToken('orders:write', 'orders:read')
  const id = await ask({ token })
  await begun(seller, id)
  const tokens = await data(server, 'GET', '/tokens?limit=100')
  const [{ id: id_token, name }] = tokens.slice(-1)
  await succeed(server, 'DELETE', `/tokens/${id_token}`)
  const ended = await over(server, worker, id)
  assert.deepEqual(
    [ended.state, ended.failure],
    [
      'failed',
      `The token was revoked, or the member removed. “${name}” had asked for this recalculation, which ends here. What was written stays.`,
    ],
  )
  assert.ok(ended.counts.changed < MANY)

  const demoted = await person(server, { role: 'manager' })
  const sent = await demoted.send('POST', '/orders/recalculate?all=true&dry_run=true')
  await server.send('PATCH', `/members/${demoted.id}`, { body: { role: 'viewer' } })
  const stopped = await over(server, worker, sent.body.data.id)
  assert.equal(stopped.state, 'failed')
  assert.match(stopped.failure, /^The token lacks the scope orders:write/)

  const removed = await person(server, { role: 'manager' })
  const last = await removed.send('POST', '/orders/recalculate?all=true&dry_run=true')
  await server.send('DELETE', `/members/${removed.id}`)
  assert.equal((await over(server, worker, last.body.data.id)).state, 'failed')
})

test('what somebody changes meanwhile is kept, and worked out from there', async () => {
  const seller = await sellerWith(MANY)
  const id = await ask(seller)
  const edited = Array.from({ length: 30 }, (_, i) => i * 20)
  await worker.run(server.db)
  const answers = await Promise.all(
    edited.map((i) =>
      server.send('PATCH', `/orders/fk_id/${i}`, {
        ...seller,
        body: { observations: `edited ${i}`, internal_observations: 'kept' },
      }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  // Who knows an older order writes nothing over it.
  const known = await server.send('GET', '/orders/fk_id/599', seller)
  const { counts } = await over(server, worker, id, seller)
  assert.partialDeepStrictEqual(counts, { found: MANY, changed: MANY, refused: 0 })
  const headers = { 'if-match': String(known.headers['etag']) }
  const late = await server.send('PATCH', '/orders/fk_id/599', {
    ...seller,
    headers,
    body: { observations: 'late' },
  })
  const now = (await data(server, 'GET', '/orders/fk_id/599', undefined, seller)).total_value
  const wasDone = known.body.data.total_value === now
  assert.equal(late.status, wasDone ? 200 : 412)
  for (const i of edited) {
    const order = await data(server, 'GET', `/orders/fk_id/${i}`, undefined, seller)
    assert.deepEqual([order.observations, order.total_value], [`edited ${i}`, 100 + ST])
  }
})

test('an order that its filter has left meanwhile stays as it is', async () => {
  const seller = await sellerWith(MANY)
  const { id: id_user } = await data(server, 'POST', '/users', { name: 'Bia' }, seller)
  await data(server, 'PATCH', '/account', { derived_taxes: [] }, seller)
  const id = await ask(seller, `id_customer=${seller.shop}`)
  const { id: other } = await data(server, 'POST', '/customers', { name: 'Outra' }, seller)
  await data(server, 'PATCH', '/orders/fk_id/599', { id_customer: other, id_user }, seller)
  await succeed(server, 'DELETE', '/orders/fk_id/598', undefined, seller)
  await data(server, 'PATCH', '/account', { derived_taxes: ['icms'] }, seller)
  const { counts } = await over(server, worker, id, seller)
  assert.equal(counts.changed, MANY - 2)
  assert.equal((await data(server, 'GET', '/orders/fk_id/599', undefined, seller)).total_value, 100)
})

test('accounts have their turns: each at work on one of its own', async () => {
  const sellers = [await sellerWith(MANY), await sellerWith(MANY), await sellerWith(1)]
  const ids: number[] = []
  for (const seller of sellers) ids.push(await ask(seller))
  for (const [i, seller] of sellers.entries()) {
    const { state, counts } = await over(server, worker, ids[i] ?? 0, seller)
    assert.deepEqual([state, counts.changed], ['done', i === 2 ? 1 : MANY])
  }
})

test('three processes that die in the same place end it, and eight failures of the service', async () => {
  const seller = await sellerWith(1)
  const account = sql<{ account_id: number; holder: string | null }>`
    select account_id, holder from recalculations order by id desc limit 1`
  const id = await ask(seller)
  for (const name of ['died-1', 'died-2', 'died-3']) {
    const [row] = (await account.execute(server.db)).rows
    const taken = [row?.account_id ?? 0, id, name, row?.holder ?? null] as const
    assert.equal((await recalculations_lease(server.db, [...taken])).length, 1)
  }
  const ended = await over(server, worker, id, seller)
  assert.match(ended.failure, /^The service stopped 3 times while it worked on the orders behind 0/)

  const failing = recalculatorOf(server, () => {})
  const again = await ask(seller)
  await sql`alter table order_statuses rename to gone`.execute(server.db)
  let found = await read(seller, again)
  await until(async () => {
    // Nobody waits for the time between two tries here, which doubles.
    await sql`update recalculations set next_at = now() - interval '1 second' where id = ${again}`.execute(
      server.db,
    )
    await failing.run(server.db)
    found = await read(seller, again)
    return found.state === 'failed'
  })
  await failing.close()
  await sql`alter table gone rename to order_statuses`.execute(server.db)
  assert.match(found.failure, /^Something failed on our side 8 times, each time behind order 0/)
})

test('one is removed 90 days after its end', async () => {
  const seller = await sellerWith(1)
  const { id } = await recalculated(server, worker, 'all=true', seller)
  const stop = new AbortController().signal
  await removeOldRecalculations(server.db, stop)
  assert.equal((await read(seller, id)).state, 'done')
  await sql`update recalculations set finished_at = now() - interval '91 days' where id = ${id}`.execute(
    server.db,
  )
  await removeOldRecalculations(server.db, stop)
  assert.equal((await server.send('GET', `/orders/recalculations/${id}`, seller)).status, 404)
})
