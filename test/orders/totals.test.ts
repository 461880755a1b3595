import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { assertConsistent, centsOf, data, succeed, toCents } from '../support/orders.ts'
import { fc } from '../support/random.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({}, false)
  ids = await sample(server)
})
after(() => server.close())

/** An order of 2 lines (30 + 1.5 IPI, 20 + 4 ICMS-ST) and a freight of 7, charged. */
async function anOrder(freight = ids.charged_freight): Promise<{ id: number; items: number[] }> {
  const line = { id_item: ids.product, quantity: 1 }
  const { id, items } = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_freight_type: freight,
    freight_value: 7,
    items: [
      { ...line, price: 30, value_ipi: 1.5 },
      { ...line, price: 20, value_icms_st: 4 },
    ],
  })
  return { id, items: items.map((item: { id: number }) => item.id) }
}

const run = (statement: RawBuilder<unknown>) => statement.execute(server.db)

async function assertRefused(statement: RawBuilder<unknown>): Promise<void> {
  await assert.rejects(run(statement), (error: { code?: string; constraint?: string }) => {
    assert.deepEqual([error.code, error.constraint], ['23514', 'orders_total_value_is_the_sum'])
    return true
  })
}

const copied =
  sql.raw(`account_id, id_order, id_item, quantity, price, total_item, vlr_desc, perc_desc,
  unit_liq, total_liq, base_icms_st, icms_st, vlr_icms_st, base_ipi, ipi, value_ipi, base_icms, icms, vlr_icms`)

test('the database refuses a total that is not the sum of its parts, whoever writes', async () => {
  const { id, items } = await anOrder()
  const [first] = items
  const other = (await anOrder()).id
  const kept = await data(server, 'GET', `/orders/${id}`)
  for (const statement of [
    sql`update orders set total_value = total_value + 0.01 where id = ${id}`,
    sql`update orders set total_value = 0 where id = ${id}`,
    sql`update orders set freight_value = 8 where id = ${id}`,
    sql`update orders set insurance_value = 1 where id = ${id}`,
    sql`update orders set other_expenses = 1 where id = ${id}`,
    sql`update orders set discount_value = 1 where id = ${id}`,
    sql`update orders set freight_charged = false where id = ${id}`,
    sql`update orders set freight_charged = false, id_freight_type = null, freight_value = 0 where id = ${id}`,
    sql`update order_items set total_liq = total_liq + 1 where id = ${first}`,
    sql`update order_items set value_ipi = value_ipi + 0.01 where id = ${first}`,
    sql`update order_items set vlr_icms_st = 0.01 where id = ${first}`,
    sql`update order_items set total_liq = total_liq * 2 where id_order in (${id}, ${other})`,
    sql`update order_items set id_order = ${other} where id = ${first}`,
    sql`delete from order_items where id = ${first}`,
    sql`delete from order_items`,
    sql`insert into order_items (${copied}) select ${copied} from order_items where id = ${first}`,
    sql`with gone as (delete from order_items where id = ${first})
        update orders set total_value = total_value - 31.49 where id = ${id}`,
    sql`insert into orders (account_id, date, id_customer, id_order_status, total_value)
        select account_id, date, id_customer, id_order_status, 1 from orders where id = ${id}`,
  ]) {
    await assertRefused(statement)
  }
  const next = sql`update orders set freight_value = 1 where id = ${id}`
  await assert.rejects(server.db.transaction().execute((tx) => next.execute(tx)))
  assert.deepEqual(await data(server, 'GET', `/orders/${id}`), kept)
})

test('the database lets pass what adds up, and what touches no amount', async () => {
  const { id, items } = await anOrder()
  const [first, second] = items
  for (const statement of [
    sql`update orders set freight_value = 8, total_value = total_value + 1 where id = ${id}`,
    sql`update orders set freight_charged = false, total_value = total_value - 8 where id = ${id}`,
    sql`update orders set freight_value = 80 where id = ${id}`,
    sql`update order_items set total_liq = total_liq - 1, value_ipi = value_ipi + 1 where id = ${first}`,
    sql`update order_items set vlr_icms = 99, description = 'x' where id = ${first}`,
    sql`with changed as (update order_items set total_liq = total_liq + 0.01 where id = ${first})
        update orders set total_value = total_value + 0.01 where id = ${id}`,
    sql`with changed as (
          insert into order_items (${copied}) select ${copied} from order_items where id = ${first})
        update orders set total_value = total_value + 31.51 where id = ${id}`,
    sql`with gone as (delete from order_items where id = ${second})
        update orders set total_value = total_value - 24 where id = ${id}`,
    sql`update orders set observations = 'x', version = version where id = ${id}`,
    sql`delete from orders where id = ${id}`,
  ]) {
    await run(statement)
  }
  const { rows } = await sql`select from order_items where id_order = ${id}`.execute(server.db)
  assert.equal(rows.length, 0)
})

