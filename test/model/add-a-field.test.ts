import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import Big from 'big.js'
import { type Server, startServer } from '../harness.ts'

// The page that tells how an order gets a field, as somebody who follows it: its diffs are applied to
// a copy of the sources, a database with an order is brought up to date, and the service is asked.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ROW = 'packages/model/order.ts'
const NAME = 'insurance_value'

let server: Server
let copy: string
let orderOfBefore: number
let ask: (method: string, path: string, body?: object, type?: string) => Promise<Answer>
let close: () => Promise<unknown>

interface Answer {
  statusCode: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service says
  data: any
}

/** A module of the copy. */
const copied = (path: string) => import(pathToFileURL(join(copy, path)).href)

async function copySources(): Promise<void> {
  copy = await mkdtemp(join(tmpdir(), 'pedido-field-'))
  for (const name of ['src', 'packages', 'migrations', 'scripts', 'examples', 'package.json']) {
    await cp(join(ROOT, name), join(copy, name), { recursive: true })
  }
  for (const name of ['docs', 'console/src', 'test/orders/definition.test.ts']) {
    await cp(join(ROOT, name), join(copy, name), { recursive: true })
  }
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@pedido'), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@pedido') await symlink(join(ROOT, 'node_modules', name), join(modules, name))
  }
  await symlink(join(copy, 'packages/model'), join(modules, '@pedido/model'))
}

async function diffs(): Promise<string[]> {
  const page = await readFile(join(ROOT, 'docs/add-a-field.md'), 'utf8')
  return Array.from(page.matchAll(/^```diff\n(.*?)^```$/gms), ([, diff]) => diff ?? '')
}

before(async () => {
  server = await startServer()
  const { send, db, pool, config, resources, token } = server
  const { body: customer } = await send('POST', '/customers', { body: { name: 'Mercado' } })
  const order = { id_customer: customer.data.id, items: [] }
  orderOfBefore = (await send('POST', '/orders', { body: order })).body.data.id
  await copySources()
  execFileSync('git', ['apply', '-p0'], { cwd: copy, input: (await diffs()).join('') })
  const { functionsText, FUNCTIONS } = await copied('scripts/generate/functions.ts')
  await writeFile(join(copy, FUNCTIONS), await functionsText())
  const { migrate } = await copied('src/database/schema/migrate.ts')
  assert.deepEqual(await migrate(pool), ['0999_insurance_value.sql', 'functions.sql'])
  const { buildApp } = await copied('src/app.ts')
  const database = { db, reads: db, pipelined: db }
  const app = await buildApp({ config, database, ...resources })
  close = () => app.close()
  ask = async (method, path, body, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, accept: type }
    const answer = await app.inject({ method, url: path, headers, ...(body && { payload: body }) })
    const { statusCode, body: text } = answer
    const isJson = String(answer.headers['content-type']).includes('json')
    return { statusCode, text, data: isJson ? JSON.parse(text).data : undefined }
  }
})
after(async () => {
  await close()
  await server.close()
  await rm(copy, { recursive: true })
})

test('the page takes at most 4 files and 30 lines', async () => {
  const lines = (await diffs()).join('').split('\n')
  const files = lines.filter((line) => line.startsWith('+++ '))
  const changed = lines.filter((line) => /^[+-](?![+-])/.test(line))
  assert.ok(files.length <= 4 && changed.length <= 30, `${files.length}, ${changed.length}`)
})

test('an order has the field, and its total', async () => {
  const { data: old } = await ask('GET', `/orders/${orderOfBefore}`)
  assert.equal(old[NAME], 0)
  const order = { id_customer: old.customer.id, items: [], [NAME]: 12.5 }
  const created = await ask('POST', '/orders', order)
  assert.equal(created.statusCode, 201, created.text)
  const { id } = created.data
  assert.deepEqual([created.data[NAME], created.data.total_value], [12.5, 12.5])
  const changed = await ask('PATCH', `/orders/${id}`, { [NAME]: 20 })
  assert.deepEqual([changed.data[NAME], changed.data.total_value], [20, 20])
  const kept = await ask('PATCH', `/orders/${id}`, { observations: 'x' })
  assert.deepEqual([kept.data[NAME], kept.data.total_value], [20, 20])
  const found = await ask('GET', `/orders?insurance_from=1&fields=id,${NAME}`)
  assert.deepEqual(found.data, [{ id, [NAME]: 20 }])
  const { text } = await ask('GET', `/orders?id=${id}`, undefined, 'text/csv')
  assert.match(text, new RegExp(`\\b${NAME}\\b`))
  const none = await ask('PATCH', `/orders/${id}`, { [NAME]: null })
  assert.deepEqual([none.data[NAME], none.data.total_value], [0, 0])
  const refused = await ask('PATCH', `/orders/${id}`, { [NAME]: -1 })
  assert.equal(refused.statusCode, 422)
})

test('the reference, the client and the guides tell of it', async () => {
  const { openApiText } = await copied('scripts/generate/openapi.ts')
  const openApi: string = await openApiText(server.db)
  const { OrderInput, Order } = JSON.parse(openApi).components.schemas
  assert.ok(OrderInput.properties[NAME] && Order.properties[NAME])
  const { clientFiles } = await copied('scripts/generate/client/files.ts')
  const client = [...(clientFiles(openApi) as Map<string, string>).values()].join('\n')
  assert.match(client, new RegExp(`\\b${NAME}\\?: number \\| null`))
  const { guidePage } = await copied('scripts/generate/documents.ts')
  assert.match(await guidePage('docs/imports.md'), new RegExp(`\`${NAME}\``))
})

test('files, paper and the console have it', async () => {
  const { importFields } = await copied('src/files/imports/mapping/fields.ts')
  const field = importFields.orders.find(({ name }: { name: string }) => name === NAME)
  assert.ok(field.headings.includes('Seguro') && field.headings.includes('Valor do seguro'))
  const { amountsOf } = await copied('src/files/documents/details.ts')
  const paper = { language: 'pt-BR', time_zone: 'UTC' }
  const amount = new Big('12.5')
  assert.deepEqual(amountsOf({ [NAME]: amount }, paper), [['Valor do seguro', amount]])
  const { propertyRows } = await copied('console/src/orders/properties.ts')
  assert.ok(propertyRows.some(({ name }: { name: string }) => name === NAME))
  const { emptyHeader, valuesOf } = await copied('console/src/orders/form/header.ts')
  assert.equal(valuesOf({ ...emptyHeader(), [NAME]: '12.5' })[NAME], 12.5)
})

test('a file of the page that is left out is found', async () => {
  const { schemaText } = await copied('scripts/generate/schema.ts')
  const changed = await schemaText(server.db)
  const withRow = await readFile(join(copy, ROW), 'utf8')
  const [before, withoutRow] = await Promise.all(
    ['schema.sql', ROW].map((path) => readFile(join(ROOT, path), 'utf8')),
  )
  for (const [schema, rows, isFound] of [
    [changed, withRow, false],
    [before, withRow, true],
    [changed, withoutRow, true],
  ] as const) {
    await writeFile(join(copy, 'schema.sql'), schema ?? '')
    await writeFile(join(copy, ROW), rows ?? '')
    const file = join(copy, 'test/orders/definition.test.ts')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--test', file], { env })
    assert.equal(status !== 0, isFound, String(stdout))
    if (isFound) assert.match(String(stdout), new RegExp(`'${NAME}'`))
  }
})
