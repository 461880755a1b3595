/** What of an OpenAPI document the client is made from. */
export interface Document {
  info: { version: string }
  paths: Record<string, Record<string, DocumentOperation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
  }
}

export interface DocumentOperation {
  tags: string[]
  operationId: string
  summary: string
  description?: string
  parameters?: (Parameter | Ref)[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

export interface Ref {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  explode?: boolean
  schema: Schema
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: { pattern?: string }
}

/** The last word of a reference: the name of what it refers to. */
export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The schema behind a reference. */
export function schemaOf({ components }: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = components.schemas[nameOf(schema.$ref)]
  if (!found) throw new Error(`There is no ${schema.$ref}.`)
  return found
}

export function parameterOf({ components }: Document, one: Parameter | Ref): Parameter {
  if (!('$ref' in one)) return one
  const found = components.parameters[nameOf(one.$ref)]
  if (!found) throw new Error(`There is no ${one.$ref}.`)
  return found
}
