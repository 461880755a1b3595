import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

let server: Server
let ids: Sample
before(async () => {
  server = await startServer()
  ids = await sample(server)
})
after(() => server.close())

/** Sends text as it stands, so that digits arrive as they were written. */
const post = (text: string) => server.send('POST', '/orders', { body: text })
const order = (members: string) => post(`{"id_customer":${ids.customer}${members}}`)
const line = (members: string) =>
  order(`,"items":[{"id_item":${ids.product},"quantity":1${members}}]`)

test('numbers with more digits than their field has are refused by name', async () => {
  const amount = ['12345678901234', '0.001', '1e14', '1.005']
  const unitPrice = ['100000000000', '0.00000000001', '12345.12345678901']
  const rate = ['1000', '0.00001']
  const figures: Record<string, string[]> = {
    price: unitPrice,
    net_unit_value: unitPrice,
    total_item: amount,
    discount_value: amount,
    discount_percentage: rate,
    net_value: amount,
    base_icms_st: amount,
    aliq_icms_st: rate,
    value_icms_st: amount,
    base_ipi: amount,
    aliq_ipi: rate,
    value_ipi: amount,
    base_icms: amount,
    aliq_icms: rate,
    value_icms: amount,
  }
  for (const [name, texts] of Object.entries(figures)) {
    for (const text of [...texts, '-0.01', '1e400', '"1"', 'true', '[1]']) {
      const [status, code, places] = problemOf(await line(`,"${name}":${text}`))
      assert.deepEqual([status, code], [422, 'validation_failed'], `${name} ${text}`)
      assert.ok(
        places.every((place) => place.startsWith(`/items/0/${name} `)),
        `${name} ${text}: ${places}`,
      )
    }
  }
  for (const text of ['0', '-1', '0.00001', '123456789012', '"1"', 'null']) {
    const refused = await order(`,"items":[{"id_item":${ids.product},"quantity":${text}}]`)
    assert.match(problemOf(refused)[2].join(), /^\/items\/0\/quantity \w+$/, text)
  }
  for (const text of ['0.001', '-1', '12345678901234', '"5"']) {
    const refused = await order(`,"id_freight_type":${ids.charged_freight},"freight_value":${text}`)
    assert.match(problemOf(refused)[2].join(), /^\/freight_value \w+$/, text)
  }
})

test('digits that a double rounds are refused and never rounded silently', async () => {
  for (const text of ['1.00000000000000001', '0.1000000000000000055511151231257827', '1e-400']) {
    const refused = await line(`,"price":${text}`)
    assert.match(problemOf(refused)[2].join(), /^\/items\/0\/price \w+$/, text)
  }
  const noise = await line(',"price":59.699999999999996')
  assert.match(noise.text, /59\.699999999999996.*round it to 10 decimals/)
  const long = await line(',"price":12345678901234567890')
  assert.match(long.text, /12345678901234567890\) than a JSON number carries exactly\./)
  const exact = await line(',"price":12345678.1234567,"net_unit_value":12345678.1234567')
  assert.equal(exact.status, 201, exact.text)
  assert.match(exact.text, /"price":12345678.1234567,/)
  assert.match(exact.text, /"total_liq":12345678.12,/)
  const zeros = await line(',"price":1250.000000000000000000e-2')
  assert.match(zeros.text, /"price":12.5,/)
})

test('nothing is coerced', async () => {
  const wrong = {
    date: [1, '2026', '2026-02-30T00:00:00Z', '2026-02-30', 'now', true],
    fk_id: [1, '', ' ', 'x'.repeat(101), {}],
    id_user: ['1', 0, -1, 1.5, true, [1], 9007199254740992],
    observations: [1, false, 'x'.repeat(5001), ['a']],
    delivery_date: ['2026-13-01T00:00:00Z', 0],
    custom_fields: [null, [], 'a', { a: 1 }, { a: null }, { '': 'a' }, { a: 'x'.repeat(2001) }],
    items: [null, {}, [null], [[]], 'x'],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const body = { id_customer: ids.customer, [field]: value }
      const [status, code, places] = problemOf(await server.send('POST', '/orders', { body }))
      const sent = `${field}: ${JSON.stringify(value).slice(0, 50)}`
      assert.deepEqual([status, code], [422, 'validation_failed'], sent)
      assert.ok(places.length > 0 && places.every((p) => p.startsWith(`/${field}`)), `${places}`)
    }
  }
  for (const value of [null, [], 'a', 1]) {
    assert.equal(
      (await server.send('POST', '/orders', { body: JSON.stringify(value) })).status,
      422,
    )
  }
})

