import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { bringIn, importerOf } from '../support/files/imports.ts'
import { data, succeed } from '../support/orders.ts'

// What a new order of a customer begins with, and whom to talk to there.

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  for (const [path, name, fk_id] of KINDS) {
    const { id } = await data(server, 'POST', `/${path}`, { name: `Um ${name}`, fk_id })
    made.set(name, id)
  }
})
after(async () => {
  await importer.close()
  await server.close()
})

const KINDS = [
  ['payment-types', 'payment_type', '28D'],
  ['payment-methods', 'payment_method', 'BOL'],
  ['shipping-companies', 'shipping_company', 'T-1'],
  ['freight-types', 'freight_type', 'CIF'],
] as const

const made = new Map<string, number>()
const idsOf = async (path: string) =>
  (await data(server, 'GET', path)).map(({ id }: { id: number }) => id)

test('each default is named by its id or code, shown in short, found by, and holds a deletion back', async () => {
  const codes = Object.fromEntries(KINDS.map(([, name, code]) => [`fk_id_${name}`, code]))
  const ids = Object.fromEntries(KINDS.map(([, name]) => [`id_${name}`, made.get(name)]))
  const one = await data(server, 'POST', '/customers', {
    name: 'Por código',
    fk_id: 'CT-1',
    ...codes,
  })
  const two = await data(server, 'POST', '/customers', { name: 'Por id', fk_id: 'CT-2', ...ids })
  for (const [path, name, fk_id] of KINDS) {
    const short = { id: made.get(name), name: `Um ${name}`, fk_id }
    assert.deepEqual([one[name], two[name]], [short, short])
    const both = [one.id, two.id]
    assert.deepEqual(await idsOf(`/customers?id_${name}=${made.get(name)}`), both)
    assert.deepEqual(await idsOf(`/customers?fk_id_${name}=${fk_id}`), both)
    const answer = await server.send('DELETE', `/${path}/${made.get(name)}`)
    assert.deepEqual([answer.status, answer.body.used_by], [409, ['customers']])
    const cleared = await data(server, 'PATCH', `/customers/${two.id}`, { [`id_${name}`]: null })
    assert.equal(cleared[name], null)
  }
})

test('what names no record, or two, is refused at its property', async () => {
  const body = { name: 'x', id_payment_type: 999_999, fk_id_shipping_company: 'NONE' }
  const answer = await server.send('POST', '/customers', { body })
  assert.equal(answer.status, 422)
  const errors = answer.body.errors.map((one: { pointer: string; code: string }) => [
    one.pointer,
    one.code,
  ])
  assert.deepEqual(errors, [
    ['/id_payment_type', 'unknown_reference'],
    ['/fk_id_shipping_company', 'unknown_reference'],
  ])
})

const CONTACTS = [
  { name: 'Rui Compras', role: 'Compras', phone: '(19) 3232-1010', email: 'rui@alfa.example' },
  { name: 'Lia', role: null, phone: null, email: null },
]

test('contacts stay in the order in which they were sent, and an error names its field', async () => {
  const sent = [CONTACTS[0], { name: ' Lia ' }]
  const one = await data(server, 'POST', '/customers', { name: 'Alfa', contacts: sent })
  assert.deepEqual(one.contacts, CONTACTS)
  const turned = [...CONTACTS].reverse()
  const path = `/customers/${one.id}`
  assert.deepEqual((await data(server, 'PATCH', path, { contacts: turned })).contacts, turned)
  assert.deepEqual((await data(server, 'PATCH', path, { contacts: null })).contacts, [])
  const wrong = [{ name: 'a' }, { name: 'b\nc' }, { name: 'c', email: 'c@' }, { phone: '1' }]
  const answer = await server.send('PATCH', path, { body: { contacts: wrong } })
  const pointers = answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.equal(answer.status, 422)
  assert.deepEqual(pointers.sort(), ['/contacts/1/name', '/contacts/2/email', '/contacts/3/name'])
  const many = Array.from({ length: 21 }, (_, i) => ({ name: `Contato ${i}` }))
  const refused = await server.send('PATCH', path, { body: { contacts: many } })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/contacts'])
})

