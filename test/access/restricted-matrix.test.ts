import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { type Answer, type Server, startServer } from '../harness.ts'
import { endOfFeed } from '../support/feed.ts'
import { attach } from '../support/files/attachments.ts'
import { importerOf, sendFile, settled } from '../support/files/imports.ts'
import { readXlsx } from '../support/files/xlsx.ts'
import { type Operation, readOperations } from '../support/house/operations.ts'
import { data, succeed } from '../support/orders.ts'
import { type Person, person } from '../support/people.ts'
import { type Listener, listen, runWebhooks, untilQuiet } from '../support/webhooks/listeners.ts'

// Every read operation of the OpenAPI document is asked by who is restricted to one seller, before another
// seller has orders and customers and after it: they change no answer, whatever is asked about them.

/** In every text of the other seller's records. */
const SECRET = 'segredo'

/** What is asked about: the other seller's records, or ones that never were. */
interface Asked {
  order: number
  item: number
  customer: number
  address: number
  forgotten: number
  import: number
  recalculation: number
  comment: number
  attachment: number
  link: number
  delivery: number
  code: string
  document: string
  ie: string
}

const NEVER = 8_999_999_999_999_999
const never: Asked = {
  order: NEVER,
  item: NEVER,
  customer: NEVER,
  address: NEVER,
  forgotten: NEVER,
  import: NEVER,
  recalculation: NEVER,
  comment: NEVER,
  attachment: NEVER,
  link: NEVER,
  delivery: NEVER,
  code: 'never',
  document: '11444777000161',
  ie: '998877665544',
}

/** Values of query parameters that could tell of those records. */
const told: Record<string, (asked: Asked, template: string) => unknown[]> = {
  q: ({ code }) => [code],
  id: ({ order, customer, address }, template) => [
    template.startsWith('/orders') ? order : template.includes('address') ? address : customer,
  ],
  fk_id: ({ code }) => [code],
  number: ({ code }) => [code],
  customer_order: ({ code }) => [code],
  tags: ({ code }) => [code],
  name: ({ code }) => [code],
  document: ({ document }) => [document],
  ie: ({ ie }) => [ie],
  id_customer: ({ customer }) => [customer],
  fk_id_customer: ({ code }) => [code],
  fk_id_user: () => ['bia'],
  has_users: () => [true, false],
  custom: ({ code }) => [code],
  subject: ({ order, comment, attachment, customer }) => [
    `/orders/${order}`,
    `/orders/comments/${comment}`,
    `/orders/attachments/${attachment}`,
    `/customers/${customer}`,
  ],
  type: () => ['order.*,comment.*,attachment.*,customer.*,address.*'],
  sort: (_, template) => [template.startsWith('/events') ? '-sequence' : '-id'],
  pagination: () => ['cursor'],
  expand: () => ['customer'],
  format: () => ['csv', 'ndjson', 'xlsx', 'pdf'],
  rows: () => ['items&format=csv'],
  group_by: () => ['status', 'customer', 'user', 'product', 'day', 'customer,user', 'city,state'],
  total_from: () => [1],
  order_date_from: () => ['2020-01-01'],
  update_date_from: () => ['2020-01-01'],
  outcome: () => ['delivered'],
  city: () => ['Gramado'],
  state: () => ['RS'],
  last_order_at_from: () => ['2020-01-01'],
  last_order_at_to: () => ['2199-01-01'],
  orders_12m_from: () => [0, 1],
  orders_12m_to: () => [0],
  value_12m_from: () => [1],
  value_12m_to: () => [0],
  stopped_buying: () => [true, false],
  except_order: ({ order }) => [order],
  at: () => ['2199-01-01'],
  with: () => ['1'],
}

/** Those that choose among records by what both sellers' have, or say how the answer looks. */
const untold =
  /^((create|update|order|delivery)_date_(from|to)|total_to|(fk_)?id_(status|order_status|reason|user|branch_company|category|payment_type|payment_method|freight_type|shipping_company|opportunity|quotation|operation|item|product)|fk_id_\w+|status|counts|dry_run|limit|cursor|fields|page|csv|language|offset|width|resource|key|state|after|from|to|wait|event_id|account|ncm|cest|gtin|postal_code|ie_kind|kind|destination_states?|active|valid_(to|until)_(from|to)|date|tax_date|regime|crt|volumes|size)$/

