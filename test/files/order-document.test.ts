import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { extractImages, extractText, getDocumentProxy } from 'unpdf'
import { Problem } from '../../src/base/problems.ts'
import { DocumentMaker } from '../../src/files/documents/maker.ts'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'
import { file, multipart } from '../support/wire/multipart.ts'

let server: Server
let records: Sample

before(async () => {
  server = await startServer()
  records = await sample(server)
  await data(server, 'PATCH', `/customers/${records.customer}`, { document: '11.222.333/0001-81' })
  await data(server, 'PATCH', `/customers/address/${records.address}`, { zip_code: 1_310_200 })
  await data(server, 'PATCH', '/account', { name: 'Açúcar & Cia.', time_zone: 'America/Sao_Paulo' })
})
after(() => server.close())

/** The text of each page, as a reader sees it. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: false })
  return text.map((page) => page.replaceAll(/\s+/g, ' '))
}

function createOrder(fk_id: string, lines: number) {
  return data(server, 'POST', '/orders', {
    fk_id,
    id_customer: records.customer,
    id_address: records.address,
    id_user: records.user,
    id_freight_type: records.charged_freight,
    freight_value: 35.5,
    insurance_value: 8.4,
    other_expenses: 12,
    discount_value: 20,
    date: '2026-03-01T02:30:00Z',
    observations: 'Entregar pela manhã; não há recepção à tarde.',
    items: Array.from({ length: lines }, () => ({
      id_item: records.product,
      quantity: 2.5,
      price: 1000,
      discount_value: 100,
      aliq_ipi: 10,
      description: 'Edição de coração',
    })),
  })
}

const document = (path: string, headers: Record<string, string> = {}) =>
  succeed(server, 'GET', path, undefined, { headers })

test('a house number and a CEP are on paper as they are written, and names turn nothing', async () => {
  const customer = await data(server, 'POST', '/customers', {
    name: 'Sítio \u202eodariv \u2069fim',
  })
  const { id: id_address } = await data(server, 'POST', `/customers/${customer.id}/addresses`, {
    street: 'Rodovia BR-365',
    number_text: 'KM 12',
    complement: 'Galpão 3',
    city: 'Uberlândia',
    state: 'MG',
    postal_code: '38400100',
  })
  const { id } = await data(server, 'POST', '/orders', { id_customer: customer.id, id_address })
  const { bytes } = await document(`/orders/${id}/document`)
  const [page = ''] = await pagesOf(bytes)
  for (const text of ['Rodovia BR-365, KM 12 – Galpão 3', 'CEP 38400-100', 'Sítio odariv fim']) {
    assert.ok(page.includes(text), `${text} in ${page}`)
  }
})

test('an order as PDF says what the order says', async () => {
  const { id } = await createOrder('PDF-1', 2)
  const answer = await document(`/orders/${id}/document`)
  assert.equal(answer.headers['content-type'], 'application/pdf')
  assert.equal(answer.headers['content-disposition'], `inline; filename="pedido-${id}.pdf"`)
  const [page = '', ...more] = await pagesOf(answer.bytes)
  assert.equal(more.length, 0)
  for (const text of [
    'Açúcar & Cia.',
    'Pedido PDF-1',
    'Rascunho',
    'CEP 01310-200',
    '28/02/2026',
    'CNPJ 11.222.333/0001-81',
    'Edição de coração',
    '2.400,00',
    'R$ 35,50',
    'Valor do seguro',
    'R$ 8,40',
    'Outras despesas',
    'R$ 12,00',
    'Desconto do pedido',
    '– R$ 20,00',
    'R$ 5.315,90',
    'não há recepção à tarde',
    'Página 1 de 1',
  ]) {
    assert.ok(page.includes(text), `no "${text}" in: ${page}`)
  }
  const english = await document(`/orders/fk_id/PDF-1/document`, { 'accept-language': 'en-US' })
  assert.match(english.headers['content-disposition'] ?? '', /order-\d+\.pdf/)
  const [translated = ''] = await pagesOf(english.bytes)
  for (const text of ['Order PDF-1', 'Draft', '2026-02-28', 'R$ 5,315.90', 'Page 1 of 1']) {
    assert.ok(translated.includes(text), `no "${text}" in: ${translated}`)
  }
})

test('taxes of the lists of lines are on paper: what is added, and what is inside the price', async () => {
  const taxes = [
    { tax: 'icms', code: '10', rate: 18 },
    { tax: 'icms_st', margin: 40, rate: 18 },
    { tax: 'fcp_st', rate: 2 },
    { tax: 'pis', rate: 1.65 },
  ]
  const { id } = await data(server, 'POST', '/orders', {
    id_customer: records.customer,
    tax_date: '2026-11-27',
    items: [{ id_item: records.product, quantity: 1, price: 1000, taxes }],
  })
  const [text = ''] = await pagesOf((await document(`/orders/${id}/document`)).bytes)
  assert.match(text, /FCP-ST 28,00/)
  assert.match(text, /FCP-ST R\$ 28,00/)
  assert.match(text, /PIS \(incluso no preço\) R\$ 13,53/)
})

test('taxes that rules have worked out are estimates on paper', async () => {
  const made = await createOrder('ESTIMATED', 1)
  const path = `/orders/${made.id}/document`
  const note = /Impostos estimados, definitivos na nota fiscal\./
  const [sent = ''] = await pagesOf((await document(path)).bytes)
  assert.doesNotMatch(sent, note)
  const { branch_company: id_branch_company, customer } = records
  await data(server, 'PATCH', `/branch-companies/${id_branch_company}`, { state: 'PR' })
  await data(server, 'PATCH', `/customers/${customer}`, { ie_kind: 1, ie: '9012345688' })
  const rule = { name: 'PR', kind: 'icms', valid_from: '2026-01-01', scope: 'inside' }
  await data(server, 'POST', '/tax-rules', { ...rule, cst: '00', icms_rate: 19.5 })
  await data(server, 'PATCH', `/orders/${made.id}`, { id_branch_company })
  const [derived = ''] = await pagesOf((await document(path)).bytes)
  assert.match(derived, note)
})

test('a status has the name that the account gave it', async () => {
  const { id, status } = await createOrder('PDF-STATUS', 1)
  const name = 'Aguardando análise'
  await data(server, 'PATCH', `/order-statuses/${status.id}`, { name })
  const [page = ''] = await pagesOf((await document(`/orders/${id}/document`)).bytes)
  assert.ok(page.includes(name) && !page.includes('Rascunho'), page)
})

test('each page of a long one has its heading and its number', async () => {
  const { id } = await createOrder('PDF-long', 120)
  const pages = await pagesOf((await document(`/orders/${id}/document`)).bytes)
  assert.ok(pages.length > 2)
  for (const [i, page] of pages.entries()) {
    assert.ok(page.includes('Pedido PDF-long'))
    assert.ok(page.includes(`Página ${i + 1} de ${pages.length}`))
  }
  const lines = pages.join(' ').split('Edição de coração').length - 1
  assert.equal(lines, 120)
})

/** An order whose lines have this description each. */
async function described(lines: number, description: string): Promise<number> {
  const item = { id_item: records.product, quantity: 1, price: 10, description }
  const items = Array.from({ length: lines }, () => item)
  return (await data(server, 'POST', '/orders', { id_customer: records.customer, items })).id
}

