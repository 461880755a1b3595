import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Server, startServer } from '../harness.ts'
import { data, problemOf, succeed } from '../support/orders.ts'

let server: Server
let customers: number[]
before(async () => {
  server = await startServer()
  const create = async (name: string) => (await data(server, 'POST', '/customers', { name })).id
  customers = [await create('A'), await create('B'), await create('C')]
})
after(() => server.close())

const day = (n: number) => `2026-01-${String(10 + n).padStart(2, '0')}T00:00:00Z`

/** Orders of few dates and customers, so that most sort fields tie. */
async function orders(count: number): Promise<number[]> {
  const made: number[] = []
  for (let i = 0; i < count; i++) {
    const body = { id_customer: customers[i % 3], date: day(i % 4) }
    made.push((await data(server, 'POST', '/orders', body)).id)
  }
  return made
}

const page = async (query: string) => (await succeed(server, 'GET', `/orders?${query}`)).body

for (const sort of ['id', '-id', 'date', '-date,id_customer', 'id_customer,-date', '-created_at']) {
  test(`by cursor no row is skipped or repeated while others come and go: ${sort}`, async () => {
    const before = await orders(16)
    const stays = new Set(before.filter((_, i) => i % 4 !== 3))
    const goes = before.filter((_, i) => i % 4 === 3)
    const seen: number[] = []
    let { data: found, next_cursor } = await page(`pagination=cursor&limit=3&sort=${sort}`)
    for (;;) {
      seen.push(...found.map(({ id }: { id: number }) => id))
      if (next_cursor === null) break
      // Rows come before and after the position, and go there; one is the cursor's own row.
      await orders(1)
      const gone = seen.length < 7 ? seen.find((id) => goes.includes(id)) : undefined
      const target = gone ?? goes[0]
      if (target !== undefined) {
        goes.splice(goes.indexOf(target), 1)
        await succeed(server, 'DELETE', `/orders/${target}`)
      }
      ;({ data: found, next_cursor } = await page(`limit=3&cursor=${next_cursor}`))
    }
    assert.equal(new Set(seen).size, seen.length, 'repeated')
    assert.deepEqual(
      [...stays].filter((id) => !seen.includes(id)),
      [],
      'skipped',
    )
  })
}

test('a cursor lives on when its own row is deleted', async () => {
  const made = await orders(4)
  const { data: first, next_cursor } = await page('pagination=cursor&limit=2&sort=-id')
  await succeed(server, 'DELETE', `/orders/${first[1].id}`)
  const next = await page(`limit=1&cursor=${next_cursor}`)
  assert.equal(next.data[0].id, made[1])
})

test('a cursor carries its sort and filters; others beside it are refused', async () => {
  await orders(6)
  const query = `sort=-date&id_customer=${customers[0]}&order_date_from=2026-01-10`
  const { next_cursor: cursor } = await page(`pagination=cursor&limit=1&${query}`)
  const alone = await page(`cursor=${cursor}&limit=1`)
  for (const same of [query, 'sort=-date', `id_customer=${customers[0]}`, 'pagination=cursor']) {
    assert.deepEqual((await page(`cursor=${cursor}&limit=1&${same}`)).data, alone.data, same)
  }
  assert.equal(alone.data[0].customer.id, customers[0])
  for (const different of [
    'sort=date',
    'sort=-date,id_customer',
    `id_customer=${customers[1]}`,
    `id_quotation=1`,
    'order_date_from=2026-01-11',
    'order_date_to=2026-01-11',
    'fk_id=x',
  ]) {
    const refused = await server.send('GET', `/orders?cursor=${cursor}&${different}`)
    assert.equal(refused.status, 400, different)
    assert.equal(refused.body.code, 'invalid_cursor', different)
  }
  assert.equal((await server.send('GET', `/v2/orders?cursor=${cursor}`)).status, 200)
})

test('a cursor that was altered, or made for another list, is refused', async () => {
  await orders(2)
  const { next_cursor } = await page('pagination=cursor&limit=1')
  const cursor = String(next_cursor)
  const altered = [...cursor].map((character, i) => {
    const another = character === 'A' ? 'B' : 'A'
    return cursor.slice(0, i) + another + cursor.slice(i + 1)
  })
  const others = [
    cursor.slice(1),
    cursor.slice(0, -1),
    `${cursor}A`,
    `${cursor}=`,
    'x',
    cursor + cursor,
  ]
  for (const bad of [...altered, ...others]) {
    const refused = await server.send('GET', `/orders?cursor=${encodeURIComponent(bad)}`)
    assert.deepEqual(problemOf(refused), [400, 'invalid_cursor', ['cursor invalid_cursor']], bad)
  }
  for (const path of ['/customers', '/order-statuses', '/orders/1/history']) {
    const refused = await server.send('GET', `${path}?cursor=${cursor}`)
    assert.deepEqual(problemOf(refused), [400, 'invalid_cursor', ['cursor invalid_cursor']], path)
  }
})
