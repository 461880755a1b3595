import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { fc } from '../support/random.ts'

// House numbers and CEPs as text beside the interface's integers: whatever is written, by whichever
// way, each of a pair follows the other.

let server: Server
before(async () => {
  server = await startServer()
  await succeed(server, 'POST', '/customers', { name: 'Ana', fk_id: 'ana' })
})
after(() => server.close())

type Sent = Record<string, string | number | null>

/** Digits are an integer, and nothing else is. */
const numbers: [text: string, number: number | null][] = [
  ['42', 42],
  ['0', 0],
  ['0042', 42],
  ['9007199254740991', 2 ** 53 - 1],
  ['9007199254740992', null],
  ['0'.repeat(60), 0],
  ['9'.repeat(60), null],
  ['42 A', null],
  ['123-A', null],
  ['KM 12', null],
  ['S/N', null],
  ['SEM NÚMERO', null],
  ['1.250', null],
  ['1,5', null],
  ['-5', null],
  ['+5', null],
  ['1e3', null],
  ['0x1F', null],
  ['½', null],
  ['٤٢', null],
]

const pairOf = ({ number, number_text, zip_code, postal_code }: Sent) => ({
  number,
  number_text,
  zip_code,
  postal_code,
})

test('a text gives its integer, and an integer its text', async () => {
  const { id } = await data(server, 'POST', '/customers/ana/address', {})
  const path = `/customers/address/${id}`
  for (const [number_text, number] of numbers) {
    const after = await data(server, 'PATCH', path, { number_text })
    assert.deepEqual([after.number_text, after.number], [number_text, number])
  }
  assert.equal((await data(server, 'PATCH', path, { number: 42 })).number_text, '42')
  const spaces = await data(server, 'PATCH', path, { number_text: '  KM 12 ' })
  assert.equal(spaces.number_text, 'KM 12')
  for (const [postal_code, zip_code, shown] of [
    ['01310-200', 1_310_200, '01310-200'],
    ['01310200', 1_310_200, '01310-200'],
    ['69301-180', 69_301_180, '69301-180'],
    ['00000-000', 0, '00000-000'],
  ]) {
    const after = await data(server, 'PATCH', path, { postal_code })
    assert.deepEqual([after.postal_code, after.zip_code], [shown, zip_code])
    const same = await data(server, 'PATCH', path, { zip_code })
    assert.equal(same.postal_code, shown)
  }
})

test('null clears both, and so does leaving both out of what replaces', async () => {
  const whole = { number_text: 'KM 12', postal_code: '01310-200' }
  const none = { number: null, number_text: null, zip_code: null, postal_code: null }
  const path = '/customers/ana/address/fk_id/replaced'
  const { id } = await data(server, 'PUT', path, whole)
  const changed = `/customers/address/${id}`
  for (const cleared of [
    { number: null, zip_code: null },
    { number_text: null, postal_code: null },
    none,
  ]) {
    assert.deepEqual(pairOf(await data(server, 'PATCH', changed, whole)), {
      ...whole,
      number: null,
      zip_code: 1_310_200,
    })
    assert.deepEqual(pairOf(await data(server, 'PATCH', changed, cleared)), none)
  }
  await data(server, 'PUT', path, whole)
  assert.deepEqual(pairOf(await data(server, 'PUT', path, { city: 'Santos' })), none)
})

test('what is there written again changes nothing, whichever of the two is sent', async () => {
  for (const [number_text, number] of numbers) {
    const first = await succeed(server, 'POST', '/customers/ana/address', { number_text })
    const { id, ...body } = first.body.data
    const path = `/customers/address/${id}`
    const again: Sent[] = [{ number_text }, { number, number_text }, body]
    if (number_text === String(number)) again.push({ number })
    for (const sent of again) {
      const { headers } = await succeed(server, 'PATCH', path, sent)
      assert.equal(headers['etag'], first.headers['etag'], JSON.stringify(sent))
    }
  }
})

test('two that contradict one another are refused, each at its place', async () => {
  const { id } = await data(server, 'POST', '/customers/ana/address', {})
  const contradictions: Sent[] = [
    { number: 42, number_text: '42 A' },
    { number: 42, number_text: '43' },
    { number: 42, number_text: null },
    { number: null, number_text: '42' },
  ]
  for (const sent of contradictions) {
    for (const [method, path] of [
      ['POST', '/customers/ana/address'],
      ['PUT', '/customers/ana/address/fk_id/contradicting'],
      ['PATCH', `/customers/address/${id}`],
    ] as const) {
      const refused = await server.send(method, path, { body: sent })
      const faults = ['/number address_contradiction', '/number_text address_contradiction']
      assert.deepEqual(problemOf(refused), [422, 'validation_failed', faults])
    }
  }
  const all = await server.send('POST', '/customers/ana/address', {
    body: { number: 1, number_text: '2', zip_code: 1, postal_code: '01310-200', city: 5 },
  })
  assert.deepEqual(problemOf(all)[2], [
    '/city type',
    '/number address_contradiction',
    '/number_text address_contradiction',
    '/postal_code address_contradiction',
    '/zip_code address_contradiction',
  ])
  const detail = all.body.errors.find((one: { pointer: string }) => one.pointer === '/number')
  assert.equal(detail.detail, 'contradicts number_text, which is "2".')
})

