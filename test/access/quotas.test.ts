import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Account, type Answer, type Server, startServer } from '../harness.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { file, multipart } from '../support/wire/multipart.ts'
import { lines, listen } from '../support/wire/wire.ts'

// Two accounts: one takes all it can of what accounts share in a process, the other is still served.
// Streams of events: test/events/stream.test.ts.

let server: Server
let other: Account
let port: number
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer({ MAX_LONG_POLLS: 4, REQUEST_TIMEOUT_MS: 600_000 })
  stopJobs = runJobs(server)
  other = await server.newAccount('Other')
  port = await listen(server.app)
})
after(async () => {
  await stopJobs()
  await server.close()
})

const product = async ({ token }: Account): Promise<number> =>
  (await server.send('POST', '/products', { body: { name: 'Café' }, token })).body.data.id

/** Until this account waits for events. */
async function untilAwaited({ account_id }: Account): Promise<void> {
  while (!server.app.eventHub.awaited.includes(account_id)) await new Promise(setImmediate)
}

test('requests that wait for events: half of the places for one account', async () => {
  const cursors = new Map<Account, string>()
  for (const account of [server, other]) {
    await product(account)
    cursors.set(account, await endOfFeed(server, account))
  }
  const wait = (account: Account) =>
    server.send('GET', `/events?wait=30&cursor=${cursors.get(account)}`, { token: account.token })
  const all = Array.from({ length: 6 }, () => wait(server))
  const refused: Answer[] = []
  for (const one of all) void one.then((answer) => refused.push(answer))
  while (refused.length < 4) await new Promise(setImmediate)
  for (const { status, headers, body } of refused.slice(0, 4)) {
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'quota_exceeded', '5'])
    assert.match(body.detail, /This account has 2 requests that wait for events/)
  }
  const served = [wait(other), wait(other)]
  await untilAwaited(other)
  // What need not wait takes no place.
  assert.equal((await pageOf(server, 'wait=30&limit=1')).size, 1)

  for (const account of [server, other]) await product(account)
  const answers = await Promise.all([...all, ...served])
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 429, 429])
})

test('images: the other account is next in turn, whatever the first has sent', async () => {
  const [own, others] = [await product(server), await product(other)]
  const create = { width: 1500, height: 1500, channels: 3 as const, background: '#39c' }
  const upload = multipart([file(await sharp({ create }).png().toBuffer())])
  let made = 0
  const send = async ({ token }: Account, id: number) => {
    const answer = await server.send('POST', `/products/${id}/image`, { ...upload, token })
    if (answer.status === 201) made++
    return answer
  }
  const greedy = Array.from({ length: 14 }, () => send(server, own))
  await Promise.race(greedy)
  const before = made
  assert.equal((await send(other, others)).status, 201)
  // Its own, the one at work and one of the other account's queue; all of that queue were 8.
  assert.ok(made - before <= 5, `after ${made - before - 1} others`)
  const answers = await Promise.all(greedy)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 5, 'one at work, 8 in the queue')
  for (const { status, body, headers } of refused) {
    assert.deepEqual([status, body.code, headers['retry-after']], [429, 'quota_exceeded', '5'])
  }
})

/** Begins to send a body, and leaves it at that. */
async function beginSending(port: number, { token }: Account) {
  const socket = connect({ port, host: '127.0.0.1' })
  const answer = once(socket, 'data')
  await once(socket, 'connect')
  const type = `Content-Type: application/json`
  const head = ['POST /customers HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, type]
  socket.write(`${lines(...head, 'Content-Length: 30')}\r\n{"name":`)
  return { socket, answer }
}

test('bodies on their way: who sends slowly is refused beyond a share, and nobody else', async () => {
  const slow = await Promise.all(Array.from({ length: 530 }, () => beginSending(port, server)))
  let refused = 0
  for (const { answer } of slow) {
    void answer.then(([bytes]: Buffer[]) => {
      assert.match(String(bytes), /^HTTP\/1\.1 429 /)
      refused++
    })
  }
  while (refused < 10) await new Promise(setImmediate)
  const create = async ({ token }: Account): Promise<Answer> =>
    server.send('POST', '/customers', { body: { name: 'Aurora' }, token })
  assert.equal((await create(server)).status, 429)
  assert.equal((await create(other)).status, 201)
  for (const { socket } of slow) socket.destroy()
  while ((await create(server)).status !== 201) await new Promise(setImmediate)
  assert.equal(refused, 10)
})

test('a place in the queue is free as soon as whoever waited there has left', async () => {
  const slow = await Promise.all(Array.from({ length: 530 }, () => beginSending(port, server)))
  // Refused are those beyond the 20 that send and the 500 that wait.
  await Promise.race(slow.map(({ answer }) => answer))
  const create = ({ token }: Account): Promise<Answer> =>
    server.send('POST', '/customers', { body: { name: 'Aurora' }, token })
  for (const { socket } of slow.slice(60)) socket.destroy()
  let refused = 0
  const untilTaken = async () => {
    for (;;) {
      const { status } = await create(server)
      if (status !== 429) return status
      refused++
    }
  }
  const taken = untilTaken()
  for (let before = -1; before !== refused; ) {
    before = refused
    for (let turn = 0; turn < 20; turn++) assert.equal((await create(other)).status, 201)
  }
  for (const { socket } of slow) socket.destroy()
  assert.equal(await taken, 201)
})

/** An order of so many lines. */
const orderOf = (id_customer: number, id_item: number, lines: number) => ({
  id_customer,
  items: Array.from({ length: lines }, () => ({ id_item, quantity: 1, price: 10 })),
})

const GREEDY = 10

/** Sends as much as one account can, then one request of the other account; gives how many came before it. */
async function answeredBefore(
  greedy: () => Promise<Answer>,
  one: () => Promise<Answer>,
): Promise<number> {
  let done = 0
  const all = Array.from({ length: GREEDY }, () => {
    const answer = greedy()
    void answer.then(() => done++)
    return answer
  })
  const { status, text } = await one()
  assert.ok(status < 300, text)
  const before = done
  const statuses = (await Promise.all(all)).map(({ status }) => status)
  assert.deepEqual(
    statuses.filter((status) => status > 299),
    [],
  )
  return before
}

test('large writes, previews and bulk requests: the other account is next in turn', async () => {
  const customer = async ({ token }: Account): Promise<number> =>
    (await server.send('POST', '/customers', { body: { name: 'Aurora' }, token })).body.data.id
  const own = [await customer(server), await product(server)] as const
  const others = [await customer(other), await product(other)] as const
  const preview = (account: Account, ids: typeof own, lines: number) => () =>
    server.send('POST', '/orders/preview', { body: orderOf(...ids, lines), token: account.token })
  const create = () =>
    server.send('POST', '/orders', { body: orderOf(...others, 1), token: other.token })
  let made = 0
  const line = () => JSON.stringify({ fk_id: `L-${made++}`, ...orderOf(...own, 5) })
  const bulk = () =>
    server.send('POST', '/bulk/orders', {
      body: Array.from({ length: 60 }, line).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    })
  const large = () => server.send('POST', '/orders', { body: orderOf(...own, 500) })

  const kinds = [
    ['previews', preview(server, own, 100), preview(other, others, 1)],
    ['large writes', large, create],
    ['bulk requests', bulk, create],
  ] as const
  for (const [name, greedy, one] of kinds) {
    const before = await answeredBefore(greedy, one)
    // Each of its statements may meet one of the other account.
    assert.ok(before <= GREEDY / 2, `after ${before} ${name}`)
  }
})
