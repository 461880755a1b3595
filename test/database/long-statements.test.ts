import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Server, startServer } from '../harness.ts'
import { data } from '../support/orders.ts'

// What a statement that takes long leaves to the others: on the embedded database it runs in a thread
// of the process that serves them, and has the one connection.

describe('the service beside a long statement', () => {
  let server: Server
  before(async () => {
    server = await startServer()
  })
  after(() => server.close())

  test('answers what needs no database before the statement has ended', async () => {
    let isOver = false
    const long = server.pool
      .query('select count(*) from generate_series(1, 2000000)')
      .finally(() => {
        isOver = true
      })
    // By then it runs.
    for (let turn = 0; turn < 3; turn++) await setImmediate()
    assert.equal((await server.send('GET', '/health/live')).status, 200)
    assert.equal(isOver, false)
    await long
  })
})

/** A customer of this name takes the database for ever. */
const ENDLESS_CUSTOMERS = `
  create function endless() returns trigger language plpgsql as
    $$ begin loop perform 1; end loop; end $$;
  create trigger endless before insert on customers
    for each row when (new.name = 'Endless') execute function endless()`

describe('a statement that does not end', () => {
  let server: Server
  before(async () => {
    server = await startServer({ DATABASE_STATEMENT_TIMEOUT_MS: 5_000 })
    await server.pool.query(ENDLESS_CUSTOMERS)
  })
  after(() => server.close())

  test('is refused after its time, who waits behind it is answered, and nothing is lost', async () => {
    const { id } = await data(server, 'POST', '/customers', { name: 'Before' })
    const endless = server.send('POST', '/customers', { body: { name: 'Endless' } })
    const waiting = server.send('GET', `/customers/${id}`)
    const { status, body } = await endless
    assert.deepEqual([status, body.code], [503, 'unavailable'])
    assert.match(body.detail, /^The database took too long/)
    assert.equal((await waiting).status, 200)
    assert.equal((await data(server, 'POST', '/customers', { name: 'After' })).name, 'After')
    const { rows } = await server.pool.query('select name from customers order by id')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Before', 'After'],
    )
  })
})
