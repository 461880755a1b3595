import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { startProxy, type TestProxy } from '../support/servers/proxy.ts'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'
import { until } from '../support/workers.ts'

// The network between the service and PostgreSQL fails.

let proxy: TestProxy
let stand: Stand
before(async () => {
  const addressOf = async (url: string) => {
    proxy = await startProxy(url)
    return proxy.url
  }
  const settings = { DATABASE_POOL_SIZE: '6', DATABASE_CONNECT_TIMEOUT_MS: '3000' }
  stand = await startStand(settings, { addressOf })
  await stand.call('/orders', anOrder())
})
after(async () => {
  await stand.close()
  proxy.close()
})

/** The orders with this `fk_id`, with what belongs to each. */
const ordersNamed = (fk_id: string) =>
  stand.sql(
    `select o.total_value::float,
       (select count(*)::int from events e where e.resource = 'order' and e.id_record = o.id) as events
     from orders o where o.fk_id = $1`,
    [fk_id],
  )
const WHOLE = { total_value: 37.8, events: 1 }

test('connections that break off are replaced, and requests go on', async () => {
  for (let time = 0; time < 10; time++) {
    proxy.cut()
    const answers = await Promise.all([
      stand.call('/orders/1'),
      stand.call('/orders'),
      stand.call('/orders', anOrder()),
      stand.call('/health/ready'),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 201, 200],
    )
  }
})

test('where bytes vanish silently, requests in flight and new ones get 503 in bounded time', async () => {
  proxy.swallow()
  // More than there are connections: some wait for one.
  const inFlight = Array.from({ length: 12 }, (_, i) =>
    i % 3 === 0
      ? stand.call('/orders/1')
      : stand.call(i % 3 === 1 ? '/orders' : '/orders', anOrder()),
  )
  const started = performance.now()
  for (const answer of await Promise.all(inFlight)) assertUnavailable(answer)
  console.log(`all answered after ${Math.round(performance.now() - started)} ms`)
  assertUnavailable(await stand.call('/health/ready'))
  assertUnavailable(await stand.call('/orders'))
  assert.equal((await stand.call('/health/live')).status, 200)

  proxy.heal()
  const healed = performance.now()
  await stand.ready()
  console.log(`ready again ${Math.round(performance.now() - healed)} ms after the network`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => stand.call('/orders/1')))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await stand.call('/orders', anOrder())).status, 201)
})

