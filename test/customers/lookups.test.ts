import assert from 'node:assert/strict'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// Companies by their CNPJ and addresses by their CEP, from an address that the operator has set.

const CNPJ = '11222333000181'
const KEY = 'segredo-do-contrato'

let server: Server
let upstream: HttpServer
/** What the other side answers, and what it was asked. */
let answer: { status: number; body: unknown; headers?: Record<string, string> }
let asked: string[] = []

before(async () => {
  upstream = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status, body, headers = {} } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  server = await startServer({
    COMPANY_LOOKUP_URL: `${origin}/cnpj/{cnpj}?key=${KEY}`,
    POSTAL_CODE_LOOKUP_URL: `${origin}/cep/{cep}`,
  })
})
after(async () => {
  await server.close()
  upstream.close()
})

const company = (body: unknown, status = 200) => {
  answer = { status, body }
  return server.send('GET', `/lookups/company?document=${CNPJ}`)
}
const postalCode = (body: unknown, status = 200) => {
  answer = { status, body }
  return server.send('GET', '/lookups/postal-code?postal_code=01310-200')
}

const NOTHING = {
  street: null,
  number_text: null,
  complement: null,
  neighborhood: null,
  postal_code: null,
  city: null,
  state: null,
  ibge: null,
}

test('what public services say of a company is understood as it is', async () => {
  // BrasilAPI.
  const brasil = await company({
    cnpj: CNPJ,
    razao_social: 'DISTRIBUIDORA AURORA LTDA',
    nome_fantasia: 'AURORA',
    descricao_situacao_cadastral: 'ATIVA',
    descricao_tipo_de_logradouro: 'AVENIDA',
    logradouro: 'PAULISTA',
    numero: '1578',
    complemento: '',
    bairro: 'BELA VISTA',
    cep: '01310200',
    municipio: 'SAO PAULO',
    uf: 'SP',
    codigo_municipio_ibge: 3550308,
    ddd_telefone_1: '1140028922',
    email: null,
    qsa: [{ nome_socio: 'FULANO' }],
  })
  const address = {
    street: 'AVENIDA PAULISTA',
    number_text: '1578',
    complement: null,
    neighborhood: 'BELA VISTA',
    postal_code: '01310-200',
    city: 'SAO PAULO',
    state: 'SP',
    ibge: '3550308',
  }
  const found = {
    name: 'DISTRIBUIDORA AURORA LTDA',
    trade_name: 'AURORA',
    email: null,
    phone: '1140028922',
    active: true,
    address,
  }
  assert.deepEqual(brasil.body.data, found)
  // ReceitaWS.
  const receita = await company({
    status: 'OK',
    nome: 'DISTRIBUIDORA AURORA LTDA',
    fantasia: 'AURORA',
    situacao: 'BAIXADA',
    logradouro: 'AV PAULISTA',
    numero: '1578',
    bairro: 'BELA VISTA',
    cep: '01.310-200',
    municipio: 'SAO PAULO',
    uf: 'SP',
    email: 'Compras@Aurora.example',
    telefone: '(11) 4002-8922',
  })
  assert.deepEqual(receita.body.data, {
    ...found,
    email: 'compras@aurora.example',
    phone: '(11) 4002-8922',
    active: false,
    address: { ...address, street: 'AV PAULISTA', ibge: null },
  })
  // By the names of a customer here.
  const own = await company({ name: 'Aurora', active: false, state: 'sp', ibge: '3304557' })
  assert.deepEqual(own.body.data, {
    name: 'Aurora',
    trade_name: null,
    email: null,
    phone: null,
    active: false,
    // A municipality of another state is none.
    address: { ...NOTHING, state: 'SP' },
  })
})

test('a CEP is understood as ViaCEP and BrasilAPI say it', async () => {
  const via = await postalCode({
    cep: '01310-200',
    logradouro: 'Avenida Paulista',
    complemento: 'de 1512 a 2132 - lado par',
    bairro: 'Bela Vista',
    localidade: 'São Paulo',
    uf: 'SP',
    ibge: '3550308',
  })
  const place = { postal_code: '01310-200', city: 'São Paulo', state: 'SP' }
  assert.deepEqual(via.body.data, {
    ...NOTHING,
    ...place,
    street: 'Avenida Paulista',
    neighborhood: 'Bela Vista',
    ibge: '3550308',
  })
  const brasil = await postalCode({ cep: 1310200, state: 'SP', city: 'São Paulo', service: 'x' })
  assert.deepEqual(brasil.body.data, { ...NOTHING, ...place })
})

