import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'
import { type Sample, sample } from '../support/sample.ts'

// Sums by the city and state that orders are delivered to, and the lists that they lead to.

let server: Server
before(async () => {
  server = await startServer()
  const { customer, product }: Sample = await sample(server)
  const address = async (city: string | null, state: string | null) =>
    (await data(server, 'POST', `/customers/${customer}/addresses`, { city, state })).id
  const places = [
    await address('São Paulo', 'SP'),
    await address('SAO PAULO', 'SP'),
    await address('Gramado', 'RS'),
    await address(null, 'RS'),
    null,
  ]
  for (const [i, id_address] of places.entries()) {
    await data(server, 'POST', '/orders', {
      id_customer: customer,
      date: '2026-11-10T12:00:00Z',
      ...(id_address === null ? {} : { id_address }),
      items: [{ id_item: product, quantity: 1, price: 10 ** i }],
    })
  }
})
after(() => server.close())

interface Group {
  city?: string | null
  state?: string | null
  product?: { id: number }
  count: number
  sum: number
}
const groups = async (query: string) =>
  (await data(server, 'GET', `/orders/summary?${query}`)).groups as Group[]
const idsOf = async (query: string) =>
  (await data(server, 'GET', `/orders?${query}`)).map(({ id }: { id: number }) => id) as number[]

test('a city is one, however it is written, and each leads to its orders', async () => {
  const found = await groups('group_by=city,state&sort=-sum')
  assert.deepEqual(
    found.map(({ city, state, count, sum }) => [city, state, count, sum]),
    [
      [null, null, 1, 10_000],
      [null, 'RS', 1, 1000],
      ['Gramado', 'RS', 1, 100],
      ['São Paulo', 'SP', 2, 11],
    ],
  )
  assert.equal((await idsOf('city=sao%20paulo&state=sp')).length, 2)
  assert.equal((await idsOf('state=RS&order_date_from=2026-11-01')).length, 2)
  assert.equal((await idsOf('city=gramado')).length, 1)
  const bySum = await groups('group_by=state&state=SP')
  assert.deepEqual(bySum, [{ ...bySum[0], state: 'SP', count: 2, sum: 11 }])
})

test('they go with months and products', async () => {
  const byMonth = await groups('group_by=state,month&order_date_from=2026-01-01')
  assert.deepEqual(
    byMonth.map(({ state, count }) => [state, count]).toSorted(),
    [
      ['RS', 2],
      ['SP', 2],
      [null, 1],
    ].toSorted(),
  )
  const byProduct = await groups('group_by=product,city&city=gramado')
  assert.deepEqual([byProduct.length, byProduct[0]?.sum], [1, 100])
})
