import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { refusedBy } from '../support/refused.ts'
import { type Sample, sample } from '../support/sample.ts'

// Texts are kept composed (NFC), however they are typed, sent and looked for; an fk_id holds
// nothing that can't be seen, and a name something that can.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

const NFC = 'Ação Ã 각'
const NFD = NFC.normalize('NFD')
assert.notEqual(NFC, NFD)

/** With every character beyond ASCII escaped, as many JSON writers do it. */
const escaped = (body: unknown) =>
  JSON.stringify(body).replace(
    /[^\0-\x7f]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const bodies: Record<string, (text: string) => object> = {
  '/customers': (text) => ({ name: text, fk_id: `${text} c` }),
  '/products': (text) => ({ name: text, description: text, fk_id: `${text} p` }),
  '/order-statuses': (text) => ({ name: text }),
  '/customers/CLI-1/address': (text) => ({
    ...{ street: text, complement: text, neighborhood: text, city: text, name: text },
    fk_id: `${text} a`,
  }),
  '/orders': (text) => ({
    id_customer: ids.customer,
    fk_id: `${text} o`,
    observations: text,
    custom_fields: { [text]: text },
    items: [{ id_item: ids.product, quantity: 1, description: text, fk_id: `${text} i` }],
  }),
  '/tokens': (text) => ({ name: text, scopes: ['orders:read'] }),
  '/webhooks': (text) => ({
    url: 'https://erp.example.com/',
    types: ['*'],
    description: text,
  }),
}

test('every text is kept composed, however it was sent', async () => {
  const made = await server.send('POST', '/customers', { body: { name: 'a', fk_id: 'CLI-1' } })
  assert.equal(made.status, 201, made.text)
  for (const [path, body] of Object.entries(bodies)) {
    const raw = JSON.stringify(body(`${NFD} 1`))
    for (const [i, sent] of [raw, escaped(body(`${NFD} 2`))].entries()) {
      const created = await server.send('POST', path, { body: sent })
      assert.equal(created.status, 201, `${path}: ${created.text}`)
      assert.ok(created.text.includes(`${NFC} ${i + 1}`), created.text)
      assert.equal(created.text, created.text.normalize('NFC'), path)
      assert.ok(!created.text.includes('\\u'), path)
    }
  }
})

test('what was written one way is found in the other', async () => {
  const fk_id = `${NFC} findable`
  const decomposed = encodeURIComponent(fk_id.normalize('NFD'))
  const path = `/customers/fk_id/${decomposed}`
  const put = await server.send('PUT', path, { body: { name: NFD, fk_id } })
  assert.equal(put.status, 201, put.text)
  const { id } = put.body.data
  assert.equal(put.body.data.fk_id, fk_id)
  const again = await server.send('PUT', `/customers/fk_id/${encodeURIComponent(fk_id)}`, {
    body: { name: NFC },
  })
  assert.deepEqual([again.status, again.body.data.id], [200, id])
  for (const query of [`fk_id=${decomposed}`, `fk_id=${encodeURIComponent(fk_id)}`]) {
    const { body } = await server.send('GET', `/customers?${query}`)
    assert.deepEqual(
      body.data.map((one: { id: number }) => one.id),
      [id],
    )
  }
  const named = await server.send('GET', `/customers?name=${encodeURIComponent(NFD)}&limit=100`)
  assert.ok(named.body.data.some((one: { id: number }) => one.id === id))
  const addresses = await server.send('GET', `/customers/${decomposed}/address`)
  assert.equal(addresses.status, 200)
  const duplicate = await server.send('POST', '/customers', {
    body: { name: 'a', fk_id: fk_id.normalize('NFD') },
  })
  assert.deepEqual([duplicate.status, duplicate.body.existing_id], [409, id])
})

test('keys that are the same once composed stand twice', async () => {
  const key = 'Ação'
  const fields = `"${key}":"a","${key.normalize('NFD')}":"b"`
  for (const sent of [fields, escaped({ [key]: 'a', [key.normalize('NFD')]: 'b' }).slice(1, -1)]) {
    const body = `{"id_customer":${ids.customer},"custom_fields":{${sent}}}`
    await refusedBy(server, 'POST', '/orders', { body }, { status: 400, code: 'invalid_json' })
  }
})

const fkIdRefusals: Record<string, RegExp> = {
  ' A': /begin or end/,
  'A ': /begin or end/,
  '\u00a0A': /begin or end/,
  'A\u3000': /begin or end/,
  '\ufeffA': /begin or end/,
  'A\tB': /tabs or line ends/,
  'A\nB': /tabs or line ends/,
  'A\u0085B': /tabs or line ends/,
  'A\u2028B': /tabs or line ends/,
  'A\u0007B': /control characters/,
  'A\u00adB': /invisible.*U\+00AD/,
  'A\u200b': /invisible.*U\+200B/,
  'A\u200dB': /invisible.*U\+200D/,
  'A\u202eB': /direction.*U\+202E/,
  'A\u2066B': /direction.*U\+2066/,
  'A\u200fB': /direction.*U\+200F/,
  'A\u3164B': /invisible.*U\+3164/,
  'A\ufe0fB': /invisible.*U\+FE0F/,
  'A\u{e0041}B': /invisible.*U\+E0041/,
  [`A${'\u0301'.repeat(31)}`]: /30 combining marks/,
  'id:7': /"id:"/,
}

test('an fk_id holds nothing that can’t be seen, at the ends no space', async () => {
  const order = { id_customer: ids.customer }
  for (const [fk_id, why] of Object.entries(fkIdRefusals)) {
    for (const [path, body] of [
      ['/customers', { name: 'a', fk_id }],
      ['/orders', { ...order, fk_id }],
    ] as const) {
      const { status, body: problem } = await server.send('POST', path, { body })
      assert.deepEqual(
        [status, problem.errors?.[0]?.pointer],
        [422, '/fk_id'],
        JSON.stringify(fk_id),
      )
      assert.match(problem.errors[0].detail, why, JSON.stringify(fk_id))
      assert.match(problem.errors[0].code, /^(format|pattern)$/)
    }
    const path = `/customers/fk_id/${encodeURIComponent(fk_id)}`
    const { status, body: problem } = await server.send('PUT', path, { body: { name: 'a' } })
    assert.deepEqual([status, problem.errors?.[0]?.parameter], [400, 'fk_id'])
  }
  for (const fk_id of ['a b', 'é', '각', '日本 1', '#!/?%', 'ID:7', 'x'.repeat(100)]) {
    const path = `/customers/fk_id/${encodeURIComponent(fk_id)}`
    const { status, text } = await server.send('PUT', path, { body: { name: 'a' } })
    assert.equal(status, 201, text)
  }
})

test('a name has a visible character', async () => {
  for (const name of [
    ' ',
    '\u200b',
    '\u00a0\u200d',
    '\u3164',
    '\u2800',
    '\ufeff',
    '\u202e\u2066',
  ]) {
    for (const path of ['/customers', '/products', '/categories', '/tokens']) {
      const body = { name, ...(path === '/tokens' ? { scopes: ['*'] } : {}) }
      const { status, body: problem } = await server.send('POST', path, { body })
      assert.deepEqual([status, problem.errors?.[0]?.pointer], [422, '/name'], path)
      assert.match(problem.errors[0].detail, /visible|empty/, JSON.stringify(name))
    }
  }
  for (const name of ['·', '😀', '👩\u200d👧', 'נ', '\u202aA']) {
    assert.equal((await server.send('POST', '/categories', { body: { name } })).status, 201, name)
  }
})
