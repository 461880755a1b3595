import {
  headerReferences,
  headers,
  parameters,
  type Refusals,
  refusalResponses,
} from './components.ts'
import { info, securitySchemes, servers, tagGroups, tags } from './info.ts'
import type { Examples } from './operation.ts'
import { inOrder, publishedSchema, type Schema } from './published-schemas.ts'

interface Media {
  schema: Schema
  'x-codes'?: Refusals
  examples?: unknown
}

type Content = Record<string, Media>

interface Parameter {
  name: string
  in: string
  schema: Schema
  required?: boolean
  description?: string
  example?: unknown
}

interface Response {
  description: string
  headers?: Record<string, { schema: Schema; description?: string }>
  content?: Content
}

/** An operation as @fastify/swagger makes it from a route of `operation()`. */
interface Made {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
  'x-body-examples'?: Examples
  'x-upload'?: Content
  'x-read'?: true
}

/** The document as @fastify/swagger makes it: right, but with everything spelt out in each place. */
export interface MadeDocument {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Made>>
}

/**
 * The finished OpenAPI document: schemas in standard keywords and by name, refusals and headers
 * described once, paths in the order of the tags. The same routes always give the same text.
 * @param webhooks what is sent to others, by name
 */
export function openApiDocument({ components, paths }: MadeDocument, webhooks: object) {
  const named = new Map<string, Schema>()
  const publish = (schema: Schema) => publishedSchema(schema, named)
  for (const [name, schema] of Object.entries(components.schemas)) {
    publish({ ...schema, title: name })
  }
  const refusals = refusalResponses(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses).flatMap(codesOf)),
  )
  const finished = inTagOrder(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([verb, made]) => [
        verb,
        finishedOperation(made, publish, refusals.nameOf),
      ]),
    ),
  ])
  return {
    openapi: '3.1.1',
    info,
    servers,
    tags,
    'x-tagGroups': tagGroups,
    security: [{ bearer: [] }],
    paths: Object.fromEntries(finished),
    webhooks,
    components: {
      schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters,
      responses: refusals.responses,
      headers,
      securitySchemes,
    },
  }
}

/** The codes of a refusal, as the one element of a list; none for another response. */
function codesOf({ content }: Response): [Refusals] | [] {
  const codes = content?.['application/problem+json']?.['x-codes']
  return codes ? [codes] : []
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

function inTagOrder(paths: MadeDocument['paths']) {
  const rank = (operations: Record<string, Made>) => {
    const [tag] = Object.values(operations)[0]?.tags ?? []
    return tags.findIndex(({ name }) => name === tag)
  }
  return Object.entries(paths)
    .map(([path, operations]) => [path, inOrder(operations, VERBS)] as const)
    .sort(([, a], [, b]) => rank(a) - rank(b))
}

function finishedOperation(
  made: Made,
  publish: (schema: Schema) => Schema,
  refusalName: (codes: Refusals) => string,
) {
  const { operationId, tags, summary, security, responses } = made
  const takes = parametersOf(made, publish)
  const body = requestBodyOf(made, publish)
  return {
    tags,
    operationId,
    summary,
    description: described(made),
    security,
    ...(takes.length ? { parameters: takes } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => {
        const [codes] = codesOf(response)
        if (!codes) return [status, finishedResponse(response, publish)]
        return [status, { $ref: `#/components/responses/${refusalName(codes)}` }]
      }),
    ),
  }
}

/** Tools seldom show the scope of a bearer scheme, so the description says it too. */
function described({ description, security }: Made): string {
  const [scope] = security[0]?.['bearer'] ?? []
  const needs = scope ? `Needs the scope \`${scope}\`.` : undefined
  return [description, needs].filter(Boolean).join('\n\n')
}

/** Its own, and those that the document describes once. */
function parametersOf(made: Made, publish: (schema: Schema) => Schema): object[] {
  const own = (made.parameters ?? []).map((one) => finishedParameter(one, publish))
  return made['x-read'] ? [...own, { $ref: '#/components/parameters/Prefer' }] : own
}

/** `x-disabled` keeps Scalar from sending the example of a parameter that can be left out. */
function finishedParameter(parameter: Parameter, publish: (schema: Schema) => Schema) {
  const { name, in: place, required = false, description, schema, example } = parameter
  const shown = required
    ? { example }
    : { examples: { example: { value: example, 'x-disabled': true } } }
  return {
    name,
    in: place,
    required,
    ...(description ? { description } : {}),
    schema: publish(schema),
    ...(example === undefined ? {} : shown),
  }
}

function requestBodyOf(made: Made, publish: (schema: Schema) => Schema) {
  const { requestBody, 'x-upload': upload, 'x-body-examples': examples } = made
  const content = upload ?? requestBody?.content
  if (!content) return undefined
  return { required: true, content: finishedContent(content, publish, examples) }
}

function finishedContent(
  content: Content,
  publish: (schema: Schema) => Schema,
  examples?: Examples,
) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      {
        schema: publish(schema),
        ...(examples && Object.keys(examples).length ? { examples } : {}),
      },
    ]),
  )
}

function finishedResponse(response: Response, publish: (schema: Schema) => Schema) {
  const { description, headers: own = {}, content } = response
  const entries = Object.entries(own).map(([name, header]) => {
    if (name in headers) return Object.entries(headerReferences(name))[0]
    return [name, { ...header, schema: publish(header.schema) }]
  })
  return {
    description,
    headers: Object.fromEntries(entries as [string, unknown][]),
    ...(content ? { content: finishedContent(content, publish) } : {}),
  }
}
