import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { secretBox } from '../../src/base/secret-box.ts'
import { exportAccount } from '../../src/operations/accounts/export.ts'
import {
  ACCOUNT_EXPORT,
  type AccountManifest,
  SECRETS,
} from '../../src/operations/accounts/manifest.ts'
import { ArchiveReader, ArchiveWriter } from '../../src/operations/backup/archive.ts'
import { tableEntry } from '../../src/operations/backup/manifest.ts'
import { fileSource, fileTarget } from '../../src/operations/backup/places.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { PASSWORD, person } from '../support/people.ts'
import { load, tokenFor } from './moved-account.ts'

// An account's export that somebody wrote by himself, for an operator to bring in.

/** Of a customer that is in the history only. */
let gone: number
let there: Server
let here: Server
let folder: string
let saved: string
before(async () => {
  there = await startServer({}, false)
  here = await startServer({}, false)
  folder = await mkdtemp(join(tmpdir(), 'pedido-crafted-'))
  await mkdir(join(folder, 'parts'))
  for (const name of ['stays', 'goes']) {
    gone = (await data(there, 'POST', '/customers', { name })).id
  }
  await succeed(there, 'DELETE', `/customers/${gone}`)
  await person(there, { role: 'owner' })
  saved = join(folder, 'saved.zip')
  const { pool, account_id, resources, config } = there
  const secrets = config.SECRET_KEY && secretBox(config.SECRET_KEY)
  const source = { pool, account_id, images: resources.images, version: '1.0.0', secrets }
  await exportAccount(source, target(saved), () => {})
})
after(async () => {
  await there.close()
  await here.close()
  await rm(folder, { recursive: true, force: true })
})

const target = (path: string) => fileTarget(path, join(folder, 'parts'))

type Row = Record<string, unknown>

interface Craft {
  row?: (table: string, row: Row) => Row
  manifest?: (manifest: AccountManifest) => AccountManifest
}

let files = 0

/** The same export with other rows, or saying other things of itself. */
async function crafted({ row = (_, one) => one, manifest = (one) => one }: Craft): Promise<string> {
  const path = join(folder, `crafted-${++files}.zip`)
  const from: ArchiveReader<AccountManifest> = await ArchiveReader.open(
    ACCOUNT_EXPORT,
    fileSource(saved),
  )
  const to = new ArchiveWriter(ACCOUNT_EXPORT, target(path))
  try {
    const tables: AccountManifest['tables'] = []
    for (const table of from.manifest.tables) {
      const text = await textOf(from, tableEntry(table.name), table.sha256)
      const lines = text.split('\n').filter((line) => line !== '')
      const rows = lines.map((line) => JSON.stringify(row(table.name, JSON.parse(line))))
      const content = Buffer.from(rows.map((line) => `${line}\n`).join(''))
      tables.push({ ...table, ...(await to.add(tableEntry(table.name), one(content))) })
    }
    const kept = await textOf(from, SECRETS, from.manifest.secrets ?? '')
    await to.add(SECRETS, one(Buffer.from(kept)))
    await to.finish(manifest({ ...from.manifest, tables }))
    return path
  } finally {
    from.close()
  }
}

async function textOf(
  archive: ArchiveReader<AccountManifest>,
  name: string,
  sha256: string,
): Promise<string> {
  return Buffer.concat(await Array.fromAsync(archive.read(name, sha256))).toString()
}

async function* one(content: Buffer) {
  yield content
}

/** The id that the next customer of the installation's own account gets. */
const nextId = async () => (await data(here, 'POST', '/customers', { name: 'next' })).id

test('sequences go on above the rows and what the history tells of, whatever the file says of them', async () => {
  const manifest = (one: AccountManifest) => ({
    ...one,
    sequences: one.sequences.map((state) => ({ ...state, last_value: String(2n ** 63n - 2n) })),
  })
  const { account_id } = await load(here, await crafted({ manifest }), 'Sequences')
  const next = await nextId()
  assert.ok(next > gone && next < gone + 1000, `${next} follows ${gone}`)
  const { token } = await tokenFor(here, account_id)
  await data(here, 'POST', '/orders', { id_customer: 1 }, { token })
})

test('an id that leaves no room for others is refused by its table, and nothing comes in', async () => {
  const before = await nextId()
  const most = 2n ** 52n
  const refused = async (name: string, craft: Craft) =>
    assert.rejects(
      load(here, await crafted(craft), 'Refused'),
      new RegExp(`has the id "?\\d+"? in ${name}; ids go from 1 to ${most}`),
    )
  for (const id of [String(most + 1n), String(2n ** 63n - 1n)]) {
    await refused('customers', {
      row: (table, row) => (table === 'customers' ? { ...row, id } : row),
    })
    await refused('customers', {
      row: (table, row) =>
        table === 'events' && row['resource'] === 'customer' ? { ...row, id_record: id } : row,
    })
    await refused('accounts', {
      manifest: (one) => ({ ...one, account: { ...one.account, id: Number(id) } }),
    })
  }
  assert.equal(await nextId(), before + 1)
  const { rows } = await here.pool.query("select from accounts where name = 'Refused'")
  assert.equal(rows.length, 0)
})

test('a password that another service hashed does not come in, its member does', async () => {
  const salt = 'c2FsdHNhbHRzYWx0c2FsdA'
  const hash = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
  const hashes = [
    `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=2000000,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}${hash}`,
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}${salt}$${hash}`,
    'nonsense',
  ]
  for (const [i, password_hash] of hashes.entries()) {
    const email = `ana${i}@aurora.example`
    const row = (table: string, one: Row) =>
      table === 'members' ? { ...one, email, password_hash } : one
    const imported = await load(here, await crafted({ row }), `Hashes ${i}`)
    const as = await tokenFor(here, imported.account_id)
    const [member] = await data(here, 'GET', '/members', undefined, as)
    assert.deepEqual(imported.refused_passwords, [member.id], password_hash)
    assert.equal(member.status, 'invited')
    assert.equal((await signIn(email)).status, 401)
  }
})

test('one that this service hashed does', async () => {
  const email = 'ana-as-she-was@aurora.example'
  const row = (table: string, one: Row) => (table === 'members' ? { ...one, email } : one)
  const { refused_passwords } = await load(here, await crafted({ row }), 'As it was')
  assert.deepEqual(refused_passwords, [])
  assert.equal((await signIn(email)).status, 201)
})

function signIn(email: string) {
  const headers = { 'sec-fetch-site': 'same-origin' }
  return here.send('POST', '/session', {
    token: null,
    body: { email, password: PASSWORD },
    headers,
  })
}
