import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { type Stand, startStand } from '../support/servers/stand.ts'

// Requests of many records over real connections, longer than what the service may keep of them.

let stand: Stand
before(async () => {
  stand = await startStand()
})
after(() => stand.close())

/** Has no name, so it is refused before the database could hold it up. */
const lineOf = (bytes: number) => `${JSON.stringify({ description: 'x'.repeat(bytes) })}\n`
const LINE = lineOf(1000)
const AT_ONCE = 100
const MANY = 120_000

interface Bulk {
  answered: Promise<[IncomingMessage]>
  /** How many lines the connection has taken. */
  sent: { lines: number }
}

/** Sends so many lines, as fast as they are taken. */
function sendLines(count: number, line = LINE): Bulk {
  const { service, token } = stand
  const sent = { lines: 0 }
  const lines = Readable.from(
    (function* () {
      for (; sent.lines < count; sent.lines += AT_ONCE) yield line.repeat(AT_ONCE)
    })(),
    { highWaterMark: 1 },
  )
  const sending = request(`${service.address}/bulk/products`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
  })
  const answered = once(sending, 'response') as Bulk['answered']
  void pipeline(lines, sending)
  return { answered, sent }
}

/** Reads all results and gives the number of the last line. */
async function lastLineOf({ answered }: Bulk): Promise<number> {
  const [answer] = await answered
  let end = ''
  for await (const text of answer.setEncoding('utf8')) end = (end + text).slice(-10_000)
  const { line } = JSON.parse(end.trimEnd().split('\n').at(-1) ?? '') as { line: number }
  return line
}

/** The most memory that the service has had, in MiB. */
function peak(): number {
  const status = readFileSync(`/proc/${stand.service.child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test('a long request takes no more memory than a short one', async () => {
  const long = lineOf(10_000)
  assert.equal(await lastLineOf(sendLines(5000, long)), 5000)
  const before = peak()
  assert.equal(await lastLineOf(sendLines(40_000, long)), 40_000)
  // What the collector has not got round to yet is in it, so the bound is far below what was sent.
  assert.ok(peak() - before < 200, `${before} MiB became ${peak()}, for 380 MiB of lines`)
})

test('no more is taken from who reads no results, until he does', async () => {
  const bulk = sendLines(MANY)
  await bulk.answered
  let taken: number
  do {
    taken = bulk.sent.lines
    await lastLineOf(sendLines(2000))
  } while (bulk.sent.lines > taken)
  assert.ok(taken < MANY / 2, `${taken} lines were taken`)
  assert.equal(await lastLineOf(bulk), MANY)
})
