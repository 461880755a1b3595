import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CellValue, writeXlsxStream, XlsxStreamWriter } from 'hucre/xlsx'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// Workbooks as spreadsheets keep them: numbers, dates and texts of their own.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  await sample(server)
})
after(async () => {
  await importer.close()
  await server.close()
})

const read = (path: string) => data(server, 'GET', path)

/** With its texts in the cells, or in a table of their own. */
async function workbook(rows: CellValue[][], isInline = true): Promise<Buffer> {
  const sheet = { name: 'Planilha1' }
  if (isInline) return Buffer.from(await new Response(writeXlsxStream(rows, sheet)).arrayBuffer())
  const writer = new XlsxStreamWriter(sheet)
  for (const row of rows) writer.addRow(row)
  return Buffer.from(await writer.finish())
}

test('numbers, dates, yes and no, and codes that are numbers', async () => {
  const rows: CellValue[][] = [
    ['Pedidos de novembro'],
    [],
    [
      'Pedido',
      'Data',
      'Cliente',
      'Data de entrega',
      'Produto',
      'Quantidade',
      'Preço unitário',
      'Seq.',
    ],
    [5001, new Date('2026-11-05T14:30:00Z'), 'aurora', 46_338, 'cafe', 2.5, 19.9, 1],
    [5001, new Date('2026-11-05T14:30:00Z'), 'aurora', 46_338, 'cafe', 1, 0.1 + 0.2, 2],
    [5002, '06/11/2026', 'aurora', null, 'cafe', '1.000,5', '1,25', 1],
    [5003, '06/11/2026', 'aurora', null, 'cafe', 10 / 3, 1, 1],
    [2 ** 60, '06/11/2026', 'aurora', null, 'cafe', 1, 1, 1],
  ]
  for (const inline of [true, false]) {
    const content = await workbook(rows, inline)
    const { checked, done } = await bringIn(server, importer, 'orders', content)
    assert.deepEqual([checked.format, checked.detected.encoding], ['xlsx', null])
    assert.equal(checked.detected.header_line, 3)
    assert.deepEqual(
      done.first_faults.map(({ line, heading, code }: Record<string, unknown>) => [
        line,
        heading,
        code,
      ]),
      [
        [7, 'Quantidade', 'decimal'],
        [8, 'Pedido', 'inexact_number'],
      ],
    )
    const { date, delivery_date, items } = await read('/orders/fk_id/5001')
    assert.deepEqual(
      [date, delivery_date],
      ['2026-11-05T14:30:00.000Z', '2026-11-12T00:00:00.000Z'],
    )
    assert.deepEqual(
      items.map(({ quantity, price }: Record<string, number>) => [quantity, price]),
      [
        [2.5, 19.9],
        [1, 0.3],
      ],
    )
    const { items: others } = await read('/orders/fk_id/5002')
    assert.deepEqual([others[0].quantity, others[0].price], [1000.5, 1.25])
    const refused = await server.send('GET', `/imports/${done.id}/refused`)
    assert.match(refused.text, /^5003;06\/11\/2026;aurora;;cafe;"3,33333333333333";1;1;/m)
  }
})

test('declared fields take the numbers, dates and yes or no of a workbook', async () => {
  const types = {
    caixas: 'integer',
    peso: 'decimal',
    frio: 'boolean',
    validade: 'date',
    lote: 'text',
  }
  for (const [key, type] of Object.entries(types)) {
    await data(server, 'POST', '/custom-fields', { resource: 'products', key, type })
  }
  const rows: CellValue[][] = [
    ['Código', 'Produto', 'Caixas', 'Peso', 'Frio', 'Validade', 'Lote'],
    ['pw-1', 'Chá', 12, 0.1 + 0.2, true, new Date('2026-12-31T00:00:00Z'), 77],
    ['pw-2', 'Mate', 1.5, 1e-7, false, new Date('2026-12-31T08:00:00Z'), 'A'],
  ]
  const { done } = await bringIn(server, importer, 'products', await workbook(rows))
  assert.deepEqual(
    done.first_faults.map(({ line, heading, code }: Record<string, unknown>) => [
      line,
      heading,
      code,
    ]),
    [
      [3, 'Caixas', 'type'],
      [3, 'Validade', 'type'],
    ],
  )
  assert.deepEqual((await read('/products/fk_id/pw-1')).custom_fields, {
    caixas: '12',
    peso: '0.3',
    frio: 'true',
    validade: '2026-12-31',
    lote: '77',
  })
})

test('zeros that a spreadsheet dropped in front of a CNPJ or CPF are put back', async () => {
  const rows = [
    ['Código', 'Nome', 'CNPJ/CPF', 'CEP', 'Telefone'],
    ['z1', 'Um', 1_222_333_000_128, 1_310_100, 1_140_028_922],
  ]
  const { done } = await bringIn(server, importer, 'customers', await workbook(rows))
  const told = JSON.stringify(done.first_faults)
  assert.equal(done.counts.refused, 0, told)
  const { document, phone } = await read('/customers/fk_id/z1')
  assert.deepEqual([document, phone], ['01222333000128', '1140028922'])
  assert.equal((await read('/customers/fk_id/z1/addresses'))[0].zip_code, 1_310_100)
})

test('refused rows of a workbook come back as CSV that reads the same', async () => {
  const rows: CellValue[][] = [
    ['Código', 'Nome', 'Preço', 'Descrição completa'],
    ['w1', 'Um', 1.234, '=1+1'],
    ['w2', null, 1234.5, new Date('2026-11-05T00:00:00Z')],
    ['w3', null, 1.234, true],
  ]
  const { done } = await bringIn(server, importer, 'products', await workbook(rows))
  assert.deepEqual([done.counts.lines, done.counts.created, done.counts.refused], [3, 1, 2])
  const refused = await server.send('GET', `/imports/${done.id}/refused`)
  const named = refused.text.replace('w2;', 'w2;Dois').replace('w3;', 'w3;Três')
  const second = await bringIn(server, importer, 'products', named)
  assert.equal(second.done.counts.created, 2, JSON.stringify(second.done))
  assert.equal((await read('/products/fk_id/w2')).price, 1234.5)
  assert.equal((await read('/products/fk_id/w3')).price, 1.234)
})

test('broken, old and foreign files are refused with what to do', async () => {
  const whole = await workbook([
    ['Código', 'Nome'],
    ['x', 'X'],
  ])
  const { id } = await sendFile(server, 'customers', whole.subarray(0, whole.length - 200))
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, 'failed')
  assert.match(failure, /no intact workbook/)
  const foreign: [Buffer, RegExp][] = [
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /Save it as \.xlsx/],
    [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), /neither a text file/],
  ]
  for (const [bytes, detail] of foreign) {
    const answer = await server.send(
      'POST',
      '/imports?resource=customers',
      multipart([file(bytes)]),
    )
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'])
    assert.match(answer.body.detail, detail)
  }
})

test('a small archive that unpacks to gigabytes is refused before it is unpacked', async () => {
  const whole = await workbook(
    [
      ['Código', 'Nome'],
      ['x', 'X'],
    ],
    false,
  )
  // What the archive's directory says of the size of the shared strings.
  const name = Buffer.from('xl/sharedStrings.xml')
  const at = whole.lastIndexOf(name)
  whole.writeUInt32LE(2_000_000_000, at - 46 + 24)
  const { id } = await sendFile(server, 'customers', whole)
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, 'failed')
  assert.match(failure, /sharedStrings\.xml in the workbook is too large/)
})
