import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readFunctions, readMigrations } from '../../src/database/schema/migrations.ts'
import { PEDIDO } from '../support/service.ts'
import {
  assertServed,
  layDown,
  onEmpty,
  RELEASES,
  readRelease,
  runWell,
  takeIn,
  withToken,
} from './support/served.ts'

// What every release has left (`npm run freeze`) is opened, brought up to date and served.

for (const version of readdirSync(RELEASES)) {
  const own = join(RELEASES, version)
  const release = readRelease(version)

  describe(version, () => {
    test('its migrations and functions are as they were, or functions of a later revision', async () => {
      const now = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
      for (const [name, checksum] of Object.entries(release.migrations)) {
        const why = `${name} is released with ${version}: write what it shall change as a migration of its own (docs/upgrading.md). Where ${version} has no tag yet: npm run freeze`
        assert.equal(now.get(name), checksum, why)
      }
      const { revision, checksum } = await readFunctions()
      const { functions } = release
      assert.ok(
        revision > functions.revision ||
          (revision === functions.revision && checksum === functions.checksum),
        `functions.sql needs a higher revision than that of ${version}, ${functions.revision}`,
      )
    })

    test('its database is opened, brought up to date and served', () =>
      onEmpty(version, async (settings) => {
        await layDown(version, settings)
        await assertServed(release, settings)
      }))

    test('its backup is restored, brought up to date and served', () =>
      onEmpty(`${version}-restored`, async (settings) => {
        await runWell(PEDIDO, ['restore', join(own, 'backup.zip')], settings)
        await assertServed(release, settings)
      }))

    test('its account comes in and is served', () =>
      onEmpty(`${version}-account`, async (settings) => {
        await takeIn(PEDIDO, release, join(own, 'account.zip'), settings)
        await assertServed(await withToken(release, settings), settings)
      }))
  })
}
