import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'

// PostgreSQL goes away and comes back.

/** Seconds for which the server is stopped: nothing depends on it, a soak takes longer. */
const STOPPED_S = Number(process.env['STOPPED_S'] ?? 0)

let stand: Stand
before(async () => {
  stand = await startStand()
  await stand.call('/orders', anOrder())
})
after(() => stand.close())

const everything = () => [
  stand.call('/orders'),
  stand.call('/orders/1'),
  stand.call('/customers?name=M'),
  stand.call('/orders/1/history'),
  stand.call('/orders', anOrder()),
  stand.call('/orders', { ...anOrder(), headers: { 'Idempotency-Key': 'while-gone' } }),
  stand.call('/orders/1', { method: 'PATCH', body: { observations: 'x' } }),
  stand.call('/health/ready'),
]

const answered = async () => (await Promise.all(everything())).map(({ status }) => status)

for (const [signal, how] of [
  ['SIGINT', 'shut down'],
  ['SIGQUIT', 'crashed'],
] as const) {
  test(`a server that is ${how} makes 503, and all is well when it is back`, async () => {
    const { postgres, call, ready } = stand
    await postgres.halt(signal)
    const until = performance.now() + STOPPED_S * 1000
    do {
      for (const answer of await Promise.all(everything())) assertUnavailable(answer)
      assert.equal((await call('/health/live')).status, 200)
    } while (performance.now() < until)
    await postgres.start()
    const started = performance.now()
    await ready()
    console.log(`ready again ${Math.round(performance.now() - started)} ms after the server`)
    // Every connection is a new one: none of the dead is given out.
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await answered(), [200, 200, 200, 200, 201, 201, 200, 200])
    }
  })
}

test('requests go on while the server ends its sessions', async () => {
  const { call, sql } = stand
  const rounds = Array.from({ length: 8 }, () => 0)
  let isOver = false
  const writer = async (which: number) => {
    for (; !isOver; rounds[which] = (rounds[which] ?? 0) + 1) {
      const answers = [
        await call('/orders', anOrder()),
        await call('/orders/1'),
        await call('/orders?limit=1'),
      ]
      for (const { status, body } of answers) {
        assert.ok(status < 300, JSON.stringify(body))
      }
    }
  }
  const endSessions = async () => {
    for (let time = 0; time < 5; time++) {
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'pedido%'`)
      // No request meets it twice.
      const before = [...rounds]
      while (rounds.some((round, i) => round < (before[i] ?? 0) + 2)) await setImmediate()
    }
    isOver = true
  }
  await Promise.all([...rounds.map((_, i) => writer(i)), endSessions()])
})

test('it was told once each time, not for every request', async () => {
  const { stderr } = await stand.service.stop('SIGTERM')
  const gone = stderr.match(/^PostgreSQL at \S+: .* 503 until it is back\.$/gm) ?? []
  const back = stderr.match(/^PostgreSQL at \S+ is back after [\d.]+ s\.$/gm) ?? []
  assert.deepEqual([gone.length, back.length], [2, 2], stderr)
})
