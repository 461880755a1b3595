import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, type Server, startServer } from '../harness.ts'
import { serverUrl } from '../support/database.ts'
import { endOfFeed, pageOf, runJobs } from '../support/feed.ts'
import { attach, attachmentsOn, digest, uploadOf } from '../support/files/attachments.ts'
import { data, succeed } from '../support/orders.ts'
import { anonymised } from '../support/privacy/person.ts'
import { type Sample, sample } from '../support/sample.ts'

// Who sees the files beside orders, and what becomes of their contents. What they are: attachments.test.ts.

let server: Server
let ids: Sample
let other: { token: string }
let stopJobs: () => Promise<void>
before(async () => {
  server = await startServer()
  stopJobs = runJobs(server)
  ids = await sample(server)
  other = await server.newAccount('Other')
})
after(async () => {
  await stopJobs()
  await server.close()
})

const newOrder = (more: object = {}) =>
  data(server, 'POST', '/orders', { id_customer: ids.customer, ...more })
const { send, namesOf, clean, contentsOf } = attachmentsOn(() => server)

/** Lets an hour pass for what was begun to be uploaded. */
async function anHourLater(): Promise<void> {
  const hour = sql`interval '1 hour'`
  await sql`
    update order_attachment_folders set begun_at = begun_at - ${hour}, clean_at = clean_at - ${hour}
     where account_id = ${server.account_id}`.execute(server.db)
}

describe('who', () => {
  test('who may read orders downloads, who may write them attaches and removes', async () => {
    const { id } = await newOrder()
    const path = `/orders/${id}/attachments`
    const made = await attach(server, `/orders/${id}`)
    const [reader, writer] = [
      { token: await server.newToken('orders:read') },
      { token: await server.newToken('orders:write') },
    ]
    const statuses = async (by: { token: string }, at: string, one: number) => [
      (await server.send('GET', at, by)).status,
      (await server.send('GET', `${at}/${one}`, by)).status,
      (await server.send('GET', `/orders/attachments/${one}`, by)).status,
      (await server.send('POST', at, uploadOf('x', 'x.txt', by))).status,
      (await server.send('DELETE', `${at}/${one}`, by)).status,
    ]
    assert.deepEqual(await statuses(reader, path, made.id), [200, 200, 200, 403, 403])
    assert.deepEqual(await statuses(other, path, made.id), [404, 404, 404, 404, 404])
    assert.deepEqual(await statuses(writer, path, made.id), [403, 403, 403, 201, 200])
    // Below another order it is not there.
    const { id: another } = await newOrder()
    const kept = await attach(server, `/orders/${id}`)
    const wrong = `/orders/${another}/attachments/${kept.id}`
    for (const method of ['GET', 'DELETE'])
      assert.equal((await server.send(method, wrong)).status, 404)
  })

  test('who is restricted sees those, and their events, of orders seen now', async () => {
    const [ana, bia] = [ids.user, (await data(server, 'POST', '/users', { name: 'Bia' })).id]
    await succeed(server, 'PATCH', `/customers/${ids.customer}`, { id_users: [ana, bia] })
    const { id } = await newOrder({ id_user: ana })
    const tokenOf = async (user: number) => {
      const body = { name: `of ${user}`, scopes: ['*'], only: { id_user: [user] } }
      return { token: (await data(server, 'POST', '/tokens', body)).token as string }
    }
    const [anas, bias] = [await tokenOf(ana), await tokenOf(bia)]
    const made = await attach(server, `/orders/${id}`)
    const seen = async (by: { token: string }) => {
      await endOfFeed(server, server)
      const { data: events } = await pageOf(server, 'type=attachment.*&limit=100', by)
      return [
        (await server.send('GET', `/orders/${id}/attachments`, by)).status,
        (await server.send('GET', `/orders/${id}/attachments/${made.id}`, by)).status,
        (await server.send('GET', `/orders/attachments/${made.id}`, by)).status,
        (await send(id, 'x', 'x.txt', by)).status,
        events.some(({ data: { record } }) => record.id === made.id),
      ]
    }
    assert.deepEqual(await seen(anas), [200, 200, 200, 201, true])
    assert.deepEqual(await seen(bias), [404, 404, 404, 404, false])
    await succeed(server, 'PATCH', `/orders/${id}`, { id_user: bia })
    assert.deepEqual(await seen(anas), [404, 404, 404, 404, false])
    assert.deepEqual(await seen(bias), [200, 200, 200, 201, true])
  })

  test('what is added and removed are events that name the order', async () => {
    const { id } = await newOrder()
    const made = await attach(server, `/orders/${id}`)
    await succeed(server, 'DELETE', `/orders/${id}/attachments/${made.id}`)
    await endOfFeed(server, server)
    const { data: events } = await pageOf(server, `subject=/orders/attachments/${made.id}`)
    assert.deepEqual(
      events.map(({ type, data: { version, record } }) => [type, version, record]),
      [
        ['attachment.created', 1, made],
        ['attachment.deleted', 2, made],
      ],
    )
    const history = await data(server, 'GET', `/orders/${id}/history`)
    assert.equal(history.length, 1)
  })
})

