import { inOrder, ORDER, type Schema } from './published-schemas.ts'

/** Schemas that have most of their properties in common. */
interface Family {
  base: string
  members: RegExp
  /** Of the schemas with such a name those that have this property. */
  having?: string
}

const inputs = (record: string): Family => ({
  base: `${record}InputBase`,
  members: new RegExp(`^${record}(Input|BulkInput|Patch|KeyedPatch|Changes)$`),
})

/** Where it is much that they have in common: of small schemas the detour would be longer. */
const families: Family[] = [
  ...['Order', 'OrderItem', 'Customer', 'Address', 'Product', 'TaxRule'].map(inputs),
  { base: 'EventBase', members: /Event$/, having: 'sequence' },
  { base: 'EventDataBase', members: /(Event|Audit)Data$/, having: 'changed_fields' },
]

/** Moves what the schemas of a family have in common to a base, which they then are made of. */
export function shareProperties(named: Map<string, Schema>): void {
  for (const { base, members, having } of families) {
    const family = [...named].filter(
      ([name, schema]) =>
        members.test(name) && (having === undefined || having in propertiesOf(schema)),
    )
    const [first] = family
    if (!first || family.length < 2) throw new Error(`${base} has no schemas to be the base of`)
    const common = commonOf(family.map(([, schema]) => schema))
    const required = requiredOf(first[1]).filter((name) => common.includes(name))
    const properties = entriesOf(first[1]).filter(([name]) => common.includes(name))
    named.set(base, {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties),
    })
    for (const [name, schema] of family) named.set(name, madeOf(base, schema, common))
  }
}

/** Properties that all of them have alike, and all of them need or none. */
function commonOf([first = {}, ...others]: Schema[]): string[] {
  return entriesOf(first).flatMap(([name, property]) => {
    const text = JSON.stringify(property)
    const isNeeded = requiredOf(first).includes(name)
    const isCommon = others.every(
      (one) =>
        JSON.stringify(propertiesOf(one)[name]) === text &&
        requiredOf(one).includes(name) === isNeeded,
    )
    return isCommon ? [name] : []
  })
}

/** What is closed stays so: `additionalProperties` would not know the properties of the base. */
function madeOf(base: string, schema: Schema, common: string[]): Schema {
  const { additionalProperties, ...rest } = schema
  const required = requiredOf(schema).filter((name) => !common.includes(name))
  const own = entriesOf(schema).filter(([name]) => !common.includes(name))
  const made: Schema = {
    ...rest,
    required,
    properties: Object.fromEntries(own),
    allOf: [{ $ref: `#/components/schemas/${base}` }],
    ...(additionalProperties === false ? { unevaluatedProperties: false } : {}),
  }
  if (required.length === 0) delete made['required']
  if (own.length === 0) delete made['properties']
  return inOrder(made, ORDER)
}

const propertiesOf = (schema: Schema) => (schema['properties'] ?? {}) as Record<string, Schema>
const entriesOf = (schema: Schema) => Object.entries(propertiesOf(schema))
const requiredOf = (schema: Schema) => (schema['required'] ?? []) as string[]
