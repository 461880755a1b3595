import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { fileTarget } from '../../src/operations/backup/places.ts'
import { writeBackup } from '../../src/operations/backup/write.ts'
import { type Server, startServer } from '../harness.ts'
import { attach } from '../support/files/attachments.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'
import {
  anonymised,
  HOME,
  MARIA,
  tracesIn,
  tracesInArchive,
  tracesInDatabase,
} from '../support/privacy/person.ts'
import { runWebhooks, untilQuiet } from '../support/webhooks/listeners.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { until } from '../support/workers.ts'

// A person's data is put wherever it can come to, and is looked for in every table afterwards, in the
// answers, and in a backup.

let server: Server
let folder: string
/** Ids by what they are called here. */
const ids: Record<string, number> = {}
const closing: (() => unknown)[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-privacy-'))
  // Tables on a Citus cluster have no backup; rules.test.ts goes there.
  server = await startServer({}, false)
})
after(async () => {
  for (const close of closing) await close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })
const statusNamed = async (name: string): Promise<number> => {
  const listed = await data(server, 'GET', '/order-statuses?limit=100')
  return listed.find((one: { name: string }) => one.name === name).id
}

async function declareFields(): Promise<void> {
  const fields = [
    { resource: 'customers', key: 'apelido', type: 'text', filterable: true },
    { resource: 'customers', key: 'rg', type: 'text', required: true, unique: true },
    { resource: 'orders', key: 'recado', type: 'text', filterable: true },
  ]
  for (const body of fields) await data(server, 'POST', '/custom-fields', body)
}

const CUSTOMER = { ...MARIA, custom_fields: { apelido: 'Zezinha', rg: 'RG-ZANETTI-1' } }

async function makeCustomers(): Promise<void> {
  const first = { ...CUSTOMER, name: 'Maria Solteira Zanetti', email: 'solteira@zanetti.example' }
  const made = await data(server, 'POST', '/customers', first, keyed('customer'))
  ids['maria'] = made.id
  await succeed(server, 'PATCH', `/customers/${made.id}`, CUSTOMER, keyed('change'))
  const other = { name: 'Mercado Aurora', fk_id: 'AURORA', custom_fields: { rg: 'RG-2' } }
  ids['other'] = (await data(server, 'POST', '/customers', other)).id
  const path = `/customers/${made.id}/addresses`
  ids['home'] = (await data(server, 'POST', path, HOME, keyed('home'))).id
  const gone = { ...HOME, number_text: '47811947', fk_id: 'CASA-VELHA-ZANETTI' }
  ids['gone'] = (await data(server, 'POST', path, gone)).id
  await succeed(server, 'DELETE', `/customers/address/${ids['gone']}`)
}

