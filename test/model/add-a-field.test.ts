import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import Big from 'big.js'
import { refreshDocuments } from '../../src/orders/reads/refresh.ts'
import { type Server, startServer } from '../harness.ts'
import { isQueueing, runJobs } from '../support/feed.ts'
import { type Sample, sample } from '../support/sample.ts'
import { until } from '../support/workers.ts'
import { costOf, type Followed, follow, ROOT } from './followed-page.ts'

// The page that tells how an order gets a field, as somebody who follows it: its diffs are applied to
// a copy of the sources, a database with orders is brought up to date while this version writes, and the
// service is asked.

const PAGE = 'add-a-field.md'
const DEFINITION_TEST = 'test/orders/definition.test.ts'
const ROW = 'packages/model/order.ts'
const NAME = 'unloading_value'

let server: Server
let followed: Followed
let stopJobs: () => Promise<void>
let ids: Sample
/** Orders, of which one is locked, one is gone, and some came while the database was brought up to date. */
const ordersOfBefore: { [status: string]: number[] } = { Open: [], Invoiced: [], gone: [] }
const ask: Followed['ask'] = (...request) => followed.ask(...request)

/** What this version writes. Its answers are not held to its document: they follow the database’s functions. */
async function writeOrders(): Promise<void> {
  const { app, token } = server
  const write = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    return app.inject({ method, url, headers, ...(payload && { payload }) })
  }
  const items = [{ id_item: ids.product, quantity: 2, price: 1.5 }]
  for (const [status, kept] of Object.entries(ordersOfBefore)) {
    const id_order_status = ids.statuses[status === 'gone' ? 'Open' : status]
    const order = { id_customer: ids.customer, id_order_status, items }
    const { id } = (await write('POST', '/orders', order)).json().data
    await write('PATCH', `/orders/${id}`, { observations: 'x' })
    if (status === 'gone') await write('DELETE', `/orders/${id}`)
    kept.push(id)
  }
}

before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  ids = await sample(server)
  await writeOrders()
  followed = await follow(server, PAGE, ['console/src', DEFINITION_TEST], writeOrders)
  await writeOrders()
  await until(async () => !(await isQueueing(server, server.account_id)))
})
after(async () => {
  await followed.close()
  await stopJobs()
  await server.close()
})

test('the page takes at most 4 files and 30 lines', async () => {
  assert.deepEqual(followed.migrated, ['0999_unloading_value.sql', 'functions.sql'])
  const { files, lines } = await costOf(PAGE)
  assert.ok(files <= 4 && lines <= 30, `${files}, ${lines}`)
})

/** Each order as it is shown has the field, where a new one has it. */
async function assertShown(orders: Record<string, unknown>[], count: number): Promise<void> {
  const order = { id_customer: ids.customer, items: [] }
  const { data: fresh } = await ask('POST', '/orders/preview', order)
  assert.equal(orders.length, count)
  for (const one of orders) {
    assert.equal(one[NAME], 0)
    assert.deepEqual(Object.keys(one), Object.keys(fresh))
  }
}

test('orders and events that were there before have the field, whoever wrote them', async () => {
  const { Open = [], Invoiced = [], gone = [] } = ordersOfBefore
  const there = [...Open, ...Invoiced]
  for (const id of there) await assertShown([(await ask('GET', `/orders/${id}`)).data], 1)
  for (const query of ['sort=id', 'sort=id&pagination=cursor']) {
    await assertShown((await ask('GET', `/orders?${query}`)).data, there.length)
  }
  const lines = await ask('GET', '/orders', undefined, 'application/x-ndjson')
  await assertShown(lines.data, there.length)
  const { data: some } = await ask('GET', `/orders?sort=id&fields=${NAME}`)
  assert.deepEqual(
    some,
    there.map(() => ({ [NAME]: 0 })),
  )
  const { data: events } = await ask('GET', '/events?type=order.*&limit=100')
  const records = events.map((event: { data: { record: object } }) => event.data.record)
  await assertShown(records, 2 * there.length + 3 * gone.length)
  for (const id of [...there, ...gone]) {
    const { data: history } = await ask('GET', `/orders/${id}/history`)
    const kept = history.map((event: { data: object }) => event.data)
    await assertShown(kept, gone.includes(id) ? 3 : 2)
  }
  for (const id of Invoiced) {
    await ask('PATCH', `/orders/${id}`, { observations: 'y' })
    const { data: history } = await ask('GET', `/orders/${id}/history`)
    assert.deepEqual(history.at(-1).changed_fields, ['observations'])
  }
})

