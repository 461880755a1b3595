import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Account, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'

// The embedded database has one connection, and one account that keeps it busy does not keep it.

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
