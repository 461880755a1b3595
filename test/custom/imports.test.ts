import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { data } from '../support/orders.ts'

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

test('custom fields of customers and products, by a heading or a mapping', async () => {
  const declare = { resource: 'products', key: 'curva', type: 'choice', choices: ['A', 'B'] }
  for (const body of [declare, { ...declare, resource: 'customers' }]) {
    assert.equal((await server.send('POST', '/custom-fields', { body })).status, 201)
  }
  const customers = ['Código;Nome;custom_fields.curva', 'CF-1;Um;A', 'CF-2;Dois;C', 'CF-3;Três;']
  const { done } = await bringIn(server, importer, 'customers', customers.join('\n'))
  assert.deepEqual(
    done.first_faults.map(({ line, letter, code }: Import) => [line, letter, code]),
    [[3, 'C', 'enum']],
  )
  assert.deepEqual((await data(server, 'GET', '/customers/fk_id/CF-1')).custom_fields, {
    curva: 'A',
  })
  assert.deepEqual((await data(server, 'GET', '/customers/fk_id/CF-3')).custom_fields, {})
  const mapping = encodeURIComponent(JSON.stringify({ columns: { ABC: 'custom_fields.curva' } }))
  const products = 'Código;Produto;ABC\nCP-1;Café;B'
  await bringIn(server, importer, 'products', products, `&mapping=${mapping}`)
  assert.deepEqual((await data(server, 'GET', '/products/fk_id/CP-1')).custom_fields, {
    curva: 'B',
  })
})

const IN_PORTUGUESE = { headers: { 'accept-language': 'pt-BR' } }

/** Fields of all types, of an account's orders, customers or products. */
async function declareAll(resource: string): Promise<void> {
  const fields = [
    { key: 'rota', label: 'Rota de entrega', type: 'integer', filterable: true },
    { key: 'peso_cubado', type: 'decimal' },
    { key: 'clienteVip', type: 'boolean' },
    { key: 'prometida', label: 'Prometida para', type: 'date' },
    { key: 'zona', label: 'Região', type: 'choice', choices: ['São Paulo', 'Interior'] },
    { key: 'marca', label: 'WhatsApp', type: 'text' },
  ]
  for (const field of fields) {
    const body = { resource, ...field }
    assert.equal((await server.send('POST', '/custom-fields', { body })).status, 201)
  }
}

const ofColumns = ({ detected }: Import) =>
  detected.columns.map(({ field, decimal, dates }: Import) => [field, decimal ?? dates ?? null])
const faultsOf = ({ first_faults }: Import) =>
  first_faults.map(({ line, heading, field, code, detail }: Import) => [
    line,
    heading,
    field,
    code,
    detail,
  ])

test('declared fields are found by label and key, and read by their type', async (t) => {
  const product = await data(server, 'POST', '/products', { name: 'Café', price: 1, fk_id: 'cafe' })
  const customer = { fk_id: 'CF-D', name: 'Aurora' }
  await data(server, 'POST', '/customers', customer)
  const lines = {
    orders: ['Pedido;Cliente;Produto;Qtde', 'N;CF-D;cafe;1'],
    customers: ['Código;Razão social;Cidade;Endereço', 'N;Um;São Paulo;Rua A'],
    products: ['Código;Nome;Preço;Detalhes', 'N;Açúcar;2,50;Doce'],
  }
  assert.ok(product.id)
  for (const [resource, [headings, start]] of Object.entries(lines)) {
    await t.test(resource, async () => {
      await declareAll(resource)
      const file = [
        `${headings};ROTA ENTREGA;Peso  Cubado;cliente vip;PROMETIDA PARA;regiao;WhatsApp`,
        `${start?.replace('N', 'D-1')};1.012;1.234,50;Sim;30/11/2026;SAO  PAULO;(11) 9`,
        `${start?.replace('N', 'D-2')};7,00;0;não;2026-12-01;Interior;`,
        `${start?.replace('N', 'D-3')};;;;;;`,
      ]
      const { done } = await bringIn(server, importer, resource, file.join('\n'))
      assert.deepEqual(faultsOf(done), [])
      assert.deepEqual(ofColumns(done).slice(4), [
        ['custom_fields.rota', ','],
        ['custom_fields.peso_cubado', ','],
        ['custom_fields.clienteVip', null],
        ['custom_fields.prometida', 'dmy'],
        ['custom_fields.zona', null],
        ['custom_fields.marca', null],
      ])
      const values = async (code: string) =>
        (await data(server, 'GET', `/${resource}/fk_id/${code}`)).custom_fields
      assert.deepEqual(await values('D-1'), {
        rota: '1012',
        peso_cubado: '1234.50',
        clienteVip: 'true',
        prometida: '2026-11-30',
        zona: 'São Paulo',
        marca: '(11) 9',
      })
      assert.deepEqual(await values('D-2'), {
        rota: '7',
        peso_cubado: '0',
        clienteVip: 'false',
        prometida: '2026-12-01',
        zona: 'Interior',
      })
      assert.deepEqual(await values('D-3'), {})
    })
  }
})

