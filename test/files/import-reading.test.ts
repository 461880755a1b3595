import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import iconv from 'iconv-lite'
import type { Importer } from '../../src/files/imports/job/importer.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { rawWorkbook } from '../support/files/raw-workbook.ts'
import { data } from '../support/orders.ts'
import { sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

// What a file says is what is written, however its bytes and cells say it; or it is refused with why.

let server: Server
let importer: Importer
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
const failureOf = async (resource: string, content: Buffer, query = '') => {
  const { id } = await sendFile(server, resource, content, query)
  const { state, failure } = await settled(server, importer, id)
  assert.equal(state, 'failed')
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
    ['F-1', 'F-2', 'F-3', 'F-4', '00123', '7890000000000'].map(
      async (code) => (await data(server, 'GET', `/products/fk_id/${code}`)).price,
    ),
  )
  assert.deepEqual(prices, [10, 10, 12.5, 10, 1, 1])
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
  await bring('products', content, '&sheet=Antigos')
  assert.equal(await nameOf('products', 'OLD-1'), 'Antigos')
  assert.match(
    await failureOf('products', content, '&sheet=Nenhuma'),
    /no sheet “Nenhuma”.*“Outros”/,
  )
})

test('files of another kind are named as what they are', async () => {
  const cases: [content: string | Buffer, detail: RegExp][] = [
    ['<html><body><table><tr><th>Código</th></tr></table></body></html>', /web page \(HTML\)/],
    ['\uFEFF<!DOCTYPE html><html></html>', /web page/],
    ['<?xml version="1.0"?><nfeProc xmlns="x"><NFe/></nfeProc>', /fiscal document/],
    [
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>',
      /workbook in XML of Excel 2003/,
    ],
    ['<?xml version="1.0"?><pedidos/>', /This is XML/],
    ['[{"fk_id":"1"}]', /This is JSON/],
    ['%PDF-1.7 …', /This is a PDF/],
    ['{\\rtf1 Código}', /RTF/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13]), /picture/],
    [
      Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.alloc(26),
        Buffer.from('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      ]),
      /LibreOffice/,
    ],
  ]
  for (const [content, detail] of cases) {
    const part = file(Buffer.from(content as string), { filename: 'x.xls', type: 'text/csv' })
    const answer = await server.send('POST', '/imports?resource=products', multipart([part]))
    assert.equal(answer.status, 415, answer.text)
    assert.match(answer.body.detail, detail)
  }
})
