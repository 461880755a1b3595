import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { retentionJob } from '../../src/processes/retention.ts'
import { type Account, type Server, startServer } from '../harness.ts'
import { endOfFeed, runJobs } from '../support/feed.ts'
import { succeed } from '../support/orders.ts'
import { addDeliveries, age, countOf, firstPosition } from '../support/webhooks/retention.ts'

// A clock that is wrong empties no feed, and a service that was off for long still cleans up.

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: Server
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
})
after(async () => {
  await stopJobs()
  await server.close()
})

/** A new account with so many events, each of so many days ago. */
async function accountWith(name: string, ...days: number[]): Promise<Account> {
  const account = await server.newAccount(name)
  for (const _ of days) {
    await succeed(server, 'POST', '/customers', { name }, { token: account.token })
  }
  await endOfFeed(server, account)
  for (const [i, ago] of days.entries()) await setAge(account, i + 1, ago)
  return account
}

async function setAge({ account_id }: Account, position: number, days: number): Promise<void> {
  const time = sql`now() - ${days}::float8 * interval '1 day'`
  await sql`update event_positions set time = ${time}, latest = ${time}
             where account_id = ${account_id} and position = ${position}`.execute(server.db)
  await sql`update event_heads h set latest = p.latest from event_positions p
             where h.account_id = ${account_id} and p.account_id = h.account_id
               and p.position = h.position`.execute(server.db)
}

/** The job with clocks that the test moves; it notes what it warns of. */
function jobOf() {
  const warnings: string[] = []
  const clock = { now: Date.now(), ran: 0 }
  const log = { warn: (_fields: object, text: string) => warnings.push(text) }
  const job = retentionJob(90, log, { now: async () => clock.now, ran: () => clock.ran })
  return {
    warnings,
    run: () => job(server.db, new AbortController().signal),
    pass: (ms: number) => {
      clock.now += ms
      clock.ran += ms
    },
    set: (ms: number) => {
      clock.now += ms
    },
  }
}

test('what is a week overdue waits an hour, and goes by a day’s worth an hour', async () => {
  const account = await accountWith('off', 97.5, 97.2, 96.4, 93, 90.2, 1)
  await addDeliveries(server, account, 3, 97)
  await addDeliveries(server, account, 2, 90)
  const { warnings, run, pass } = jobOf()
  const state = async () => {
    const attempts = await countOf(server, account, 'webhook_deliveries')
    return [await firstPosition(server, account), attempts]
  }
  await run()
  pass(HOUR - 1)
  await run()
  assert.deepEqual(await state(), [1, 5])
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /overdue.*clock/)
  pass(1)
  await run()
  assert.deepEqual(await state(), [3, 2], 'a day from the oldest of each')
  await run()
  assert.deepEqual(await state(), [3, 2], 'once an hour')
  const seen = []
  for (let hour = 0; hour < 3; hour++) {
    pass(HOUR)
    await run()
    seen.push(await firstPosition(server, account))
  }
  assert.deepEqual(seen, [4, 5, 6])
  assert.deepEqual(await state(), [6, 0])
  assert.equal(warnings.length, 1)
})

test('what is due in time goes at once, also where others wait', async () => {
  const [late, timely] = [await accountWith('late', 99, 1), await accountWith('timely', 90.1, 1)]
  await jobOf().run()
  assert.equal(await firstPosition(server, late), 1)
  assert.equal(await firstPosition(server, timely), 2)
})

test('while the newest event lies in the future nothing of its account goes', async () => {
  const ahead = await accountWith('ahead', 90.1, 90.05, -1)
  const other = await accountWith('other', 90.1, 1)
  const { warnings, run, pass } = jobOf()
  for (let i = 0; i < 3; i++) {
    await run()
    pass(HOUR)
  }
  assert.equal(await firstPosition(server, ahead), 1)
  assert.equal(await firstPosition(server, other), 2)
  assert.equal(warnings.filter((text) => /in the future/.test(text)).length, 1)
  await setAge(ahead, 3, 0)
  await run()
  assert.equal(await firstPosition(server, ahead), 3)
})

test('a clock that jumps ahead removes nothing for a day, and is then believed', async () => {
  const account = await accountWith('jump', 1, 1, 1)
  const { warnings, run, pass, set } = jobOf()
  await run()
  assert.deepEqual(warnings, [])
  set(2 * HOUR)
  pass(HOUR)
  await age(server, account, 2)
  await run()
  pass(DAY - 1)
  await run()
  assert.equal(await firstPosition(server, account), 1)
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /jumped ahead/)
  pass(1)
  await run()
  assert.equal(await firstPosition(server, account), 3)
})

test('a clock that was put right again is believed at once', async () => {
  const account = await accountWith('right', 1, 1, 1)
  const { warnings, run, pass, set } = jobOf()
  await run()
  set(365 * DAY)
  await run()
  set(-365 * DAY)
  pass(HOUR)
  await age(server, account, 2)
  await run()
  assert.equal(await firstPosition(server, account), 3)
  assert.equal(warnings.length, 1)
})
