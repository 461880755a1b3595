import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { jobRan } from '../../src/base/telemetry/topics.ts'
import { startJobs } from '../../src/jobs/job.ts'
import { retentionJob } from '../../src/processes/retention.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { strictLog } from '../support/feed.ts'
import { addDeliveries, countOf } from '../support/webhooks/retention.ts'
import { until } from '../support/workers.ts'

// A job that looks for accounts with work goes on with the others where it fails over one of them.

let server: Server
let bad: Account
before(async () => {
  server = await startServer()
  bad = await server.newAccount('fails')
  await sql
    .raw(`
      create function refuse_removal() returns trigger language plpgsql as $$
      begin raise exception 'this one stays'; end $$;
      create trigger refuse_removal before delete on webhook_deliveries
        for each row when (old.account_id = ${bad.account_id}) execute function refuse_removal()`)
    .execute(server.db)
})
after(() => server.close())

test('an account over which a job fails is named, counted and holds up no other', async () => {
  const others = [await server.newAccount('one'), server, await server.newAccount('two')]
  for (const account of [bad, ...others]) await addDeliveries(server, account, 2, 90)
  const logged: { job: string; account_id: number; err: Error }[] = []
  const log = { ...strictLog, error: (fields: object) => void logged.push(fields as never) }
  const ran: boolean[] = []
  const end = jobRan.listen(({ hasFailed }) => void ran.push(hasFailed))
  const job = { name: 'remove old events', everyMs: 1, run: retentionJob(90, log) }
  const stop = startJobs([job], server.db, log)
  const left = (account: Account) => countOf(server, account, 'webhook_deliveries')
  await until(async () => {
    const counts = await Promise.all(others.map(left))
    return ran.length > 1 && counts.every((count) => count === 0)
  })
  await stop()
  end()
  assert.equal(await left(bad), 2)
  // Once, however often it fails.
  assert.equal(logged.length, 1)
  const [{ job: name, account_id, err } = assert.fail()] = logged
  assert.deepEqual([name, account_id], ['remove old events', bad.account_id])
  assert.match(err.message, /this one stays/)
  assert.equal(ran[0], true)
})