/**
 * Read operations that show nothing of orders and customers, whoever asks, and the stream of events, of which
 * there is only the head here (`only-events.test.ts`). One that stands neither here nor
 * shows the other seller's records to who sees all of them fails the test.
 */
const showNothing =
  /^\/events\/stream$|^\/(products|users|order-statuses|reasons|freight-types|payment-types|payment-methods|categories|operations|shipping-companies|branch-companies|number-series|opportunities|quotations|custom-fields|lookups|taxes|tax-rules|import-mappings|views|account|members|roles|session|sessions|sign-in-provider|tokens|trusted-issuers|health)(\/|$)|^\/webhooks(\/\{id\}(\/status)?)?$|^\/customers\/address\/address$/

let server: Server
let operations: Operation[]
let parameters: Map<string, string[]>
let listener: Listener
/** Who sees the orders and customers of one seller alone: a token, and a member. */
let token: string
let member: Person['send']
let stop: () => Promise<void>

before(async () => {
  server = await startServer()
  // Identifiers that stand for nothing else in an answer.
  await sql`select setval(oid::regclass, oid::bigint * 10000) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(
    server.db,
  )
  // Whoever is restricted lists his own requests alone, which are more with each that is refused; a test
  // account's data is made by itself.
  operations = (await readOperations(server)).filter(
    ({ method, template }) => method === 'GET' && !/^\/(requests|test-account)$/.test(template),
  )
  parameters = queryParameters()
  for (const { id } of await data(server, 'GET', '/webhooks'))
    await succeed(server, 'DELETE', `/webhooks/${id}`)
  stop = runWebhooks(server)
  listener = await listen(server)
  const [{ id: ana }] = await data(server, 'GET', '/users?fk_id=ana')
  await succeed(server, 'POST', '/users', { name: 'Bia', fk_id: 'bia' })
  for (const resource of ['orders', 'customers']) {
    const field = { resource, key: 'rota', type: 'text', filterable: true }
    await succeed(server, 'POST', '/custom-fields', field)
  }
  const own = { fk_id: 'own', name: 'Mercado', id_user: ana, document: '52998224725' }
  const customer = await data(server, 'POST', '/customers', own)
  const items = [{ fk_id_item: 'cafe', quantity: 2 }]
  await succeed(server, 'POST', '/orders', { id_customer: customer.id, id_user: ana, items })
  const only = { id_user: [ana] }
  const scopes = ['*']
  token = (await data(server, 'POST', '/tokens', { name: 'Ana', scopes, only })).token
  const { id, send } = await person(server, { role: 'manager' })
  await succeed(server, 'PATCH', `/members/${id}`, { only })
  member = send
})
after(async () => {
  await stop()
  await server.close()
  listener.close()
})

/** Those of each path, as the document has them. */
function queryParameters(): Map<string, string[]> {
  interface Parameter {
    name: string
    in: string
    $ref?: string
  }
  const { paths, components } = server.app.swagger() as unknown as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>
    components: { parameters: Record<string, Parameter> }
  }
  const named = ({ $ref, ...own }: Parameter) =>
    $ref ? components.parameters[$ref.split('/').at(-1) ?? ''] : own
  return new Map(
    Object.entries(paths).map(([path, { get }]) => [
      path,
      (get?.parameters ?? []).map(named).flatMap((one) => (one?.in === 'query' ? [one.name] : [])),
    ]),
  )
}

/** What the other seller has: an order that has changed, a deleted one, a customer, a file, all under one code. */
async function otherSeller(): Promise<Asked> {
  const code = 'oculto'
  const custom_fields = { rota: code }
  const named = { name: `${SECRET} Ltda`, email: `${SECRET}@example.com`, custom_fields }
  const document = '11222333000181'
  const ie = '110042490114'
  const customer = { ...named, fk_id: code, fk_id_user: 'bia', document, ie }
  const { id } = await data(server, 'POST', '/customers', customer)
  const street = { street: SECRET, fk_id: code, city: 'Gramado', state: 'RS' }
  const address = await data(server, 'POST', `/customers/${id}/addresses`, street)
  const order = {
    id_customer: id,
    fk_id_user: 'bia',
    id_address: address.id,
    observations: SECRET,
    custom_fields,
    items: [{ fk_id_item: 'cafe', quantity: 3, price: 77, fk_id: code, description: SECRET }],
  }
  const made = await data(server, 'POST', '/orders', {
    ...order,
    fk_id: code,
    number: code,
    customer_order: code,
    tags: [code],
  })
  await succeed(server, 'PATCH', `/orders/${made.id}`, { observations: `${SECRET} 2` })
  const comment = await data(server, 'POST', `/orders/${made.id}/comments`, { text: SECRET })
  const attachment = await attach(server, `/orders/${made.id}`, SECRET, `${SECRET}.txt`)
  const link = await data(server, 'POST', `/orders/${made.id}/links`, {})
  const gone = await data(server, 'POST', '/orders', order)
  await succeed(server, 'DELETE', `/orders/${gone.id}`)
  const forgotten = await data(server, 'POST', '/customers', { ...named, fk_id_user: 'bia' })
  await succeed(server, 'POST', `/customers/${forgotten.id}/anonymise`, {})
  const file = await sendFile(server, 'customers', `Código;Nome;CNPJ\n${SECRET}-2;${SECRET};1`)
  await settled(server, importerOf(server), file.id)
  const work = await data(server, 'POST', '/orders/recalculate?all=true')
  await endOfFeed(server, server)
  await untilQuiet(server, listener)
  const sent = `${listener.path}/deliveries?subject=/orders/${made.id}`
  const [delivery] = await data(server, 'GET', sent)
  return {
    order: made.id,
    item: made.items[0].id,
    customer: id,
    address: address.id,
    forgotten: forgotten.id,
    import: file.id,
    recalculation: work.id,
    comment: comment.id,
    attachment: attachment.id,
    link: link.id,
    delivery: delivery.id,
    code,
    document,
    ie,
  }
}

/** The address of an operation, about these records where its path names such. */
function addressOf({ template, path }: Operation, asked: Asked): string {
  const { order, item, customer, address, forgotten, delivery, code } = asked
  const fill = (values: Record<string, unknown>) =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? code))
  if (template.startsWith('/orders/recalculations')) return fill({ id: asked.recalculation })
  if (template.startsWith('/orders/comments')) return fill({ id: asked.comment })
  if (template.startsWith('/orders/attachments')) return fill({ id: asked.attachment })
  if (template.startsWith('/orders/links')) return fill({ id: asked.link })
  if (template.startsWith('/orders'))
    return fill({
      id: template.includes('{id_order}') ? item : order,
      id_order: order,
      id_attachment: asked.attachment,
      version: 1,
    })
  if (template.endsWith('/anonymisation')) return fill({ id: forgotten })
  if (template.startsWith('/customers/address/')) return fill({ id: address })
  if (template === '/customers/suggestions') return `${template}?q=${code}`
  if (template.endsWith('/last-prices')) return `${fill({ id: customer })}?id_item=1`
  if (template.startsWith('/customers/{')) return fill({ id: customer, id_customer: customer })
  if (template.startsWith('/customers/fk_id')) return fill({})
  if (template.startsWith('/imports')) return fill({ id: asked.import })
  if (template.startsWith('/webhooks')) return fill({ id: listener.id, id_delivery: delivery })
  return path
}

/** All that an operation is asked about these records. */
function addressesOf(operation: Operation, asked: Asked): string[] {
  const { template } = operation
  const path = addressOf(operation, asked)
  const names = parameters.get(template) ?? []
  const limit = template.endsWith('/suggestions') ? 20 : 100
  const begun = path.includes('?') ? `${path}&` : `${path}?`
  const start = names.includes('limit') ? `${begun}limit=${limit}` : begun
  return [
    path,
    ...names.flatMap((name) =>
      (told[name]?.(asked, template) ?? []).map(
        (value) => `${start}&${name === 'custom' ? 'custom.rota' : name}=${value}`,
      ),
    ),
  ]
}

const numbersOf = (asked: Asked) =>
  Object.values(asked)
    .map(String)
    .toSorted((a, b) => b.length - a.length)

/** What an answer says; of a PDF what is to be read in it, but for when it was made. */
async function textOf({ headers, bytes, text }: Answer): Promise<string> {
  if (!String(headers['content-type']).includes('pdf')) return text
  const read = await extractText(new Uint8Array(bytes), { mergePages: true })
  return read.text.replace(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}/g, '')
}

/** An answer but for what differs from request to request, and for what was asked. */
async function essenceOf(answer: Answer, asked: Asked): Promise<string> {
  const { status, headers, bytes } = answer
  const isWorkbook = String(headers['content-type']).includes('spreadsheet')
  const text = isWorkbook ? JSON.stringify((await readXlsx(bytes)).sheets) : await textOf(answer)
  const plain = numbersOf(asked).reduce((left, one) => left.replaceAll(one, '?'), text)
  return (
    `${status} ${plain}`
      .replace(
        /"(request_id|timestamp|last_used_at|last_seen_at|last_delivery_at|expires_at|(next|restart)_cursor)":"[^"]*"/g,
        '',
      )
      .replace(/cursor=[\w-]+/g, '')
      // What receivers answered goes some time after a person is forgotten.
      .replace(/"response":(""|null)/g, '')
  )
}

/** The answers to all that is asked, by operation and address with what was asked left out. */
async function answers(send: Person['send'], asked: Asked): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const operation of operations) {
    for (const [i, path] of addressesOf(operation, asked).entries()) {
      const answer = await send('GET', path)
      assert.ok(answer.status < 500, `${path} ${answer.text}`)
      found.set(`${operation.template} ${i}`, await essenceOf(answer, asked))
    }
  }
  return found
}

test('every query parameter of a read operation is asked, or tells nothing', () => {
  const names = new Set(operations.flatMap(({ template }) => parameters.get(template) ?? []))
  const unknown = [...names].filter((name) => !(name in told) && !untold.test(name))
  assert.deepEqual(unknown, [])
})

test('what another seller has changes no answer to who is restricted', async () => {
  const asToken: Person['send'] = (method, path) => server.send(method, path, { token })
  const askers = { token: asToken, member }
  const before = new Map<string, Map<string, string>>()
  await endOfFeed(server, server)
  await untilQuiet(server, listener)
  for (const [name, send] of Object.entries(askers)) before.set(name, await answers(send, never))
  const asked = await otherSeller()
  const wrong: string[] = []
  for (const [name, send] of Object.entries(askers)) {
    for (const [what, text] of await answers(send, asked)) {
      const was = before.get(name)?.get(what)
      if (text !== was) wrong.push(`${name} ${what}: ${text.slice(0, 2000)}`)
    }
  }
  assert.deepEqual(wrong, [])
  // To who sees everything each operation shows them, or it is known that it never does.
  const marks = [SECRET, ...[asked.import, asked.order, asked.recalculation].map(String)]
  const shows = new Set<string>()
  for (const operation of operations) {
    for (const path of addressesOf(operation, asked)) {
      const answer = await server.send('GET', path)
      const { status } = answer
      const text = await textOf(answer)
      const isAbout = addressOf(operation, asked) !== addressOf(operation, never)
      const isTold = marks.some((mark) => text.includes(mark) && !path.includes(mark))
      if (isTold || (isAbout && status === 200)) shows.add(operation.template)
    }
  }
  const unclassed = operations
    .map(({ template }) => template)
    .filter((template) => shows.has(template) === showNothing.test(template))
  assert.deepEqual(unclassed, [])
})
