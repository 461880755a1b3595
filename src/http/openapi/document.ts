import { mediaTypesOf } from '../wire/media-types.ts'
import { shareProperties } from './bases.ts'
import {
  headerReferences,
  headers,
  type ProblemCodes,
  parameters,
  problemResponses,
} from './components.ts'
import { info, securitySchemes, servers, tagGroups, tags } from './info.ts'
import type { Examples } from './operation.ts'
import { inOrder, publishedSchema, type Schema } from './published-schemas.ts'
import { type Finished, shareParameters } from './shared-parameters.ts'
import { shareResponses } from './shared-responses.ts'

interface Media {
  schema: Schema
  'x-codes'?: ProblemCodes
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
  'x-component'?: string
}

type Publish = (schema: Schema, use: 'body' | 'answer') => Schema

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
  'x-custom-fields'?: true
}

/** The document as @fastify/swagger makes it: right, but with everything spelt out in each place. */
export interface MadeDocument {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Made>>
}

/** What is sent to others, by name and method. */
export type Webhooks = Record<string, Record<string, { parameters?: Finished[] }>>

/**
 * The finished OpenAPI document: schemas in standard keywords and by name, problems and headers
 * described once, paths in the order of the tags. The same routes always give the same text.
 * @param sent what is sent to others, by name
 */
export function openApiDocument({ components, paths }: MadeDocument, sent: Webhooks) {
  const named = new Map<string, Schema>()
  const publish: Publish = (schema, use) => publishedSchema(schema, named, use)
  for (const [name, schema] of Object.entries(components.schemas)) {
    publish({ ...schema, title: name }, 'answer')
  }
  const problems = problemResponses(
    Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses).flatMap(codesOf)),
  )
  const finished = inTagOrder(paths).map(
    ([path, operations]) =>
      [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([verb, made]) => [
            verb,
            finishedOperation(verb, made, publish, problems.referenceTo),
          ]),
        ),
      ] as const,
  )
  const operations = finished.flatMap(([, operations]) => Object.values(operations))
  const webhooks = structuredClone(sent)
  const sending = Object.values(webhooks).flatMap((one) => Object.values(one))
  const shared = shareParameters([...operations, ...sending])
  shareProperties(named)
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
      parameters: inOrder(
        { ...parameters, ...shared },
        Object.keys({ ...parameters, ...shared }).sort(),
      ),
      responses: { ...problems.responses, ...shareResponses(operations) },
      headers,
      securitySchemes,
    },
  }
}

/** The codes of a problem, as the one element of a list; none for another response. */
function codesOf({ content }: Response): [ProblemCodes] | [] {
  const codes = content?.['application/problem+json']?.['x-codes']
  return codes ? [codes] : []
}

const VERBS = ['get', 'post', 'put', 'patch', 'delete']

function inTagOrder(paths: MadeDocument['paths']) {
  const rankOf = ({ tags: [tag] }: Made) => tags.findIndex(({ name }) => name === tag)
  // An address stands where the first of its operations does.
  const rank = (operations: Record<string, Made>) =>
    Math.min(...Object.values(operations).map(rankOf))
  return Object.entries(paths)
    .map(([path, operations]) => [path, inOrder(operations, VERBS)] as const)
    .sort(([, a], [, b]) => rank(a) - rank(b))
}

function finishedOperation(
  verb: string,
  made: Made,
  publish: Publish,
  problem: (codes: ProblemCodes) => object,
) {
  const { operationId, tags, summary, security, responses } = made
  const takes = parametersOf(made, publish)
  const body = requestBodyOf(verb, made, publish)
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
        return [status, problem(codes)]
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
function parametersOf(made: Made, publish: Publish): Finished[] {
  const own = (made.parameters ?? []).map((one) => finishedParameter(one, publish))
  const shared = [
    ...(made['x-custom-fields'] ? ['CustomFields'] : []),
    ...(made['x-read'] ? ['Prefer'] : []),
  ]
  return [...own, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

/** `x-disabled` keeps Scalar from sending the example of a parameter that can be left out. */
function finishedParameter(parameter: Parameter, publish: Publish): Finished {
  const { name, in: place, required = false, description, schema, example } = parameter
  const component = parameter['x-component'] ?? (schema['x-component'] as string | undefined)
  const shown = required
    ? { example }
    : { examples: { example: { value: example, 'x-disabled': true } } }
  return {
    name,
    in: place,
    required,
    ...(description ? { description } : {}),
    schema: publish(schema, 'body'),
    // Commas between the values of a list.
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : shown),
    ...(component === undefined ? {} : { 'x-component': component }),
  }
}

function requestBodyOf(verb: string, made: Made, publish: Publish) {
  const { requestBody, 'x-upload': upload, 'x-body-examples': examples } = made
  const content = upload ?? requestBody?.content
  if (!content) return undefined
  const finished = finishedContent(content, publish, 'body', examples)
  const json = finished['application/json']
  const others = json
    ? mediaTypesOf(verb.toUpperCase()).map((type) => [type, { schema: json.schema }])
    : []
  const isGivenBack = verb !== 'post' && content['application/json']?.schema['x-answered'] === true
  return {
    ...(isGivenBack ? { description: AS_RETURNED } : {}),
    required: true,
    content: { ...Object.fromEntries(others), ...finished },
  }
}

/** The overview says more (`info.ts`). */
const AS_RETURNED = 'Or as GET returns the record: what is read-only must then be as it is.'

function finishedContent(
  content: Content,
  publish: Publish,
  use: 'body' | 'answer',
  examples?: Examples,
) {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      {
        schema: publish(schema, use),
        ...(examples && Object.keys(examples).length ? { examples } : {}),
      },
    ]),
  )
}

function finishedResponse(response: Response, publish: Publish) {
  const { description, headers: own = {}, content } = response
  const entries = Object.entries(own).map(([name, header]) => {
    if (name in headers) return Object.entries(headerReferences(name))[0]
    return [name, { ...header, schema: publish(header.schema, 'answer') }]
  })
  return {
    description,
    headers: Object.fromEntries(entries as [string, unknown][]),
    ...(content ? { content: finishedContent(content, publish, 'answer') } : {}),
  }
}
