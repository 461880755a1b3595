import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { NEXT, nextProgram, revisedFunctions } from './support/next-version.ts'
import {
  assertServed,
  folder,
  layDown,
  onEmpty,
  RELEASES,
  readRelease,
  runWell,
  takeIn,
  UP_TO_DATE,
  withToken,
} from './support/served.ts'

// What a release has left is brought up to date by a version that is not there yet, and served by this
// one beside it.

let next: string | undefined

/** A version with a column, an index, a backfill and functions that this one does not have. */
function nextVersion(): string {
  next ??= nextProgram(join(folder, 'next'), { ...NEXT, ...revisedFunctions(1) })
  return next
}

for (const version of readdirSync(RELEASES)) {
  const own = join(RELEASES, version)
  const release = readRelease(version)

  describe(version, () => {
    test('a next version brings its database up to date, which this one serves still', () =>
      onEmpty(`${version}-next`, async (settings) => {
        await layDown(version, settings)
        const applied = await runWell(nextVersion(), ['migrate'], settings)
        assert.match(applied, /9001_nicknames\.sql.*9003_nicknames_filled\.sql, functions\.sql/)
        await assertServed(release, settings)
      }))

    test('a next version restores its backup, which this one serves still', () =>
      onEmpty(`${version}-next-restored`, async (settings) => {
        await runWell(nextVersion(), ['restore', join(own, 'backup.zip')], settings)
        assert.equal(await runWell(nextVersion(), ['migrate'], settings), UP_TO_DATE)
        await assertServed(release, settings)
      }))

    test('a next version takes its account in, which this one serves still', () =>
      onEmpty(`${version}-next-account`, async (settings) => {
        await takeIn(nextVersion(), release, join(own, 'account.zip'), settings)
        assert.equal(await runWell(nextVersion(), ['migrate'], settings), UP_TO_DATE)
        await assertServed(await withToken(release, settings), settings)
      }))
  })
}