// The embedded database has one connection.
if (serverUrl) {
  test('an attachment does not wait for whoever is writing the order', async () => {
    const { id } = await newOrder()
    const client = await server.pool.connect()
    await client.query('begin')
    const held = 'select id from orders where account_id = $1 and id = $2 for update'
    await client.query(held, [server.account_id, id])
    const made = await attach(server, `/orders/${id}`)
    await succeed(server, 'DELETE', `/orders/${id}/attachments/${made.id}`)
    await client.query('rollback')
    client.release()
  })

  test('what is attached while the order is deleted goes with it', async () => {
    const orders: number[] = []
    for (let i = 0; i < 20; i++) orders.push((await newOrder()).id)
    // Of more at once of one account some are refused.
    for (let i = 0; i < orders.length; i += 4) {
      const some = orders.slice(i, i + 4)
      await Promise.all(
        some.flatMap((id): Promise<Answer>[] => [
          send(id, 'x', 'a.txt'),
          server.send('DELETE', `/orders/${id}`),
        ]),
      )
    }
    // What was the first of its order is found by the job.
    await anHourLater()
    await clean()
    for (const id of orders) assert.deepEqual(await contentsOf(id), [])
    const { rows } = await sql`
      select a.id from order_attachments a where a.deleted_at is null and a.id_order = any (${orders})`.execute(
      server.db,
    )
    assert.deepEqual(rows, [])
  })
}

describe('what becomes of contents', () => {
  test('those of a deleted order are removed', async () => {
    const { id } = await newOrder()
    const made = await attach(server, `/orders/${id}`)
    await succeed(server, 'DELETE', `/orders/${id}`)
    assert.equal((await contentsOf(id)).length, 1)
    await clean()
    assert.deepEqual(await contentsOf(id), [])
    for (const path of ['attachments', `attachments/${made.id}`])
      assert.equal((await server.send('GET', `/orders/${id}/${path}`)).status, 404)
  })

  test('what an upload left that was cut off is removed an hour later', async () => {
    const { id } = await newOrder()
    const made = await attach(server, `/orders/${id}`)
    const orphan = digest('left')
    const folder = join(server.config.DATA_DIR, 'images', `${server.account_id}/orders/${id}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, orphan), 'left')
    await clean()
    assert.deepEqual(await contentsOf(id), [orphan, made.sha256].sort())
    await anHourLater()
    await clean()
    assert.deepEqual(await contentsOf(id), [made.sha256])
  })

  test('those of a person’s orders are removed, with what they were called', async () => {
    const maria = await data(server, 'POST', '/customers', { name: 'Maria Zanetti' })
    const of = { id_customer: maria.id }
    const invoiced = { ...of, id_order_status: ids.statuses['Invoiced'] }
    const [open, kept, moved, gone, another] = [
      await newOrder(of),
      await newOrder(invoiced),
      await newOrder(of),
      await newOrder(of),
      await newOrder(),
    ]
    const name = 'rg-do-sobrado-azul.txt'
    for (const { id } of [kept, moved, gone, another])
      await attach(server, `/orders/${id}`, 'x', name)
    const headers = { 'idempotency-key': 'what-was-attached' }
    const again = () => send(open.id, 'x', name, { headers })
    const first = (await again()).body.data
    const deleted = await attach(server, `/orders/${open.id}`, 'y', name)
    await succeed(server, 'DELETE', `/orders/${open.id}/attachments/${deleted.id}`)
    await succeed(server, 'PATCH', `/orders/${moved.id}`, { id_customer: ids.customer })
    await succeed(server, 'DELETE', `/orders/${gone.id}`)
    await anonymised(server, maria.id)
    await clean()
    for (const { id } of [open, kept, moved]) assert.deepEqual(await namesOf(`/orders/${id}`), [])
    for (const { id } of [open, kept, moved, gone]) assert.deepEqual(await contentsOf(id), [])
    assert.deepEqual(await namesOf(`/orders/${another.id}`), [name])
    assert.equal((await contentsOf(another.id)).length, 1)
    const repeated = await again()
    assert.deepEqual([repeated.status, repeated.body.data], [201, { ...first, name: '***' }])
    const { rows } = await sql`
      select distinct data::json ->> 'id_order' as id_order from events
       where resource = 'attachment' and strpos(data, ${name}) > 0`.execute(server.db)
    assert.deepEqual(rows, [{ id_order: String(another.id) }])
  })
})
