import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import iconv from 'iconv-lite'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { rawWorkbook } from '../support/files/raw-workbook.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// What a file says is what is written, however its bytes and cells say it; or it is refused with why.

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

const bring = (resource: string, content: Buffer | string, query = '') =>
  bringIn(server, importer, resource, content, query)
const nameOf = async (resource: string, code: string): Promise<string | undefined> =>
  (await server.send('GET', `/${resource}/fk_id/${code}`)).body.data?.name
const places = ({ first_faults }: Import) =>
  first_faults.map(({ line, letter, code }: Import) => [line, letter, code])
/** Why a file is not taken. */
const refused = async (resource: string, content: Buffer, query = '') => {
  const part = file(content, { filename: 'x.csv', type: 'text/csv' })
  const answer = await server.send(
    'POST',
    `/imports?resource=${resource}${query}`,
    multipart([part]),
  )
  return { status: answer.status, ...answer.body }
}
const failureOf = async (resource: string, content: Buffer, query = '', expected = 'failed') => {
  const { id } = await sendFile(server, resource, content, query)
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, expected)
  return failure as string
}

const NAMES = [
  'Irmãos Gonçalves Ltda',
  'Açúcar & Pão',
  'JOÃO DA CONCEIÇÃO',
  'Goiânia às três',
  'Ipê',
]

test('an encoding is told apart by what is in the file', async () => {
  const text = ['CODIGO;NOME', ...NAMES.map((name, i) => `E-${i};${name}`)].join('\r\n')
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850']) {
    const { done } = await bring('customers', iconv.encode(text, encoding))
    assert.equal(done.detected.encoding, encoding)
    assert.equal(done.counts.refused, 0)
    for (const [i, name] of NAMES.entries()) assert.equal(await nameOf('customers', `E-${i}`), name)
  }
})

test('typographic marks of Windows are no letters of DOS', async () => {
  const text = 'Código;Nome\nW-1;“Aspas” – e reticências…\nW-2;100 € à vista\n'
  const { done } = await bring('customers', iconv.encode(text, 'windows-1252'))
  assert.equal(done.detected.encoding, 'windows-1252')
  assert.equal(await nameOf('customers', 'W-1'), '“Aspas” – e reticências…')
})

test('an encoding can be said, and one that is not that of the bytes is told with the line', async () => {
  const dos = iconv.encode('CODIGO;NOME\nS-1;Pao\nS-2;Ação\n', 'cp850')
  await bring('customers', dos, '&encoding=cp850')
  assert.equal(await nameOf('customers', 'S-2'), 'Ação')
  assert.match(await failureOf('customers', dos, '&encoding=utf-8'), /^Line 3 has bytes/)
  const marked = Buffer.concat([
    Buffer.from([0xef, 0xbb, 0xbf]),
    iconv.encode('CODIGO;NOME\nM-1;Açúcar', 'windows-1252'),
  ])
  assert.match(await failureOf('customers', marked), /^Line 2 has bytes that are no text in utf-8/)
  const mixed = Buffer.concat([
    Buffer.from('Código;Nome\nX-1;Açúcar mascavo orgânico\n'),
    iconv.encode('X-2;Pão\n', 'windows-1252'),
  ])
  assert.match(await failureOf('customers', mixed), /^Line 3 has bytes/)
  assert.equal(await nameOf('customers', 'X-1'), undefined)
})

test('where letters may be of two encodings the request has to say which', async () => {
  const dos = iconv.encode('CODIGO;NOME\nA-1;JOÃO', 'cp850')
  const problem = await refused('customers', dos)
  assert.deepEqual(
    [problem.status, problem.errors[0].parameter, problem.errors[0].code],
    [400, 'encoding', 'file_encoding'],
  )
  assert.match(problem.detail, /may be windows-1252 or cp850/)
  await bring('customers', dos, '&encoding=cp850')
  assert.equal(await nameOf('customers', 'A-1'), 'JOÃO')
  const saved = JSON.stringify({ encoding: 'cp850' })
  await bring('customers', Buffer.concat([dos, Buffer.from('!')]), `&mapping=${saved}`)
  assert.equal(await nameOf('customers', 'A-1'), 'JOÃO!')
})

