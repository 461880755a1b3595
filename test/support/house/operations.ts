import assert from 'node:assert/strict'
import { type Scope, scopes } from '../../../src/base/scopes.ts'
import type { SendOptions, Server } from '../../harness.ts'
import { attach } from '../files/attachments.ts'
import { sendFile } from '../files/imports.ts'
import { PASSWORD, person, registered, signedIn } from '../people.ts'
import { sample } from '../sample.ts'

/** An operation of the OpenAPI document, with addresses and a body to ask it with. */
export interface Operation {
  method: string
  /** Its path as the document has it. */
  template: string
  /** The address, of a record that exists. */
  path: string
  /** The same with a parameter that is wrong, where it has one; else the same. */
  wrong: string
  /** The same of a record that does not exist. */
  unknown: string
  /** A JSON body that is accepted, where it takes one. */
  body: object | undefined
  /** The statuses it declares. */
  statuses: Set<number>
  /**
   * The scope that it declares to need; null: any token or session; `session`: a member who signed in;
   * `public`: nothing.
   */
  needs: Scope | null | 'session' | 'public'
  description: string
  /** What it is asked with besides: the cookie of a member, or nothing where it is public. */
  as: Pick<SendOptions, 'token' | 'headers'>
}

interface Described {
  description?: string
  responses: object
  requestBody?: { content: object }
  security: Record<string, string[]>[]
}

interface Document {
  paths: Record<string, Record<string, Described>>
}

const UNKNOWN = '999999999'

/** Parameters without which an operation is not asked. */
export const needed: Record<string, string> = {
  'POST /imports': '?resource=customers',
  'POST /orders/recalculate': '?all=true',
  'GET /lookups/company': '?document=12ABC34501DE35',
  'GET /lookups/postal-code': '?postal_code=01310200',
  'GET /customers/suggestions': '?q=x',
  'GET /products/suggestions': '?q=x',
  'GET /customers/{id}/last-prices': '?id_item=1',
  'GET /customers/fk_id/{fk_id}/last-prices': '?id_item=1',
}

/** All operations, with records made for their addresses. */
export async function readOperations(server: Server): Promise<Operation[]> {
  const { paths } = server.app.swagger() as unknown as Document
  const puts = Object.keys(paths).filter((path) => paths[path]?.['put'])
  const made = await makeRecords(server, puts)
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, described]) => {
      const { description = '', responses, requestBody, security } = described
      const method = verb.toUpperCase()
      const takesJson = requestBody !== undefined && 'application/json' in requestBody.content
      const bare = fill(template, made.valuesFor(template))
      const path = bare + (needed[`${method} ${template}`] ?? '')
      return {
        method,
        template,
        path,
        wrong: wrongAddress(method, template, path),
        unknown:
          fill(template, {
            id: UNKNOWN,
            id_order: UNKNOWN,
            id_customer: UNKNOWN,
            version: 1,
            id_delivery: UNKNOWN,
            id_attachment: UNKNOWN,
            id_session: UNKNOWN,
            id_passkey: UNKNOWN,
            fk_id: 'nobody',
            address_fk_id: 'nobody',
            order_fk_id: 'nobody',
            customer_fk_id: 'nobody',
            customerId: 'nobody',
            name: 'nobody',
          }) +
          (/last-prices$|^\/lookups\//.test(template)
            ? (needed[`${method} ${template}`] ?? '')
            : ''),
        body: takesJson ? made.bodyFor(method, template) : undefined,
        statuses: new Set(Object.keys(responses).map(Number)),
        needs: needsOf(security),
        description,
        as: asked(security, made.cookie),
      }
    }),
  )
}

function needsOf([needed]: Described['security']): Operation['needs'] {
  if (needed === undefined) return 'public'
  if ('session' in needed) return 'session'
  const [scope] = needed['bearer'] ?? []
  if (scope === undefined) return null
  return scopes.find((one) => one === scope) ?? assert.fail(`${scope} is no scope`)
}

function asked([needed]: Described['security'], cookie: string): Operation['as'] {
  if (needed === undefined) return { token: null }
  if (!('session' in needed)) return {}
  return { token: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}

type Values = Record<string, string | number>

function fill(template: string, values: Values): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? assert.fail(`say in operations.ts what {${name}} of ${template} is`)),
  )
}