test('nothing negative enters the tables', async () => {
  const { id, items } = await anOrder()
  for (const statement of [
    sql`update orders set freight_value = -1, total_value = total_value - 8 where id = ${id}`,
    sql`update orders set insurance_value = -1, total_value = total_value - 1 where id = ${id}`,
    sql`update orders set other_expenses = -1, total_value = total_value - 1 where id = ${id}`,
    sql`update orders set discount_value = -1, total_value = total_value + 1 where id = ${id}`,
    sql`update orders set discount_value = total_value, total_value = 0 where id = ${id}`,
    sql`update order_items set quantity = 0 where id = ${items[0]}`,
    sql`update order_items set price = -1 where id = ${items[0]}`,
    sql`with c as (update order_items set total_liq = -1 where id = ${items[0]})
        update orders set total_value = total_value - 31 where id = ${id}`,
    sql`update order_items set vlr_icms = -0.01 where id = ${items[0]}`,
    sql`update orders set id_freight_type = null where id = ${id}`,
  ]) {
    await assert.rejects(run(statement), { code: '23514' })
  }
})

test('an account that trusts its ERP keeps what was sent, and totals still are sums', async () => {
  const line = {
    id_item: ids.product,
    quantity: 3,
    price: 10,
    discount_value: 1,
    net_value: 30.5,
    base_ipi: 100,
    aliq_ipi: 10,
    value_ipi: 9.99,
  }
  const body = { id_customer: ids.customer, items: [line] }
  const refused = await server.send('POST', '/orders', { body })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.errors.map(({ code }: { code: string }) => code),
    ['amount_contradiction'],
    'the IPI is near enough, the net is a sum',
  )
  await succeed(server, 'PATCH', '/account', { amounts: 'trust' })
  const order = await data(server, 'POST', '/orders', body)
  const [{ total_liq, vlr_desc, value_ipi, perc_desc }] = order.items
  assert.deepEqual([total_liq, vlr_desc, value_ipi, perc_desc], [30.5, 1, 9.99, 3.3333])
  assert.equal(order.total_value, 40.49)
  const path = `/orders/${order.id}/items/${order.items[0].id}`
  assert.equal((await data(server, 'PATCH', path, { value_ipi: 0.01 })).total_value, 30.51)
  await succeed(server, 'PATCH', '/account', { amounts: 'verify' })
  await assertConsistent(server)
})

// --- any sequence of commands ---------------------------------------------------------------

/** What an order should come to, kept apart from the service, in cents. */
interface Model {
  /** Item id → the cents that it adds. */
  lines: Map<number, Line>
  freight: bigint
  charged: boolean
  insurance: bigint
  others: bigint
  /** Of the discount of the whole order. */
  percentage: number
}

interface Real {
  path: string
}

/** A line whose figures need no rounding: n units at c cents less d cents, IPI and ICMS-ST as sent. */
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 999 }),
  price: fc.integer({ min: 0, max: 99_999 }),
  discount: fc.integer({ min: 0, max: 50 }),
  ipi: fc.integer({ min: 0, max: 9_999 }),
  st: fc.integer({ min: 0, max: 9_999 }),
})
type Line = typeof line extends fc.Arbitrary<infer L> ? L : never

const inMoney = (cents: number | bigint) =>
  Number(`${BigInt(cents) / 100n}.${String(BigInt(cents) % 100n).padStart(2, '0')}`)
const discountOf = ({ quantity, price, discount }: Line) => Math.min(discount, quantity * price)
const centsOfLine = (sent: Line) =>
  BigInt(sent.quantity) * BigInt(sent.price) - BigInt(discountOf(sent)) + BigInt(sent.ipi + sent.st)

const written = (sent: Line) => ({
  quantity: sent.quantity,
  price: inMoney(sent.price),
  discount_value: inMoney(discountOf(sent)),
  value_ipi: inMoney(sent.ipi),
  value_icms_st: inMoney(sent.st),
})

const netOfLine = (sent: Line) =>
  BigInt(sent.quantity) * BigInt(sent.price) - BigInt(discountOf(sent))

