import assert from 'node:assert/strict'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { isPercentEncoded } from '../../../src/base/values/percent-encoding.ts'
import { expanded } from '../../../src/http/openapi/expanded.ts'
import { recordSeen } from './coverage.ts'
import { pointerOf, schemasOf } from './schemas.ts'

interface Declared {
  $ref?: string
  headers?: Record<string, Header>
  content?: Record<string, { schema: object }>
}

interface Header {
  $ref?: string
  schema?: { type?: string }
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, Declared> }>>
  components?: {
    schemas?: Record<string, object>
    responses?: Record<string, Declared>
    headers?: Record<string, Header>
  }
}

export interface Received {
  status: number
  headers: Record<string, unknown>
  /** Parsed JSON, or the text. */
  body: unknown
}

/** Statuses that come before the question which operation it is. */
const BEFORE_ROUTING = [400, 401, 403, 404, 405, 406, 408, 413, 414, 429, 431, 500, 503]

/** Headers that an answer must carry where its operation declares them. */
const NEEDED_HEADERS = ['x-request-id', 'location', 'www-authenticate', 'retry-after']

/** Of conflicts only one passes by itself. */
function isOptional(name: string, { status, body }: Received): boolean {
  const { code } = (body ?? {}) as { code?: string }
  return name === 'Retry-After' && status === 409 && code !== 'idempotency_in_flight'
}

/**
 * Holds every answer to the published document: the status is declared, so is the content type,
 * needed headers are there, headers and body fit their schemas, with no property beyond them.
 */
export function contractOf(published: object) {
  const document = closeObjects(withoutOtherEvents(expanded(published))) as OpenApi
  const pathsOf = Map.groupBy(
    Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => ({ verb, path, segments: path.split('/') })),
    ),
    ({ verb, segments }) => `${verb} ${segments.length}`,
  )
  const validator = schemasOf(document)

  /** @param place of the answer in the document */
  function verifyHeader(name: string, header: Header, place: string[], value: unknown): void {
    const own = header.$ref ? ['components', 'headers', name] : [...place, 'headers', name]
    const { type } = (header.$ref ? document.components?.headers?.[name] : header)?.schema ?? {}
    const read = type === 'integer' ? Number(value) : value
    verifyValue(validator(pointerOf([...own, 'schema'])), read, `${name}: ${value}`)
  }

  /** @throws AssertionError that tells how the answer differs from what is published */
  return function verify(method: string, url: string, received: Received): void {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const path = operationPath(url, (length) => pathsOf.get(`${verb} ${length}`) ?? [])
    const operation = path === undefined ? undefined : document.paths[path]?.[verb]
    const what = `${method} ${url} answered ${received.status}`
    if (path === undefined || operation === undefined) {
      assert.ok(BEFORE_ROUTING.includes(received.status), `${what}, but is no published operation`)
      if (method !== 'HEAD')
        verifyValue(validator('/components/schemas/Problem'), received.body, what)
      return
    }
    const written = operation.responses[received.status]
    assert.ok(written, `${what}, which ${verb} ${path} does not declare`)
    const shared = written.$ref?.split('/').at(-1)
    const declared = shared ? (document.components?.responses?.[shared] ?? {}) : written
    recordSeen(`${verb.toUpperCase()} ${path} ${received.status}`)
    const place = shared
      ? ['components', 'responses', shared]
      : ['paths', path, verb, 'responses', String(received.status)]
    for (const [name, header] of Object.entries(declared.headers ?? {})) {
      const value = received.headers[name.toLowerCase()]
      const needed = NEEDED_HEADERS.includes(name.toLowerCase()) && !isOptional(name, received)
      assert.ok(!needed || value !== undefined, `${what} without ${name}`)
      for (const one of [value ?? []].flat()) verifyHeader(name, header, place, one)
    }
    const types = Object.keys(declared.content ?? {})
    const type = String(received.headers['content-type'] ?? '').split(';')[0]
    if (types.length === 0) {
      assert.equal(received.body, '', `${what} with a body`)
      return
    }
    assert.ok(types.includes(type ?? ''), `${what} as ${type}, declared: ${types.join(', ')}`)
    if (method === 'HEAD' || !type?.endsWith('json')) return
    // Of lines the schema is about each.
    const bodies = type === NDJSON ? (received.body as unknown[]) : [received.body]
    const validate = validator(pointerOf([...place, 'content', type, 'schema']))
    for (const body of bodies) verifyValue(validate, body, what)
  }
}

const NDJSON = 'application/x-ndjson'

function verifyValue(validate: ValidateFunction, value: unknown, what: string): void {
  if (validate(value)) return
  const errors = (validate.errors ?? []) as ErrorObject[]
  const list = errors.map(
    ({ instancePath, message, params, data }) =>
      `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}, is ${JSON.stringify(data)?.slice(0, 200)}`,
  )
  assert.fail(`${what} is not as published:\n${list.join('\n')}`)
}

/** The path, of those with as many segments, that a URL means: without the prefix; fixed segments win. */
function operationPath(
  url: string,
  pathsOf: (length: number) => { path: string; segments: string[] }[],
): string | undefined {
  // Such an address is no operation's.
  if (!isPercentEncoded(url)) return undefined
  const plain = (url.split('?')[0] ?? '').replace(/^\/v2(?=\/|$)/, '').replace(/(.)\/$/, '$1')
  const given = plain.split('/')
  const fits = pathsOf(given.length).filter(({ segments }) =>
    segments.every(
      (segment, i) => segment === given[i] || (isParameter(segment) && given[i] !== ''),
    ),
  )
  const rank = ({ segments }: { segments: string[] }) =>
    segments.map((s) => (isParameter(s) ? 1 : 0)).join('')
  return fits.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0]?.path
}

const isParameter = (segment: string) => segment.startsWith('{')

/** Clients take events of new types; here every event has a published one. */
function withoutOtherEvents(document: object): object {
  const { schemas = {} } = (document as OpenApi).components ?? {}
  const event = schemas['CloudEvent'] as { anyOf: { $ref: string }[] }
  event.anyOf = event.anyOf.filter(({ $ref }) => !$ref.endsWith('/OtherEvent'))
  return document
}

/**
 * Published objects are open to clients, so that additions break nobody. Here they are closed: a
 * property that is not published must not appear. Problems may carry members of their own.
 */
function closeObjects(value: unknown, key = '', composed = false): unknown {
  if (Array.isArray(value)) return value.map((one) => closeObjects(one, key, composed))
  if (typeof value !== 'object' || value === null || key === 'Problem') return value
  const schema = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(schema)) {
    schema[name] = closeObjects(
      inner,
      name,
      ['allOf', 'anyOf', 'oneOf'].includes(name) && 'properties' in schema,
    )
  }
  const isObject = schema['type'] === 'object' && typeof schema['properties'] === 'object'
  if (isObject && !composed && schema['additionalProperties'] === undefined) {
    schema['unevaluatedProperties'] = false
  }
  return schema
}