function wrongAddress(method: string, template: string, path: string): string {
  if (needed[`${method} ${template}`]) return template
  if (template.startsWith('/bulk/')) return `${path}?mode=x`
  if (template.includes('{name}')) return fill(template, { name: 'x'.repeat(201) })
  if (/\{(id|id_order|id_customer|fk_id|order_fk_id|customer_fk_id)\}/.test(template)) {
    const of = {
      id_attachment: 'x',
      id_delivery: 'x',
      id_session: 'x',
      id_passkey: 'x',
      version: 'x',
    }
    const ids = { id: 'x', id_order: 'x', id_customer: 'x', ...of }
    const owners = { order_fk_id: 'id:1', customer_fk_id: 'id:1' }
    const codes = { fk_id: 'id:1', ...owners, address_fk_id: 'kept' }
    return fill(template, { ...ids, ...codes, customerId: 'aurora' })
  }
  // These have no parameters.
  const hasNone =
    /^\/(session(s|\/passkeys)?|account(\/logo)?|test-account|roles|sign-in-provider)$/.test(path)
  return method === 'GET' && !hasNone ? `${path}?limit=0` : path
}

const isByFkId = (template: string) => template.endsWith('/fk_id/{fk_id}')
const customersFirst = (a: string, b: string) => a.split('/').length - b.split('/').length