test('a description goes on over as many pages as it takes, spaces or none', async () => {
  const id = await described(3, `INÍCIO${'W'.repeat(4_980)}FIM`)
  const pages = await pagesOf((await document(`/orders/${id}/document`)).bytes)
  assert.ok(pages.length > 3)
  for (const [i, page] of pages.entries()) {
    assert.ok(page.includes(`Pedido ${id}`), `no heading on page ${i + 1}`)
    assert.ok(page.includes(`Página ${i + 1} de ${pages.length}`))
  }
  const all = pages.join(' ')
  assert.equal(all.match(/W/g)?.length, 3 * 4_980)
  assert.ok(!all.includes('descrições longas'))
})

test('what a document leaves out of many long descriptions is told in it', async () => {
  const id = await described(300, `Lote ${'mate '.repeat(180)}fim do lote`)
  const all = (await pagesOf((await document(`/orders/${id}/document`)).bytes)).join(' ')
  assert.equal(all.match(/Lote mate/g)?.length, 300)
  assert.ok(!all.includes('fim do lote'))
  assert.ok(all.includes('De descrições longas está aqui só o começo'), all.slice(-500))
})

test('a document that takes too long is refused, whichever comes next', async () => {
  const maker = new DocumentMaker(1)
  const order = JSON.stringify(await data(server, 'GET', `/orders/${await described(1, 'mate')}`))
  const shown = {
    account_name: 'A',
    test: false,
    time_zone: 'UTC',
    logo: null,
    customer_phone: null,
    company: null,
    units: '{}',
    customer_document: null,
    is_freight_charged: false,
  }
  const source = { order, ...shown, declared: '[]', language: 'en' } as const
  const isTooLong = (error: unknown) =>
    error instanceof Problem && error.code === 'document_too_long'
  await assert.rejects(maker.make(source, null), isTooLong)
  await assert.rejects(maker.make(source, null), isTooLong)
  await maker.close()
})