test('a text of several lines, of nothing visible or too long is refused', async () => {
  for (const number_text of ['', ' ', '1\n2', '1\t2', '1\u202e2', '\u2800', 'x'.repeat(61), 42]) {
    const { status, body } = await server.send('POST', '/customers/ana/address', {
      body: { number_text },
    })
    assert.deepEqual([status, body.errors.length], [422, 1], JSON.stringify(number_text))
    assert.equal(body.errors[0].pointer, '/number_text')
  }
  for (const postal_code of ['', '1310200', '01310-20', '0131-0200', '01310 200', 'abcde-fgh', 5]) {
    const { status, body } = await server.send('POST', '/customers/ana/address', {
      body: { postal_code },
    })
    assert.deepEqual([status, body.errors[0].pointer], [422, '/postal_code'], String(postal_code))
  }
})

const house = fc.oneof(
  fc.nat({ max: 9999 }).map(String),
  fc.nat({ max: 9999 }).map((n) => String(n).padStart(6, '0')),
  fc.constantFrom('S/N', 'KM 12', '1.250', '42 A', 'Lote 3, Qd. 7', '12/14', 'Nº 5'),
)
const cep = fc.nat({ max: 99_999_999 }).map((n) =>
  String(n)
    .padStart(8, '0')
    .replace(/(...)$/, '-$1'),
)
const numberOf = (text: string | null) =>
  text !== null && /^\d+$/.test(text) ? Number(text) : null
const zipOf = (cep: string | null) => (cep === null ? null : Number(cep.replace('-', '')))

/** A part of a body about the house number, and what is there after it. */
const ofHouse = fc.oneof(
  house.map((text) => ({ sent: { number_text: text }, text })),
  house.map((text) => ({ sent: { number_text: text, number: numberOf(text) }, text })),
  fc.nat({ max: 9999 }).map((number) => ({ sent: { number }, text: String(number) })),
  fc.constantFrom({ number: null }, { number_text: null }).map((sent) => ({ sent, text: null })),
  fc.constant({ sent: {}, text: undefined }),
)
const ofCep = fc.oneof(
  cep.map((text) => ({ sent: { postal_code: text }, text })),
  cep.map((text) => ({ sent: { postal_code: text.replace('-', '') }, text })),
  cep.map((text) => ({ sent: { zip_code: zipOf(text), postal_code: text }, text })),
  cep.map((text) => ({ sent: { zip_code: zipOf(text) }, text })),
  fc.constantFrom({ zip_code: null }, { postal_code: null }).map((sent) => ({ sent, text: null })),
  fc.constant({ sent: {}, text: undefined }),
)
const way = fc.constantFrom('PATCH', 'PUT', 'bulk put', 'bulk patch')

async function write(by: string, fk_id: string, body: object): Promise<void> {
  if (by === 'PATCH') {
    await succeed(server, 'PATCH', `/customers/fk_id/ana/addresses/fk_id/${fk_id}`, body)
  } else if (by === 'PUT') {
    await succeed(server, 'PUT', `/customers/fk_id/ana/addresses/fk_id/${fk_id}`, body)
  } else {
    const customer = { fk_id: 'ana', name: 'Ana', addresses: [{ fk_id, ...body }] }
    const mode = by.endsWith('put') ? 'put' : 'patch'
    const headers = { 'content-type': 'application/x-ndjson' }
    const line = `${JSON.stringify(customer)}\n`
    const { text } = await succeed(server, 'POST', `/bulk/customers?mode=${mode}`, line, {
      headers,
    })
    assert.match(text, /"status":"(created|updated|unchanged)"/)
  }
}

test('whatever is written, in whatever order and way, each of a pair follows the other', async () => {
  let count = 0
  const writes = fc.array(fc.tuple(way, ofHouse, ofCep), { minLength: 1, maxLength: 8 })
  const check = fc.asyncProperty(writes, async (steps) => {
    const fk_id = `p-${count++}`
    const path = `/customers/fk_id/ana/addresses/fk_id/${fk_id}`
    const address = await data(server, 'PUT', path, {})
    const order = await data(server, 'POST', '/orders', {
      fk_id_customer: 'ana',
      id_address: address.id,
    })
    let now = { text: null as string | null, cep: null as string | null }
    for (const [by, house, cep] of steps) {
      await write(by, fk_id, { ...house.sent, ...cep.sent })
      const isWhole = by.toLowerCase().endsWith('put')
      const left = isWhole ? { text: null, cep: null } : now
      now = {
        text: house.text === undefined ? left.text : house.text,
        cep: cep.text === undefined ? left.cep : cep.text,
      }
      const expected = {
        number: numberOf(now.text),
        number_text: now.text,
        zip_code: zipOf(now.cep),
        postal_code: now.cep,
      }
      assert.deepEqual(pairOf(await data(server, 'GET', path)), expected)
      // An order shows its address as it is, whole, in a list of its own, and in part.
      const shown = await data(server, 'GET', `/orders/${order.id}`)
      assert.deepEqual(pairOf(shown.address), expected)
      const [part] = await data(server, 'GET', `/orders?id=${order.id}&fields=address`)
      assert.deepEqual(part.address, shown.address)
    }
  })
  await fc.assert(check, { numRuns: 25 })
})
