import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import {
  bringIn,
  type Import,
  importerOf,
  latin1,
  sendFile,
  settled,
} from '../support/files/imports.ts'
import { assertConsistent, data, succeed } from '../support/orders.ts'
import { sample } from '../support/sample.ts'

// Files as ERPs in Brazil write them become records, by what their headings say.

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

const CRLF = '\r\n'
/** What counts of files say of orders, where there are none. */
const NO_ORDERS = { reduced: 0, total_value: 0, reduced_by: 0 }
const read = (path: string) => data(server, 'GET', path)
const fieldsOf = ({ detected }: Import) =>
  Object.fromEntries(
    detected.columns.map(({ heading, field }: { heading: string; field: string | null }) => [
      heading,
      field,
    ]),
  )
const places = ({ first_faults }: Import) =>
  first_faults.map(({ line, letter, code }: { line: number; letter: string; code: string }) => [
    line,
    letter,
    code,
  ])

const CUSTOMERS = [
  'RELATÓRIO DE CLIENTES;;;;;;;;;;;',
  '',
  'Código;Razão Social;CNPJ/CPF;E-mail;Telefone;Endereço;Número;Bairro;Município;UF;CEP;Vendedor',
  '1001;Distribuidora São João;11.222.333/0001-81;compras@saojoao.example;(11) 4002-8922;Rua das Flores;120;Centro;São Paulo;SP;01310-100;Ana',
  '1002;"Mercado ""Bom Preço"" 1/2"" Ltda";;;;Av. Brasil;S/N;;Rio de Janeiro;RJ;20040-002;Ana',
  '',
  '1003;Padaria Pão Quente;11.222.333/0001-82;;;;;;;;;',
  '1004;Açougue Três Irmãos;1.122.233.000.181;;;;;;;;;',
  'Total;;;;;;;;;;;',
].join(CRLF)

test('customers in Latin-1 below a title, with empty lines, a wrong CNPJ and a total', async () => {
  const { checked, done } = await bringIn(server, importer, 'customers', latin1(CUSTOMERS))
  const { encoding, separator, header_line } = checked.detected
  assert.deepEqual([encoding, separator, header_line], ['windows-1252', ';', 3])
  assert.deepEqual(fieldsOf(checked), {
    Código: 'fk_id',
    'Razão Social': 'name',
    'CNPJ/CPF': 'document',
    'E-mail': 'email',
    Telefone: 'phone',
    Endereço: 'address.street',
    Número: 'address.number_text',
    Bairro: 'address.neighborhood',
    Município: 'address.city',
    UF: 'address.state',
    CEP: 'address.postal_code',
    Vendedor: null,
  })
  const counts = { lines: 4, created: 2, updated: 0, unchanged: 0, refused: 2, ...NO_ORDERS }
  assert.deepEqual([checked.counts, done.counts, done.checked], [counts, counts, counts])
  assert.deepEqual(places(done), [
    [7, 'C', 'format'],
    [8, 'C', 'format'],
  ])
  assert.match(done.first_faults[0].detail, /^“11\.222\.333\/0001-82” must be a CPF or CNPJ/)
  const { name, document, phone } = await read('/customers/fk_id/1001')
  assert.deepEqual(
    [name, document, phone],
    ['Distribuidora São João', '11222333000181', '(11) 4002-8922'],
  )
  assert.equal((await read('/customers/fk_id/1002')).name, 'Mercado "Bom Preço" 1/2" Ltda')
  const [address] = await read('/customers/fk_id/1001/addresses')
  const { street, number, zip_code, city, state, fk_id } = address
  assert.deepEqual(
    [street, number, zip_code, city, state, fk_id],
    ['Rua das Flores', 120, 1310100, 'São Paulo', 'SP', '1001'],
  )
  const [second] = await read('/customers/fk_id/1002/addresses')
  assert.deepEqual([second.number, second.number_text], [null, 'S/N'])
  const again = await bringIn(server, importer, 'customers', latin1(CUSTOMERS))
  assert.deepEqual([again.done.counts.created, again.done.counts.unchanged], [0, 2])
})

test('a cell of several lines is taken whatever ends them, and counts as many', async () => {
  const text = 'Código;Nome;Descrição\r\nL-1;Um;"a\r\nb\rc"\r\nL-2;;"d\r\ne"\r\nL-3;;f\r\n'
  const { done } = await bringIn(server, importer, 'products', text)
  assert.equal((await read('/products/fk_id/L-1')).description, 'a\nb\nc')
  assert.deepEqual(places(done), [
    [5, 'B', 'required'],
    [7, 'B', 'required'],
  ])
})

