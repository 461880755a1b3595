import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type Server, startServer } from '../harness.ts'
import { data, succeed } from '../support/orders.ts'
import { holdUp } from '../support/records/held.ts'

// Writers that meet on one fk_id, one customer or the statuses of one account. On PGlite they
// queue; on a server they run at once, and then locks and constraints are all that keeps order.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

type Write = () => Promise<{ status: number; body: { data?: { id: number } }; text: string }>

/** Runs the writes all at once, `rounds` times over; each must end in one of the statuses. */
async function race(rounds: number, allowed: number[], writes: Write[]): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const { status, text } of await Promise.all(writes.map((write) => write()))) {
      assert.ok(allowed.includes(status), `${status}: ${text}`)
      statuses.push(status)
    }
  }
  return statuses
}

test('every write of a record against every other on one fk_id', async () => {
  const at = '/customers/fk_id/raced'
  const current = async () => (await server.send('GET', at)).body.data?.id ?? 1
  const writes: Write[] = [
    () => server.send('POST', '/customers', { body: { name: 'Posted', fk_id: 'raced' } }),
    () => server.send('PUT', at, { body: { name: 'Put' } }),
    () => server.send('PUT', at, { body: { name: 'Put too', phone: '1' } }),
    async () =>
      server.send('PATCH', `/customers/${await current()}`, { body: { name: 'Patched' } }),
    async () => server.send('PATCH', `/customers/${await current()}`, { body: { fk_id: null } }),
    async () => server.send('DELETE', `/customers/${await current()}`),
    async () => server.send('POST', `/customers/id:${await current()}/address`, { body: {} }),
  ]
  const statuses = await race(8, [200, 201, 404, 409], [...writes, ...writes])
  assert.ok(statuses.includes(201) && statuses.includes(409))

  // Nothing was lost: each customer's versions and events are one unbroken row.
  const { rows } = await sql`
    select id_record from events where account_id = ${server.account_id} and resource = 'customer'
     group by id_record having count(*) <> max(version) or min(version) <> 1`.execute(server.db)
  assert.deepEqual(rows, [])
})

test('two patches of one record both take effect', async () => {
  const created = await server.send('POST', '/customers', { body: { name: 'Both' } })
  const path = `/customers/${created.body.data.id}`
  const patch = (body: object) => () => server.send('PATCH', path, { body })
  await race(
    1,
    [200],
    [patch({ phone: '1' }), patch({ email: 'a@b.example' }), patch({ name: 'All' })],
  )
  const { phone, email, name } = (await server.send('GET', path)).body.data
  assert.deepEqual([phone, email, name], ['1', 'a@b.example', 'All'])
})

test('who waits for a customer takes no seller away who was made meanwhile', async () => {
  const put = (fk_id: string) => data(server, 'PUT', `/customers/fk_id/${fk_id}`, { name: 'Waits' })
  const [first, second] = [await put('waits-1'), await put('waits-2')]
  const locks = `select from customers where account_id = ${server.account_id} and id = ${first.id} for update`
  const { untilThere, release } = await holdUp(server, locks, 'for no key update')
  const lines = ['waits-1', 'waits-2'].map((fk_id) => JSON.stringify({ fk_id, phone: '1' }))
  const writing = server.send('POST', '/bulk/customers?mode=patch', {
    body: lines.join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  await untilThere()
  const { id } = await data(server, 'POST', '/users', { name: 'Eva' })
  await succeed(server, 'PATCH', `/customers/${second.id}`, { id_user: id })
  await release()
  assert.deepEqual(
    (await writing).body.map(({ status }: { status: string }) => status),
    ['updated', 'updated'],
  )
  const { phone, users } = await data(server, 'GET', `/customers/${second.id}`)
  assert.deepEqual([phone, users], ['1', [{ id, name: 'Eva', fk_id: null }]])
})

test('of writers with the same If-Match one wins', async () => {
  const created = await server.send('POST', '/users', { body: { name: 'One' } })
  const path = `/users/${created.body.data.id}`
  const headers = { 'if-match': String(created.headers['etag']) }
  const writes = Array.from(
    { length: 6 },
    (_, i) => () => server.send('PATCH', path, { body: { name: `Writer ${i}` }, headers }),
  )
  const statuses = await race(1, [200, 412], writes)
  assert.equal(statuses.filter((status) => status === 200).length, 1)
})

test('statuses keep one initial and no dead moves, whoever writes them', async () => {
  const ids: number[] = (await server.send('GET', '/order-statuses')).body.data.map(
    ({ id }: { id: number }) => id,
  )
  const at = (i: number) => `/order-statuses/${ids[i]}`
  const writes: Write[] = [
    () =>
      server.send('POST', '/order-statuses', { body: { name: 'New', initial: true, next: ids } }),
    () =>
      server.send('PUT', '/order-statuses/fk_id/raced', { body: { name: 'Put', initial: true } }),
    () => server.send('PATCH', at(0), { body: { initial: true } }),
    () => server.send('PATCH', at(1), { body: { initial: false, next: [ids[2]] } }),
    () => server.send('PATCH', at(2), { body: { next: ids.slice(0, 4) } }),
    () => server.send('DELETE', at(3)),
    () => server.send('POST', '/orders', { body: { id_customer: 1 } }),
  ]
  await server.send('PUT', '/customers/fk_id/of%20orders', { body: { name: 'C' } })
  await race(6, [200, 201, 404, 409, 422], writes)
  const { rows } = await sql<{ initials: number; dead: number }>`
    select (select count(*) from order_statuses s where s.account_id = ${server.account_id} and s.initial) as initials,
           (select count(*) from order_statuses s, unnest(s.next) n
             where s.account_id = ${server.account_id}
               and not exists (select from order_statuses t where t.account_id = s.account_id and t.id = n)) as dead
  `.execute(server.db)
  assert.deepEqual([Number(rows[0]?.initials), Number(rows[0]?.dead)], [1, 0])
})