test('an encoding that the file surely has not is refused; a mark above other bytes is not read', async () => {
  const text = 'CODIGO;NOME\nY-1;Açúcar\n'
  const problem = await refused('customers', Buffer.from(text), '&encoding=windows-1252')
  assert.match(problem.detail, /The file is utf-8 and not windows-1252/)
  const wide = await refused('customers', iconv.encode(text, 'utf-16le'), '&encoding=cp850')
  assert.match(wide.detail, /The file is utf-16le and not cp850/)
  const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), iconv.encode(text, 'latin1')])
  await bring('customers', marked, '&encoding=windows-1252')
  assert.equal(await nameOf('customers', 'Y-1'), 'Açúcar')
})

test('bytes that an encoding has not, and letters that were lost before, are never written', async () => {
  const hole = Buffer.concat([Buffer.from('CODIGO;NOME\nH-1;Caf'), Buffer.from([0xe9, 0x8d])])
  assert.match(
    await failureOf('customers', hole, '&encoding=windows-1252'),
    /^Line 2 has bytes that are no text in windows-1252/,
  )
  const text = 'Código;Nome\nL-1;A\uFFFD\uFFFDcar\nL-2;Sal\nL-3;N\x01o\n'
  const { done } = await bring('customers', text)
  assert.deepEqual(places(done), [
    [2, 'B', 'format'],
    [4, 'B', 'format'],
  ])
  assert.equal(await nameOf('customers', 'L-2'), 'Sal')
})

test('a quotation mark that swallows lines is told as what it is; texts of several lines are none', async () => {
  const open = [
    'Código;Nome;Preço',
    'Q-1;"Monitor 19;100,00',
    'Q-2;Mouse;20,00',
    'Q-3;TV 32";500,00',
    'Q-4;Cabo;5,00',
  ].join('\n')
  const { done } = await bring('products', open)
  assert.deepEqual(places(done), [[2, null, 'open_quote']])
  assert.match(done.first_faults[0].detail, /opens in line 2 takes the lines up to 4/)
  assert.equal(await nameOf('products', 'Q-1'), undefined)
  assert.equal(await nameOf('products', 'Q-4'), 'Cabo')
  const elsewhere = [
    'Código;Nome;Descrição;Preço',
    'R-1;"Monitor 19;preto;100,00',
    'R-2;Mouse;"sem fio";20,00',
    'R-3;"Tubo 1/2" PVC";branco;3,00',
    'R-4;"Cabo ""bom""";"""azul""";5,00',
  ].join('\n')
  const both = await bring('products', elsewhere)
  assert.deepEqual(places(both.done), [
    [2, null, 'open_quote'],
    [4, null, 'open_quote'],
  ])
  for (const code of ['R-1', 'R-2', 'R-3']) assert.equal(await nameOf('products', code), undefined)
  assert.equal(await nameOf('products', 'R-4'), 'Cabo "bom"')
  const texts = [
    'Code,Name,Long description',
    'T-1,Camiseta,"Algodão, 100%.\nLavar à mão, sem alvejante."',
    'T-2,"Caneca, azul","Linha um\nVermelho, azul, verde"',
    'T-3,"Copo ""Bom""","a\n\nb"',
  ].join('\n')
  const other = await bring('products', texts)
  assert.deepEqual(places(other.done), [])
  assert.equal(other.done.counts.created, 3)
})

