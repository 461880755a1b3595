import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { sheetsOf, workbookRows } from '../../src/files/imports/reading/workbooks/workbook.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { cell, number, rawOds, row, sheet, text } from '../support/files/raw-ods.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// OpenDocument spreadsheets are read as other workbooks are: a cell is what it shows.

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

const bring = (resource: string, content: Buffer, query = '') =>
  bringIn(server, importer, resource, content, query)
const read = (path: string) => data(server, 'GET', path)
const places = ({ first_faults }: Import) =>
  first_faults.map(({ line, letter, code }: Import) => [line, letter, code])
const failureOf = async (content: Buffer) => {
  const { id } = await sendFile(server, 'products', content)
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, 'failed')
  return failure as string
}
const fixture = (name: string) =>
  readFile(new URL(`../fixtures/workbooks/${name}`, import.meta.url))

const CODES = ['00007', 'PV-0012', 'PC-1']

/** Orders as they were written, without what the service sets. */
async function ordersOf(codes: string[]): Promise<unknown[]> {
  return Promise.all(
    codes.map(async (code) => {
      const { date, delivery_date, observations, total_value, items } = await read(
        `/orders/fk_id/${code}`,
      )
      const lines = items.map(({ id: _, created_at: __, ...item }: Record<string, unknown>) => item)
      return { date, delivery_date, observations, total_value, lines }
    }),
  )
}

test('orders that LibreOffice saved as .ods are those that it saved as .xlsx', async () => {
  const { done } = await bring('orders', await fixture('pedidos.ods'))
  assert.deepEqual(
    [done.format, done.detected.encoding, done.detected.sheet, done.detected.sheets],
    ['ods', null, 'Pedidos & cia', ['Pedidos & cia']],
  )
  const faults = [
    [8, 'G', 'type'],
    [9, 'F', 'type'],
    [10, 'F', 'type'],
  ]
  assert.deepEqual(places(done), faults)
  const orders = await ordersOf(CODES)
  const [first] = orders as [{ observations: string; lines: Record<string, number>[] }]
  assert.equal(first.observations, 'Entregar   pela manhã\nfundos & lado')
  assert.deepEqual(
    first.lines.map(({ quantity, price, perc_desc, ipi }) => [quantity, price, perc_desc, ipi]),
    [
      [2.5, 19.9, 5, 6.5],
      [1, 4, 0, 0],
    ],
  )
  for (const code of CODES) {
    const { id } = await read(`/orders/fk_id/${code}`)
    assert.equal((await server.send('DELETE', `/orders/${id}`)).status, 200)
  }
  const query = `&sheet=${encodeURIComponent('Pedidos & cia')}`
  const other = await bring('orders', await fixture('pedidos.xlsx'), query)
  assert.deepEqual(places(other.done), faults)
  assert.deepEqual(await ordersOf(CODES), orders)
  const again = await bring('orders', await fixture('pedidos.ods'))
  assert.equal(again.done.counts.unchanged, CODES.length)
})

const STYLES = `
  <number:number-style style:name="N1"><number:number number:min-integer-digits="8"><number:embedded-text number:position="3">-</number:embedded-text></number:number></number:number-style>
  <number:number-style style:name="N2P0"><number:text>C-</number:text><number:number number:min-integer-digits="4"/></number:number-style>
  <number:number-style style:name="N2"><number:number number:decimal-places="2" number:min-integer-digits="1"/><style:map style:condition="value()&gt;=0" style:apply-style-name="N2P0"/></number:number-style>
  <number:number-style style:name="N3"><number:number number:min-integer-digits="1" number:grouping="true" number:display-factor="1000"/></number:number-style>
  <style:style style:name="postal" style:family="table-cell" style:data-style-name="N1"/>
  <style:style style:name="code" style:family="table-cell" style:data-style-name="N2"/>
  <style:style style:name="thousands" style:family="table-cell" style:data-style-name="N3"/>
  <style:style style:name="child" style:family="table-cell" style:parent-style-name="Filial"/>
  <style:style style:name="loop" style:family="table-cell" style:parent-style-name="loop"/>
  <style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>`
const INHERITED = `
  <number:number-style style:name="N1"><number:number number:min-integer-digits="3"/></number:number-style>
  <style:style style:name="Filial" style:family="table-cell" style:data-style-name="N1"/>`