test('all faults of a body are told at once', async () => {
  const body = {
    idCustomer: 1,
    observations: 7,
    custom_fields: { a: 1 },
    items: [
      { quantity: 0, id_item: 1 },
      { id_item: ids.product, price: 1.5, qty: 2 },
    ],
  }
  const refused = await server.send('POST', '/orders', { body })
  assert.deepEqual(problemOf(refused), [
    422,
    'validation_failed',
    [
      '/custom_fields/a type',
      '/idCustomer unknown_property',
      '/id_customer required',
      '/items/0/quantity exclusive_minimum',
      '/items/1/qty unknown_property',
      '/items/1/quantity required',
      '/observations type',
    ],
  ])
})

test('all bad references are told at once, beside lines that do not add up', async () => {
  const nowhere = 4_000_000
  const references = [
    'id_customer',
    'id_user',
    'id_order_status',
    'id_payment_type',
    'id_payment_method',
    'id_category',
    'id_operation',
    'id_freight_type',
    'id_shipping_company',
    'id_address',
    'id_branch_company',
    'id_opportunity',
    'id_quotation',
  ]
  const body = {
    ...Object.fromEntries(references.map((name) => [name, nowhere])),
    items: [
      { id_item: ids.product, quantity: 1 },
      { id_item: nowhere, quantity: 1 },
      { id_item: ids.product, quantity: 1, price: 10, net_value: 11 },
      { id_item: nowhere, quantity: 1, price: 1 },
    ],
  }
  const bad = [
    ...references.map((name) => `/${name} unknown_reference`),
    '/items/1/id_item unknown_reference',
    '/items/3/id_item unknown_reference',
  ]
  const refused = problemOf(await server.send('POST', '/orders', { body }))
  assert.deepEqual(refused.slice(0, 2), [422, 'validation_failed'])
  assert.deepEqual(
    refused[2].filter((place) => place.endsWith('unknown_reference')),
    bad.sort(),
  )
  assert.ok(refused[2].some((place) => place.startsWith('/items/2/')))
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const everything = Object.fromEntries(references.map((name) => [name, nowhere]))
  const patched = await server.send('PATCH', `/orders/${id}`, { body: everything })
  assert.deepEqual(problemOf(patched), [
    422,
    'validation_failed',
    references.map((name) => `/${name} unknown_reference`).sort(),
  ])
  const put = await server.send('PUT', '/orders/fk_id/nowhere', { body })
  assert.deepEqual(
    problemOf(put)[2].filter((place) => place.endsWith('unknown_reference')),
    bad.sort(),
  )
})

test('an address must be one of the order’s customer', async () => {
  const other = await data(server, 'POST', '/customers', { name: 'Outra', fk_id: 'outra' })
  const theirs = await data(server, 'POST', '/customers/outra/address', { city: 'Natal' })
  const problem = [422, 'validation_failed', ['/id_address unknown_reference']]
  const refused = await server.send('POST', '/orders', {
    body: { id_customer: ids.customer, id_address: theirs.id },
  })
  assert.deepEqual(problemOf(refused), problem)
  const { id } = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    id_address: ids.address,
  })
  const patch = (body: object) => server.send('PATCH', `/orders/${id}`, { body })
  assert.deepEqual(problemOf(await patch({ id_address: theirs.id })), problem)
  assert.deepEqual(problemOf(await patch({ id_customer: other.id })), problem)
  const both = await patch({ id_customer: other.id, id_address: theirs.id })
  assert.equal(both.body.data.address.city, 'Natal')
})

test('PATCH with items points at the item endpoints', async () => {
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  const refused = await server.send('PATCH', `/orders/${id}`, { body: { items: [] } })
  assert.deepEqual(problemOf(refused), [422, 'validation_failed', ['/items unknown_property']])
  assert.match(refused.body.errors[0].detail, /\/orders\/\{id_order\}\/items/)
})