async function makeOrders(): Promise<void> {
  ids['product'] = (
    await data(server, 'POST', '/products', { name: 'Disjuntor', price: 19.9, fk_id: 'DJ' })
  ).id
  const items = [
    {
      id_item: ids['product'],
      quantity: 2.5,
      price: 0.1234567891,
      description: 'gravar: Zezinha',
      fk_id: 'L-1',
    },
  ]
  const order = {
    id_customer: ids['maria'],
    id_address: ids['home'],
    observations: 'Entregar no portão verde',
    custom_fields: { recado: 'tocar a campainha da Zezinha', solto: 'devota de São Longuinho' },
    items,
  }
  const make = async (name: string, more: object) => {
    ids[name] = (await data(server, 'POST', '/orders', { ...order, ...more }, keyed(name))).id
  }
  const invoiced = await statusNamed('Invoiced')
  await make('open', { fk_id: 'PED-1' })
  await make('coded', { fk_id: 'PED-52998224725' })
  await make('moved', { fk_id: 'PED-2' })
  await make('deleted', { fk_id: 'PED-3' })
  await make('old', { fk_id: 'PED-4', date: '2004-05-06T12:00:00Z', id_order_status: invoiced })
  const plain = {
    observations: 'nota 12',
    custom_fields: {},
    items: [{ ...items[0], description: null }],
  }
  await make('kept', { ...plain, fk_id: 'PED-5', id_order_status: invoiced })
  await succeed(server, 'PATCH', `/orders/${ids['open']}`, { observations: 'Portão verde, sempre' })
  for (const name of ['open', 'moved', 'deleted', 'kept']) {
    const text = 'a Zezinha mora no portão verde'
    await data(server, 'POST', `/orders/${ids[name]}/comments`, { text }, keyed(`note-${name}`))
    const options = { headers: { 'idempotency-key': `file-${name}` } }
    await attach(server, `/orders/${ids[name]}`, text, 'RG da Zezinha.txt', options)
  }
  const [line] = (await data(server, 'GET', `/orders/${ids['moved']}`)).items
  await succeed(server, 'PATCH', `/orders/${ids['moved']}/items/${line.id}`, { description: null })
  await succeed(server, 'PATCH', `/orders/${ids['moved']}`, {
    id_customer: ids['other'],
    id_address: null,
    observations: null,
    custom_fields: { recado: null, solto: null },
  })
  await succeed(server, 'DELETE', `/orders/${ids['deleted']}`)
  const others = { id_customer: ids['other'], observations: 'do mercado', items }
  others.items = [{ ...items[0], description: 'do mercado' }] as typeof items
  ids['others'] = (await data(server, 'POST', '/orders', others)).id
}

/** One receiver takes all and repeats it, another one refuses all and repeats it. */
async function deliver(): Promise<void> {
  const [fine, failing] = await Promise.all(
    [200, 500].map((status) =>
      startReceiver((response, { body }) => response.writeHead(status).end(body.toString())),
    ),
  )
  closing.push(
    () => fine?.close(),
    () => failing?.close(),
  )
  const register = async (port = 0) =>
    (await data(server, 'POST', '/webhooks', { url: `http://127.0.0.1:${port}/` })).id
  ids['fine'] = await register(fine?.port)
  ids['failing'] = await register(failing?.port)
  ids['replay'] = await register(fine?.port)
  const stop = runWebhooks(server)
  await succeed(server, 'POST', `/webhooks/${ids['fine']}/replay`, { from: '2026-01-01' })
  await succeed(server, 'POST', `/webhooks/${ids['failing']}/replay`, { from: '2026-01-01' })
  const id = ids['fine'] as number
  await untilQuiet(server, { id, path: `/webhooks/${id}` } as Parameters<typeof untilQuiet>[1])
  await until(() => (failing?.received.length ?? 0) > 0)
  await stop()
}

async function bringFiles(): Promise<void> {
  const importer = importerOf(server)
  const { name, fk_id, email, document } = MARIA
  const lines = [
    'Código;Nome;CPF;E-mail;RG',
    `${fk_id};${name};111.111.111-11;${email};RG-ZANETTI-1`,
    `X-9;${name};529.982.247-25;não é e-mail;RG-9`,
    `X-10;Outra Pessoa;${document.replace('5', '6')};outra@example.com;RG-10`,
  ]
  const { id } = await sendFile(server, 'customers', lines.join('\n'))
  ids['import'] = id
  await settled(server, importer, id)
  await succeed(server, 'POST', `/imports/${id}/run`)
  await settled(server, importer, id)
  const content = `Código;Nome;RG\nX-11;${name};RG-11`
  const named = file(content, { filename: 'Maria Aparecida Zanetti.csv', type: 'text/csv' })
  const sent = multipart([named])
  const waiting = await server.send('POST', '/imports?resource=customers', sent)
  ids['waiting'] = waiting.body.data.id
  await settled(server, importer, waiting.body.data.id)
  // One that waits for its columns shows how the file begins; here a record is taken for headings.
  const unmapped = await sendFile(server, 'customers', `${name};Loja\n${name};X-12\n`)
  ids['unmapped'] = unmapped.id
  assert.equal((await settled(server, importer, unmapped.id)).state, 'needs_mapping')
}