test('each kind of cell is what it shows, or refuses its row', async () => {
  const price = (attributes: string, shown = '') => cell(attributes, shown)
  const rows: [code: string, name: string, price: string][] = [
    [number(7, 'code'), text('Moeda'), price('office:value-type="currency" office:value="12.5"')],
    [number(12, 'child'), text('Herdado'), number(1, 'loop')],
    [number(9, 'postal'), text('Sinais'), number(2)],
    [text('K-1'), text('Fórmula'), price('table:formula="of:=[.A1]" office:value-type="float"')],
    [text('K-2'), text('Nunca calculada'), price('table:formula="of:=[.A1]*2"')],
    [
      text('K-3'),
      text('Erro'),
      price(
        'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
        '#DIV/0!',
      ),
    ],
    [
      text('K-4'),
      text('Erro antigo'),
      price('table:formula="of:=1/0" office:value-type="float" office:value="0"', 'Err:502'),
    ],
    [text('K-5'), text('Em milhares'), number(1234567, 'thousands')],
    [text('K-6'), text('Por cento'), price('office:value-type="percentage" office:value="0.05"')],
    [text('K-7'), text('Sem valor'), price('office:value-type="float"', '12')],
    [text('K-8'), text('Data'), price('office:value-type="date" office:date-value="2026-11-05"')],
    [
      text('K-9'),
      text('Calculada'),
      price('table:formula="x" office:value-type="float" office:value="3"'),
    ],
  ]
  const body = [row(text('Código'), text('Nome'), text('Preço')), ...rows.map((one) => row(...one))]
  const content = await rawOds({
    sheets: sheet('Produtos', body.join('')),
    styles: STYLES,
    inherited: INHERITED,
  })
  const { done } = await bring('products', content)
  assert.deepEqual(
    places(done),
    [5, 6, 7, 8, 9, 10, 11, 12].map((line) => [line, 'C', 'type']),
  )
  const prices = await Promise.all(
    ['C-0007', '012', '00000-009', 'K-9'].map(
      async (code) => (await read(`/products/fk_id/${code}`)).price,
    ),
  )
  assert.deepEqual(prices, [12.5, 1, 2, 3])
})

test('texts have their spaces, tabs and lines, and nothing of notes', async () => {
  const note =
    '<office:annotation><text:p>não</text:p></office:annotation><text:p>visível <text:span>e <text:ruby><text:ruby-base>dito</text:ruby-base><text:ruby-text>não</text:ruby-text></text:ruby></text:span></text:p>'
  const rows = [
    row(text('Código'), text('Nome'), text('Descrição completa')),
    row(
      text('T-1'),
      text('a<text:s text:c="3"/>b<text:s/>c\n     d'),
      text('um<text:line-break/>dois<text:tab/>três</text:p><text:p>quatro &amp; &lt;cinco&gt;'),
    ),
    row(text('T-2'), `<table:table-cell office:value-type="string">${note}</table:table-cell>`),
    row(text('T-3'), cell('office:value-type="string" office:string-value="Só o valor"')),
    row(text('T-4'), cell('', 'Sem tipo')),
    row(
      text('T-5'),
      text('Mesclada'),
      '<table:covered-table-cell office:value-type="string"><text:p>coberta</text:p></table:covered-table-cell>',
    ),
  ]
  await bring('products', await rawOds({ sheets: sheet('Textos', rows.join('')) }))
  const said = await Promise.all(
    [1, 2, 3, 4, 5].map(async (i) => {
      const { name, description } = await read(`/products/fk_id/T-${i}`)
      return [name, description]
    }),
  )
  assert.deepEqual(said, [
    ['a   b c d', 'um\ndois\ttrês\nquatro & <cinco>'],
    ['visível e dito', null],
    ['Só o valor', null],
    ['Sem tipo', null],
    ['Mesclada', null],
  ])
})

test('dates, clocks and yes or no', async () => {
  const day = (value: string) => cell(`office:value-type="date" office:date-value="${value}"`)
  const clock = (value: string) => cell(`office:value-type="time" office:time-value="${value}"`)
  const head = ['Pedido', 'Cliente', 'Data', 'Observações', 'Produto', 'Quantidade'].map(text)
  const line = (code: string, date: string, notes: string) =>
    row(text(code), text('aurora'), date, notes, text('cafe'), number(1))
  const orders = [
    row(...head),
    line('OD-1', day('2026-11-05'), clock('PT14H30M00S')),
    line('OD-2', day('2026-11-05T14:30:00.5'), clock('PT36H00M05S')),
    line('OD-3', day('1899-12-30'), text('')),
    line('OD-4', clock('PT14H30M00S'), text('')),
    line('OD-5', day('2026-13-05'), text('')),
  ]
  const { done } = await bring('orders', await rawOds({ sheets: sheet('P', orders.join('')) }))
  assert.deepEqual(places(done), [
    [5, 'C', 'type'],
    [6, 'C', 'type'],
  ])
  const [first, second] = (await ordersOf(['OD-1', 'OD-2'])) as Import[]
  assert.deepEqual([first.date, first.observations], ['2026-11-05T00:00:00.000Z', '14:30'])
  assert.deepEqual([second.date, second.observations], ['2026-11-05T14:30:00.500Z', '36:00:05'])
  const yes = (is: boolean) => cell(`office:value-type="boolean" office:boolean-value="${is}"`)
  const statuses = [
    row(text('Código'), text('Nome'), text('Bloqueado')),
    row(text('od-yes'), text('Sim'), yes(true)),
    row(text('od-no'), text('Não'), yes(false)),
  ]
  await bring('order-statuses', await rawOds({ sheets: sheet('S', statuses.join('')) }))
  for (const [code, locked] of [
    ['od-yes', true],
    ['od-no', false],
  ]) {
    assert.equal((await read(`/order-statuses/fk_id/${code}`)).locked, locked)
  }
})

