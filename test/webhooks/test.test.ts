import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { type Server, startServer } from '../harness.ts'
import { pageOf } from '../support/feed.ts'
import { schemasOf } from '../support/house/schemas.ts'
import { data, succeed } from '../support/orders.ts'
import { receive } from '../support/webhooks/outbound.ts'
import { place, register, verified } from '../support/webhooks/webhooks.ts'

interface Published {
  components: { parameters: Record<string, { name: string }> }
  webhooks: {
    'webhook.test': {
      post: {
        parameters: { $ref: string }[]
        requestBody: { content: Record<string, { schema: { $ref: string } }> }
      }
    }
  }
}

// POST /webhooks/{id}/test, against real receivers.

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

const urlOf = ({ port }: { port: number }, path = '/eventos?loja=1') =>
  `http://127.0.0.1:${port}${path}`
const sendTest = (id: number, options = {}) => server.send('POST', `/webhooks/${id}/test`, options)

test('arrives signed, with the extra headers, and is told of as a delivery', async () => {
  const receiver = await receive((response) => response.writeHead(202).end('{"ok":true}'))
  const headers = { Authorization: 'Bearer segredo', 'X-Loja': '7' }
  const { secret, ...record } = await register(server, { url: urlOf(receiver), headers })
  const answer = await sendTest(record.id, { headers: { 'idempotency-key': 'once' } })
  assert.equal(answer.status, 201)
  const { id, event_id, time, milliseconds, ...rest } = answer.body.data
  assert.deepEqual(rest, {
    id_webhook: record.id,
    type: 'webhook.test',
    subject: `/webhooks/${record.id}`,
    sequence: null,
    attempt: 1,
    outcome: 'delivered',
    status: 202,
    failure: null,
    detail: null,
    response: '{"ok":true}',
    next_attempt_at: null,
  })
  const at = `/webhooks/${record.id}/deliveries`
  assert.equal(answer.headers['location'], `${at}/${id}`)
  assert.deepEqual(await data(server, 'GET', `${at}/${id}`), answer.body.data)
  assert.deepEqual(await data(server, 'GET', `${at}`), [answer.body.data])

  const [received, ...more] = receiver.received
  assert.ok(received && more.length === 0)
  assert.deepEqual([received.method, received.path], ['POST', '/eventos?loja=1'])
  assert.equal(received.headers['content-type'], 'application/cloudevents+json; charset=utf-8')
  assert.equal(received.headers['webhook-id'], event_id)
  assert.equal(received.headers['authorization'], 'Bearer segredo')
  assert.equal(received.headers['x-loja'], '7')
  const event = verified(received, secret)
  const { source, request_id, ...told } = { ...event, request_id: event.data.request_id }
  assert.match(source, /^urn:pedido:account:[0-9a-f-]{36}$/)
  assert.equal(request_id, answer.headers['x-request-id'])
  assert.deepEqual(told, {
    specversion: '1.0',
    id: event_id,
    type: 'webhook.test',
    subject: `/webhooks/${record.id}`,
    time: event.time,
    datacontenttype: 'application/json',
    dataschema: 'urn:pedido:schema:webhook-event:1',
    data: {
      version: 1,
      record,
      changed_fields: [],
      previous: null,
      token: event.data.token,
      request_id,
    },
  })
  assert.equal(event.data.token.name, 'test *')

  // A repeat is answered, and sends nothing.
  const repeat = await sendTest(record.id, { headers: { 'idempotency-key': 'once' } })
  assert.equal(repeat.text, answer.text)
  assert.equal(receiver.received.length, 1)
})

test('is published with its schema and headers', async () => {
  const receiver = await receive()
  const { id } = await register(server, { url: urlOf(receiver) })
  await sendTest(id)
  const [received] = receiver.received
  assert.ok(received)
  const document = server.app.swagger() as unknown as Published
  const { parameters, requestBody } = document.webhooks['webhook.test'].post
  const schemaAt = schemasOf(document)
  for (const { $ref } of parameters) {
    const { name = '' } = document.components.parameters[$ref.split('/').at(-1) ?? ''] ?? {}
    const validate = schemaAt(`${$ref.slice(1)}/schema`)
    assert.ok(validate(received.headers[name]), name)
  }
  const [{ schema } = { schema: { $ref: '' } }] = Object.values(requestBody.content)
  const validate = schemaAt(schema.$ref.slice(1))
  assert.ok(validate(JSON.parse(String(received.body))), JSON.stringify(validate.errors))
  assert.equal(schema.$ref, '#/components/schemas/WebhookTestEvent')
})

