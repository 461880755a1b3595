import {
  type Document,
  type DocumentOperation,
  type Parameter,
  parameterOf,
  type Schema,
  schemaOf,
} from './document.ts'

/** An operation as a method of the client. */
export interface Operation {
  /** Such as `orders`. */
  resource: string
  /** Such as `create`. */
  name: string
  operationId: string
  about: string
  /** `POST /orders` */
  address: string
  path: Parameter[]
  query: Parameter[]
  /** Options that become headers, or parameters beside the query. */
  headers: HeaderOption[]
  body: { kind: 'json' | 'file' | 'lines'; schema: Schema } | undefined
  answer: Answer
}

type HeaderOption = 'idempotencyKey' | 'ifMatch' | 'ifNew' | 'consistency' | BesideQuery

/** What comes back: records are taken out of their envelope. */
type Answer =
  | { kind: 'data' | 'whole'; schema: Schema }
  | { kind: 'list'; item: Schema; page: Schema; cursorPage: Schema; hasPages: boolean }
  | { kind: 'lines'; schema: Schema }
  | { kind: 'file' }
  | { kind: 'stream' }

/**
 * Addresses of a customer that is named by its `fk_id` or by `id:` and its id, in one place of the
 * path: an id that is meant as such is taken for somebody's `fk_id`. The client has those paths
 * alone that tell the two apart.
 */
const SAME_TWICE = /^\/customers\/(\{customerId\}|address)\/address(?!\/\{id\})/

/** Access tokens, which clients of OAuth get by themselves. */
const OF_OAUTH = /^\/oauth\//

/** Lines, each of which is JSON. */
const NDJSON = 'application/x-ndjson'

/** What says how a list looks as a file, which the client's lists are not. */
const OF_FILES = ['format', 'csv', 'language', 'rows']

/** Parameters that methods had before take among their options: they come to what had no query. */
const BESIDE_QUERY = ['at', 'correction', 'expand'] as const
type BesideQuery = (typeof BESIDE_QUERY)[number]

/** Tags of the document that are one resource of the client, by the first one. */
const ONE_RESOURCE: Record<string, RegExp> = { Orders: /^Order (?!statuses$)/ }

const subjectOf = (tag = ''): string =>
  Object.entries(ONE_RESOURCE).find(([, others]) => others.test(tag))?.[0] ?? tag

/** The operations of a document by what the client calls them. */
export function operationsOf(document: Document): Operation[] {
  const paths = Object.entries(document.paths).filter(
    ([path]) => !SAME_TWICE.test(path) && !OF_OAUTH.test(path),
  )
  const tags = paths.flatMap(([, methods]) => Object.values(methods).flatMap(({ tags }) => tags))
  const nouns = nounsOf([...new Set(tags.map(subjectOf))])
  const found = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...operationOf(document, method.toUpperCase(), path, one),
      ...methodOf(one, nouns),
    })),
  )
  const names = found.map(({ resource, name }) => `${resource}.${name}`)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice) throw new Error(`Two operations would be ${twice} of the client.`)
  return found
}

function operationOf(
  document: Document,
  method: string,
  path: string,
  one: DocumentOperation,
): Omit<Operation, 'resource' | 'name'> {
  const parameters = (one.parameters ?? []).map((parameter) => parameterOf(document, parameter))
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const answer = answerOf(document, one)
  // A method that reads one record gives it whole: its type says so.
  // Lists had a query from the first.
  const isBeside = (name: string) =>
    BESIDE_QUERY.some((one) => one === name && !(one === 'expand' && answer.kind === 'list'))
  const isLeftOut = (name: string) => answer.kind !== 'list' && name === 'fields'
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
  return {
    operationId: one.operationId,
    about: [one.summary, one.description].filter(Boolean).join('. '),
    address: `${method} ${path}`,
    path: inPath.map((name) => named(of('path'), name)),
    query: of('query').filter(
      ({ name }) => !OF_FILES.includes(name) && !isBeside(name) && !isLeftOut(name),
    ),
    headers: [
      ...of('header').flatMap(({ name }) => headerOption(method, name) ?? []),
      ...BESIDE_QUERY.filter(
        (name) => isBeside(name) && of('query').some((one) => one.name === name),
      ),
    ],
    body: bodyOf(one),
    answer,
  }
}

function named(parameters: Parameter[], name: string | undefined): Parameter {
  const found = parameters.find((parameter) => parameter.name === name)
  if (!found) throw new Error(`The path parameter ${name} is not declared.`)
  return found
}

