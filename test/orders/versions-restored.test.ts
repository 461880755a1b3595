import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stringify } from 'lossless-json'
import { type Difference, diffOf } from '../../src/orders/reads/versions/diff.ts'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { fc, SEED } from '../support/random.ts'
import { type Sample, sample } from '../support/sample.ts'

// Histories made by chance: each version comes back as it was, and what two versions differ in makes
// one of them of the other.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
type Json = any

const VERSIONS = 32

const cents = fc.integer({ min: 0, max: 5_000 }).map((units) => units / 100)
const rate = fc.integer({ min: 0, max: 3_000 }).map((units) => units / 100)
const line = fc.record(
  {
    product: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 30_000 }).map((units) => units / 1000),
    price: fc.integer({ min: 0, max: 90_000_000 }).map((units) => units / 1_000_000),
    discount_percentage: rate,
    aliq_ipi: rate,
    aliq_icms: rate,
    fk_id: fc.constantFrom('a', 'b', 'c', null),
    description: fc.constantFrom('x', 'y', null),
    recurrency_period: fc.constantFrom(7, null),
  },
  { requiredKeys: ['product', 'quantity', 'price'] },
)
const header = () =>
  fc.record(
    {
      fk_id: fc.constantFrom('one', 'two', null),
      id_user: fc.constantFrom(ids.user, null),
      id_payment_type: fc.constantFrom(ids.payment_type, null),
      id_address: fc.constantFrom(ids.address, null),
      id_quotation: fc.constantFrom(ids.quotation, null),
      delivery_date: fc.constantFrom('2026-12-24T10:00:00Z', null),
      date: fc.constantFrom('2026-01-02T03:04:05Z', '2026-02-03T04:05:06-03:00'),
      observations: fc.constantFrom('first', 'second', null),
      insurance_value: cents,
      other_expenses: cents,
      custom_fields: fc.dictionary(fc.constantFrom('a', 'b/c', '~'), fc.constantFrom('1', '2')),
    },
    { requiredKeys: [] },
  )
const freight = () =>
  fc.record({
    id_freight_type: fc.constantFrom(ids.charged_freight, ids.free_freight),
    freight_value: cents,
  })
const discount = fc.oneof(
  fc.record({ discount_percentage: rate }),
  fc.record({ discount_value: fc.integer({ min: 0, max: 20 }).map((units) => units / 100) }),
)

const stepOf = () =>
  fc.record({
    fields: fc.oneof(header(), freight(), discount),
    add: fc.array(line, { maxLength: 2 }),
    change: fc.option(line),
    remove: fc.boolean(),
    moves: fc.integer({ min: 0, max: 9 }),
  })

const bodyOf = ({ product, ...body }: { product: boolean }) => ({
  id_item: product ? ids.product : ids.service,
  ...body,
})

/** What the items of an order become; what chance made impossible is refused, and no version. */
async function step(order: Json, made: Json): Promise<void> {
  const [first, ...others] = order.items
  const last = others.at(-1)
  const items = {
    add: made.add.map(bodyOf),
    change:
      made.change && first ? [{ ...bodyOf(made.change), fk_id: undefined, id: first.id }] : [],
    remove: made.remove && last ? [{ id: last.id }] : [],
  }
  const next = { Draft: 'Open', Open: 'Approved' }[order.status.name as string]
  const move = made.moves === 0 && next ? { id_order_status: ids.statuses[next] } : {}
  await server.send('POST', `/orders/${order.id}/changes`, {
    body: { ...made.fields, ...move, items },
  })
}

/** An order with a history, of which are the documents. */
async function history(seed: number): Promise<{ id: number; documents: Json[] }> {
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const steps = fc.sample(stepOf(), { numRuns: 200, seed })
  const versions = async () =>
    (await data(server, 'GET', `/orders/${id}/versions?limit=100`)).length
  for (const made of steps) {
    await step(await data(server, 'GET', `/orders/${id}`), made)
    if ((await versions()) >= VERSIONS) break
  }
  const count = await versions()
  assert.ok(count >= VERSIONS, `${count} versions`)
  const documents: Json[] = []
  for (let n = 1; n <= count; n++) {
    documents.push(await data(server, 'GET', `/orders/${id}/versions/${n}`))
  }
  return { id, documents }
}