test('what a declared field does not take is refused with line, column and field', async () => {
  const file = [
    'Código;Nome;Rota de Entrega;Peso;ClienteVip;Prometida para;Região',
    'R-1;Um;doze;12,5;sim;01/12/2026;Interior',
    'R-2;Dois;1,5;1,123456789012;talvez;31/02/2026;Norte',
    'R-3;Três;1234567890123456;x;1;01/12/2026 14:30;',
  ].join('\n')
  const mapping = encodeURIComponent('{"columns":{"Peso":"custom_fields.peso_cubado"}}')
  const ask = (options: object) =>
    bringIn(server, importer, 'customers', file, `&mapping=${mapping}`, options)
  const { done } = await ask({})
  const [rota, peso] = ['Rota de Entrega', 'Peso']
  assert.deepEqual(faultsOf(done), [
    [2, rota, 'custom_fields.rota', 'type', '“doze” is no number with a decimal comma.'],
    [3, rota, 'custom_fields.rota', 'type', '“1,5” is no whole number.'],
    [
      3,
      peso,
      'custom_fields.peso_cubado',
      'format',
      '“1,123456789012” has more digits than its field takes: 15 before the decimal mark and 10 behind it.',
    ],
    [3, 'ClienteVip', 'custom_fields.clienteVip', 'type', '“talvez” is no yes or no (Sim, Não).'],
    [
      3,
      'Prometida para',
      'custom_fields.prometida',
      'type',
      '“31/02/2026” is no date of the calendar.',
    ],
    [3, 'Região', 'custom_fields.zona', 'enum', '“Norte” must be one of "São Paulo", "Interior".'],
    [4, peso, 'custom_fields.peso_cubado', 'type', '“x” is no number with a decimal comma.'],
    [
      4,
      'Prometida para',
      'custom_fields.prometida',
      'type',
      '“01/12/2026 14:30” is no date without a time, such as 31/12/2026.',
    ],
    [
      4,
      rota,
      'custom_fields.rota',
      'format',
      '“1234567890123456” must be a whole number of at most 15 digits such as "12".',
    ],
  ])
  const { done: again } = await ask(IN_PORTUGUESE)
  assert.deepEqual(
    again.first_faults.slice(1, 3).map(({ detail }: Import) => detail),
    [
      '“1,5” não é um número inteiro.',
      '“1,123456789012” tem mais dígitos do que o campo aceita: 15 antes do separador decimal e 10 depois dele.',
    ],
  )
  const refused = (await server.send('GET', `/imports/${again.id}/refused`)).text
  assert.match(refused, /Peso \(custom_fields\.peso_cubado\): “1,123456789012” tem mais/)
})

test('a heading that is a usual one and a declared one is told and not guessed', async () => {
  const body = { resource: 'products', key: 'referencia', label: 'Referência', type: 'text' }
  await data(server, 'POST', '/custom-fields', body)
  const clear = 'Código;Referência;Produto\nW-1;F-100;Chá'
  await bringIn(server, importer, 'products', clear)
  const { custom_fields } = await data(server, 'GET', '/products/fk_id/W-1')
  assert.deepEqual(custom_fields, { referencia: 'F-100' })
  const file = 'SKU;Referência;Descrição;REFERENCIA\nW-2;F-1;Chá;F-2'
  const why = async (options: object) => {
    const { checked } = await bringIn(server, importer, 'products', file, '', options)
    return checked.detected.columns.map(({ field, why: text }: Import) => [field, text])
  }
  const reason = 'several columns may be custom_fields.referencia: say which in the mapping'
  assert.deepEqual(await why({}), [
    ['fk_id', 'its heading'],
    [null, reason],
    ['name', 'its heading'],
    [null, reason],
  ])
  assert.deepEqual(await why(IN_PORTUGUESE), [
    ['fk_id', 'pelo título'],
    [null, 'várias colunas podem ser custom_fields.referencia: diga qual no mapeamento'],
    ['name', 'pelo título'],
    [null, 'várias colunas podem ser custom_fields.referencia: diga qual no mapeamento'],
  ])
  const { id } = await sendFile(
    server,
    'products',
    'Referência;Produto\nW-3;Chá',
    '',
    IN_PORTUGUESE,
  )
  const failed = await settled(server, importer, id)
  assert.equal(failed.state, 'needs_mapping')
  const shared = 'Código;Prazo;Cliente\nW-4;30;CF-D'
  await data(server, 'POST', '/custom-fields', {
    resource: 'orders',
    key: 'prazo',
    type: 'text',
  })
  const order = await sendFile(server, 'orders', `${shared.replace('Código', 'Pedido')}`)
  const { detected } = await settled(server, importer, order.id)
  assert.deepEqual(
    [detected.columns[1].field, detected.columns[1].why],
    [null, 'it may be fk_id_payment_type or custom_fields.prazo: say which in the mapping'],
  )
})
