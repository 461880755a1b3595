import type { Document } from './part.ts'

/** What of an operation a request of the collection is made from. */
interface Operation {
  tags?: string[]
  operationId?: string
  summary?: string
  description?: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content?: Record<string, Content> }
  responses?: Record<string, { content?: object }>
}

interface Content {
  examples?: Record<string, { value: unknown }>
}

interface Parameter {
  name: string
  in: string
  description?: string
  example?: unknown
}

/** A pair of Postman's. */
interface Pair {
  key: string
  value: string
  description?: string
  disabled?: true
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** What these make are credentials, or requests to somebody else's server. */
const NOT_MADE = [
  'Account',
  'Members',
  'Passkeys',
  'Sessions',
  'Single sign-on',
  'Tokens',
  'Trusted issuers',
  'Webhooks',
]

/**
 * A collection for Postman (v2.1): what reads, what makes new records, and what changes one that the
 * person names. Sent as it stands, request after request, it changes nothing that there is: requests
 * that change have an empty place for the record, and none deletes or changes many.
 */
export function postmanCollection(document: Document): object {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...(one as Operation),
      method: method.toUpperCase(),
      path,
    })),
  )
  const chosen = operations.filter(isHarmless)
  const folders = (document.tags ?? []).map(({ name }) => ({
    name,
    item: chosen
      .filter(({ tags }) => tags?.[0] === name)
      .map((operation) => requestOf(document, operation)),
  }))
  return {
    info: {
      name: 'Pedido',
      description:
        'Fill in the variables `baseUrl` and `token` of the collection. Requests that change a record begin with an empty variable of the path: name the record there.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:3000' },
      { key: 'token', value: '' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  }
}

type Described = Operation & { method: string; path: string }

function isHarmless({
  method,
  path,
  operationId = '',
  tags = [],
  requestBody,
  responses,
}: Described) {
  // A stream would never end.
  if (method === 'GET') return !('text/event-stream' in (responses?.['200']?.content ?? {}))
  if (tags.some((tag) => NOT_MADE.includes(tag))) return false
  const isJson = 'application/json' in (requestBody?.content ?? {})
  if (method === 'POST') return isJson && /^(create|preview|check)/.test(operationId)
  return isJson && ['PATCH', 'PUT'].includes(method) && path.includes('{')
}

function requestOf(document: Document, operation: Described): object {
  const { method, path, summary, description, parameters = [], requestBody } = operation
  const known = parameters.map((one) => ('$ref' in one ? resolved(document, one.$ref) : one))
  const of = (place: string) => known.filter((one) => one.in === place)
  const segments = path.slice(1).split('/')
  const body = exampleOf(requestBody)
  const query = of('query').map((one): Pair => ({ ...pairOf(one), disabled: true }))
  return {
    name: summary,
    request: {
      method,
      description,
      header: headersOf(method, body),
      url: {
        raw: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((part) => part.replace(/^\{(\w+)\}$/, ':$1')),
        ...(query.length > 0 ? { query } : {}),
        variable: of('path').map((one) =>
          method === 'GET' ? pairOf(one) : { ...pairOf(one), value: '' },
        ),
      },
      ...(body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  }
}

function headersOf(method: string, body: unknown): Pair[] {
  const type = body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]
  // Postman draws another one for each request.
  const key = method === 'POST' ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []
  return [...type, ...key]
}

/** The first example of a body. */
function exampleOf(body: Operation['requestBody']): unknown {
  const [first] = Object.values(body?.content?.['application/json']?.examples ?? {})
  return first?.value
}

function pairOf({ name, description, example = '' }: Parameter): Pair {
  return { key: name, value: String(example), ...(description ? { description } : {}) }
}

function resolved({ components }: Document, ref: string): Parameter {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return components?.['parameters']?.[name] as Parameter
}
