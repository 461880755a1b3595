import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { buildApp } from '../../src/app.ts'
import { fingerprintOf } from '../../src/base/secret-box.ts'
import { withBuilder } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { makeDatabase } from '../../src/database/embedded/scratch.ts'
import { placeAll } from '../../src/events/sequencer.ts'
import type { ImageStorage } from '../../src/images/storage.ts'
import { ArchiveReader, ArchiveWriter } from '../../src/operations/backup/archive.ts'
import { BACKUP, type Manifest } from '../../src/operations/backup/manifest.ts'
import { fileSource, fileTarget } from '../../src/operations/backup/places.ts'
import { loadBackup } from '../../src/operations/backup/read.ts'
import { writeBackup } from '../../src/operations/backup/write.ts'
import { openImages } from '../../src/processes/images.ts'
import { loadReleasedCatalogue } from '../../src/taxes/load.ts'
import { type SendOptions, type Server, startServer } from '../harness.ts'
import { openDatabase, openEmptyDatabase, serverUrl } from '../support/database.ts'
import { attach } from '../support/files/attachments.ts'
import { data, succeed } from '../support/orders.ts'
import { place, register } from '../support/webhooks/webhooks.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// What is saved and brought back, between both kinds of database. How processes that are killed
// meanwhile take it: test/failure/backup.test.ts.