function headerOption(method: string, header: string): HeaderOption | undefined {
  if (header === 'Idempotency-Key') return 'idempotencyKey'
  if (header === 'If-Match') return 'ifMatch'
  if (header === 'Prefer') return 'consistency'
  if (header === 'If-None-Match' && method === 'PUT') return 'ifNew'
  return undefined
}

function bodyOf({ requestBody }: DocumentOperation): Operation['body'] {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {})
  if (type === undefined || content === undefined) return undefined
  if (type === 'application/json') return { kind: 'json', schema: content.schema }
  if (type === NDJSON) return { kind: 'lines', schema: content.schema }
  if (type === 'multipart/form-data') return { kind: 'file', schema: {} }
  throw new Error(`The client can’t send ${type} yet.`)
}

function answerOf(document: Document, { responses, operationId }: DocumentOperation): Answer {
  const [success] = Object.entries(responses).filter(([status]) => /^2/.test(status))
  const content = success?.[1].content ?? {}
  const json = content['application/json']
  if (json) return jsonAnswer(document, json.schema)
  const lines = content[NDJSON]
  if (lines) return { kind: 'lines', schema: lines.schema }
  if ('text/event-stream' in content) return { kind: 'stream' }
  const [type = 'nothing'] = Object.keys(content)
  if (/^(image\/\w+|application\/pdf|application\/octet-stream|text\/csv)$/.test(type))
    return { kind: 'file' }
  throw new Error(`The client can’t read ${type} of ${operationId} yet.`)
}

function jsonAnswer(document: Document, schema: Schema): Answer {
  // Whole records come first: those of some fields have the same envelopes.
  const forms = schema.anyOf ?? [schema]
  const having = (name: string) =>
    forms.find((form) => name in (schemaOf(document, form).properties ?? {}))
  const cursorPage = having('next_cursor')
  if (cursorPage) {
    const page = having('pagination')
    const item = schemaOf(document, cursorPage).properties?.['data']?.items ?? {}
    return {
      kind: 'list',
      item,
      page: page ?? cursorPage,
      cursorPage,
      hasPages: page !== undefined,
    }
  }
  const { data } = schemaOf(document, forms[0] ?? schema).properties ?? {}
  return data ? { kind: 'data', schema: data } : { kind: 'whole', schema }
}

/**
 * What the comment of a method says, by paragraphs, where its types do not say what it takes.
 * @param optionOf what an option is called in the language
 */
export function paragraphsOf(
  { about, query, headers }: Operation,
  optionOf: (name: string) => string = String,
): string[] {
  const list = (names: string[]) => (names.length > 0 ? `${names.join(', ')}.` : '')
  const parameters = list(query.map(({ name }) => name))
  const options = list(headers.map(optionOf))
  return [about, parameters && `Query: ${parameters}`, options && `Options: ${options}`].filter(
    Boolean,
  )
}

function camelCase(words: string): string {
  const [first = '', ...others] = words.toLowerCase().split(/[^a-z0-9]+/)
  return first + others.map(capital).join('')
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The resources by their nouns, in plural and singular; the longest come first. */
function nounsOf(tags: string[]): [noun: string, resource: string][] {
  const nouns = tags.flatMap((tag) => {
    const plural = capital(camelCase(tag))
    const forms = [
      plural,
      plural.replace(/ies$/, 'y'),
      plural.replace(/es$/, ''),
      plural.slice(0, -1),
    ]
    return forms.map((noun): [string, string] => [noun, camelCase(tag)])
  })
  return nouns.sort(([a], [b]) => b.length - a.length)
}

/**
 * The resource of an operation and what it is called there: what remains of its id without the
 * resource's noun. `createOrder` is `create` of `orders`, `createCustomerAddress` `createAddress`
 * of `customers`.
 */
function methodOf(
  { operationId, tags: [tag] }: DocumentOperation,
  nouns: [string, string][],
): Pick<Operation, 'resource' | 'name'> {
  const [, verb = operationId, rest = ''] = /^([a-z]+)(.*)$/.exec(operationId) ?? []
  const found = nouns.find(([noun]) => new RegExp(`^${noun}(?![a-z])`).test(rest))
  if (!found) return { resource: camelCase(subjectOf(tag)), name: verb + rest }
  const [noun, resource] = found
  return { resource, name: verb + rest.slice(noun.length) }
}
