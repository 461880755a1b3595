import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { errorCodes } from '../src/base/problems.ts'
import { readConfig, settings } from '../src/config.ts'
import { quotasOf } from '../src/quotas.ts'

// The table of what accounts share says what the service does.

const read = (name: string) => readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')
const [english, portuguese] = await Promise.all([read('quotas.md'), read('quotas.pt-BR.md')])

/** The cells of the table's rows, behind its head. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)].slice(1).map(([, row = '']) => row.split('|'))

const codesIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

test('each share is in a row, and each row names settings and refusals that there are', () => {
  const rows = rowsOf(english)
  const named = rows.flatMap(([kind]) => codesIn(kind))
  assert.deepEqual(named.toSorted(), Object.keys(quotasOf(readConfig({}), {})).toSorted())
  for (const [kind, , , , problem, names] of rows) {
    for (const name of codesIn(names)) assert.ok(name in settings, `${kind}: ${name}`)
    for (const [, code = ''] of problem?.matchAll(/\d{3} `([^`]+)`/g) ?? []) {
      assert.ok(code in errorCodes, `${kind}: ${code}`)
    }
  }
})

test('each setting that bounds what is done at once, or how large it is, is in a row', () => {
  const bounds = Object.keys(settings).filter((name) => /^MAX_|_MAX_BYTES$|_PERCENT$/.test(name))
  const named = rowsOf(english).flatMap((row) => codesIn(row.at(-1)))
  assert.deepEqual(
    bounds.filter((name) => !named.includes(name)),
    [],
  )
})

test('both languages have the same rows', () => {
  assert.deepEqual(
    rowsOf(portuguese).map((row) => row.map((cell) => codesIn(cell))),
    rowsOf(english).map((row) => row.map((cell) => codesIn(cell))),
  )
})
