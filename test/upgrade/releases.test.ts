import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { readMigrations } from '../../src/database/schema/migrations.ts'
import { callService } from '../support/call.ts'
import { openEmptyDatabase, serverUrl } from '../support/database.ts'
import { killRunning, run, startService } from '../support/service.ts'
import { unpack } from './support/folders.ts'
import { type Release, tellsOf } from './support/release.ts'

// What every release has left (`npm run freeze`) is opened, brought up to date and served.

const RELEASES = fileURLToPath(new URL('../releases/', import.meta.url))

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-releases-'))
})
after(async () => {
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

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

/** Serves what is there as it was, and takes changes. */
async function assertServed(release: Release, settings: Record<string, string>): Promise<void> {
  const { token, secret_key: SECRET_KEY, answers } = release
  // Its events are of the day when it was made.
  const service = await startService({ SECRET_KEY, EVENT_RETENTION_DAYS: '3650', ...settings })
  for (const [path, told] of await tellsOf(service, token, Object.keys(answers))) {
    assertTold(told, answers[path], path)
  }
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
  assert.equal(stdout, 'The database is up to date.\n')
}

/** Uses an empty database of the kind that the tests run on, by the settings of a service. */
async function onEmpty(name: string, use: (settings: Record<string, string>) => Promise<void>) {
  const DATA_DIR = join(folder, name)
  if (serverUrl === undefined) return use({ DATA_DIR })
  const { url = '', close } = await openEmptyDatabase()
  try {
    await use({ DATA_DIR, DATABASE_URL: url })
  } finally {
    await close()
  }
}

for (const version of readdirSync(RELEASES)) {
  const own = join(RELEASES, version)
  const release = JSON.parse(readFileSync(join(own, 'release.json'), 'utf8')) as Release

  describe(version, () => {
    test('its migrations are as they were', async () => {
      const now = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
      for (const [name, checksum] of Object.entries(release.migrations)) {
        const why = `${name} is released with ${version}: write what it shall change as a migration of its own (docs/upgrading.md). Where ${version} has no tag yet: npm run freeze`
        assert.equal(now.get(name), checksum, why)
      }
    })

    test('its database is opened, brought up to date and served', () =>
      onEmpty(version, async (settings) => {
        const { DATABASE_URL } = settings
        if (DATABASE_URL === undefined) {
          unpack(join(own, 'embedded.tar.br'), join(folder, version))
        } else {
          const client = new pg.Client({ connectionString: DATABASE_URL })
          await client.connect()
          await client.query(gunzipSync(readFileSync(join(own, 'postgres.sql.gz'))).toString())
          await client.end()
        }
        await assertServed(release, settings)
      }))

    test('its backup is restored, brought up to date and served', () =>
      onEmpty(`${version}-restored`, async (settings) => {
        const { code, stderr } = await run(['restore', join(own, 'backup.zip')], settings)
        assert.equal(code, 0, stderr)
        await assertServed(release, settings)
      }))
  })
}
