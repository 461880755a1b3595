import type { Answer } from '../../harness.ts'
import { PASSWORD } from '../people.ts'
import type { Sample } from '../sample.ts'
import {
  damaged,
  mutated,
  type Names,
  type Random,
  type Schema,
  valid,
  weird,
} from './fuzz-values.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Described {
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

export interface Operation {
  method: string
  template: string
  parameters: Parameter[]
  /** Of its JSON body, or of a line of it. */
  body: Schema | undefined
  /** Its body is lines of JSON. */
  lines: boolean
  /** It takes a file. */
  upload: boolean
  /** It is for members who signed in, */
  isOfMember: boolean
  /** or for anybody. */
  isPublic: boolean
}

export interface FuzzRequest {
  operation: Operation
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  token?: string | null
}

const NDJSON = 'application/x-ndjson'

export function operationsOf({ paths, components }: Document): Operation[] {
  const resolved = ({ $ref, ...own }: Parameter & { $ref?: string }): Parameter =>
    $ref === undefined ? own : (components.parameters[$ref.split('/').at(-1) ?? ''] as Parameter)
  return Object.entries(paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, { parameters = [], requestBody, security }]) => ({
      method: verb.toUpperCase(),
      template,
      // Those whose names are data depend on what is declared.
      parameters: parameters.map(resolved).filter(({ name }) => name !== 'custom'),
      body: (requestBody?.content['application/json'] ?? requestBody?.content[NDJSON])?.schema,
      lines: requestBody?.content[NDJSON] !== undefined,
      upload: requestBody?.content['multipart/form-data'] !== undefined,
      isOfMember: security.some((one) => 'session' in one),
      isPublic: security.length === 0,
    })),
  )
}

/** What answers have told to exist; new requests are about it. */
export interface Known {
  names: Names
  /** Values for the parameters of a path. */
  pathValues(operation: Operation): Record<string, unknown>
  /** A path of this form that was answered well, most of the time, where there was one. */
  goodPath(template: string): string | undefined
  learn(request: FuzzRequest, answer: Answer): void
}

