import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvRows } from '../../src/files/imports/reading/csv.ts'
import { turnsDuring } from '../support/files/turns.ts'

// Text files as they are read, apart from what is in them.

const form = { encoding: 'utf-8', separator: ';' } as const

for (const nothing of ['\n', ';\n', '""\n']) {
  test(`others have their turn while rows such as ${JSON.stringify(nothing)} are read`, async () => {
    const { line, turns } = await readBesideOthers(nothing.repeat(50_000))
    assert.equal(line, 50_001)
    assert.ok(turns >= 20, `${turns} turns of the event loop`)
  })
}

/** Where the last row of a file begins that has one more row, and how often others had their turn. */
async function readBesideOthers(text: string): Promise<{ line: number; turns: number }> {
  async function* file() {
    yield Buffer.from(`${text}end\n`)
  }
  let line = 0
  const turns = await turnsDuring(async () => {
    for await (const row of csvRows(file(), form)) line = row.line
  })
  return { line, turns }
}

for (const end of ['\n', '\r\n']) {
  test(`rows begin on the lines that an editor shows, which end with ${JSON.stringify(end)}`, async () => {
    // As spreadsheets write a line end within a cell.
    const lines = ['', '', 'a;b', '"two\nlines";c', '', '', 'd;e', '']
    async function* file() {
      yield Buffer.from(lines.join(end))
    }
    const read: unknown[] = []
    for await (const { line, cells } of csvRows(file(), form)) read.push([line, cells[1]])
    assert.deepEqual(read, [
      [3, 'b'],
      [4, 'c'],
      [8, 'e'],
    ])
  })
}

test('characters of several bytes stay whole wherever a piece ends', async () => {
  const text = `${'😀é'.repeat(5000)}\n`
  async function* file() {
    yield Buffer.from(`x${text}`)
  }
  const read: unknown[] = []
  for await (const { cells } of csvRows(file(), form)) read.push(...cells)
  assert.deepEqual(read, [`x${text.trimEnd()}`])
})