test('has the form of the other events, and is not in the feed', async () => {
  const receiver = await receive()
  const { id } = await register(server, { url: urlOf(receiver) })
  await sendTest(id)
  await place(server)
  const { data: events } = await pageOf(server, `subject=/webhooks/${id}`)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['webhook.created'],
  )
  const event = JSON.parse(String(receiver.received[0]?.body))
  const { sequence, ...kept } = events[0] as NonNullable<(typeof events)[0]>
  assert.deepEqual(Object.keys(event), Object.keys(kept))
  assert.deepEqual(Object.keys(event.data), Object.keys(kept.data))
  assert.deepEqual(
    [event.source, event.dataschema],
    [kept.source, (kept as unknown as typeof event).dataschema],
  )
  const refused = await server.send('GET', '/events?type=webhook.test')
  assert.deepEqual([refused.status, refused.body.errors[0].parameter], [400, 'type'])
})

test('tells of a receiver that fails, or is not there, or may not be called', async () => {
  const failing = await receive((response) => response.writeHead(500).end('x'.repeat(5000)))
  const { id } = await register(server, { url: urlOf(failing) })
  const failed = (await sendTest(id)).body.data
  assert.deepEqual([failed.outcome, failed.status, failed.failure], ['failed', 500, null])
  assert.equal(failed.response, 'x'.repeat(2048))

  failing.close()
  const lost = (await sendTest(id)).body.data
  assert.deepEqual([lost.outcome, lost.status, lost.failure], ['failed', null, 'connection'])
  assert.ok(lost.detail.length > 0)

  await sql`update webhooks set url = 'https://10.0.0.1/' where id = ${id}`.execute(server.db)
  const refused = (await sendTest(id)).body.data
  assert.deepEqual([refused.status, refused.failure], [null, 'refused_address'])
  assert.deepEqual(
    (await data(server, 'GET', `/webhooks/${id}/deliveries?outcome=failed`)).length,
    3,
  )
})

test('is sent to a webhook that is disabled, too', async () => {
  const receiver = await receive()
  const { id } = await register(server, { url: urlOf(receiver), enabled: false })
  assert.equal((await sendTest(id)).body.data.outcome, 'delivered')
  assert.equal(receiver.received.length, 1)
})

test('is signed by both secrets for a day after a rotation', async () => {
  const receiver = await receive()
  const { id, secret: first } = await register(server, { url: urlOf(receiver) })
  const rotate = async () => (await data(server, 'POST', `/webhooks/${id}/rotate-secret`)).secret
  const last = async () => {
    await sendTest(id)
    const received = receiver.received.at(-1)
    assert.ok(received)
    return received
  }
  const fails = (received: Awaited<ReturnType<typeof last>>, secret: string) =>
    assert.throws(
      () => new Webhook(secret).verify(received.body, received.headers as Record<string, string>),
      WebhookVerificationError,
    )
  const second = await rotate()
  verified(await last(), first, second)
  const third = await rotate()
  const afterTwo = await last()
  verified(afterTwo, second, third)
  fails(afterTwo, first)
  await sql`update webhooks set old_secret_until = now() - interval '1 second' where id = ${id}`.execute(
    server.db,
  )
  const dayLater = await last()
  verified(dayLater, third)
  fails(dayLater, second)
})

test('ends when the service stops', async () => {
  const stopping = await startServer()
  const asked = Promise.withResolvers<void>()
  const silent = await receive(() => asked.resolve())
  const { id } = await register(stopping, { url: urlOf(silent) })
  const answer = stopping.send('POST', `/webhooks/${id}/test`)
  await asked.promise
  const closed = stopping.close()
  const { status, body } = await answer
  assert.deepEqual([status, body.code], [503, 'unavailable'])
  await closed
})

test('headers of a webhook can be taken away again', async () => {
  const receiver = await receive()
  const { id } = await register(server, { url: urlOf(receiver), headers: { 'X-Loja': '7' } })
  await succeed(server, 'PATCH', `/webhooks/${id}`, { headers: {} })
  await sendTest(id)
  assert.equal(receiver.received[0]?.headers['x-loja'], undefined)
})