test('it is asked for the bare number alone, at its address', async () => {
  asked = []
  answer = { status: 200, body: { name: 'Aurora' } }
  await data(server, 'GET', '/lookups/company?document=12.abc.345/01de-35')
  answer = { status: 200, body: { city: 'São Paulo' } }
  await data(server, 'GET', '/lookups/postal-code?postal_code=01310200')
  assert.deepEqual(asked, [`GET /cnpj/12ABC34501DE35?key=${KEY}`, 'GET /cep/01310200'])
})

test('what nobody knows is 404, and what does not answer as it should is 503', async () => {
  for (const body of [{ erro: 'true' }, { status: 'ERROR', message: 'x' }, { name: ' ' }, {}]) {
    const refused = await company(body)
    assert.deepEqual([refused.status, refused.body.code], [404, 'not_found'], JSON.stringify(body))
  }
  const other = { cnpj: '12ABC34501DE35', name: 'Outra' }
  assert.equal((await company(other)).status, 404, 'another company')
  assert.equal((await postalCode({ cep: '20040-002', city: 'Rio' })).status, 404, 'another CEP')
  for (const status of [404, 400]) assert.equal((await postalCode({}, status)).status, 404)
  assert.equal((await postalCode({ street: 'Rua', state: 'SP' })).status, 404)
  for (const [body, status] of [
    [{ name: 'Aurora' }, 500],
    [{ name: 'Aurora' }, 302],
    [{}, 429],
    ['<html>', 200],
    ['[]', 200],
    ['"x"', 200],
    [`{"name":"${'x'.repeat(300_000)}"}`, 200],
  ] as const) {
    const refused = await company(body, status)
    assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'], `${status}`)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.ok(!refused.text.includes(KEY))
  }
})

test('whatever it answers, what is given fits a customer and an address', async () => {
  const hostile = {
    name: `  Aurora\n\tLtda ${'x'.repeat(400)}`,
    trade_name: '\u0000\u202e',
    email: ['a@b.example'],
    phone: { number: 1 },
    active: 'talvez',
    street: 12,
    number_text: '9'.repeat(90),
    postal_code: '123',
    city: 'A\u0301gua',
    state: 'XX',
    ibge: '35503O8',
  }
  const { status, body } = await company(hostile)
  assert.equal(status, 200)
  const { name, address, ...rest } = body.data
  assert.equal(name.length, 200)
  assert.ok(name.startsWith('Aurora Ltda x'))
  assert.deepEqual(rest, { trade_name: null, email: null, phone: null, active: false })
  assert.deepEqual(address, {
    ...NOTHING,
    street: '12',
    number_text: '9'.repeat(60),
    city: 'Água',
  })
  const customer = await data(server, 'POST', '/customers', { name, ...rest, active: true })
  await data(server, 'POST', `/customers/${customer.id}/addresses`, address)
})

test('a CPF, a wrong number and a token that sees no customers are refused', async () => {
  asked = []
  for (const document of ['529.982.247-25', '11222333000182', 'x', '']) {
    const { status, body } = await server.send('GET', `/lookups/company?document=${document}`)
    assert.deepEqual([status, body.code], [400, 'invalid_parameter'], document)
  }
  const wrong = await server.send('GET', '/lookups/postal-code?postal_code=1310200')
  assert.equal(wrong.status, 400)
  const token = await server.newToken('orders:*')
  const refused = await server.send('GET', `/lookups/company?document=${CNPJ}`, { token })
  assert.equal(refused.status, 403)
  assert.deepEqual(asked, [])
})

test('nothing is asked where the operator has set nothing', async () => {
  const on = { companies: true, postal_codes: true }
  assert.deepEqual(await data(server, 'GET', '/lookups'), on)
  const other = await startServer()
  try {
    assert.deepEqual(await data(other, 'GET', '/lookups'), {
      companies: false,
      postal_codes: false,
    })
    for (const path of [`company?document=${CNPJ}`, 'postal-code?postal_code=01310200']) {
      assert.equal((await other.send('GET', `/lookups/${path}`)).status, 404)
    }
  } finally {
    await other.close()
  }
})
