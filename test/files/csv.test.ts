import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRows } from '../../src/files/imports/reading/csv.ts'

// Text files as they are read, apart from what is in them.

const form = { encoding: 'utf-8', separator: ';' } as const

test('others have their turn while a file of empty rows is read', async () => {
  async function* file() {
    yield Buffer.from('\n'.repeat(50_000))
  }
  let turns = 0
  const count = () => {
    turns++
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  let rows = 0
  for await (const row of csvRows(file(), form)) rows = row.line
  clearImmediate(next)
  assert.equal(rows, 50_000)
  assert.ok(turns >= 50, `${turns} turns of the event loop`)
})

test('characters of several bytes stay whole wherever a piece ends', async () => {
  const text = `${'😀é'.repeat(5000)}\n`
  async function* file() {
    yield Buffer.from(`x${text}`)
  }
  const read: unknown[] = []
  for await (const { cells } of csvRows(file(), form)) read.push(...cells)
  assert.deepEqual(read, [`x${text.trimEnd()}`])
})
