import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { type Account, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { listen } from '../support/wire/wire.ts'
import { until } from '../support/workers.ts'

// One account that keeps all connections busy does not keep them: the next one is another account's.

/** A customer of this name keeps the database busy for as long as hundreds of others. */
const SLOW_CUSTOMERS = `
  create function slow() returns trigger language plpgsql as
    $$ begin perform count(*) from generate_series(1, 200000); return new; end $$;
  create trigger slow before insert on customers
    for each row when (new.name = 'Slow') execute function slow()`

const GREEDY = 10

if (serverUrl === undefined) {
  describe('an account with a queue of slow statements', () => {
    let server: Server
    let other: Account
    const done: number[] = []
    before(async () => {
      server = await startServer()
      other = await server.newAccount('Other')
      await server.pool.query(SLOW_CUSTOMERS)
    })
    after(() => server.close())

    const create = async ({ account_id, token }: Account, name: string) => {
      const { status } = await server.send('POST', '/customers', { body: { name }, token })
      assert.equal(status, 201)
      done.push(account_id)
    }

    test('lets another account’s requests pass', async () => {
      // Both tokens are known then.
      for (const account of [server, other]) await create(account, 'Quick')
      done.length = 0
      const greedy = Array.from({ length: GREEDY }, () => create(server, 'Slow'))
      await Promise.race(greedy)
      await create(other, 'Quick')
      // One may run before each of its statements.
      assert.ok(done.length <= GREEDY / 2, `${done}`)
      await Promise.all(greedy)
    })
  })
}

describe('a pool of which all connections are in use', () => {
  const CONNECTIONS = 3
  let server: Server
  let other: Account
  before(async () => {
    // Two more are for other things.
    server = await startServer({ DATABASE_POOL_SIZE: CONNECTIONS + 2 })
    other = await server.newAccount('Other')
  })
  after(() => server.close())

  const newCustomer = async ({ token }: Account): Promise<number> => {
    const { body } = await server.send('POST', '/customers', { body: { name: 'Aurora' }, token })
    return body.data.id
  }

  /** A session past the service that keeps these customers from being changed, until it ends. */
  const locking = async (ids: number[]): Promise<Client> => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    await client.query('begin')
    await client.query('select from customers where account_id = $1 and id = any($2) for update', [
      server.account_id,
      ids,
    ])
    return client
  }

  test('has its next one for the account that has none', async () => {
    if (serverUrl === undefined) return
    const ids: number[] = []
    for (let i = 0; i < 5 * CONNECTIONS; i++) ids.push(await newCustomer(server))
    const others = await newCustomer(other)
    const done: string[] = []
    const patch = async (name: string, id: number, token: string) => {
      const sent = { body: { name }, token }
      assert.equal((await server.send('PATCH', `/customers/${id}`, sent)).status, 200)
      done.push(name)
    }
    const first = await locking(ids.slice(0, 1))
    const rest = await locking(ids.slice(1))
    try {
      const greedy = ids.map((id) => patch('Greedy', id, server.token))
      await until(() => server.pool.waitingCount === ids.length - CONNECTIONS)
      const waiting = patch('Other', others, other.token)
      await until(() => server.pool.waitingCount === ids.length - CONNECTIONS + 1)
      // One connection is free now, and whoever of the others gets it keeps it.
      await first.end()
      await waiting
      assert.deepEqual(done, ['Greedy', 'Other'])
      await rest.end()
      await Promise.all(greedy)
    } finally {
      await Promise.all([first.end(), rest.end()])
    }
  })

  test('forgets a read that its client has left', async () => {
    const port = await listen(server.app)
    await server.send('GET', '/orders')
    const { max } = server.pool.options
    const held = await Promise.all(Array.from({ length: max }, () => server.pool.connect()))
    try {
      const headers = { authorization: `Bearer ${server.token}` }
      const asking = request({ port, host: '127.0.0.1', path: '/orders', headers })
      asking.on('error', () => {}).end()
      await until(() => server.pool.waitingCount === 1)
      asking.destroy()
      await until(() => server.pool.waitingCount === 0)
    } finally {
      for (const client of held) client.release()
    }
    assert.equal((await server.send('GET', '/orders')).status, 200)
  })
})
