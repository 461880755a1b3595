// `docs/endpoints.txt`: a line for each operation, so that a change of the interface is seen at a glance.

import { expanded } from '../../src/http/openapi/expanded.ts'

interface Schema {
  $ref?: string
  title?: string
  /** One of these. */
  anyOf?: Schema[]
}
type Content = Record<string, { schema?: Schema }>
interface Operation {
  operationId: string
  security?: Record<string, string[]>[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

/** The page, from the OpenAPI document. */
export function endpointsText(openApi: string): string {
  const { paths } = expanded(JSON.parse(openApi) as Document)
  const lines = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, one]) => lineOf(verb, path, one)),
  )
  return `${[TITLE, ...lines].join('\n')}\n`
}

const TITLE =
  'Method and path | operation | scopes (- where none is needed) | body | answers, with their schemas'

function lineOf(verb: string, path: string, one: Operation): string {
  const { operationId, security = [], requestBody, responses } = one
  const scopes = new Set(security.flatMap((ways) => Object.values(ways).flat()))
  const answers = Object.entries(responses).map(([status, { content }]) =>
    [status, ...schemasOf(content)].join(' '),
  )
  return [
    `${verb.toUpperCase()} ${path}`,
    operationId,
    [...scopes].join(' ') || '-',
    schemasOf(requestBody?.content).join(' ') || '-',
    answers.join(', '),
  ].join(' | ')
}

/** The names of schemas; of what is no JSON its media type. */
function schemasOf(content: Content = {}): string[] {
  const names = Object.entries(content).flatMap(([type, { schema = {} }]) =>
    (schema.anyOf ?? [schema]).map(({ $ref, title }) => $ref?.split('/').at(-1) ?? title ?? type),
  )
  return [...new Set(names)]
}