/** In cents, rounded half-up. */
function discountOfOrder({ lines, percentage }: Model): bigint {
  const net = [...lines.values()].reduce((sum, line) => sum + netOfLine(line), 0n)
  return (net * BigInt(percentage) + 50n) / 100n
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
function assertTotal(model: Model, order: any): void {
  const charges = (model.charged ? model.freight : 0n) + model.insurance + model.others
  const header = charges - discountOfOrder(model)
  const sum = [...model.lines.values()].reduce((a, line) => a + centsOfLine(line), header)
  assert.equal(toCents(order.discount_value), discountOfOrder(model))
  assert.equal(toCents(order.total_value), sum)
  assert.equal(centsOf(order, model.charged), sum)
}

const chargesOf = ({ insurance, others }: Model) => ({
  insurance_value: inMoney(insurance),
  other_expenses: inMoney(others),
})

type Command = fc.AsyncCommand<Model, Real>

/** A command that writes and gives the order back; `change` brings the model after it. */
function command(
  name: string,
  write: (model: Model, path: string) => Promise<unknown>,
  check: (model: Model) => boolean = () => true,
): Command {
  return {
    check,
    async run(model, { path }) {
      await write(model, path)
      assertTotal(model, await data(server, 'GET', path))
    },
    toString: () => name,
  }
}

const idOf = ({ lines }: Model, n: number) => [...lines.keys()][n % lines.size] as number
const hasLines = ({ lines }: Model) => lines.size > 0

const add = (sent: Line) =>
  command(`add ${fc.stringify(sent)}`, async (model, path) => {
    const body = { ...written(sent), id_item: ids.product }
    const order = await data(server, 'POST', `${path}/items`, body)
    model.lines.set(order.items.at(-1).id, sent)
    assertTotal(model, order)
  })

const change = (n: number, sent: Line) =>
  command(
    `change ${n} ${fc.stringify(sent)}`,
    async (model, path) => {
      const id = idOf(model, n)
      model.lines.set(id, sent)
      assertTotal(model, await data(server, 'PATCH', `${path}/items/${id}`, written(sent)))
    },
    hasLines,
  )

const remove = (n: number) =>
  command(
    `remove ${n}`,
    async (model, path) => {
      const id = idOf(model, n)
      model.lines.delete(id)
      await succeed(server, 'DELETE', `${path}/items/${id}`)
    },
    hasLines,
  )

const freight = (cents: number, charged: boolean) =>
  command(`freight ${cents} ${charged}`, async (model, path) => {
    model.freight = BigInt(cents)
    model.charged = charged
    const body = {
      id_freight_type: charged ? ids.charged_freight : ids.free_freight,
      freight_value: inMoney(cents),
    }
    assertTotal(model, await data(server, 'PATCH', path, body))
  })

const charges = (insurance: number, others: number) =>
  command(`charges ${insurance} ${others}`, async (model, path) => {
    model.insurance = BigInt(insurance)
    model.others = BigInt(others)
    assertTotal(model, await data(server, 'PATCH', path, chargesOf(model)))
  })

const discount = (percentage: number) =>
  command(`discount ${percentage} %`, async (model, path) => {
    model.percentage = percentage
    assertTotal(model, await data(server, 'PATCH', path, { discount_percentage: percentage }))
  })

const replace = (sent: Line[]) =>
  command(`replace ${fc.stringify(sent)}`, async (model) => {
    const items = sent.map((one, i) => ({ ...written(one), id_item: ids.product, fk_id: `${i}` }))
    const body = {
      id_customer: ids.customer,
      id_freight_type: model.charged ? ids.charged_freight : ids.free_freight,
      freight_value: inMoney(model.freight),
      ...chargesOf(model),
      discount_percentage: model.percentage,
      items,
    }
    const order = await data(server, 'PUT', '/orders/fk_id/model', body)
    model.lines = new Map(
      order.items.map((item: { id: number; fk_id: string }) => [
        item.id,
        sent[Number(item.fk_id)] as Line,
      ]),
    )
    assertTotal(model, order)
  })

test('whatever is done to an order, its total stays the sum', async () => {
  const n = fc.nat(50)
  const commands = fc.commands(
    [
      line.map(add),
      fc.tuple(n, line).map(([i, sent]) => change(i, sent)),
      n.map(remove),
      fc.tuple(fc.nat(99_999), fc.boolean()).map(([cents, charged]) => freight(cents, charged)),
      fc.tuple(fc.nat(99_999), fc.nat(99_999)).map((both) => charges(...both)),
      fc.nat(100).map(discount),
      fc.array(line, { maxLength: 4 }).map(replace),
    ],
    { maxCommands: 12 },
  )
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const setup = async () => {
        const { id } = await data(server, 'PUT', '/orders/fk_id/model', {
          id_customer: ids.customer,
        })
        return {
          model: {
            lines: new Map(),
            freight: 0n,
            charged: false,
            insurance: 0n,
            others: 0n,
            percentage: 0,
          },
          real: { path: `/orders/${id}` },
        }
      }
      await fc.asyncModelRun(setup, all)
    }),
    { numRuns: 40 },
  )
  await assertConsistent(server)
})

test('a wrong total is refused wherever the account’s rows are', async () => {
  const shards = await startServer()
  const { customer, product } = await sample(shards)
  const line = { id_item: product, quantity: 2, price: 5 }
  const order = { id_customer: customer, items: [line] }
  const { id, items, total_value } = await data(shards, 'POST', '/orders', order)
  const [{ id: first }] = items
  const { account_id, db } = shards
  for (const statement of [
    sql`update orders set total_value = 1 where account_id = ${account_id} and id = ${id}`,
    sql`update order_items set total_liq = 1 where account_id = ${account_id} and id_order = ${id} and id = ${first}`,
    sql`delete from order_items where account_id = ${account_id} and id_order = ${id} and id = ${first}`,
  ]) {
    await assert.rejects(statement.execute(db), { code: '23514', message: /has total_value/ })
  }
  assert.equal((await data(shards, 'GET', `/orders/${id}`)).total_value, total_value)
  await shards.close()
})