async function lookAndSave(): Promise<void> {
  const q = encodeURIComponent('Maria Aparecida Zanetti')
  await succeed(server, 'GET', `/customers?format=csv&q=${q}`)
  const view = { resource: 'orders', name: 'Da Maria Aparecida Zanetti', shared: true }
  const query = { q: MARIA.email, sort: '-id' }
  ids['view'] = (await data(server, 'POST', '/views', { ...view, query })).id
  const wanted = `/orders/recalculate?q=${MARIA.email}&tags=x`
  ids['recalculation'] = (await data(server, 'POST', wanted)).id
  const columns = { 'Maria Aparecida Zanetti': 'name', Código: 'fk_id' }
  const mapping = { body: { resource: 'customers', columns } }
  const mapped = await server.send(
    'PUT',
    '/import-mappings/da%20Maria%20Aparecida%20Zanetti',
    mapping,
  )
  assert.equal(mapped.status, 201, mapped.text)
  const described = { description: 'para maria.zanetti@example.com' }
  await succeed(server, 'PATCH', `/webhooks/${ids['replay']}`, described)
  await succeed(server, 'PATCH', `/webhooks/${ids['replay']}`, { enabled: false })
  // What a declaration tells of records that break it.
  const told = [
    { id: ids['maria'], detail: 'has the same value as customer 2: "Zezinha".' },
    { id: ids['other'], detail: 'is required.' },
  ]
  await server.pool.query(
    `update custom_fields set breaking = 2, breaking_records = $1 where key = 'apelido'`,
    [JSON.stringify(told)],
  )
}

test('a person is found in no table any more, nor in a backup', async () => {
  await declareFields()
  await makeCustomers()
  await makeOrders()
  await deliver()
  await bringFiles()
  await lookAndSave()

  const before = Object.keys(await tracesInDatabase(server.pool))
  const reached = [
    ...[
      'addresses',
      'custom_fields',
      'custom_values',
      'customers',
      'events',
      'idempotency_keys',
      'import_parts',
    ],
    ...['import_mappings', 'import_refusals', 'imports', 'order_documents', 'order_items'],
    ...[
      'order_attachments',
      'order_comments',
      'orders',
      'recalculations',
      'views',
      'webhook_deliveries',
      'webhooks',
    ],
  ]
  assert.deepEqual(
    reached.filter((table) => !before.includes(table)),
    [],
    'the data is where it is to be looked for',
  )

  const asked = await anonymised(server, ids['maria'] as number)
  assert.deepEqual(
    asked.kept_orders.orders.map(({ id }: { id: number }) => id),
    [ids['kept']],
  )

  const work = await data(server, 'GET', `/orders/recalculations/${ids['recalculation']}`)
  assert.deepEqual([work.state, work.filters], ['cancelled', { tags: 'x' }])
  const [mapping] = await data(server, 'GET', '/import-mappings')
  assert.match(mapping.name, /^\*\*\* \d+$/)
  assert.deepEqual(mapping.columns, { Código: 'fk_id' })
  assert.equal((await data(server, 'GET', `/webhooks/${ids['replay']}`)).description, null)

  const left = await tracesInDatabase(server.pool)
  assert.deepEqual(Object.keys(left), ['order_documents'])
  const { rows } = await server.pool.query('select id_order, document from order_documents')
  const holding = rows.filter(({ document }) => tracesIn(document).length > 0)
  assert.deepEqual(
    holding.map(({ id_order }) => id_order),
    [ids['kept']],
  )

  const path = join(folder, 'after.zip')
  const { pool, db } = server
  const source = { database: { pool, db } as Database, images: server.resources.images }
  const keys = { key_fingerprints: [] }
  const target = fileTarget(path, await mkdtemp(join(folder, 'scratch-')))
  await writeBackup({ ...source, from: 'embedded', version: '1.0.0', keys }, target, () => {})
  const saved = Object.keys(await tracesInArchive(path))
  assert.deepEqual(
    saved.filter((entry) => !entry.includes('order_documents')),
    [],
  )
  assert.equal(saved.length, 1)
})
