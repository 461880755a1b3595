import { type Document, nameOf, type Parameter, type Schema, schemaOf } from './document.ts'

/** The TypeScript type of a schema; records that have a name are meant by it. */
export function typeOf(document: Document, schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const alternatives = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)
  if (alternatives) {
    const distinct = distinguished(document, alternatives)
    return [...new Set(distinct.map((one) => typeOf(document, one)))].join(' | ')
  }
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(document, one)})`).join(' & ')
  const types = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat()
  return types.map((type) => plainType(document, type, schema)).join(' | ')
}

function plainType(document: Document, type: string, schema: Schema): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `Array<${typeOf(document, schema.items ?? {})}>`
  if (type === 'object') return objectType(document, schema)
  if (type === 'string' && schema.format === 'binary') return 'Blob'
  return type
}

/**
 * What can be told apart. One alternative without a constant, where the others have one (an event
 * of a type yet to come), would keep TypeScript from telling any of them by it.
 */
function distinguished(document: Document, alternatives: Schema[]): Schema[] {
  const isConstant = (one: Schema) => {
    const { type } = schemaOf(document, one).properties ?? {}
    return type !== undefined && (type.enum ?? [type.const]).every((value) => value !== undefined)
  }
  const constant = alternatives.filter(isConstant)
  return constant.length > 1 ? constant : alternatives
}

function objectType(document: Document, schema: Schema): string {
  const { additionalProperties: rest } = schema
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length > 0) {
    return `{ ${membersOf(document, schema).join('; ')} }${choiceOf(document, schema)}`
  }
  if (rest === false) return 'Record<string, never>'
  return `Record<string, ${typeof rest === 'object' ? typeOf(document, rest) : 'unknown'}>`
}

/** Of several properties one is needed, as `anyOf` says: each alternative as a type to be met, too. */
function choiceOf(document: Document, { anyOf, properties = {} }: Schema): string {
  if (!anyOf) return ''
  const alternatives = anyOf.map(({ required = [] }) => {
    const members = required.map((name) => {
      const { description: _, ...schema } = properties[name] ?? {}
      return member(document, name, schema, true)
    })
    return `{ ${members.join('; ')} }`
  })
  return ` & (${alternatives.join(' | ')})`
}

function membersOf(document: Document, { properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([name, property]) =>
    member(document, name, property, required.includes(name)),
  )
}

function member(document: Document, name: string, schema: Schema, isRequired: boolean): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  return `${note(schema.description)}${key}${isRequired ? '' : '?'}: ${typeOf(document, schema)}`
}

/** A comment in one line, with a space behind it; nothing where there is nothing to say. */
export function note(text: string | undefined): string {
  if (!text) return ''
  return `/** ${text.trim().replaceAll(/\s+/g, ' ').replaceAll('*/', '*∕')} */ `
}

/** Declares a schema under its name. */
export function declaration(document: Document, name: string, schema: Schema): string {
  const about = schema.description ? `${note(schema.description).trim()}\n` : ''
  const isInterface =
    schema.type === 'object' && !schema.anyOf && Object.keys(schema.properties ?? {}).length > 0
  if (!isInterface) return `${about}export type ${name} = ${typeOf(document, schema)}\n`
  return `${about}export interface ${name} {\n${lines(membersOf(document, schema))}}\n`
}

/** One value of a list needs no list around it, but for texts: a comma in one would make it two. */
function listable(schema: Schema): Schema {
  if (schema.type !== 'array' || !schema.items || schema.items.type === 'string') return schema
  return { anyOf: [schema.items, schema] }
}

/** Declares the query of an operation. */
export function queryDeclaration(document: Document, name: string, query: Parameter[]): string {
  const members = query.map(({ name: key, schema, required, description, explode }) =>
    schema.type === 'object' && explode
      ? customMember(schema, description)
      : member(
          document,
          key,
          { ...listable(schema), ...(description === undefined ? {} : { description }) },
          required === true,
        ),
  )
  return `export interface ${name} {\n${lines(members)}}\n`
}

/** Parameters whose names are data begin with the same letters, as the schema of their names says. */
function customMember({ propertyNames }: Schema, description: string | undefined): string {
  const [, prefix] = /^\^([a-z]+)\\\.$/.exec(propertyNames?.pattern ?? '') ?? []
  if (!prefix)
    throw new Error('The names of free parameters must begin with something of their own.')
  const value = 'string | number | boolean | Array<string | number>'
  return `${note(description)}[field: \`${prefix}.\${string}\`]: ${value} | undefined`
}

export const lines = (texts: string[]) => texts.map((text) => `  ${text}\n`).join('')

/** The names of all schemas that these lead to. */
export function reachedFrom(document: Document, starts: Schema[]): Set<string> {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    else if (typeof node === 'object' && node !== null) {
      const { $ref, anyOf, ...others } = node as Schema
      if ($ref !== undefined && !names.has(nameOf($ref))) {
        names.add(nameOf($ref))
        visit(schemaOf(document, { $ref }))
      }
      if (anyOf) visit(distinguished(document, anyOf))
      const { examples, description, ...rest } = others as Record<string, unknown>
      Object.values(rest).forEach(visit)
    }
  }
  visit(starts)
  return names
}