let server: Server
let folder: string
let saved: string
let manifest: Manifest
before(async () => {
  server = await startServer({}, false)
  folder = await mkdtemp(join(tmpdir(), 'pedido-backup-'))
  saved = join(folder, 'saved.zip')
  await fill()
  manifest = await save(server, server.resources.images, saved)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const quiet = () => {}

const ORDER = {
  id_customer: 1,
  observations: 'a "b" \\ ção 🧡\n\ttabs',
  custom_fields: { Läufer: '{"x": null}' },
  items: [{ id_item: 1, quantity: 2.5, price: 0.1234567891 }],
}
const KEYED = { 'Idempotency-Key': 'the-same-again' }

async function fill(): Promise<void> {
  for (const name of ['Mercado Aurora', 'Padaria São João']) {
    await data(server, 'POST', '/customers', { name })
  }
  await data(server, 'POST', '/products', { name: 'Café torrado', price: 18.9 })
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  const upload = multipart([file(await picture.png().toBuffer())])
  await succeed(server, 'POST', '/products/1/image', upload.body, {
    headers: upload.headers as Record<string, string>,
  })
  await register(server, { headers: { 'X-Key': 'sealed' } })
  for (let i = 0; i < 12; i++) await data(server, 'POST', '/orders', { ...ORDER, fk_id: `A${i}` })
  await succeed(server, 'POST', '/orders', { ...ORDER, fk_id: 'keyed' }, { headers: KEYED })
  await attach(server, '/orders/5', '%PDF-1.7', 'compra.pdf')
  await succeed(server, 'DELETE', '/orders/3')
  await place(server)
  // These have no position yet.
  await data(server, 'PATCH', '/orders/4', { observations: null })
}

function save({ pool, db }: Pick<Server, 'pool' | 'db'>, images: ImageStorage, path: string) {
  const keys = { key_fingerprints: (server.config.SECRET_KEY ?? []).map(fingerprintOf) }
  const database = { pool, db } as Database
  const source = { database, images, from: 'postgresql', version: '0.1.0', keys } as const
  return writeBackup(source, fileTarget(path, mkdtempSync(join(folder, 'scratch-'))), quiet).then(
    (written) => written.manifest,
  )
}

async function load(path: string, database: Database, images: ImageStorage): Promise<void> {
  const archive = await ArchiveReader.open<Manifest>(BACKUP, fileSource(path))
  try {
    await loadBackup(database.pool, archive, images, quiet)
  } finally {
    archive.close()
  }
}

/** An empty place for images. */
async function emptyImages() {
  const DATA_DIR = await mkdtemp(join(folder, 'images-'))
  return { DATA_DIR, images: await openImages({ ...server.config, DATA_DIR }) }
}

/** The embedded database that is made of a backup, in use. */
async function restored(DATA_DIR: string, path: string, images: ImageStorage): Promise<Database> {
  await makeDatabase(DATA_DIR, (database) => load(path, withBuilder(database), images))
  return withBuilder(await openEmbedded(DATA_DIR, { relaxed: true }))
}

/** The service on a database that was restored. */
async function serviceOn(database: Database, images: ImageStorage) {
  const resources = { ...server.resources, images }
  const app = await buildApp({ config: server.config, database, ...resources })
  await app.ready()
  const send = async (method: string, path: string, { body, headers }: SendOptions = {}) => {
    const authorization = `Bearer ${server.token}`
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson ? answer.json() : undefined,
      bytes: answer.rawPayload,
    }
  }
  const placed = () =>
    placeAll(database.db, app.eventHub, server.account_id, new AbortController().signal)
  return { app, send, placed }
}

test('what is restored is what was saved, in either database, and goes on from there', async () => {
  const list = '/orders?limit=5&sort=id&pagination=cursor'
  const firstPage = (await succeed(server, 'GET', list)).body
  const feed = (await succeed(server, 'GET', '/events?limit=7')).body
  const feedRest = (await succeed(server, 'GET', `/events?cursor=${feed.next_cursor}`)).body
  const order = await succeed(server, 'GET', '/orders/5')
  const image = await succeed(server, 'GET', '/products/1/image')

  // On a server the way there and back again: what comes last has gone through both.
  let path = saved
  const kinds = serverUrl === undefined ? ['embedded'] : ['embedded', 'server']
  for (const kind of kinds) {
    const { images, DATA_DIR } = await emptyImages()
    const database =
      kind === 'server' ? await openEmptyDatabase() : await restored(DATA_DIR, path, images)
    if (kind === 'server') await load(path, database, images)
    path = join(folder, `${kind}.zip`)
    const again = await save(database, images, path)
    const { tables, sequences, summary, migrations } = again
    assert.deepEqual(
      { tables, sequences, summary, migrations },
      {
        tables: manifest.tables,
        sequences: manifest.sequences,
        summary: manifest.summary,
        migrations: manifest.migrations,
      },
    )

    const { app, send, placed } = await serviceOn(database, images)
    const found = await send('GET', '/orders/5')
    assert.deepEqual(found.body.data, order.body.data)
    assert.equal(found.headers.etag, order.headers['etag'])
    assert.deepEqual((await send('GET', '/products/1/image')).bytes, image.bytes)
    const attached = await send('GET', '/orders/5/attachments/1')
    assert.equal(String(attached.bytes), '%PDF-1.7')
    const rest = await send('GET', `${list}&cursor=${firstPage.next_cursor}`)
    assert.equal(rest.status, 200, JSON.stringify(rest.body))
    assert.equal(rest.body.data[0].id, firstPage.data.at(-1).id + 1)
    const replayed = await send('POST', '/orders', {
      body: { ...ORDER, fk_id: 'keyed' },
      headers: KEYED,
    })
    assert.deepEqual(
      [replayed.status, replayed.headers['idempotency-replayed'], replayed.body.data.id],
      [201, 'true', 13],
    )
    // Its secret opens: it is sent to, though nobody answers there.
    assert.notEqual((await send('POST', '/webhooks/1/test')).body.code, 'secret_key_missing')

    const created = await send('POST', '/orders', { body: { ...ORDER, fk_id: 'new' } })
    assert.deepEqual([created.status, created.body.data.id], [201, 14])
    await placed()
    const events = (await send('GET', `/events?cursor=${feed.next_cursor}`)).body.data
    assert.deepEqual(events.slice(0, feedRest.data.length), feedRest.data)
    const subjects = events
      .slice(feedRest.data.length)
      .map((one: { subject: string }) => one.subject)
    assert.deepEqual(subjects, ['/orders/4', '/orders/14'])
    const total = (await send('GET', '/orders')).body.pagination.total
    assert.equal(total, 13)
    // Totals are still the database's own matter.
    await assert.rejects(
      database.pool.query('update orders set total_value = total_value + 1 where id = 14'),
    )
    await app.close()
    await database.close()
  }
})

/** The backup with other bytes in one of its parts, which are no rows. */
async function withOtherRows(part: string): Promise<string> {
  const path = join(folder, 'other-rows.zip')
  const made = new ArchiveWriter(BACKUP, fileTarget(path, await mkdtemp(join(folder, 'scratch-'))))
  const archive = await ArchiveReader.open<Manifest>(BACKUP, fileSource(saved))
  async function* other() {
    yield Buffer.from('{"id": nonsense\n')
  }
  for (const { name, sha256 } of manifest.tables) {
    const entry = `tables/${name}.ndjson`
    await made.add(entry, entry === part ? other() : archive.read(entry, sha256))
  }
  archive.close()
  await made.finish(manifest)
  return path
}

test('a file that is not whole, and a place that is not empty, are refused and change nothing', async () => {
  const database = await openDatabase(server.config, false)
  // A service has run on it, and nobody has used it.
  await loadReleasedCatalogue(database.db)
  const { DATA_DIR, images } = await emptyImages()
  const bytes = await readFile(saved)
  const copy = join(folder, 'bad.zip')
  const refused = async (content: Buffer | string, expected: RegExp) => {
    await writeFile(copy, content)
    await assert.rejects(load(copy, database, images), expected)
  }
  const flipped = (name: string) => {
    const bad = Buffer.from(bytes)
    const at = bad.indexOf(name) + name.length + 20
    bad[at] = (bad[at] ?? 0) ^ 0xff
    return bad
  }

  await refused('a,b\n1,2\n', /bad\.zip is no backup of Pedido\. Name one/)
  await refused('', /bad\.zip is no backup of Pedido/)
  await refused(
    bytes.subarray(0, bytes.length / 2),
    /is cut off: its end is missing\. Copy it again/,
  )
  await refused(
    flipped('tables/tokens.ndjson'),
    /damaged: tables\/tokens\.ndjson.*take another copy/,
  )
  await refused(flipped('manifest.json'), /damaged: .*take another copy/)
  await refused(flipped('.webp'), /damaged: images\//)
  await assert.rejects(
    load(await withOtherRows('tables/accounts.ndjson'), database, images),
    /damaged: tables\/accounts\.ndjson was changed/,
  )
  const withMigrations = async (name: string, migrations: Manifest['migrations']) => {
    const parts = await mkdtemp(join(folder, 'scratch-'))
    const made = new ArchiveWriter(BACKUP, fileTarget(join(folder, name), parts))
    await made.finish({ ...manifest, migrations })
    return load(join(folder, name), database, images)
  }
  const later = { version: 9999, name: '9999_later.sql' }
  await assert.rejects(
    withMigrations('newer.zip', [...manifest.migrations, later]),
    /made by a newer Pedido \(9999_later\.sql\)/,
  )
  await assert.rejects(
    withMigrations('older.zip', manifest.migrations.slice(0, 1)),
    /has migrations that the backup has not \(0002_.*Restore into a new one/,
  )
  assert.deepEqual(
    (await readdir(join(DATA_DIR, 'images'), { recursive: true })).filter((one) =>
      one.endsWith('.webp'),
    ),
    [],
  )

  // Nothing of all that is in the way of the right one.
  await load(saved, database, images)
  const again = save(database, images, join(folder, 'after.zip'))
  assert.deepEqual((await again).tables, manifest.tables)
  await assert.rejects(
    load(saved, database, images),
    /not empty: there are rows in accounts.*createdb/,
  )
  const last = save(database, images, join(folder, 'last.zip'))
  assert.deepEqual((await last).tables, manifest.tables)
  await database.close()

  const foreign = await openDatabase(server.config, false)
  await foreign.pool.query('drop table migrations')
  await assert.rejects(
    load(saved, foreign, images),
    /tables of something else \(account_deletions, accounts, /,
  )
  await foreign.close()
})
