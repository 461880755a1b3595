import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { UNRESTRICTED } from '../../src/access/row-scope.ts'
import type { Reader } from '../../src/database/database.ts'
import { readOrder } from '../../src/orders/reads/order.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// Orders that several requests want at the same time are read in one statement.

let server: Server
let customer: number
let orders: number[]
before(async () => {
  server = await startServer()
  customer = (await sample(server)).customer
  orders = []
  for (let i = 0; i < 4; i++) orders.push(await newOrder())
})
after(() => server.close())

async function newOrder(): Promise<number> {
  return (await data(server, 'POST', '/orders', { id_customer: customer })).id
}

const read = (id: number, { token }: Account = server) =>
  server.send('GET', `/orders/${id}`, { token })

/** The server's database, with the number of statements that were asked of it. */
function counting(): { db: Reader; asked: () => number } {
  let asked = 0
  const executeQuery: Reader['executeQuery'] = (query) => {
    asked++
    return server.db.executeQuery(query)
  }
  return { db: { executeQuery, getExecutor: () => server.db.getExecutor() }, asked: () => asked }
}

/** The JSON of an order that anybody may see. */
async function documentOf(db: Reader, id: number): Promise<string> {
  const viewer = { account_id: server.account_id, only: UNRESTRICTED }
  return (await readOrder(db, viewer, { id })).document
}

test('what is read at once is one statement, and each gets its own order', async () => {
  const { db, asked } = counting()
  const wanted = [...orders, ...orders.toReversed()]
  const found = await Promise.all(wanted.map((id) => documentOf(db, id)))
  assert.deepEqual(
    found.map((document) => JSON.parse(document).id),
    wanted,
  )
  assert.equal(asked(), 1)
  await documentOf(db, wanted[0] as number)
  assert.equal(asked(), 2)
})

test('a read that comes later sees what was committed meanwhile', async () => {
  const id = await newOrder()
  const { db } = counting()
  const earlier = await documentOf(db, id)
  await succeed(server, 'PATCH', `/orders/${id}`, { observations: 'changed' })
  const [later, other] = await Promise.all(
    [id, orders[0] as number].map((one) => documentOf(db, one)),
  )
  assert.equal(JSON.parse(earlier).observations, null)
  assert.equal(JSON.parse(later ?? '').observations, 'changed')
  assert.equal(JSON.parse(other ?? '').id, orders[0])
})

test('one that is not there, or another account’s, is missed by its own reader alone', async () => {
  const stranger = await server.newAccount('stranger')
  const [own, absent, foreign, again] = await Promise.all([
    read(orders[0] as number),
    read(9_000_000_000),
    read(orders[0] as number, stranger),
    read(orders[1] as number),
  ])
  assert.deepEqual(
    [own, absent, foreign, again].map((answer) => answer?.status),
    [200, 404, 404, 200],
  )
  assert.deepEqual([own?.body.data.id, again?.body.data.id], orders.slice(0, 2))
})

test('more orders than one statement takes', async () => {
  const { db, asked } = counting()
  const wanted = Array.from({ length: 250 }, (_, i) => orders[i % orders.length] as number)
  const found = await Promise.all(wanted.map((id) => documentOf(db, id)))
  assert.deepEqual(
    found.map((document) => JSON.parse(document).id),
    wanted,
  )
  assert.equal(asked(), 3)
})

test('after a rename all that are read at once show the new name', async () => {
  await succeed(server, 'PATCH', `/customers/${customer}`, { name: 'Renamed' })
  const answers = await Promise.all(orders.map((id) => read(id)))
  for (const { status, text } of answers) {
    assert.equal(status, 200)
    assert.match(text, /"Renamed"/)
  }
})
