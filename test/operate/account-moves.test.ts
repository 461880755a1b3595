import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { secretBox } from '../../src/base/secret-box.ts'
import { accountTables } from '../../src/database/dump/account.ts'
import { placeAll } from '../../src/events/sequencer.ts'
import { exportAccount } from '../../src/operations/accounts/export.ts'
import { ACCOUNT_EXPORT, type AccountManifest } from '../../src/operations/accounts/manifest.ts'
import { SEALED_COLUMNS, STAYING } from '../../src/operations/accounts/portable.ts'
import { ArchiveReader, ArchiveWriter } from '../../src/operations/backup/archive.ts'
import { fileSource, fileTarget } from '../../src/operations/backup/places.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { PASSWORD } from '../support/people.ts'
import { sample } from '../support/sample.ts'
import { fillAccount } from './filled-account.ts'
import { load, tokenFor } from './moved-account.ts'

// An account that moves: what is exported of it, and what it is where it comes in. Processes that are
// killed meanwhile: test/failure/accounts.test.ts.

let there: Server
let here: Server
let folder: string
let parts: string
let saved: string
let manifest: AccountManifest
before(async () => {
  there = await startServer({}, false)
  here = await startServer({}, false)
  folder = await mkdtemp(join(tmpdir(), 'pedido-accounts-'))
  parts = join(folder, 'parts')
  await mkdir(parts)
  await fillAccount(there)
  // The same ids are in use here, of other records.
  await sample(here)
  for (let i = 0; i < 5; i++) {
    await data(here, 'POST', '/orders', { id_customer: 1, items: [{ id_item: 1, quantity: 1 }] })
  }
  saved = join(folder, 'aurora.zip')
  manifest = await save(there, saved, true)
})
after(async () => {
  await there.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

const quiet = () => {}

function save(server: Server, path: string, withSecrets = false): Promise<AccountManifest> {
  const { pool, account_id, resources, config } = server
  const box = config.SECRET_KEY && secretBox(config.SECRET_KEY)
  const secrets = withSecrets ? box : undefined
  const source = { pool, account_id, images: resources.images, version: '1.0.0', secrets }
  return exportAccount(source, fileTarget(path, parts), quiet).then((written) => written.manifest)
}

const PATHS = [
  '/orders?sort=id&limit=100',
  '/orders/fk_id/A4',
  '/orders/fk_id/A4/history',
  '/orders?custom.canal=site&sort=id',
  '/orders?q=a1&sort=id',
  '/orders/summary?group_by=customer',
  '/orders/summary?group_by=status',
  '/customers?sort=id',
  '/customers?custom.rota=3',
  '/customers/fk_id/aurora/addresses',
  '/products?sort=id',
  '/users?sort=id',
  '/order-statuses?sort=id',
  '/custom-fields',
  '/views',
  '/webhooks',
  '/members?sort=id',
  '/events?limit=100',
]

/** Members without when they were last there: sessions stay behind. */
function withoutSessions(records: object): unknown {
  return JSON.parse(JSON.stringify(records), (key, value) =>
    key === 'last_seen_at' ? undefined : value,
  )
}

test('every answer is as it was, and the feed goes on without a gap', async () => {
  const changed = await data(there, 'GET', '/orders/fk_id/A4')
  const told = await succeed(there, 'GET', '/events?limit=7')
  const rest = await succeed(there, 'GET', `/events?limit=100&cursor=${told.body.next_cursor}`)
  const imported = await load(here, saved)
  assert.deepEqual(
    [imported.account_id, imported.is_id_kept, imported.name, imported.disabled_webhooks],
    [2, false, 'Aurora', []],
  )
  const { token } = await tokenFor(here, imported.account_id)
  const as = { token }
  for (const path of PATHS) {
    const [before, after] = [
      await succeed(there, 'GET', path),
      await succeed(here, 'GET', path, undefined, as),
    ]
    assert.deepEqual(withoutSessions(after.body.data), withoutSessions(before.body.data), path)
    assert.deepEqual(after.body.pagination, before.body.pagination, path)
  }
  const account = await data(here, 'GET', '/account', undefined, as)
  assert.deepEqual([account.name, account.time_zone], ['Aurora', 'America/Sao_Paulo'])
  const image = '/products/1/image'
  const [before, after] = [
    await succeed(there, 'GET', image),
    await succeed(here, 'GET', image, undefined, as),
  ]
  assert.deepEqual(after.bytes, before.bytes)
  assert.equal(imported.attachments, 2)
  const attachments = '/orders/fk_id/A2/attachments'
  const files = await data(there, 'GET', attachments)
  assert.deepEqual(await data(here, 'GET', attachments, undefined, as), files)
  for (const { id, sha256 } of files) {
    const { bytes } = await succeed(here, 'GET', `${attachments}/${id}`, undefined, as)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
  }

  // New records come after those that were, and their events after theirs.
  const made = await data(here, 'POST', '/orders', { id_customer: 1, fk_id: 'new' }, as)
  assert.ok(made.id > 13, String(made.id))
  const signal = new AbortController().signal
  await placeAll(here.db, here.app.eventHub, imported.account_id, signal)
  const events = await succeed(
    here,
    'GET',
    `/events?limit=100&cursor=${told.body.next_cursor}`,
    undefined,
    as,
  )
  const count = rest.body.data.length
  assert.deepEqual(events.body.data.slice(0, count), rest.body.data)
  assert.deepEqual(
    events.body.data.slice(count).map((one: { subject: string }) => one.subject),
    [`/orders/${changed.id}`, `/orders/${made.id}`],
  )
})

test('secrets that came along open, and members sign in as before', async () => {
  const { rows } = await here.pool.query<{ account_id: number }>(
    "select account_id from accounts where name = 'Aurora'",
  )
  const [{ account_id } = { account_id: 0 }] = rows
  const { token } = await tokenFor(here, account_id)
  const tested = await here.send('POST', '/webhooks/1/test', { token })
  assert.notEqual(tested.body.code, 'secret_key_missing')
  const body = { email: 'ana@aurora.example', password: PASSWORD }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const session = await here.send('POST', '/session', { token: null, body, headers })
  assert.equal(session.status, 201, session.text)
})

test('without secrets webhooks wait for new ones, and nobody can sign in', async () => {
  const path = join(folder, 'bare.zip')
  const { secrets } = await save(there, path)
  assert.equal(secrets, undefined)
  // Into the installation that it is from: an account beside the other.
  await assert.rejects(load(there, path), /"Aurora" exists already \(id 1\).*another --name/)
  const { account_id, disabled_webhooks } = await load(there, path, 'Aurora II')
  assert.deepEqual([account_id, disabled_webhooks], [2, [1]])
  const as = await tokenFor(there, account_id)
  const [webhook] = await data(there, 'GET', '/webhooks', undefined, as)
  assert.deepEqual([webhook.enabled, webhook.header_names], [false, []])
  const rotated = await data(there, 'POST', '/webhooks/1/rotate-secret', undefined, as)
  assert.match(rotated.secret, /^whsec_/)
  const [member] = await data(there, 'GET', '/members', undefined, as)
  assert.equal(member.status, 'invited')
  // Events of both can be told apart.
  const [one, other] = await Promise.all(
    [there, as].map(
      async (account) => (await data(there, 'GET', '/events', undefined, account))[0],
    ),
  )
  assert.equal(one.id, other.id)
  assert.notEqual(one.source, other.source)
})

test('nothing that lets somebody in is in the file', async () => {
  const { pool } = there
  const client = await pool.connect()
  const tables = await accountTables(client).finally(() => client.release())
  // Every table of the schema was thought of: what is new travels, unless it is named.
  assert.deepEqual(
    tables.map(({ name }) => name).sort(),
    [...manifest.tables.map(({ name }) => name), ...Object.keys(STAYING)].sort(),
  )
  const bytes = tables.flatMap(({ name, columns }) =>
    Object.entries(columns)
      .filter(([column, type]) => type === 'bytea' && !SEALED_COLUMNS[name]?.[column])
      .filter(() => !STAYING[name])
      .map(([column]) => `${name}.${column}`),
  )
  // A new column of bytes may be a secret: then it is sealed or stays, else it is named here.
  assert.deepEqual(bytes.sort(), [
    'accounts.cursor_secret',
    'accounts.logo_image',
    'import_parts.content',
  ])
  // Of a file, as anybody who has it can tell.
  const digests = tables.filter(({ name, columns }) => !STAYING[name] && 'sha256' in columns)
  assert.deepEqual(
    digests.map(({ name }) => name),
    ['order_attachments'],
  )
  const bare: ArchiveReader<AccountManifest> = await ArchiveReader.open(
    ACCOUNT_EXPORT,
    fileSource(join(folder, 'bare.zip')),
  )
  try {
    const { sha256 = '' } = bare.manifest.tables.find(({ name }) => name === 'members') ?? {}
    const lines = Buffer.concat(await Array.fromAsync(bare.read('tables/members.ndjson', sha256)))
    assert.doesNotMatch(lines.toString(), /password_hash|argon/)
    assert.deepEqual(bare.named('secrets'), [])
  } finally {
    bare.close()
  }
})

test('what is not whole or not ours is refused by name, and changes nothing', async () => {
  const bytes = await readFile(saved)
  const copy = join(folder, 'bad.zip')
  const accounts = async () => (await here.pool.query('select account_id from accounts')).rowCount
  const images = () => readdir(join(here.config.DATA_DIR, 'images'), { recursive: true })
  const before = [await accounts(), await images()]
  const refused = async (content: Buffer | string, expected: RegExp) => {
    await writeFile(copy, content)
    await assert.rejects(load(here, copy, 'Other'), expected)
  }
  const flipped = (name: string) => {
    const bad = Buffer.from(bytes)
    const at = bad.indexOf(name) + name.length + 20
    bad[at] = (bad[at] ?? 0) ^ 0xff
    return bad
  }
  const foreign =
    /bad\.zip is no account's export of Pedido\. Name one that "pedido account export"/
  await refused('a,b\n1,2\n', foreign)
  await refused(bytes.subarray(0, bytes.length / 2), /is cut off: its end is missing/)
  await refused(flipped('tables/order_items.ndjson'), /damaged: tables\/order_items\.ndjson/)
  await refused(flipped('manifest.json'), /damaged: /)
  await refused(flipped('.webp'), /damaged: images\//)
  const forged = async (name: string, change: object) => {
    const path = join(folder, `${name}.zip`)
    await new ArchiveWriter(ACCOUNT_EXPORT, fileTarget(path, parts)).finish({
      ...manifest,
      ...change,
    })
    return path
  }
  const migrations = [...manifest.migrations, { version: 9999, name: '9999_later.sql' }]
  await assert.rejects(
    load(here, await forged('newer', { migrations }), 'Other'),
    /made by a newer Pedido \(9999_later\.sql\)/,
  )
  await assert.rejects(
    load(here, await forged('form', { format: 2 }), 'Other'),
    /form\.zip was made by a newer Pedido/,
  )
  const tables = [{ name: 'wishes', columns: ['id'], rows: 0, bytes: 0, sha256: '' }]
  await assert.rejects(
    load(here, await forged('odd', { tables, secrets: undefined }), 'Other'),
    /what this version of Pedido does not: wishes/,
  )
  assert.deepEqual([await accounts(), await images()], before)
})
