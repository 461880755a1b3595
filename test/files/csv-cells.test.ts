import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { separators } from '../../src/files/imports/reading/separator.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

// Cells of the text files that the service writes are whole in whatever program opens them.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const NAMES = ['a;b', 'a,b', 'a|b', 'a" b', 'ab ']

/** Whether a program that takes this separator finds the text in cells of its own. */
function isWhole(csv: string, separator: string, text: string): boolean {
  const rows: string[][] = parse(csv, {
    delimiter: separator,
    bom: true,
    relax_quotes: true,
    relax_column_count: true,
  })
  return rows.some((cells) =>
    cells.some((cell) => cell.split(/[;,\t|]/).length > 1 && cell === text),
  )
}

test('a name with any separator is one cell with every other, in every form of CSV', async () => {
  for (const name of NAMES.slice(0, 3)) {
    await data(server, 'POST', '/categories', { name })
    for (const form of ['csv', 'csv&csv=br', 'csv&language=en']) {
      const { text } = await server.send('GET', `/categories?format=${form}&fields=name`)
      for (const separator of separators)
        assert.ok(isWhole(text, separator, name), `${form} ${JSON.stringify([separator, name])}`)
    }
  }
})

test('so it is in files of refused lines, where nothing is a formula either', async () => {
  for (const separator of separators) {
    const cells = [...NAMES, '＝SOMA(1)', '＠x'].map((one) => `"${one.replaceAll('"', '""')}"`)
    const rows = cells.map((cell) => ['""', cell].join(separator))
    const file = `${[['Código', 'Nome'].join(separator), ...rows].join('\n')}\n`
    const { id } = await sendFile(server, 'categories', file)
    assert.equal((await settled(server, importer, id)).counts.refused, cells.length)
    const { text } = await server.send('GET', `/imports/${id}/refused`)
    const [, ...read] = parse(text, { delimiter: separator, bom: true }) as string[][]
    assert.deepEqual(
      read.map(([, name]) => name),
      [...NAMES, "'＝SOMA(1)", "'＠x"],
    )
    for (const line of text.split('\r\n').slice(1, 1 + 3)) assert.match(line, /"a[;,|]b"/)
  }
})
