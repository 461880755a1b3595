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

for (const end of ['\n', '\r\n', '\r']) {
  for (const within of ['\n', '\r\n', '\r']) {
    const named = `${JSON.stringify(end)}, and ${JSON.stringify(within)} within cells`
    test(`rows begin on the lines that an editor shows, which end with ${named}`, async () => {
      const cell = `"two${within}lines"`
      const lines = ['', '', 'a;b', `${cell};c`, '', '', 'd;e', `${cell};${cell}`, 'f;g', '']
      assert.deepEqual(await rowsOf(lines.join(end)), [
        [3, 'a', 'b'],
        [4, 'two\nlines', 'c'],
        [8, 'd', 'e'],
        [9, 'two\nlines', 'two\nlines'],
        [12, 'f', 'g'],
      ])
    })
  }
}

test('lines of one file may end in any of these ways', async () => {
  assert.deepEqual(await rowsOf('a;b\nc;d\r\n\r\ne;f\rg;h\n\ni;"j\r\n"\nk;l'), [
    [1, 'a', 'b'],
    [2, 'c', 'd'],
    [4, 'e', 'f'],
    [5, 'g', 'h'],
    [7, 'i', 'j\n'],
    [9, 'k', 'l'],
  ])
})

test('a quotation mark that nothing closes is told with the line that it follows', async () => {
  const fault = /opens after line 4 is never closed/
  await assert.rejects(rowsOf('a;b\r\n"c\r\nd";e\r\nf;g\r\nh;"i\r\n'), fault)
})

async function rowsOf(text: string): Promise<unknown[][]> {
  async function* file() {
    yield Buffer.from(text)
  }
  const read: unknown[][] = []
  for await (const { line, cells } of csvRows(file(), form)) read.push([line, ...cells])
  return read
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
