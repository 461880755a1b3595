import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { secretBox } from '../../src/base/secret-box.ts'
import { exportAccount } from '../../src/operations/accounts/export.ts'
import { fileTarget } from '../../src/operations/backup/places.ts'
import { type Server, startServer } from '../harness.ts'
import { fillAccount } from '../operate/filled-account.ts'
import { load, tokenFor } from '../operate/moved-account.ts'
import { assertTold } from '../processes/starts.ts'
import { openDatabase } from '../support/database.ts'
import { data, succeed } from '../support/orders.ts'
import { killRunning, run } from '../support/service.ts'
import { faultsOf, traced, traceRemoteCommands } from './trace.ts'

// Files of a cluster: an account goes into one, read from its node alone. None comes in, and backups
// are of the nodes themselves: who tries is told.

traceRemoteCommands()

let cluster: Server
let elsewhere: Server
let folder: string
let parts: string
let saved: string
before(async () => {
  cluster = await startServer()
  elsewhere = await startServer({}, false)
  folder = await mkdtemp(join(tmpdir(), 'pedido-moves-'))
  parts = join(folder, 'parts')
  await mkdir(parts)
  saved = join(folder, 'aurora.zip')
  await fillAccount(cluster)
})
after(async () => {
  killRunning()
  await cluster.close()
  await elsewhere.close()
  await rm(folder, { recursive: true, force: true })
})

const quiet = () => {}

function boxOf({ config }: Server) {
  assert.ok(config.SECRET_KEY)
  return secretBox(config.SECRET_KEY)
}

const PATHS = [
  '/orders?sort=id&limit=100',
  '/orders/summary?group_by=status',
  '/customers?limit=100',
  '/products?limit=100',
  '/custom-fields',
  '/events?limit=100',
]

test('an account is read from its node alone, and is elsewhere what it was', async () => {
  const { pool, account_id, resources } = cluster
  const source = { pool, account_id, images: resources.images, version: '1.0.0' }
  const all = await traced(() =>
    exportAccount({ ...source, secrets: boxOf(cluster) }, fileTarget(saved, parts), quiet),
  )
  assert.deepEqual(faultsOf(all), [])
  const { account_id: there } = await load(elsewhere, saved)
  const as = await tokenFor(elsewhere, there)
  for (const path of PATHS) {
    const [before, now] = [
      await succeed(cluster, 'GET', path),
      await succeed(elsewhere, 'GET', path, undefined, as),
    ]
    assert.deepEqual(now.body.data, before.body.data, path)
  }
  // Numbers that a node drew are not given again.
  const [newest] = await data(cluster, 'GET', '/orders?sort=-id&limit=1')
  const body = { id_customer: newest.customer.id }
  const { id } = await data(elsewhere, 'POST', '/orders', body, as)
  assert.ok(id > newest.id, `${id} after ${newest.id}`)
})

test('no account comes into a cluster', async () => {
  await assert.rejects(load(cluster, saved), /Citus cluster, into which no account can be imported/)
})

test('no backup is made of a cluster, nor comes into one', async () => {
  const { url: DATABASE_URL = '' } = cluster
  const DATA_DIR = join(folder, 'data')
  const place = join(folder, 'backups')
  const file = join(folder, 'all.zip')
  const refused = await run(['backup', file], { DATABASE_URL, DATA_DIR })
  assertTold(refused, /Citus cluster.*save the nodes themselves/)
  assert.ok(!(await readdir(folder)).includes('all.zip'))
  for (const WORKERS of ['1', '2']) {
    const settings = { DATABASE_URL, DATA_DIR, BACKUP_DIR: place, WORKERS, PORT: '0' }
    assertTold(
      await run(['serve'], settings),
      /^BACKUP_DIR can’t be used .*save the nodes themselv/,
    )
  }
  for (const [BACKUP_DIR, grade] of [
    ['', 'NOTE '],
    [place, 'FAULT'],
  ] as const) {
    for (const command of ['status', 'doctor']) {
      const { code, stdout } = await run([command], { DATABASE_URL, DATA_DIR, BACKUP_DIR })
      const told = stdout.split('\n').filter((line) => /^\S+ +backups? |BACKUP_DIR/.test(line))
      assert.deepEqual([told.length, told[0]?.slice(0, 5)], [1, grade], stdout)
      assert.match(stdout, /Base backups of every node .*: docs\/backup\.md\.\n/)
      assert.equal(code, BACKUP_DIR === '' ? { status: 3, doctor: 0 }[command] : 1, stdout)
    }
  }

  const made = await run(['backup', file], { DATABASE_URL: elsewhere.url ?? '', DATA_DIR })
  assert.equal(made.code, 0, made.stderr)
  const empty = await openDatabase()
  const into = await run(['restore', file], { DATABASE_URL: empty.url ?? '', DATA_DIR })
  assertTold(into, /Citus cluster, into which no backup can be restored/)
  await empty.close()
})
