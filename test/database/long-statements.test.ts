import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Server, startServer } from '../harness.ts'

// What a statement that takes long leaves to the others: on the embedded database it runs in a thread
// of the process that serves them.

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
