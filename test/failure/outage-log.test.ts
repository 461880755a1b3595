import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { anOrder, type Stand, startStand } from '../support/servers/stand.ts'

// What an outage leaves in the log: a stack of each kind a minute, however many requests meet it.

const REQUESTS = 30

let stand: Stand
before(async () => {
  stand = await startStand({ LOG_LEVEL: 'info' })
})
after(() => stand.close())

interface Line {
  level: number
  msg: string
  reqId?: string
  status?: number
}

const PINO_WARN = 40

test('requests that meet the same outage are told once a minute', async () => {
  const { postgres, service, call } = stand
  await postgres.halt('SIGINT')
  for (let i = 0; i < REQUESTS; i++) assert.equal((await call('/orders', anOrder())).status, 503)
  await postgres.start()
  await service.stop('SIGTERM')
  const lines = service
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const failed = lines.filter(({ status }) => status === 503)
  assert.equal(failed.length, REQUESTS, 'each request has its line')
  const told = lines.filter(({ level, reqId }) => level >= PINO_WARN && reqId !== undefined)
  assert.ok(told.length >= 1 && told.length <= 3, JSON.stringify(told))
})
