import type { Schema } from './published-schemas.ts'

/** What of a document is looked at here. */
interface Components {
  schemas: Record<string, Schema>
  responses: Record<string, { content?: object }>
}

/**
 * The document with everything in its place again that it describes once to be short: values such as
 * `Id`, what schemas have in common (`allOf` with a base), and answers of success. It says the same.
 */
export function expanded<T extends object>(document: T): T {
  const { components } = document as unknown as { components: Components }
  const { schemas, responses } = components
  const bases = new Set<string>()
  const expand = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(expand)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...beside } = node as Schema
    const [kind, name] = namedBy($ref)
    if (kind === 'schemas' && isValue(schemas[name])) return valueWith(schemas[name], beside)
    if (kind === 'responses' && !isProblem(responses[name])) return expand(responses[name])
    const base = baseOf(node as Schema)
    if (base === undefined) return mapValues(node, expand)
    bases.add(base)
    return mapValues(madeOf(schemas[base] ?? {}, node as Schema), expand)
  }
  const result = expand(document) as { components: Components }
  const kept = result.components
  kept.schemas = without(kept.schemas, (name) => isValue(schemas[name]) || bases.has(name))
  kept.responses = without(kept.responses, (name) => !isProblem(responses[name]))
  return result as T
}

function namedBy(reference: unknown): [kind: string, name: string] {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.*)$/.exec(String(reference)) ?? []
  return [kind, name]
}

function baseOf({ allOf }: Schema): string | undefined {
  const [base] = Array.isArray(allOf) ? (allOf as Schema[]) : []
  return base && namedBy(base['$ref'])[1]
}

/** The schema with the properties of its base before its own. */
function madeOf(base: Schema, { allOf: _, unevaluatedProperties, ...own }: Schema): Schema {
  const required = [base, own].flatMap((one) => (one['required'] ?? []) as string[])
  return {
    ...own,
    ...(required.length > 0 ? { required } : {}),
    properties: { ...(base['properties'] ?? {}), ...(own['properties'] ?? {}) },
    ...(unevaluatedProperties === false ? { additionalProperties: false } : {}),
  }
}

/** A number or a text, of which a property says what it is. */
const isValue = (schema: Schema | undefined): schema is Schema =>
  schema?.['type'] !== undefined &&
  ![schema['type']].flat().some((one) => one === 'object' || one === 'array')

/** The value as a property has it, whose own description has no digits. */
function valueWith(value: Schema, beside: Schema): Schema {
  const digits = String(value['description'] ?? '').startsWith('Exact: ') && value['description']
  const description = [beside['description'], digits].filter(Boolean).join(' ')
  return { ...value, ...beside, ...(description ? { description } : {}) }
}

const isProblem = (response: { content?: object } | undefined) =>
  'application/problem+json' in (response?.content ?? {})

function mapValues(object: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

function without<T>(all: Record<string, T>, isLeftOut: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isLeftOut(name)))
}