test('cells, rows and columns that come again are where they stand', async () => {
  const columns =
    '<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="Filial"/>'
  const empty =
    '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
  const head = row(
    text('Nome'),
    '<table:table-cell table:number-columns-repeated="1"/>',
    text('Código'),
  )
  const body = row(
    cell('office:value-type="string" table:number-columns-repeated="2"', 'Filial'),
    number(5),
  )
  const end =
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
  const groups = `<table:table-row-group><table:table-rows>${empty}${body}</table:table-rows></table:table-row-group>`
  const content = await rawOds({
    sheets: sheet(
      'Filiais',
      `${columns}<table:table-header-rows>${head}</table:table-header-rows>${groups}${end}${row(text('Fim'), text(''), text('1'))}`,
    ),
    inherited: INHERITED,
  })
  const [name] = await sheetsOf(content)
  const rows = await Array.fromAsync(workbookRows(content, name ?? assert.fail()))
  assert.deepEqual(rows, [
    { line: 1, cells: ['Nome', null, 'Código'] },
    { line: 5, cells: ['Filial', 'Filial', '005'] },
    { line: 1_048_006, cells: ['Fim', null, '1'] },
  ])
})

test('the first visible sheet with the headings is read, unless the request says another', async () => {
  const products = (code: string) =>
    row(text('Código'), text('Nome')) + row(text(code), text('Folha'))
  const inside = `<table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p><table:table table:name="Dentro">${products('IN-1')}</table:table></table:table-cell></table:table-row>`
  const content = await rawOds({
    styles: STYLES,
    sheets: [
      sheet('Antigos', products('OS-1'), ' table:style-name="hidden"'),
      sheet('Capa', inside),
      sheet('Novos', products('OS-2')),
    ].join(''),
  })
  const { done } = await bring('products', content)
  assert.deepEqual([done.detected.sheet, done.detected.sheets], ['Novos', ['Capa', 'Novos']])
  await bring('products', content, '&sheet=Antigos')
  for (const code of ['OS-1', 'OS-2'])
    assert.equal((await read(`/products/fk_id/${code}`)).name, 'Folha')
  assert.equal((await server.send('GET', '/products/fk_id/IN-1')).status, 404)
})

test('what has a password, or is no spreadsheet, is named as such', async () => {
  const sheets = sheet('Produtos', row(text('Código')))
  assert.match(await failureOf(await rawOds({ sheets, isLocked: true })), /has a password/)
  const template = await rawOds({
    sheets: sheet('M', row(text('Código'), text('Nome')) + row(text('OT-1'), text('Modelo'))),
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet-template',
  })
  await bring('products', template)
  const flat = (kind: string) =>
    `<?xml version="1.0"?><office:document xmlns:office="x" office:mimetype="application/vnd.oasis.opendocument.${kind}"/>`
  const others: [content: Buffer | string, detail: RegExp][] = [
    [await rawOds({ sheets: '', mimetype: 'application/vnd.oasis.opendocument.text' }), /\.odt/],
    [
      await rawOds({ sheets: '', mimetype: 'application/vnd.oasis.opendocument.presentation' }),
      /no spreadsheet/,
    ],
    [flat('spreadsheet'), /\.fods/],
    [flat('text'), /\.odt/],
  ]
  for (const [content, detail] of others) {
    const part = file(Buffer.from(content as string), { filename: 'x', type: 'text/csv' })
    const answer = await server.send('POST', '/imports?resource=products', multipart([part]))
    assert.equal(answer.status, 415, answer.text)
    assert.match(answer.body.detail, detail)
  }
})

test('a small file that stands for far too much is refused, and costs nothing', async () => {
  const many =
    '<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>'
  const rows = `<table:table-row table:number-rows-repeated="1048576">${many}</table:table-row>`
  assert.match(await failureOf(await rawOds({ sheets: sheet('B', rows) })), /again and again/)
  const long = `<table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>${'x'.repeat(10_000)}</text:p></table:table-cell>`
  assert.match(
    await failureOf(await rawOds({ sheets: sheet('B', row(long)) })),
    /Row 1 .* too long/,
  )
  const whole = await rawOds({ sheets: sheet('B', row(text('Código'))) })
  // What the archive's directory says of the size of the content.
  const at = whole.lastIndexOf(
    Buffer.from('content.xml'),
    whole.lastIndexOf(Buffer.from('styles.xml')),
  )
  whole.writeUInt32LE(2_000_000_000, at - 46 + 24)
  assert.match(await failureOf(whole), /content\.xml in the workbook is too large/)
})