test('a percentage of a workbook is what it shows, in fields of percentages alone', async () => {
  const percent = (value: string, format = '0%') => ({ xml: `<v>${value}</v>`, format })
  const headings = ['Pedido', 'Cliente', 'Produto', 'Quantidade', 'Preço', '% desconto', '% IPI']
  const { done } = await bring(
    'orders',
    await rawWorkbook([
      {
        name: 'Pedidos',
        rows: [
          headings,
          [
            'P-1',
            'aurora',
            'cafe',
            10,
            10,
            percent('0.05'),
            percent('6.5000000000000002E-2', '0.00%'),
          ],
          ['P-2', 'aurora', 'cafe', 10, 10, 5, 6.5],
          ['P-3', 'aurora', 'cafe', percent('0.1'), 10, null, null],
        ],
      },
    ]),
  )
  assert.deepEqual(places(done), [[4, 'D', 'type']])
  for (const code of ['P-1', 'P-2']) {
    const { items } = await data(server, 'GET', `/orders/fk_id/${code}`)
    assert.deepEqual([items[0].perc_desc, items[0].ipi], [5, 6.5])
  }
})

test('a cell without a value refuses its row, and unsets nothing', async () => {
  for (const code of ['F-1', 'F-2', 'F-3', 'F-4']) {
    await data(server, 'PUT', `/products/fk_id/${code}`, { name: 'Com preço', price: 10 })
  }
  const rows = [
    ['Código', 'Nome', 'Preço'],
    ['F-1', 'Fórmula', { xml: '<f>B1*2</f>' }],
    ['F-2', 'Erro', { xml: '<v>#REF!</v>', type: 'e' }],
    ['F-3', 'Calculada', { xml: '<f>B1*2</f><v>12.5</v>' }],
    ['F-4', 'Em milhares', { xml: '<v>1234567</v>', format: '#,##0,' }],
    [{ xml: '<v>123</v>', format: '00000' }, 'Zeros', 1],
    [{ xml: '<v>77</v>', format: '"C-"000\\/0' }, 'Sinais', 1],
    [{ xml: '<v>7890000000000</v>', format: '0.00E+00' }, 'Científico', 1],
  ]
  for (const mode of ['patch', 'put']) {
    const content = await rawWorkbook([{ name: 'Produtos', rows }])
    const { done } = await bring('products', content, `&mode=${mode}`)
    assert.deepEqual(places(done), [
      [2, 'C', 'type'],
      [3, 'C', 'type'],
      [5, 'C', 'type'],
    ])
  }
  const prices = await Promise.all(
    ['F-1', 'F-2', 'F-3', 'F-4', '00123', 'C-007%2F7', '7890000000000'].map(
      async (code) => (await data(server, 'GET', `/products/fk_id/${code}`)).price,
    ),
  )
  assert.deepEqual(prices, [10, 10, 12.5, 10, 1, 1, 1])
})

test('texts that a workbook does not have, and zeros that nobody computed, refuse their rows', async () => {
  await data(server, 'PUT', '/products/fk_id/N-1', { name: 'Com preço', price: 10 })
  const rows = [
    ['Código', 'Nome', 'Preço'],
    ['N-1', 'Não calculada', { xml: '<f>B1*2</f><v>0</v>' }],
    ['N-2', { xml: '<v>7</v>', type: 's' }, 1],
    ['N-3', { xml: '', type: 's' }, 1],
    ['N-4', 'De graça', 0],
  ]
  const content = await rawWorkbook([{ name: 'Produtos', rows }], { isUncomputed: true })
  const { done } = await bring('products', content)
  assert.deepEqual(places(done), [
    [2, 'C', 'type'],
    [3, 'B', 'type'],
    [4, 'B', 'required'],
  ])
  assert.equal((await data(server, 'GET', '/products/fk_id/N-1')).price, 10)
  assert.equal((await data(server, 'GET', '/products/fk_id/N-4')).price, 0)
})

