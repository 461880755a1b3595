import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sheetsOf, workbookRows } from '../../src/files/imports/reading/workbooks/workbook.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { rawWorkbook } from '../support/files/raw-workbook.ts'

// Files that take more memory or time than any table needs: small ones among them, which unpack to much.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server, { maxRefusedBytes: 1_000_000 })
})
after(async () => {
  await importer.close()
  await server.close()
})

const HEADINGS = ['Código', 'Nome']

async function sent(content: Buffer | string, language = 'en'): Promise<Import> {
  const headers = { 'accept-language': language }
  const { id } = await sendFile(server, 'customers', content, '', { headers })
  return settled(server, importer, id)
}

/** A workbook with this between the tags of a cell. */
const withCell = (xml: string) =>
  rawWorkbook([{ name: 'Planilha1', rows: [HEADINGS, ['x', { xml, type: 'inlineStr' }]] }])

const inline = (text: string) => withCell(`<is><t>${text}</t></is>`)

test('elements that are nested without end, and texts without end, fail at once', async () => {
  const much = 'A'.repeat(1_200_000)
  for (const [xml, why] of [
    [`${'<is>'.repeat(200_000)}${'</is>'.repeat(200_000)}`, /nested too deeply/],
    [`<is><t>${much}</t></is>`, /a text of more than 1,000,000 characters/],
    [`<is said="${much}"><t>a</t></is>`, /a text of more than 1,000,000 characters/],
    [`<!--${much}--><is><t>a</t></is>`, /a text of more than 1,000,000 characters/],
  ] as const) {
    const { state, failure } = await sent(await withCell(xml))
    assert.deepEqual([state, why.test(failure)], ['failed', true], failure)
  }
  const { failure } = await sent(await inline(much), 'pt-BR')
  assert.match(failure, /^A planilha tem um texto de mais de 1\.000\.000 caracteres/)
})

test('a cell with more characters than spreadsheets have refuses its row', async () => {
  const longest = 'Á'.repeat(32_767)
  for (const more of ['', 'Á']) {
    const text = longest + more
    for (const content of [await inline(text), `Código;Nome\nx;${text}\ny;Loja\n`]) {
      const { counts, first_faults } = await sent(content)
      const [{ heading, detail }] = first_faults
      assert.deepEqual([heading, counts.refused], ['Nome', 1])
      assert.match(detail, more ? /has more than 32,767 characters/ : /at most|longer|200/)
      assert.ok(JSON.stringify(first_faults).length < 10_000)
    }
  }
})

test('rows with more cells than spreadsheets have are of no table', async () => {
  const cells = (count: number) => `</c>${'<c><v>1</v></c>'.repeat(count)}<c>`
  const why = /^Line 2 has more than 16,384 cells/
  for (const content of [
    await withCell(cells(20_000)),
    `Código;Nome\nx${';'.repeat(20_000)}\n`,
    `Código;Nome\nx${';1'.repeat(16_384)}\n`,
  ]) {
    const { state, failure } = await sent(content)
    assert.deepEqual([state, why.test(failure)], ['failed', true], failure)
  }
  const { state, counts } = await sent(`Código;Nome\nx${';1'.repeat(16_383)}\n`)
  assert.deepEqual([state, counts.refused], ['checked', 1])
})

test('of columns behind the thousandth is only known that something stands there', async () => {
  const empty = (count: number) => new Array<null>(count).fill(null)
  const rows = [
    HEADINGS,
    ['x', 'Loja', ...empty(16_382)],
    ['y', 'Loja', ...empty(16_381), 'y'],
    [...empty(16_382), 'z', 'z'],
  ]
  const workbook = await rawWorkbook([{ name: 'Planilha1', rows }])
  const csv = rows.map((cells) => cells.map((cell) => cell ?? '').join(';')).join('\n')
  for (const content of [workbook, csv]) {
    const { counts, first_faults } = await sent(content)
    assert.deepEqual([counts.created, counts.refused], [1, 2])
    assert.match(first_faults[0].detail, /^The line has more than 1,000 cells below 2 headings/)
  }
  const [sheet] = await sheetsOf(workbook)
  const widthsOf = async (width?: number) => {
    const all = await Array.fromAsync(
      workbookRows(workbook, sheet ?? assert.fail(), undefined, width),
    )
    return all.map(({ cells }) => cells.length)
  }
  assert.deepEqual(await widthsOf(1_000), [2, 2, 1_001, 1_001])
  assert.deepEqual(await widthsOf(), [2, 2, 16_384, 16_384])
})

test('what is kept of refused rows is bounded, and the rest is not read', async () => {
  const row = `;${'n'.repeat(10_000)}`
  const rows = Array.from({ length: 1_000 }, () => row)
  const { state, counts, failure } = await sent(`Código;Nome\n${rows.join('\n')}\n`)
  assert.equal(state, 'failed')
  assert.match(failure, /^The refused rows have more than 1\.0 MB/)
  assert.ok(counts.refused >= 100 && counts.refused < 300, String(counts.refused))
})
