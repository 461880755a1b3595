import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply } from '../support/call.ts'
import { assertUnavailable } from '../support/servers/stand.ts'
import { anOrder, type CitusStand, type Holder, startCitusStand } from './stand.ts'

// A worker that is down stops the accounts whose rows it holds, and no others.

const ORDERS = 20

let stand: CitusStand
let own: Holder[]
let others: Holder[]
before(async () => {
  stand = await startCitusStand(2)
  const [stopped] = stand.workers
  own = stand.accounts.filter(({ node }) => node === stopped?.name)
  others = stand.accounts.filter(({ node }) => node !== stopped?.name)
  await stopped?.crash()
})
after(async () => {
  await stand.workers[0]?.start()
  await stand.close()
})

async function succeed(account: Holder, path: string, options = {}, status = 200): Promise<Reply> {
  const reply = await stand.call(account, path, options)
  assert.equal(reply.status, status, `${path}: ${JSON.stringify(reply.body)}`)
  return reply
}

test('the accounts of the other workers are served as ever', async () => {
  const write = async (account: Holder) => {
    for (let i = 0; i < ORDERS; i++) {
      const headers = { 'Idempotency-Key': `order-${i}` }
      const made = await succeed(account, '/orders', { body: anOrder(account), headers }, 201)
      const path = `/orders/${made.body.data.id}`
      await succeed(account, path, { method: 'PATCH', body: { observations: `${i}` } })
      await succeed(account, path)
    }
    await succeed(account, `/customers/${account.customer}`, {
      method: 'PATCH',
      body: { name: 'Aurora' },
    })
    const { body } = await succeed(account, '/orders')
    assert.equal(body.pagination.total, ORDERS)
  }
  await Promise.all(others.map(write))
})

test('their events come to their feeds', async () => {
  for (const account of others) {
    let cursor = ''
    let created = 0
    while (created < ORDERS) {
      const { body } = await succeed(
        account,
        `/events?wait=10&limit=100&type=order.created${cursor}`,
      )
      created += body.data.length
      cursor = `&cursor=${body.next_cursor}`
    }
    assert.equal(created, ORDERS)
  }
})

test('its own accounts are told to try again', async () => {
  for (const account of own) {
    assertUnavailable(await stand.call(account, '/orders', { body: anOrder(account) }))
  }
})

test('and are served once it is back', async () => {
  await stand.workers[0]?.start()
  for (const account of own) {
    let reply: Reply
    do reply = await stand.call(account, '/orders', { body: anOrder(account) })
    while (reply.status === 503)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
  }
})