test('documents of orders that are not locked are built anew', async () => {
  const { db, pool, account_id } = server
  const stop = new AbortController().signal
  while (!(await refreshDocuments(db, account_id, stop)).isDone);
  const { rows } = await pool.query(`
    select id_order from order_documents where names_epoch is not null and shape < order_shape()`)
  assert.deepEqual(rows, [])
})

test('an order has the field, and its total', async () => {
  const order = { id_customer: ids.customer, items: [], [NAME]: 12.5 }
  const created = await ask('POST', '/orders', order)
  assert.equal(created.statusCode, 201, created.text)
  const { id } = created.data
  assert.deepEqual([created.data[NAME], created.data.total_value], [12.5, 12.5])
  const changed = await ask('PATCH', `/orders/${id}`, { [NAME]: 20 })
  assert.deepEqual([changed.data[NAME], changed.data.total_value], [20, 20])
  const kept = await ask('PATCH', `/orders/${id}`, { observations: 'x' })
  assert.deepEqual([kept.data[NAME], kept.data.total_value], [20, 20])
  const found = await ask('GET', `/orders?unloading_from=1&fields=id,${NAME}`)
  assert.deepEqual(found.data, [{ id, [NAME]: 20 }])
  const { text } = await ask('GET', `/orders?id=${id}`, undefined, 'text/csv')
  assert.match(text, new RegExp(`\\b${NAME}\\b`))
  const none = await ask('PATCH', `/orders/${id}`, { [NAME]: null })
  assert.deepEqual([none.data[NAME], none.data.total_value], [0, 0])
  const refused = await ask('PATCH', `/orders/${id}`, { [NAME]: -1 })
  assert.equal(refused.statusCode, 422)
})

test('the reference, the client and the guides tell of it', async () => {
  const { openApiText } = await followed.module('scripts/generate/openapi.ts')
  const openApi: string = await openApiText(server.db)
  const { OrderInputBase, Order } = JSON.parse(openApi).components.schemas
  assert.ok(OrderInputBase.properties[NAME] && Order.properties[NAME])
  const { clientFiles } = await followed.module('scripts/generate/client/files.ts')
  const client = [...(clientFiles(openApi) as Map<string, string>).values()].join('\n')
  assert.match(client, new RegExp(`\\b${NAME}\\?: number \\| null`))
  const { guidePage } = await followed.module('scripts/generate/documents.ts')
  assert.match(await guidePage('docs/imports.md'), new RegExp(`\`${NAME}\``))
})

test('files, paper and the console have it', async () => {
  const { importFields } = await followed.module('src/files/imports/mapping/fields.ts')
  const field = importFields.orders.find(({ name }: { name: string }) => name === NAME)
  assert.ok(field.headings.includes('Descarga') && field.headings.includes('Valor da descarga'))
  const { amountsOf } = await followed.module('src/files/documents/details.ts')
  const paper = { language: 'pt-BR', time_zone: 'UTC' }
  const amount = new Big('12.5')
  assert.deepEqual(amountsOf({ [NAME]: amount }, paper), [['Valor da descarga', amount]])
  const { propertyRows } = await followed.module('console/src/orders/properties.ts')
  assert.ok(propertyRows.some(({ name }: { name: string }) => name === NAME))
  const { emptyHeader, headerOfOrder, valuesOf } = await followed.module(
    'console/src/orders/form/header.ts',
  )
  const order = { id_customer: ids.customer, items: [] }
  const { data: kept } = await ask('POST', '/orders/preview', order)
  const clock = { day: String, time: String }
  assert.equal(headerOfOrder(kept, clock)[NAME], '')
  assert.equal(headerOfOrder({ ...kept, [NAME]: 20 }, clock)[NAME], '20')
  assert.equal(valuesOf({ ...emptyHeader(), [NAME]: '12.5' })[NAME], 12.5)
})

test('a file of the page that is left out is found', async () => {
  const { schemaText } = await followed.module('scripts/generate/schema.ts')
  const changed = await schemaText(server.db)
  const withRow = await readFile(join(followed.copy, ROW), 'utf8')
  const [before, withoutRow] = await Promise.all(
    ['schema.sql', ROW].map((path) => readFile(join(ROOT, path), 'utf8')),
  )
  for (const [schema, rows, isFound] of [
    [changed, withRow, false],
    [before, withRow, true],
    [changed, withoutRow, true],
  ] as const) {
    await writeFile(join(followed.copy, 'schema.sql'), schema ?? '')
    await writeFile(join(followed.copy, ROW), rows ?? '')
    const file = join(followed.copy, DEFINITION_TEST)
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--test', file], { env })
    assert.equal(status !== 0, isFound, String(stdout))
    if (isFound) assert.match(String(stdout), new RegExp(`'${NAME}'`))
  }
})