/** `id_payment_type` → `/payment-types`. */
function collectionOf(name: string): string {
  if (name === 'id_item') return '/products'
  if (name === 'id_order_status' || name === 'next') return '/order-statuses'
  if (name === 'id_address') return '/customers/address'
  const singular = name.replace(/^id_/, '').replaceAll('_', '-')
  return `/${singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`}`
}

/** `/orders/{id_order}/items` → `/orders`: the records that an address is about. */
function recordsOf(template: string): string {
  if (template.includes('/address')) return '/customers/address'
  return template.replace(/\/(\{|fk_id).*$/, '')
}

/** The e-mail of a member, who has the password that all have. */
export const MEMBER = 'ana@aurora.example'

/** Codes that no valid request changes or deletes. */
const LASTING = ['aurora', 'cafe', 'address', 'fk_id']

export function knownFrom(
  document: Document,
  ids: Sample &
    Record<'webhooks' | 'issuers' | 'views' | 'passkeys', number[]> & { link: () => string },
  random: Random,
): Known {
  const byCollection = new Map<string, unknown[]>([
    ['/products', [ids.product, ids.service]],
    ['/freight-types', [ids.charged_freight, ids.free_freight]],
    ['/order-statuses', Object.values(ids.statuses)],
    ['/customers/address', [ids.address]],
    ['/session/passkeys', ids.passkeys],
    ['/webhooks', ids.webhooks],
    ['/trusted-issuers', ids.issuers],
    ['/views', ids.views],
  ])
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id !== 'number' || byCollection.has(collectionOf(`id_${name}`))) continue
    byCollection.set(collectionOf(`id_${name}`), [id])
  }
  const fkIds = new Map([
    ['/customers', ['aurora', 'address', 'fk_id']],
    ['/products', ['cafe']],
    ['/users', ['ana']],
    ['/order-statuses', ['draft', 'open', 'approved']],
  ])
  const fkIdIn = (collection: string, isLasting = true) => {
    const known = fkIds.get(collection) ?? []
    const all = isLasting ? known : known.filter((code) => !LASTING.includes(code))
    return random.chance(0.8) && all.length > 0
      ? random.pick(all.slice(-20))
      : `fuzz ${random.below(100)}`
  }
  /** A code that the sample's record has; null where that has none. */
  const codeIn = (collection: string) => fkIds.get(collection)?.[0] ?? null
  /** Of addresses that name two things, of which chance seldom finds a pair. */
  const goodPaths = new Map<string, Set<string>>()
  const items: { id_order: unknown; id: unknown }[] = []
  const attachments: { id: unknown; id_attachment: unknown; fk_id?: string }[] = []
  const itemsByCode: { order_fk_id: unknown; fk_id: unknown }[] = []
  const cursors: string[] = []
  /** What was asked for in vain was renamed or deleted. */
  const forget = (collection: string, path: string) => {
    const isAsked = (value: unknown) => path.includes(`/${encodeURIComponent(String(value))}`)
    const left = (fkIds.get(collection) ?? []).filter(
      (code) => LASTING.includes(code) || !isAsked(code),
    )
    fkIds.set(collection, left)
    remove(items, ({ id_order, id }) => isAsked(id_order) && isAsked(id))
    remove(itemsByCode, ({ order_fk_id, fk_id }) => isAsked(order_fk_id) && isAsked(fk_id))
  }
  // The first ones are the sample's, which no valid request deletes: most requests then succeed.
  const idIn = (collection: string, lasting: boolean) => {
    const [first, ...others] = byCollection.get(collection) ?? []
    if (others.length === 0 || (lasting && random.chance(0.5))) return first
    return random.pick(others.slice(-20))
  }
  return {
    names: {
      resolve: (schema) =>
        schema.$ref
          ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
          : schema,
      value(name) {
        if (name.startsWith('fk_id_')) return codeIn(collectionOf(name.slice(3)))
        if (name.startsWith('id_') || name === 'next') return idIn(collectionOf(name), true)
        if (name.endsWith('password')) return PASSWORD
        if (name === 'link') return ids.link()
        if (name === 'email')
          return random.pick([MEMBER, `fuzz-${random.below(300)}@aurora.example`])
        if (name === 'only') return null
        if (name === 'jwks_url') return 'https://login.example.com/keys'
        if (name === 'fields') return 'id'
        return name === 'cursor' ? random.pick(cursors) : undefined
      },
    },
    pathValues({ method, template }) {
      const collection = recordsOf(template)
      const about = template.includes('/items/{id}') ? random.pick(items.slice(-10)) : undefined
      // Addresses are few: the requests about them meet at the sample's customer.
      const ofCustomer = template.includes('/addresses') && {
        customer_fk_id: 'aurora',
        id_customer: ids.customer,
      }
      const ofOrder = template.includes('{id_attachment}')
        ? random.pick(
            attachments.filter((one) => template.includes('{id}') || 'fk_id' in one).slice(-10),
          )
        : undefined
      const byCode = template.includes('/items/fk_id/') ? random.pick(itemsByCode.slice(-10)) : {}
      return {
        fk_id: template.endsWith('/image')
          ? 'cafe'
          : fkIdIn(collection, !['PATCH', 'DELETE'].includes(method)),
        customer_fk_id: fkIdIn('/customers'),
        id_customer: ids.customer,
        address_fk_id: fkIdIn('/customers/address'),
        customerId: random.chance(0.5) ? `id:${ids.customer}` : fkIdIn('/customers'),
        // Images are few: the requests about them meet at the sample's product.
        id: idIn(collection, template.endsWith('/image')),
        id_order: idIn('/orders', false),
        order_fk_id: fkIdIn('/orders'),
        ...about,
        ...ofOrder,
        ...ofCustomer,
        ...byCode,
      }
    },
    goodPath: (template) =>
      random.chance(0.7) ? random.pick([...(goodPaths.get(template) ?? [])].slice(-5)) : undefined,
    learn({ operation: { method, template }, path }, { status, body }) {
      const collection = recordsOf(template)
      const [bare = ''] = path.split('?')
      const good = goodPaths.get(template) ?? new Set<string>()
      if (status < 300 && method !== 'DELETE') goodPaths.set(template, good.add(bare))
      else if (status === 404 || method === 'DELETE') good.delete(bare)
      if (status === 404) forget(collection, path)
      if (typeof body?.deletedId === 'number' && !/\/items\/|\{id_attachment\}/.test(template)) {
        const left = byCollection.get(collection)?.filter((id) => id !== body.deletedId)
        byCollection.set(collection, left ?? [])
        const [address] = path.split('?')
        const codes = fkIds.get(collection) ?? []
        const others = codes.filter((code) => !address?.endsWith(`/${encodeURIComponent(code)}`))
        fkIds.set(collection, others)
      }
      if (typeof body?.next_cursor === 'string') cursors.push(body.next_cursor)
      const { data } = body ?? {}
      if (status > 201 || method === 'GET' || typeof data?.id !== 'number') return
      // A comment or an attachment is made below its order, and is none.
      const [, beside] = /\/(comments|attachments)$/.exec(template) ?? []
      const made = beside ? `/orders/${beside}` : collection
      if (beside === 'attachments') {
        const [, code] = /\/fk_id\/([^/?]+)\//.exec(path) ?? []
        const fk_id = code && { fk_id: decodeURIComponent(code) }
        attachments.push({ id: data.id_order, id_attachment: data.id, ...fk_id })
      }
      const all = byCollection.get(made) ?? []
      if (!all.includes(data.id)) byCollection.set(made, [...all, data.id])
      if (data.fk_id) fkIds.set(collection, [...(fkIds.get(collection) ?? []), data.fk_id])
      for (const { id, fk_id } of data.items ?? []) {
        items.push({ id_order: data.id, id })
        if (data.fk_id && fk_id) itemsByCode.push({ order_fk_id: data.fk_id, fk_id })
      }
    },
  }
}

function remove<T>(list: T[], which: (one: T) => boolean): void {
  list.splice(0, list.length, ...list.filter((one) => !which(one)))
}

/** A request that should be answered well, as far as its schemas and what is known can tell. */
export function validRequest(operation: Operation, known: Known, random: Random): FuzzRequest {
  const { method, template, parameters, body } = operation
  const values = known.pathValues(operation)
  const anyPath = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? 1)),
  )
  const path = (template.split('{').length > 2 && known.goodPath(template)) || anyPath
  const share = random.pick([0, 0.1, 0.3])
  const chosen = (place: Parameter['in']) =>
    parameters
      .filter((one) => one.in === place && (one.required || random.chance(share)))
      .map(({ name, schema }) => [name, String(valid(schema, random, known.names, name))])
  // A cursor is enough alone; few are right beside it.
  const query = new URLSearchParams(
    Object.fromEntries(chosen('query').filter(([, v]) => v !== 'undefined')),
  )
  if (query.has('cursor') || query.get('pagination') === 'cursor') query.delete('page')
  const headers: Record<string, string> = Object.fromEntries(
    chosen('header').map(([name = '', value]) =>
      name === 'Idempotency-Key'
        ? [name, `key-${random.below(300)}`]
        : [name, random.pick(['*', `${value}`])],
    ),
  )
  return {
    operation,
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: operation.lines ? { 'content-type': NDJSON, ...headers } : headers,
    body: body ? valid(body, random, known.names) : undefined,
  }
}

/** One to three things about the request made wrong. */
export function mutatedRequest(
  request: FuzzRequest,
  tokens: string[],
  random: Random,
): FuzzRequest {
  let result = request
  for (let i = random.pick([0, 0, 1, 2]); i >= 0; i--) result = mutateOnce(result, tokens, random)
  return result
}

function mutateOnce(request: FuzzRequest, tokens: string[], random: Random): FuzzRequest {
  const { path, headers, body } = request
  const part = random.below(body === undefined ? 7 : 16)
  // A public operation is about the account that its body names, whatever token comes along.
  if (part === 0 && request.token !== null)
    return { ...request, token: random.pick([null, 'nonsense', ...tokens]) }
  if (part === 1)
    return { ...request, method: random.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) }
  if (part <= 3) return { ...request, headers: { ...headers, ...weirdHeader(random) } }
  if (part === 4) return { ...request, path: withWeirdSegment(path, random) }
  if (part <= 6) return { ...request, path: withWeirdQuery(request, random) }
  if (part <= 12 && !Buffer.isBuffer(body)) return { ...request, body: mutated(body, random) }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body) ?? '')
  return { ...request, body: damaged(bytes, random) }
}

function weirdHeader(random: Random): Record<string, string> {
  const name = random.pick([
    'accept',
    'content-type',
    'content-encoding',
    'if-match',
    'if-none-match',
    'idempotency-key',
    'accept-charset',
    'range',
    'x-http-method-override',
  ])
  const value = random.pick([
    '',
    '*',
    'W/"a", "b"',
    '"',
    ',,,',
    'application/json; charset=utf-16',
    'application/json;;;',
    'text/html;q=0',
    'multipart/form-data',
    'x'.repeat(300),
    'é\u00ff',
    'bytes=0-1',
    `key-${random.below(300)}`,
  ])
  return { [name]: value }
}

/** Percent-encoded, or as it stands where it is made for that. */
function weirdText(random: Random): string {
  if (random.chance(0.3))
    return random.pick(['%', '%zz', '%00', '%c0%80', '%ed%a0%80', '%2F', '%252F', '+', ';', "'"])
  const value = random.pick(weird)
  const text = typeof value === 'string' ? value : String(JSON.stringify(value))
  return encodeURIComponent(text.toWellFormed().slice(0, 2000))
}

function withWeirdSegment(path: string, random: Random): string {
  const [before = '', query] = path.split('?')
  const segments = before.split('/')
  const at = 1 + random.below(segments.length - 1)
  // The injected client itself would resolve dots, as every client does; nothing is another path.
  segments[at] = weirdText(random).replaceAll(/^(\.|%2e)*$/gi, 'dots')
  return [segments.join('/'), query].filter((one) => one !== undefined).join('?')
}

function withWeirdQuery({ path, operation }: FuzzRequest, random: Random): string {
  const names = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name = random.pick([...names, ...names, 'unknown', '__proto__', 'limit', ''])
  const added = random.pick([
    `${name}=${weirdText(random)}`,
    name,
    `${name}=1&${name}=1`,
    `${name}[]=1`,
  ])
  return `${path}${path.includes('?') ? '&' : '?'}${added}`
}