for (const carriedOut of [true, false]) {
  for (const end of ['cut', 'silence'] as const) {
    const fate = `${carriedOut ? 'after' : 'before'} it was carried out, by ${end}`

    test(`a commit lost ${fate}: with an Idempotency-Key the caller never knows`, async () => {
      const fk_id = `with key ${carriedOut} ${end}`
      const request = {
        ...anOrder({ fk_id }),
        headers: { 'Idempotency-Key': fk_id.replaceAll(' ', '-') },
      }
      proxy.loseCommit({ carriedOut, end })
      const { status, body } = await stand.call('/orders', request)
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual(await ordersNamed(fk_id), [WHOLE])
      const again = await stand.call('/orders', request)
      assert.deepEqual([again.status, again.body.data], [201, body.data])
      assert.deepEqual(await ordersNamed(fk_id), [WHOLE])
    })

    test(`a commit lost ${fate}: without one the caller is told that nobody knows`, async () => {
      proxy.loseCommit({ carriedOut, end })
      const change = { method: 'PATCH', body: { observations: fate } }
      assertUnavailable(await stand.call('/orders/1', change), 'outcome_unknown')
      const { observations } = (await stand.call('/orders/1')).body.data
      assert.equal(observations === fate, carriedOut)
    })

    test(`a new order lost ${fate}: the caller never knows, without a key`, async () => {
      const fk_id = `new ${carriedOut} ${end}`
      proxy.loseCreate({ carriedOut, end })
      const { status, body, headers } = await stand.call('/orders', anOrder({ fk_id }))
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual(await ordersNamed(fk_id), [WHOLE])
      const read = await stand.call(headers.get('location') ?? '')
      assert.deepEqual([read.body.data, read.headers.get('etag')], [body.data, headers.get('etag')])
    })
  }

  test(`orders that go together are lost, ${carriedOut ? 'carried out' : 'not'}: each is made once`, async () => {
    for (const end of ['cut', 'silence'] as const) {
      proxy.loseCreate({ carriedOut, end }, 2)
      // They may come one by one.
      for (let round = 0; !proxy.hasLost; round++) {
        const names = Array.from(
          { length: 12 },
          (_, i) => `together ${carriedOut} ${end} ${round} ${i}`,
        )
        const answers = await Promise.all(
          names.map((fk_id) => stand.call('/orders', anOrder({ fk_id }))),
        )
        for (const [i, { status, body }] of answers.entries()) {
          assert.deepEqual([status, body.data?.fk_id], [201, names[i]], JSON.stringify(body))
          assert.deepEqual(await ordersNamed(names[i] as string), [WHOLE])
        }
      }
    }
  })

  const fate = carriedOut ? 'goes on' : 'ends'
  test(`a new order is lost while its first run still works, and that ${fate}: one order`, async () => {
    const fk_id = `first run ${fate}`
    await stand.sql(`
      create function hold() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(7); return null; end';
      create trigger hold after insert on orders for each row execute function hold()`)
    const holder = new pg.Client({ connectionString: stand.postgres.url })
    await holder.connect()
    await holder.query('select pg_advisory_lock(7)')
    const creating = stand.call('/orders', anOrder({ fk_id }))
    // It waits a moment together with others, and then by itself.
    await untilWaiting('advisory', 'create_orders(')
    proxy.cut()
    await untilWaiting('transactionid', 'create_orders(')
    if (!carriedOut) {
      await holder.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted`,
      )
    }
    await holder.end()
    const { status, body } = await creating
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(await ordersNamed(fk_id), [WHOLE])
    await stand.sql('drop function hold cascade')
  })
}

const untilWaiting = (locktype: string, statement: string) =>
  until(async () => {
    const sql = `
      select from pg_locks join pg_stat_activity using (pid)
       where locktype = $1 and not granted and strpos(query, $2) > 0`
    return (await stand.sql(sql, [locktype, statement])).length > 0
  })

test('a lost session that still has the Idempotency-Key is waited for', async () => {
  const holder = new pg.Client({ connectionString: stand.postgres.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from customers where id = 1 for update')
  const headers = { 'Idempotency-Key': 'still-held' }
  const creating = stand.call('/orders', { ...anOrder({ fk_id: 'still held' }), headers })
  await untilWaiting('transactionid', 'create_orders(')
  proxy.cut()
  // Meanwhile the service runs it again, and finds the key taken.
  for (let time = 0; time < 20; time++) await stand.call('/orders/1')
  await holder.end()
  const { status, body } = await creating
  assert.equal(status, 201, JSON.stringify(body))
  assert.deepEqual(await ordersNamed('still held'), [WHOLE])
})

test('a new order that is lost with its server is told by its id', async () => {
  const fk_id = 'with the server'
  proxy.loseCreate({ carriedOut: true, end: 'away' })
  const refused = await stand.call('/orders', anOrder({ fk_id }))
  assertUnavailable(refused, 'outcome_unknown')
  proxy.heal()
  await stand.ready()
  const { body } = await stand.call(`/orders/${refused.body.possible_id}`)
  assert.equal(body.data.fk_id, fk_id)
  const history = await stand.call(`/orders/${refused.body.possible_id}/history`)
  assert.equal(history.body.data[0].request_id, refused.body.request_id)
  assert.deepEqual(await ordersNamed(fk_id), [WHOLE])
})

test('an order that waits for somebody holds up none of those beside it', async () => {
  const { id } = (await stand.call('/customers', { body: { name: 'Mercearia Central' } })).body.data
  const holder = new pg.Client({ connectionString: stand.postgres.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from customers where id = $1 for update', [id])
  const of = (id_customer: number) => stand.call('/orders', { body: { id_customer } })
  // Fewer than there are connections.
  const sent = Array.from({ length: 15 }, (_, i) => ({
    isHeld: i % 5 === 0,
    answer: of(i % 5 === 0 ? id : 1),
  }))
  const answersOf = async (isHeld: boolean) => {
    const answers = await Promise.all(
      sent.flatMap((one) => (one.isHeld === isHeld ? one.answer : [])),
    )
    return new Set(answers.map(({ status }) => status))
  }
  assert.deepEqual(await answersOf(false), new Set([201]))
  await holder.end()
  assert.deepEqual(await answersOf(true), new Set([201]))
})

test('a server that comes and goes is 503, and no fault of ours', async () => {
  const met = new Set<string>()
  let isOver = false
  const ask = async (_: unknown, which: number) => {
    while (!isOver) {
      const { status, body } = await (which % 2
        ? stand.call('/orders', anOrder())
        : stand.call('/orders/1'))
      met.add(status < 300 ? 'done' : body.code)
    }
  }
  const coming = async () => {
    for (let time = 0; time < 200; time++) {
      proxy.refuse()
      for (let turn = 0; turn < time % 7; turn++) await setImmediate()
      await proxy.accept()
      for (let turn = 0; turn < (time % 50) * 60; turn++) await setImmediate()
    }
    isOver = true
  }
  await Promise.all([...Array.from({ length: 12 }, ask), coming()])
  assert.ok(met.isSubsetOf(new Set(['done', 'unavailable', 'outcome_unknown'])), stand.faults())
})