test('the same order is the same file, and not sent again', async () => {
  const { id } = await createOrder('PDF-same', 1)
  const path = `/orders/${id}/document`
  const [one, other] = [await document(path), await document(path)]
  assert.ok(one.bytes.equals(other.bytes))
  const etag = one.headers['etag'] ?? ''
  const known = await server.send('GET', path, { headers: { 'if-none-match': etag } })
  assert.equal(known.status, 304)
  const stale = await server.send('GET', path, { headers: { 'if-match': '"other"' } })
  assert.equal(stale.status, 412)
  await data(server, 'PATCH', `/orders/${id}`, { observations: 'outra' })
  const changed = await document(path, { 'if-none-match': etag })
  assert.ok((await pagesOf(changed.bytes))[0]?.includes('outra'))
})

test('a document is for who may read the order', async () => {
  const { id } = await createOrder('PDF-own', 1)
  const other = await server.newAccount('other')
  const foreign = await server.send('GET', `/orders/${id}/document`, { token: other.token })
  assert.equal(foreign.status, 404)
  const unknown = await server.send('GET', '/orders/fk_id/nobody/document')
  assert.equal(unknown.status, 404)
  const token = await server.newToken('customers:read')
  assert.equal((await server.send('GET', `/orders/${id}/document`, { token })).status, 403)
})

test('the logo of the account is at the head of each page, and in the file once', async () => {
  const { id } = await createOrder('PDF-logo', 120)
  const path = `/orders/${id}/document`
  const without = await document(path)
  const noise = Buffer.from(Array.from({ length: 600 * 200 * 4 }, (_, i) => (i * 7919) % 251))
  const logo = await sharp(noise, { raw: { width: 600, height: 200, channels: 4 } })
    .png()
    .toBuffer()
  const set = await server.send('PUT', '/account/logo', multipart([file(logo)]))
  assert.equal(set.status, 200, set.text)
  const etag = without.headers['etag'] ?? ''
  const drawn = await document(path, { 'if-none-match': etag })
  const pdf = await getDocumentProxy(new Uint8Array(drawn.bytes))
  assert.ok(pdf.numPages > 2)
  for (let page = 1; page <= pdf.numPages; page++) {
    const images = await extractImages(pdf, page)
    assert.deepEqual(
      images.map(({ width, height }) => [width, height]),
      [[600, 200]],
    )
  }
  const stored = (await succeed(server, 'GET', '/account/logo')).bytes.length
  const more = drawn.bytes.length - without.bytes.length
  assert.ok(more < 2 * stored, `${more} bytes more for a logo of ${stored}`)
  assert.ok((await document(path)).bytes.equals(drawn.bytes))
  await succeed(server, 'DELETE', '/account/logo')
  assert.ok((await document(path)).bytes.equals(without.bytes))
})

test('custom fields stand under their labels, and as their types read', async () => {
  const declare = (key: string, label: string | null, type: string) =>
    data(server, 'POST', '/custom-fields', { resource: 'orders', key, label, type })
  await declare('rota', 'Rota de entrega', 'text')
  await declare('prometida', 'Prometida para', 'date')
  await declare('peso', 'Peso (kg)', 'decimal')
  await declare('urgente', null, 'boolean')
  const { id } = await createOrder('PDF-C', 1)
  await data(server, 'PATCH', `/orders/${id}`, {
    custom_fields: {
      rota: 'Zona Sul 3',
      prometida: '2026-11-30',
      peso: '12.50',
      urgente: 'true',
      lote: 'A/7',
    },
  })
  const told = async (language: string) => {
    const { bytes } = await document(`/orders/${id}/document?language=${language}`)
    return (await pagesOf(bytes)).join(' ')
  }
  assert.ok(
    (await told('pt-BR')).includes(
      'Outras informações Rota de entrega: Zona Sul 3 Prometida para: 30/11/2026 Peso (kg): 12,50 urgente: Sim lote: A/7',
    ),
  )
  assert.ok(
    (await told('en')).includes(
      'More information Rota de entrega: Zona Sul 3 Prometida para: 2026-11-30 Peso (kg): 12.50 urgente: Yes lote: A/7',
    ),
  )
})
