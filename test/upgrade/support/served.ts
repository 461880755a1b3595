import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { shownProperties } from '../../../src/model/order.ts'
import { callService } from '../../support/call.ts'
import { openEmptyDatabase, serverUrl } from '../../support/database.ts'
import {
  killRunning,
  PEDIDO,
  program,
  run,
  type Service,
  startService,
} from '../../support/service.ts'
import { unpack } from './folders.ts'
import { type Release, tellsOf } from './release.ts'

// What a release left is opened, and served as it was.

export const RELEASES = fileURLToPath(new URL('../../releases/', import.meta.url))

export const UP_TO_DATE = 'The database is up to date.\n'

/** Of this test file; everything that is made is in it. */
export let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-releases-'))
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

/** What a release said of itself. */
export function readRelease(version: string): Release {
  return JSON.parse(readFileSync(join(RELEASES, version, 'release.json'), 'utf8')) as Release
}

/** All that was told is told still; more may be. */
function assertTold(now: unknown, then: unknown, at: string): void {
  if (Array.isArray(then)) {
    assert.ok(Array.isArray(now), at)
    assert.equal(now.length, then.length, at)
    for (const [i, part] of then.entries()) assertTold(now[i], part, `${at}[${i}]`)
  } else if (typeof then === 'object' && then !== null) {
    assert.ok(typeof now === 'object' && now !== null, at)
    for (const [key, part] of Object.entries(then)) {
      assertTold((now as Record<string, unknown>)[key], part, `${at}.${key}`)
    }
  } else {
    assert.equal(now, then, at)
  }
}

/** Orders have all properties of this version, in lists and in events of before. */
async function assertWhole(service: Service, token: string): Promise<void> {
  const { body: list } = await callService(service, token, '/orders?limit=100')
  const { body: feed } = await callService(service, token, '/events?type=order.*&limit=100')
  const orders = [...list.data, ...feed.data.map((event: Told) => event.data.record)]
  assert.ok(list.data.length > 0 && feed.data.length > 0)
  for (const order of orders) assert.deepEqual(Object.keys(order), shownProperties)
}

interface Told {
  data: { record: object }
}

/** Serves what is there as it was, and takes changes. */
export async function assertServed(
  release: Release,
  settings: Record<string, string>,
): Promise<void> {
  const { token, secret_key: SECRET_KEY, answers } = release
  // Its events are of the day when it was made.
  const service = await startService({ SECRET_KEY, EVENT_RETENTION_DAYS: '3650', ...settings })
  for (const [path, told] of await tellsOf(service, token, Object.keys(answers))) {
    assertTold(told, answers[path], path)
  }
  await assertWhole(service, token)
  const { body: statuses } = await callService(service, token, '/order-statuses?limit=100')
  for (const { fk_id, counts } of statuses.data as { fk_id: string; counts: boolean }[]) {
    assert.equal(counts, fk_id !== 'draft' && fk_id !== 'cancelled', fk_id)
  }
  const body = { fk_id_customer: 'C-0', items: [{ fk_id_item: 'PR-0', quantity: 2 }] }
  const made = await callService(service, token, '/orders', { body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const change = { method: 'PATCH', body: { observations: 'after the upgrade' } }
  const changed = await callService(service, token, '/orders/fk_id/O-1', change)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const { code, stderr } = await service.stop('SIGTERM')
  assert.equal(code, 0, stderr)
  // What the service has not got to of rows that are filled beside its requests.
  await run(['migrate'], settings)
  const { stdout } = await run(['migrate'], settings)
  assert.equal(stdout, UP_TO_DATE)
}

/** @returns what it prints */
export async function runWell(bin: string, words: string[], settings: Record<string, string>) {
  const { code, stdout, stderr } = await program([bin, ...words], settings).ended
  assert.equal(code, 0, stderr)
  return stdout
}

/** Takes an account's export in. Its secrets are kept with the key that the service has afterwards. */
export async function takeIn(
  bin: string,
  release: Release,
  file: string,
  settings: Record<string, string>,
): Promise<void> {
  const { secret_key: SECRET_KEY } = release
  await runWell(bin, ['account', 'import', file], { SECRET_KEY, ...settings })
}

/** An account comes without its tokens: the same of a token that is made for it. */
export async function withToken(
  release: Release,
  settings: Record<string, string>,
): Promise<Release> {
  const words = ['token', 'create', '--account', '1', '--name', 'after', '--scope', '*']
  const token = (await runWell(PEDIDO, words, settings)).trim()
  return { ...release, token }
}

/** Uses an empty database of the kind that the tests run on, by the settings of a service. */
export async function onEmpty(
  name: string,
  use: (settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const DATA_DIR = join(folder, name)
  if (serverUrl === undefined) return use({ DATA_DIR })
  const { url = '', close } = await openEmptyDatabase()
  try {
    await use({ DATA_DIR, DATABASE_URL: url })
  } finally {
    await close()
  }
}

/** Lays the release's database where a service with these settings finds it. */
export async function layDown(version: string, settings: Record<string, string>): Promise<void> {
  const own = join(RELEASES, version)
  const { DATA_DIR = '', DATABASE_URL } = settings
  if (DATABASE_URL === undefined) return unpack(join(own, 'embedded.tar.br'), DATA_DIR)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(gunzipSync(readFileSync(join(own, 'postgres.sql.gz'))).toString())
  await client.end()
}