/** One record of each kind, all with the fk_id `kept`. */
async function makeRecords(server: Server, templates: string[]) {
  const { customer, product, user } = await sample(server)
  const items = [{ id_item: product, quantity: 1, fk_id: 'kept' }]
  const order = { id_customer: customer, items }
  const ana = await person(server)
  await signedIn(server, ana)
  const phone = await registered(ana)
  const nothing = { challenge: 'x', rpId: 'x', rp: { id: 'x' }, user: { id: 'x' } }
  const provider = {
    name: 'Aurora',
    issuer: 'https://login.example.com',
    client_id: 'pedido',
    client_secret: 'x',
  }
  let fields = 0
  let invitations = 0
  const bodyFor = (method: string, template: string): object => {
    if (template === '/imports/{id}') return { mapping: {} }
    if (method === 'PATCH' || template.includes('/address')) return {}
    if (/^\/orders\/.*\}\/(changes|preview)$/.test(template)) return {}
    if (template.endsWith('/anonymise') || template.endsWith('}/rotate-secret')) return {}
    if (template.endsWith('/comments')) return { text: 'Ligar antes' }
    if (template.endsWith('/links')) return { days: 7 }
    if (template.endsWith('/transfer')) return { from: user, to: null }
    if (template.endsWith('/items')) return { id_item: product, quantity: 1 }
    if (template === '/orders/invoice-check') return { ids: [kept.get('/orders') ?? 1] }
    if (template.startsWith('/orders')) return order
    if (template === '/webhooks') return { url: 'https://erp.example.com/' }
    if (template.endsWith('/replay')) return { from: '2026-11-21' }
    if (template.startsWith('/import-mappings')) return { resource: 'customers' }
    if (template === '/session/password')
      return { current_password: PASSWORD, new_password: PASSWORD }
    if (template === '/session/passkeys/options') return {}
    if (template === '/session/passkeys') return { name: 'x', credential: phone.create(nothing) }
    if (template === '/session/passkey') return { credential: phone.get(nothing) }
    if (template === '/session') return { email: ana.email, password: PASSWORD }
    if (template === '/session/provider/options') return { account: server.account_id }
    if (template === '/session/provider')
      return { account: server.account_id, answer: 'code=x&state=x' }
    if (template === '/sign-in-provider') return provider
    if (template === '/session/reset') return { email: ana.email }
    if (template === '/session/link/read') return { link: 'pdl_1_unknown' }
    if (template === '/session/link') return { link: 'pdl_1_unknown', password: PASSWORD }
    if (template === '/members')
      return { email: `convidado-${++invitations}@aurora.example`, name: 'Bia', role: 'viewer' }
    if (template === '/tokens') return { name: 'another', scopes: ['orders:read'] }
    if (template === '/tax-rules/preview') return { items: [{ quantity: 1, price: 1 }] }
    if (template === '/views')
      return { resource: 'orders', name: 'Another', query: {}, shared: true }
    if (template === '/trusted-issuers')
      return { name: 'Another', issuer: 'https://login.example.com', scopes: ['orders:read'] }
    if (template === '/custom-fields')
      return { resource: 'orders', key: `key ${++fields}`, type: 'text' }
    // No two rules are about the same goods.
    if (template.startsWith('/tax-rules'))
      return { name: 'Another', cst: '40', ncm: String(1_000 + ++fields) }
    return { name: 'Another' }
  }
  const kept = new Map<string, number>()
  let item = 0
  for (const template of templates.filter(isByFkId).sort(customersFirst)) {
    const path = fill(template, { fk_id: 'kept', customerId: 'kept' })
    const { status, text, body } = await server.send('PUT', path, {
      body: bodyFor('PUT', template),
    })
    assert.equal(status, 201, text)
    kept.set(template.replace('/fk_id/{fk_id}', ''), body.data.id)
    if (template.startsWith('/orders')) item = body.data.items[0].id
  }
  const token = await server.send('POST', '/tokens', { body: bodyFor('POST', '/tokens') })
  kept.set('/tokens', token.body.data.id)
  const issuer = { body: bodyFor('POST', '/trusted-issuers') }
  kept.set('/trusted-issuers', (await server.send('POST', '/trusted-issuers', issuer)).body.data.id)
  const field = await server.send('POST', '/custom-fields', {
    body: bodyFor('POST', '/custom-fields'),
  })
  kept.set('/custom-fields', field.body.data.id)
  await server.send('PUT', '/sign-in-provider', { body: provider })
  const webhook = await server.send('POST', '/webhooks', { body: bodyFor('POST', '/webhooks') })
  kept.set('/webhooks', webhook.body.data.id)
  const test = await server.send('POST', `/webhooks/${webhook.body.data.id}/test`)
  kept.set('/imports', (await sendFile(server, 'customers', 'Código;Nome\n1;Um')).id)
  const recalculation = await server.send('POST', '/orders/recalculate?all=true')
  kept.set('/orders/recalculations', recalculation.body.data.id)
  const comment = { body: { text: 'Ligar antes' } }
  const noted = await server.send('POST', `/orders/${kept.get('/orders')}/comments`, comment)
  kept.set('/orders/comments', noted.body.data.id)
  const attached = await attach(server, `/orders/${kept.get('/orders')}`)
  kept.set('/orders/attachments', attached.id)
  const shared = await server.send('POST', `/orders/${kept.get('/orders')}/links`, { body: {} })
  kept.set('/orders/links', shared.body.data.id)
  const mapping = { body: bodyFor('PUT', '/import-mappings') }
  await server.send('PUT', '/import-mappings/kept', mapping)
  kept.set('/customers/address', kept.get('/customers/{customerId}/address') ?? 0)
  await server.send('POST', '/test-account')
  kept.set('/members', ana.id)
  const view = await server.send('POST', '/views', { body: bodyFor('POST', '/views') })
  kept.set('/views', view.body.data.id)
  kept.set('/sessions', (await ana.send('GET', '/sessions')).body.data[0].id)
  kept.set('/session/passkeys', (await ana.send('GET', '/session/passkeys')).body.data[0].id)
  const forgotten = (await server.send('POST', '/customers', { body: { name: 'Ana' } })).body.data
    .id
  await server.send('POST', `/customers/${forgotten}/anonymise`, { body: {} })
  const valuesFor = (template: string): Values => {
    const isForgotten = /\/anonymis/.test(template)
    const collection = template.replace(/\/\{id\}.*$/, '')
    const isItem = template.includes('{id_order}')
    return {
      id: isForgotten ? forgotten : isItem ? item : (kept.get(collection) ?? 0),
      id_order: kept.get('/orders') ?? 0,
      id_customer: kept.get('/customers') ?? 0,
      version: 1,
      id_attachment: kept.get('/orders/attachments') ?? 0,
      id_delivery: test.body.data.id,
      id_session: kept.get('/sessions') ?? 0,
      id_passkey: kept.get('/session/passkeys') ?? 0,
      fk_id: 'kept',
      address_fk_id: 'kept',
      order_fk_id: 'kept',
      customer_fk_id: 'kept',
      customerId: 'kept',
      name: 'kept',
    }
  }
  return { valuesFor, bodyFor, cookie: ana.cookie }
}
