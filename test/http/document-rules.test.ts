import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { parse } from 'yaml'
import { type Server, startServer } from '../harness.ts'
import { pointerOf, schemasOf } from '../support/house/schemas.ts'

const PUBLISHED = new URL('../../openapi.json', import.meta.url)
const text = readFileSync(PUBLISHED, 'utf8')

let server: Server
before(async () => {
  server = await startServer()
})
after(() => server.close())

test('the document holds to the rules of Spectral and OWASP', async () => {
  assert.deepEqual(await faultsOf(text), [])
})

test('so does the part of each tag', async () => {
  const { tags } = JSON.parse(text) as { tags: { name: string }[] }
  for (const { name } of tags) {
    const tag = name.toLowerCase().replaceAll(' ', '-')
    const { body } = await server.app.inject(`/openapi.json?tag=${tag}`)
    assert.deepEqual(await faultsOf(body), [], name)
  }
})

/** The first of what the rules find. */
async function faultsOf(document: string): Promise<string[]> {
  const checker = new spectral.Spectral()
  checker.setRuleset(ruleset())
  const found = await checker.run(new spectral.Document(document, parsers.Json, PUBLISHED.pathname))
  const lines = found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)
  return lines.slice(0, 20)
}

function ruleset() {
  const rules = parse(readFileSync(new URL('../../.spectral.yaml', import.meta.url), 'utf8'))
  const sets: Record<string, unknown> = {
    'spectral:oas': rulesets.oas,
    '@stoplight/spectral-owasp-ruleset': owasp,
  }
  rules.extends = rules.extends.map(([name, which]: [string, string]) => [sets[name], which])
  // The next test: this rule compiles a schema anew for each example, which takes 19 s.
  rules.rules['oas3-valid-media-example'] = 'off'
  return new spectral.Ruleset(rules as RulesetDefinition, {
    source: new URL('../../.spectral.yaml', import.meta.url).pathname,
  })
}

test('every example of a body, parameter or header fits its schema', () => {
  const document = JSON.parse(text)
  const schemaAt = schemasOf(document)
  const found = examplesIn(document, [])
  assert.ok(found.length > 200, `${found.length} examples`)
  const faults = found.flatMap(({ place, value }) => {
    const validate = schemaAt(pointerOf([...place, 'schema']))
    if (validate(value)) return []
    const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)
    return [`${place.join('/')}: ${errors}`]
  })
  assert.deepEqual(faults.slice(0, 20), [])
})

test('every example of a schema fits it, and no schema has a least number twice', () => {
  const document = JSON.parse(text)
  const schemaAt = schemasOf(document)
  const schemas = schemasIn(document, [])
  const found = schemas.filter(({ schema }) => Array.isArray(schema['examples']))
  assert.ok(found.length > 300, `${found.length} schemas with examples`)
  const faults = found.flatMap(({ place, schema }) => {
    const validate = schemaAt(pointerOf(place))
    const wrong = (schema['examples'] as unknown[]).find((example) => !validate(example))
    if (wrong === undefined) return []
    validate(wrong)
    const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`)
    return [`${place.join('/')}: ${errors}`]
  })
  const twice = schemas.filter(({ schema }) => 'minimum' in schema && 'exclusiveMinimum' in schema)
  assert.deepEqual(faults.slice(0, 20), [])
  assert.deepEqual(
    twice.map(({ place }) => place.join('/')),
    [],
  )
})

/** What stands under `schema`, `schemas` and the keywords that have schemas. */
function schemasIn(
  node: unknown,
  place: string[],
): { place: string[]; schema: Record<string, unknown> }[] {
  if (typeof node !== 'object' || node === null) return []
  const own = isSchema(node) ? [{ place, schema: node as Record<string, unknown> }] : []
  // An example may look like a schema.
  const inner = Object.entries(node).filter(
    ([key]) => !/^(example|examples|enum|default)$/.test(key),
  )
  return [...own, ...inner.flatMap(([key, value]) => schemasIn(value, [...place, key]))]
}

const isSchema = (node: object) =>
  'type' in node && (typeof node.type === 'string' || Array.isArray(node.type)) && !('in' in node)

test('no parameter stands in path and query under one name', () => {
  const { paths, components } = JSON.parse(text) as Parametered
  const parameterOf = (one: Parameter) =>
    one.$ref === undefined ? one : components.parameters[one.$ref.split('/').at(-1) ?? '']
  const twice = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ operationId, parameters = [] }) => {
      const all = parameters.map(parameterOf)
      const namesIn = (place: string) =>
        all.flatMap((one) => (one?.in === place ? [one.name ?? ''] : []))
      return namesIn('path')
        .filter((name) => namesIn('query').includes(name))
        .map((name) => `${operationId} ${path}: ${name}`)
    }),
  )
  assert.deepEqual(twice, [])
})

interface Parameter {
  $ref?: string
  name?: string
  in?: string
}

interface Parametered {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>
  components: { parameters: Record<string, Parameter> }
}

test('generators of clients can name each value of an enum', () => {
  const faults = enumsIn(JSON.parse(text), []).flatMap(({ place, values, names }) => {
    const called = names ?? values.map((value) => String(value))
    const words = called.map((name) => name.replaceAll(/[^\p{L}\d]+/gu, '_').replace(/^_+/, ''))
    const isFine = called.length === values.length && new Set(words).size === words.length
    return isFine && words.every((word) => word !== '') ? [] : [`${place.join('/')}: ${words}`]
  })
  assert.deepEqual(faults.slice(0, 20), [])
})

function enumsIn(
  node: unknown,
  place: string[],
): { place: string[]; values: unknown[]; names: string[] | undefined }[] {
  if (typeof node !== 'object' || node === null) return []
  const { enum: values, 'x-enum-varnames': names } = node as {
    enum?: unknown
    'x-enum-varnames'?: string[]
  }
  const own = Array.isArray(values) ? [{ place, values, names }] : []
  const inner = Object.entries(node).map(([key, value]) => enumsIn(value, [...place, key]))
  return [...own, ...inner.flat()]
}

interface Example {
  /** Keys that lead to what has the schema. */
  place: string[]
  value: unknown
}

/** The examples that stand beside a schema, wherever in the document. */
function examplesIn(node: unknown, place: string[]): Example[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'schema' in node ? besideSchema(node, place) : []
  const inner = Object.entries(node).map(([key, value]) => examplesIn(value, [...place, key]))
  return [...own, ...inner.flat()]
}

function besideSchema(node: object, place: string[]): Example[] {
  const { example, examples = {} } = node as { example?: unknown; examples?: Named }
  const all = [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)]
  return all.map(({ value }) => ({ place, value }))
}

type Named = Record<string, { value: unknown }>