test('who does not know them leaves them as they are, by PUT and in bulk', async () => {
  const all = { name: 'Beta', fk_id: 'CT-B', id_payment_type: made.get('payment_type') }
  await data(server, 'POST', '/customers', { ...all, contacts: CONTACTS })
  const check = async (name: string) => {
    const now = await data(server, 'GET', '/customers/fk_id/CT-B')
    assert.deepEqual([now.name, now.payment_type?.fk_id, now.contacts], [name, '28D', CONTACTS])
  }
  await data(server, 'PUT', '/customers/fk_id/CT-B', { name: 'Beta por PUT' })
  await check('Beta por PUT')
  for (const mode of ['put', 'patch']) {
    const line = JSON.stringify({ name: `Beta ${mode}`, fk_id: 'CT-B' })
    const fresh = JSON.stringify({ name: 'Nova', fk_id: `CT-${mode}`, fk_id_payment_type: '28D' })
    await server.send('POST', `/bulk/customers?mode=${mode}`, {
      body: `${line}\n${fresh}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    await check(`Beta ${mode}`)
    const made = await data(server, 'GET', `/customers/fk_id/CT-${mode}`)
    assert.deepEqual([made.payment_type?.fk_id, made.contacts], ['28D', []])
  }
})

test('searches find a customer by its telephone, and by its contacts', async () => {
  const body = { name: 'Gama', phone: '+55 (21) 98877-6655', contacts: CONTACTS.slice(0, 1) }
  const { id } = await data(server, 'POST', '/customers', body)
  const bare = await data(server, 'POST', '/customers', { name: 'Delta', phone: '3456-7890' })
  const find = (q: string) => idsOf(`/customers?q=${encodeURIComponent(q)}`)
  for (const q of [
    '21988776655',
    '(21) 98877-6655',
    '+55 21 98877-6655',
    '98877 6655',
    '021 8877-6655',
  ])
    assert.deepEqual(await find(q), [id], q)
  assert.deepEqual(await find('(11) 98877-6655'), [])
  assert.deepEqual(await find('(11) 3456-7890'), [bare.id])
  for (const q of ['rui gama', 'rui@alfa.example gama', '(19) 3232-1010 gama', '32321010 gama'])
    assert.deepEqual(await find(q), [id], q)
  assert.ok((await find('(19) 3232-1010')).includes(id))
  await data(server, 'PATCH', `/customers/${id}`, { contacts: null, phone: null })
  assert.deepEqual(await find('rui gama'), [])
  assert.deepEqual(await find('21988776655'), [])
})

test('files bring defaults by their codes, take them along, and bring contacts as exports have them', async () => {
  const head = 'Código;Nome;Cód. condição de pagamento;Cód. transportadora;Prazo\n'
  await bringIn(server, importer, 'customers', `${head}CT-F;Épsilon;28D;T-1;28 dias\n`)
  const path = '/customers/fk_id/CT-F'
  const one = await data(server, 'GET', path)
  assert.deepEqual([one.payment_type.fk_id, one.shipping_company.fk_id], ['28D', 'T-1'])
  await data(server, 'PATCH', path, { contacts: CONTACTS })
  for (const format of ['csv&csv=br', 'ndjson']) {
    const { text } = await succeed(server, 'GET', `/customers?fk_id=CT-F&format=${format}`)
    await data(server, 'PATCH', path, { contacts: null, id_payment_type: null })
    await bringIn(server, importer, 'customers', text)
    const back = await data(server, 'GET', path)
    assert.deepEqual([back.payment_type?.fk_id, back.contacts], ['28D', CONTACTS], format)
  }
})