test('a clock alone, and hours that went by, are no dates', async () => {
  const rows = [
    ['Pedido', 'Cliente', 'Data', 'Observações', 'Produto', 'Quantidade'],
    ['CK-1', 'aurora', { xml: '<v>0.5</v>', format: 'hh:mm' }, 'x', 'cafe', 1],
    ['CK-2', 'aurora', { xml: '<v>1.5</v>', format: '[h]:mm' }, 'x', 'cafe', 1],
    ['CK-3', 'aurora', null, { xml: '<v>0.6041666666666666</v>', format: 'hh:mm' }, 'cafe', 1],
    ['CK-4', 'aurora', null, { xml: '<v>1.5</v>', format: '[h]:mm:ss' }, 'cafe', 1],
  ]
  const { done } = await bring('orders', await rawWorkbook([{ name: 'P', rows }]))
  assert.deepEqual(places(done), [
    [2, 'C', 'type'],
    [3, 'C', 'type'],
  ])
  const said = await Promise.all(
    ['CK-3', 'CK-4'].map(
      async (code) => (await data(server, 'GET', `/orders/fk_id/${code}`)).observations,
    ),
  )
  assert.deepEqual(said, ['14:30', '36:00'])
})

test('dates of a workbook are read by their formats, whatever these are', async () => {
  const serial = 46_347.5
  const formats = ['dd/mm/yyyy hh:mm', '[$-416]d "de" mmmm "de" yyyy;@', 'm/d/yy', 'dd/mm/aaaa']
  const rows = formats.map((format, i) => [
    `DT-${i}`,
    'aurora',
    { xml: `<v>${serial}</v>`, format },
    'cafe',
    1,
  ])
  const content = await rawWorkbook([
    { name: 'P', rows: [['Pedido', 'Cliente', 'Data', 'Produto', 'Quantidade'], ...rows] },
  ])
  await bring('orders', content)
  for (const i of formats.keys()) {
    const { date } = await data(server, 'GET', `/orders/fk_id/DT-${i}`)
    assert.equal(date, '2026-11-21T12:00:00.000Z')
  }
})

test('the first visible sheet with the headings is read, unless the request says another', async () => {
  const sheet = (name: string, code: string, state?: 'hidden' | 'veryHidden') => ({
    name,
    ...(state ? { state } : {}),
    rows: [
      ['Código', 'Nome'],
      [code, name],
    ],
  })
  const content = await rawWorkbook([
    sheet('Antigos', 'OLD-1', 'hidden'),
    sheet('Muito antigos', 'OLD-2', 'veryHidden'),
    { name: 'Capa', rows: [['Relatório de produtos'], ['Emitido em 21/11/2026']] },
    sheet('Produtos & cia', 'NEW-1'),
    sheet('Outros', 'NEW-2'),
  ])
  const { done } = await bring('products', content)
  assert.equal(done.detected.sheet, 'Produtos & cia')
  assert.deepEqual(done.detected.sheets, ['Capa', 'Produtos & cia', 'Outros'])
  assert.equal(await nameOf('products', 'NEW-1'), 'Produtos & cia')
  for (const code of ['OLD-1', 'OLD-2', 'NEW-2'])
    assert.equal(await nameOf('products', code), undefined)
  await bring('products', content, '&sheet=Outros')
  assert.equal(await nameOf('products', 'NEW-2'), 'Outros')
  const other = await bring('products', content, '&sheet=outros')
  assert.deepEqual(
    [other.done.detected.sheet, other.done.detected.sheets],
    ['Outros', ['Capa', 'Produtos & cia', 'Outros']],
  )
  const second = await bring('products', content, '&sheet=2')
  assert.equal(second.done.detected.sheet, 'Produtos & cia')
  const without = await rawWorkbook([
    { name: 'Um', rows: [['Texto'], ['a']] },
    { name: 'Dois', rows: [['Texto'], ['b']] },
  ])
  assert.match(
    await failureOf('products', without, '', 'needs_mapping'),
    /No column holds the code .* each sheet: “Um”,? .*“Dois”/,
  )
  await bring('products', content, '&sheet=Antigos')
  assert.equal(await nameOf('products', 'OLD-1'), 'Antigos')
  assert.match(
    await failureOf('products', content, '&sheet=Nenhuma', 'needs_mapping'),
    /no sheet “Nenhuma”.*“Outros”/,
  )
})