test('the refused lines come back with why, and can be corrected and sent again', async () => {
  const file = [
    'sep=,',
    'Código,Nome,E-mail',
    'r1,Um,um@x.example',
    'r2,"Dois, ""o"" bom",dois',
    'r3,Três,=três',
  ].join('\n')
  const { done } = await bringIn(server, importer, 'customers', file)
  const counts = { lines: 3, created: 1, updated: 0, unchanged: 0, refused: 2, ...NO_ORDERS }
  assert.deepEqual(done.counts, counts)
  const path = `/imports/${done.id}/refused`
  const refused = await server.send('GET', path, { headers: { 'accept-language': 'pt-BR' } })
  const lines = refused.text.split(CRLF)
  assert.equal(lines[0], '\uFEFFCódigo,Nome,E-mail,Motivo da recusa')
  assert.match(lines[1] ?? '', /^r2,"Dois, ""o"" bom",dois,E-mail: “dois” must be an e-mail/)
  assert.match(lines[2] ?? '', /^r3,Três,'=três,E-mail: “=três” must be/)
  assert.match(refused.headers['content-disposition'] ?? '', /attachment/)
  const corrected = refused.text.replace('dois,E-mail', 'dois@x.example,E-mail')
  const second = await bringIn(server, importer, 'customers', corrected)
  assert.deepEqual(second.done.counts, {
    lines: 2,
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: 1,
    ...NO_ORDERS,
  })
  assert.equal((await read('/customers/fk_id/r2')).email, 'dois@x.example')
  const other = await server.send('GET', `/imports/${second.done.id}/refused`)
  assert.equal(other.text.split(CRLF)[0], '\uFEFFCódigo,Nome,E-mail,Reason for refusal')
  assert.match(other.text, /r3,Três,'=três/)
})

/** Everything in the tables but what an import says of itself. */
async function everything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not in ('imports', 'import_parts', 'import_refusals', 'tokens', 'migrations') order by 1`.execute(
    server.db,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } =
        await sql`select to_jsonb(t) as row from ${sql.table(name)} t order by 1`.execute(server.db)
      return [name, rows]
    }),
  )
  return JSON.stringify(found)
}

test('a dry run writes nothing', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => `dry-${i};Cliente ${i};Rua ${i}`)
  const file = ['Código;Nome;Endereço', '1001;Outro nome;', ...rows].join('\n')
  const before = await everything()
  const { id } = await sendFile(server, 'customers', file)
  const checked = await settled(server, importer, id)
  assert.deepEqual(checked.counts, {
    lines: 301,
    created: 300,
    updated: 1,
    unchanged: 0,
    refused: 0,
    ...NO_ORDERS,
  })
  assert.deepEqual([checked.state, checked.progress, checked.checked], ['checked', 1, null])
  assert.equal(await everything(), before)
})

test('decimals and dates are read as each column writes them, and never rounded', async () => {
  const file = [
    'Código\tProduto\tPreço de venda\tDescrição completa\tTipo',
    'd1\tParafuso 1/4"\tR$ 1.234,56\tCurva C\tProduto',
    'd2\tPorca\t0,5\t\tproduto',
    'd3\tInstalação\t1.500\t\tServiço',
    'd4\tRuela\t12.5\t\tProduto',
    'd5\tCabo\t1234567890123,456\t\tProduto',
    'd6\tFio\t1,12345678901\t\tproduto',
    'd7\tLuva\t-3\t\tbrinde',
  ].join('\n')
  const { done } = await bringIn(server, importer, 'products', Buffer.from(`\uFEFF${file}`))
  assert.deepEqual([done.detected.encoding, done.detected.separator], ['utf-8', '\t'])
  assert.deepEqual(places(done), [
    [5, 'C', 'type'],
    [6, 'C', 'inexact_number'],
    [7, 'C', 'decimal'],
    [8, 'E', 'enum'],
    [8, 'C', 'minimum'],
  ])
  assert.match(done.first_faults[0].detail, /^“12\.5” is no number with a decimal comma/)
  const prices = await Promise.all(
    ['d1', 'd2', 'd3'].map((code) => read(`/products/fk_id/${code}`)),
  )
  assert.deepEqual(
    prices.map(({ price, type, description }) => [price, type, description]),
    [
      [1234.56, 'product', 'Curva C'],
      [0.5, 'product', null],
      [1500, 'service', null],
    ],
  )
})

test('a number that may be read in two ways is told, unless the request says which', async () => {
  const file = 'Código;Nome;Preço\na1;Um;1.234\na2;Dois;17'
  const { checked, done } = await bringIn(server, importer, 'products', file)
  assert.equal(checked.detected.columns[2].decimal, null)
  assert.deepEqual(places(done), [[2, 'C', 'type']])
  assert.match(done.first_faults[0].detail, /decimal comma or a decimal point/)
  await bringIn(server, importer, 'products', file, '&decimal=,')
  assert.equal((await read('/products/fk_id/a1')).price, 1234)
  await bringIn(server, importer, 'products', file, '&decimal=.')
  assert.equal((await read('/products/fk_id/a1')).price, 1.234)
})

const ORDERS = [
  'Nº do Pedido;Data;Cód. Cliente;Cód. Vendedor;Condição de pagamento;Data de entrega;Observações;Item;Cód. Produto;Qtde.;Vlr. Unit.;Desconto (R$);% IPI;Rota',
  'P-1;05/11/2026 14:30;aurora;ana;;12/11/2026;Doca 3;1;cafe;10;12,50;5,00;10;Sul',
  'P-1;05/11/2026 14:30;aurora;ana;;;;2;cha;2;3,10;;;',
  'P-2;2026-11-06;aurora;;;;;1;cafe;1;;;;',
  'P-3;31/02/2026;ninguem;;;;;1;cafe;1;;;;',
  'P-4;07/11/2026;aurora;;;;;1;cafe;1;;;;',
  'P-4;08/11/2026;aurora;;;;;2;nada;0;;;;',
  'P-1;05/11/2026 14:30;aurora;;;;;3;cafe;1;;;;',
  ';;;;;;;4;cha;3;;;;',
].join('\n')

test('orders by lines: all lines with one code are one order, and one without a code is of the one above', async () => {
  await data(server, 'POST', '/products', { name: 'Chá', fk_id: 'cha', price: 3 })
  const { id } = await data(server, 'POST', '/payment-types', { name: '28 dias', fk_id: '28D' })
  assert.ok(id)
  const mapping = encodeURIComponent(JSON.stringify({ columns: { Rota: 'custom_fields.rota' } }))
  const query = `&mapping=${mapping}`
  const { done } = await bringIn(server, importer, 'orders', latin1(ORDERS), query)
  assert.deepEqual(done.counts, {
    lines: 8,
    created: 2,
    updated: 0,
    unchanged: 0,
    refused: 2,
    reduced: 0,
    // 120 + 6.2 + 12.5 + 9 + 12 of IPI, and 12.5
    total_value: 172.2,
    reduced_by: 0,
  })
  // What is wrong with a line beside a cell that can't be read is told at once.
  assert.deepEqual(places(done), [
    [5, 'B', 'type'],
    [5, 'C', 'unknown_reference'],
    [7, 'B', 'lines_differ'],
    [7, 'J', 'exclusive_minimum'],
  ])
  const { date, delivery_date, user, observations, items, custom_fields, total_value } =
    await read('/orders/fk_id/P-1')
  assert.deepEqual(
    [date, delivery_date, user.fk_id, observations, custom_fields],
    ['2026-11-05T14:30:00.000Z', '2026-11-12T00:00:00.000Z', 'ana', 'Doca 3', { rota: 'Sul' }],
  )
  assert.deepEqual(
    items.map((one: Import) => [
      one.fk_id,
      one.item.fk_id,
      one.quantity,
      one.total_liq,
      one.value_ipi,
    ]),
    [
      ['1', 'cafe', 10, 120, 12],
      ['2', 'cha', 2, 6.2, 0],
      ['3', 'cafe', 1, 12.5, 0],
      ['4', 'cha', 3, 9, 0],
    ],
  )
  assert.equal(total_value, 159.7)
  const refused = await server.send('GET', `/imports/${done.id}/refused`)
  const codes = refused.text.split(CRLF).map((line) => line.split(';')[0])
  assert.deepEqual(codes.slice(1), ['P-3', 'P-4', 'P-4', ''])
  assert.match(refused.text, /Another line of the same record is refused\./)
  await assertConsistent(server)
})

test('columns go by a mapping: headings, letters, nothing; saved by name', async () => {
  const file = 'ERP;Quem;Código;Nome\n7;Loja Sete;zzz;Fulano\n8;Loja Oito;yyy;Beltrano'
  const columns = { erp: 'fk_id', B: 'name', Código: null, Nome: null }
  const body = { resource: 'customers', columns }
  const saved = await server.send('PUT', '/import-mappings/lojas%20do%20ERP', { body })
  assert.equal(saved.status, 201, saved.text)
  assert.equal(saved.headers['location'], '/import-mappings/lojas%20do%20ERP')
  const { checked, done } = await bringIn(
    server,
    importer,
    'customers',
    file,
    '&mapping=lojas%20do%20ERP',
  )
  assert.deepEqual(fieldsOf(checked), { ERP: 'fk_id', Quem: 'name', Código: null, Nome: null })
  assert.equal(done.counts.created, 2)
  assert.equal((await read('/customers/fk_id/7')).name, 'Loja Sete')

  const bare = encodeURIComponent('{"columns":{"A":"fk_id","B":"name"},"header_line":0}')
  const { done: all } = await bringIn(
    server,
    importer,
    'users',
    'v1;Ana\nv2;Rui',
    `&mapping=${bare}`,
  )
  assert.deepEqual([all.counts.created, all.detected.header_line], [2, 0])
})

test('unknown and ambiguous headings are told and not guessed', async () => {
  const file =
    'Pedido;Cliente;Produto;Quantidade;Desconto;Cor;Produto;\nX;aurora;cafe;1;1;azul;cafe;'
  const { id } = await sendFile(server, 'orders', file)
  const { detected } = await settled(server, importer, id)
  const told = detected.columns.map(({ letter, field, why }: Import) => [letter, field, why])
  assert.deepEqual(told.slice(2), [
    ['C', null, 'several columns may be items.fk_id_item: say which in the mapping'],
    ['D', 'items.quantity', 'its heading'],
    [
      'E',
      null,
      'it may be items.discount_value or items.discount_percentage: say which in the mapping',
    ],
    ['F', null, 'no field has this heading'],
    ['G', null, 'several columns may be items.fk_id_item: say which in the mapping'],
    ['H', null, 'it has no heading'],
  ])
})

test('an empty cell unsets by put, and says nothing by patch; what has no column stays', async () => {
  await data(server, 'PUT', '/customers/fk_id/m1', {
    name: 'Um',
    email: 'um@x.example',
    phone: '1',
  })
  const file = 'Código;Nome;Telefone\nm1;Um;\nm2;Dois;22'
  await bringIn(server, importer, 'customers', file, '&mode=patch')
  const { email, phone } = await read('/customers/fk_id/m1')
  assert.deepEqual([email, phone], ['um@x.example', '1'])
  const { done } = await bringIn(server, importer, 'customers', file)
  assert.equal(done.mode, 'patch')
  await bringIn(server, importer, 'customers', file, '&mode=put')
  const emptied = await read('/customers/fk_id/m1')
  assert.deepEqual([emptied.email, emptied.phone], ['um@x.example', null])
})

test('files that can’t be read say why', async () => {
  const failing: [string, RegExp][] = [
    ['Código;Nome\n1;Um\n2;"Dois\n3;Três', /quotation mark .* is never closed/],
    [' \n\t\n', /has nothing in it/],
  ]
  for (const [file, message] of failing) {
    const { id } = await sendFile(server, 'customers', file)
    const { state, failure } = await settled(server, importer, id)
    assert.equal(state, 'failed', file)
    assert.match(failure, message)
  }
})

test('changes are made in the name of who asked, with events', async () => {
  const { done } = await bringIn(server, importer, 'customers', 'Código;Nome\ne1;Evento')
  assert.equal(done.counts.created, 1)
  const { id } = await read('/customers/fk_id/e1')
  const { rows } = await sql<{ type: string; token_name: string; request_id: string }>`
    select type, token_name, request_id from events where resource = 'customer' and id_record = ${id}`.execute(
    server.db,
  )
  assert.deepEqual(
    rows.map(({ type, token_name }) => [type, token_name]),
    [['customer.created', done.token.name]],
  )
  await succeed(server, 'GET', '/events')
})
