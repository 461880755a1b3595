import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Reply } from '../support/call.ts'
import { anOrder, type Stand, startStand } from '../support/servers/stand.ts'

// Under load, sessions are ended and the server crashes, again and again. Then we count.

const WRITERS = 16
/** Of sessions ended, and of crashes; more by hand. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)

let stand: Stand
before(async () => {
  stand = await startStand({ DATABASE_POOL_SIZE: '20' })
})
after(() => stand.close())

interface Sent {
  key: string
  quantity: number
  answers: Reply[]
}

/** What a stored order must be: 18.9 a piece, one event, one item. */
const wholeOrder = ({ key, quantity }: Sent) => ({
  fk_id: key,
  total: quantity * 1890,
  events: 1,
  items: 1,
})

const send = async (sent: Sent) => {
  const headers = { 'Idempotency-Key': sent.key }
  const order = anOrder({ fk_id: sent.key, items: [{ id_item: 1, quantity: sent.quantity }] })
  const isKeyed = sent.key.startsWith('keyed')
  sent.answers.push(await stand.call('/orders', { ...order, ...(isKeyed ? { headers } : {}) }))
}

async function storedOrders(): Promise<Record<string, unknown>[]> {
  return stand.sql(`
    select o.fk_id, (o.total_value * 100)::int as total,
      (select count(*)::int from events e where e.resource = 'order' and e.id_record = o.id
        and e.type = 'order.created') as events,
      (select count(*)::int from order_items i where i.id_order = o.id) as items
    from orders o`)
}

test('no acknowledged order is lost, none is half there, none is there twice', async () => {
  const all: Sent[] = []
  let created = 0
  let isOver = false
  const writer = async (_: unknown, which: number) => {
    for (let i = 0; !isOver; i++) {
      const key = `${which % 2 ? 'keyed' : 'plain'}-${randomUUID()}`
      const sent: Sent = { key, quantity: 1 + ((which + i) % 9), answers: [] }
      all.push(sent)
      await send(sent)
      if (sent.answers[0]?.status === 201) created++
    }
  }
  const until = async (condition: () => boolean) => {
    while (!condition()) await setImmediate()
  }
  const breaking = async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const enough = created + 2 * WRITERS
      await until(() => created >= enough)
      await stand.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'pedido%'`)
      const more = created + 2 * WRITERS
      await until(() => created >= more)
      await stand.postgres.halt('SIGQUIT')
      await stand.postgres.start()
    }
    const last = created + WRITERS
    await until(() => created >= last)
    isOver = true
  }
  await Promise.all([...Array.from({ length: WRITERS }, writer), breaking()])

  const refused = new Map<string, number>()
  for (const { answers } of all) {
    for (const { status, body } of answers) {
      const what = status === 201 ? 'created' : `${status} ${body.code}`
      refused.set(what, (refused.get(what) ?? 0) + 1)
    }
  }
  console.log(Object.fromEntries(refused))
  const allowed = ['created', '503 unavailable', '503 outcome_unknown']
  assert.ok(
    [...refused.keys()].every((one) => allowed.includes(one)),
    stand.faults(),
  )
  assert.equal(stand.service.child.exitCode, null)

  await check(all)
  // Whoever got an error asks again with the same key, and has one order.
  const again = all.filter(
    ({ key, answers }) => key.startsWith('keyed') && answers[0]?.status !== 201,
  )
  for (const sent of again) {
    await send(sent)
    assert.equal(sent.answers[1]?.status, 201, JSON.stringify(sent.answers[1]?.body))
  }
  await check(all)
})

async function check(all: Sent[]): Promise<void> {
  const stored = Map.groupBy(await storedOrders(), ({ fk_id }) => fk_id)
  for (const sent of all) {
    const found = stored.get(sent.key) ?? []
    const isAcknowledged = sent.answers.some(({ status }) => status === 201)
    // Refused as not done: it is absent. Unknown: absent, or wholly there.
    const isUnknown = sent.answers.every(({ body }) => body.code === 'outcome_unknown')
    if (isAcknowledged || (isUnknown && found.length > 0)) {
      assert.deepEqual(found, [wholeOrder(sent)], JSON.stringify(sent))
    } else {
      assert.deepEqual(found, [], JSON.stringify(sent))
    }
  }
}