test('a body that is not one JSON document is refused', async () => {
  for (const text of [
    '',
    '{',
    '{"id_customer":1,}',
    "{'id_customer':1}",
    'NaN',
    '{"a":01}',
    '{}{}',
  ]) {
    assert.deepEqual(problemOf(await post(text)), [400, 'invalid_json', []], text)
  }
  for (const text of [
    `{"id_customer":${ids.customer},"id_customer":${ids.customer + 1}}`,
    `{"id_customer":${ids.customer},"custom_fields":{"a":"1","a":"2"}}`,
    `{"id_customer":${ids.customer},"custom_fields":{"__proto__":"1","__proto__":"2"}}`,
    `{"id_customer":${ids.customer},"observations":"a","observ\\u0061tions":"b"}`,
  ]) {
    assert.deepEqual(problemOf(await post(text)), [400, 'invalid_json', []], text)
  }
})

test('text has a length, no control characters and no broken Unicode', async () => {
  const longest = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    fk_id: 'é'.repeat(100),
    observations: `${'x'.repeat(5000)}  `,
    custom_fields: Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => [String(i).padStart(100, 'k'), 'v'.repeat(2000)]),
    ),
  })
  assert.equal(longest.fk_id, 'é'.repeat(100))
  assert.equal(longest.observations.length, 5000)
  assert.equal(Object.keys(longest.custom_fields).length, 100)
  const path = `/orders/${longest.id}`
  const patched = await server.send('PATCH', path, { body: { custom_fields: { one: 'more' } } })
  assert.equal(patched.status, 422, 'a hundred properties, however they came')

  const bad = [
    '\u0000',
    '\u0001',
    '\r',
    '\u001f',
    '\u007f',
    '\u0085',
    '\ud800',
    '\udc00',
    '\ud800a',
  ]
  for (const character of bad) {
    const text = JSON.stringify(`a${character}b`)
    for (const [members, place] of [
      [`,"observations":${text}`, '/observations'],
      [`,"fk_id":${text}`, '/fk_id'],
      [`,"custom_fields":{"k":${text}}`, '/custom_fields/k'],
      [`,"custom_fields":{${text}:"v"}`, '/custom_fields'],
    ] as const) {
      const [status, code, places] = problemOf(await order(members))
      assert.deepEqual([status, code], [422, 'validation_failed'], `${members}`)
      assert.ok(
        places.length > 0 && places.every((p) => p.startsWith(place)),
        `${members}: ${places}`,
      )
    }
  }
  const kept = await data(server, 'POST', '/orders', {
    id_customer: ids.customer,
    observations: 'a\n\tb 😀\u2028 \u0301',
  })
  assert.equal(kept.observations, 'a\n\tb 😀\u2028 \u0301')
})

test('local times are of the account’s zone, as it was on that day', async () => {
  await succeed(server, 'PATCH', '/account', { time_zone: 'America/Sao_Paulo' })
  const { id } = await data(server, 'POST', '/orders', { id_customer: ids.customer })
  for (const [sent, instant] of [
    ['2026-11-21T09:30:00', '2026-11-21T12:30:00.000Z'],
    // Summer time, which Brazil had until 2019.
    ['2018-12-25T09:30:00', '2018-12-25T11:30:00.000Z'],
    ['2018-07-25T09:30:00', '2018-07-25T12:30:00.000Z'],
    // 2018-11-04 began at 01:00: half past midnight did not exist.
    ['2018-11-04T01:00:00', '2018-11-04T03:00:00.000Z'],
    ['2018-11-04T00:30:00', '2018-11-04T03:30:00.000Z'],
    ['2018-12-25T09:30:00Z', '2018-12-25T09:30:00.000Z'],
    ['2026-11-21T09:30:00.1234567+05:45', '2026-11-21T03:45:00.123Z'],
    ['2026-11-21t09:30:00-03:00', '2026-11-21T12:30:00.000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
    ['2026-11-21', '2026-11-21T03:00:00.000Z'],
    // Its first instant was 01:00.
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
  ] as const) {
    const patched = await data(server, 'PATCH', `/orders/${id}`, {
      date: sent,
      delivery_date: sent,
    })
    assert.deepEqual([patched.date, patched.delivery_date], [instant, instant], sent)
  }
  for (const date of [
    '1899-12-31T23:59:59Z',
    '2200-01-01',
    '0026-12-31T00:00:00',
    '9999-12-31T23:59:59-14:00',
    '2026-02-30',
    '2026-11',
    '2026-11-21T09:30:00+24:00',
    '2026-11-21T09:30:00-03:60',
  ]) {
    const refused = await server.send('PATCH', `/orders/${id}`, { body: { date } })
    assert.equal(refused.status, 422, refused.text)
  }
  await succeed(server, 'PATCH', '/account', { time_zone: 'UTC' })
})