for (const [place, amounts] of ['verify', 'trust'].entries()) {
  const seed = SEED + place
  test(`every version of a history is restored as it was, in ${amounts}`, async () => {
    await succeed(server, 'PATCH', '/account', { amounts: 'trust' })
    const { id, documents } = await history(seed)
    await succeed(server, 'PATCH', '/account', { amounts })
    const places = documents.map((_, i) => i + 1)
    const inTurn = fc.sample(fc.shuffledSubarray(places, { minLength: places.length }), {
      numRuns: 1,
      seed,
    })[0] as number[]
    for (const n of inTurn) {
      const before = await data(server, 'GET', `/orders/${id}`)
      const preview = await data(server, 'POST', `/orders/${id}/versions/${n}/restore?dry_run=true`)
      assert.deepEqual(await data(server, 'GET', `/orders/${id}`), before)
      const { order, diff } = await data(server, 'POST', `/orders/${id}/versions/${n}/restore`)
      const was = documents[n - 1]
      const { status, reason, updated_at } = order
      assert.deepEqual(order, { ...was, status, reason, updated_at }, `version ${n}`)
      assert.deepEqual(status, before.status)
      assert.deepEqual(preview.order, { ...order, updated_at: preview.order.updated_at })
      assert.deepEqual({ ...preview.diff, to_version: diff.to_version }, diff)
      assert.deepEqual(applied(before, diff), { ...order, updated_at: before.updated_at })
    }
    await assertConsistent(server)
    await succeed(server, 'PATCH', `/orders/${id}`, { fk_id: null })
  })
}

test('what two versions differ in makes the second of the first', async () => {
  const { documents } = await history(SEED + 2)
  for (const [i, from] of documents.entries()) {
    for (const to of [documents[0], documents[i + 1] ?? from, documents.at(-1)]) {
      const diff = diffOf(JSON.stringify(from), JSON.stringify(to))
      const read = JSON.parse(stringify(diff) as string)
      assert.deepEqual(applied(from, read), { ...to, updated_at: from.updated_at })
    }
  }
})

test('numbers that are longer than a double are told to the last digit', () => {
  const of = (price: string) => `{"items":[{"id":1,"price":${price},"item":{"id":2}}]}`
  const diff = diffOf(of('123456789012.0000000001'), of('123456789012.0000000003'))
  assert.equal(
    stringify(diff.items.changed),
    '[{"id":1,"item":{"id":2},"changes":[{"pointer":"/price","from":123456789012.0000000001,"to":123456789012.0000000003,"difference":0.0000000002}]}]',
  )
})

/** A document with a diff laid over it. */
function applied(from: Json, { changes, items }: Json): Json {
  const order = laid(from, changes)
  const gone = new Set(items.removed.map(({ id }: Json) => id))
  const changed = new Map<number, Difference[]>(
    items.changed.map((one: Json) => [one.id, one.changes]),
  )
  const kept = order.items.filter(({ id }: Json) => !gone.has(id))
  const all = [...kept.map((item: Json) => laid(item, changed.get(item.id) ?? [])), ...items.added]
  return { ...order, items: all.sort((a, b) => a.id - b.id) }
}

/** Objects without a property for what is not there. */
const HOLD_WHAT_IS_THERE = new Set(['custom_fields', 'taxes_total'])

function laid(value: Json, changes: Difference[]): Json {
  const copy = structuredClone(value)
  for (const { pointer, to } of changes) {
    const path = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = path.pop() as string
    const holder = path.reduce((at, key) => at[key], copy)
    if (to === null && HOLD_WHAT_IS_THERE.has(path[0] as string)) delete holder[last]
    else holder[last] = to
  }
  return copy
}
