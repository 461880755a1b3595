import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import type { Db } from '../../src/database/database.ts'
import { openDatabase, serverUrl, type TestDatabase } from '../support/database.ts'

// The connection that reads by key share. The embedded database has one connection for everything;
// what callers see must be the same.

let database: TestDatabase
before(async () => {
  database = await openDatabase()
})
after(() => database.close())

async function ask(text: string, ...parameters: unknown[]): Promise<unknown> {
  const { rows } = await database.pipelined.executeQuery<{ value: unknown }>(
    CompiledQuery.raw(text, parameters),
  )
  return rows[0]?.value
}

test('of many reads at once each gets its own answer, and a failing one fails alone', async () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i)
  const answers = await Promise.allSettled(
    numbers.map((n) => ask('select 100 / $1::int as value', n % 10)),
  )
  for (const [n, answer] of answers.entries()) {
    if (n % 10 === 0) assert.equal(answer.status, 'rejected')
    else {
      assert.deepEqual(answer, { status: 'fulfilled', value: Math.trunc(100 / (n % 10)) })
    }
  }
})

if (serverUrl !== undefined) {
  test('the shared connection refuses transactions', async () => {
    const work = (database.pipelined as Db).transaction().execute(async () => 1)
    await assert.rejects(work, /single statements with parameters/)
    assert.equal(await ask('select $1::int as value', 7), 7)
  })

  test('reads go on when the server ends the shared connection', async () => {
    const backend = 'select pg_backend_pid() as value from (select $1::int) one'
    const pid = await ask(backend, 1)
    const onItsWay = ask('select pg_sleep($1) is null as value', 0.2)
    await database.pool.query('select pg_terminate_backend($1::int)', [pid])
    assert.equal(await onItsWay, false)
    assert.notEqual(await ask(backend, 1), pid)
  })
}
