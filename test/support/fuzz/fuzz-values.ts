// Values for the fuzz test, all from one seed: the same seed asks the same requests.

export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** Mulberry32 (public domain): small, and good enough to choose with. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  }
}

/** What the generator reads of a JSON schema. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  examples?: unknown[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
}

export interface Names {
  /** The schema behind a `$ref`. */
  resolve(schema: Schema): Schema
  /** A value for a property or parameter of this name, where one is known to exist. */
  value(name: string): unknown
}

const WORDS = [
  'Café',
  'Aço 3/4"',
  '名前',
  '😀 grin',
  "O'Neil",
  'a\tb\nc',
  '%_\\',
  '<b>',
  'x',
  'null',
]

/** A value that the schema allows, as far as the schema says what it allows. */
export function valid(given: Schema, random: Random, names: Names, name = ''): unknown {
  const schema = names.resolve(given)
  const { anyOf, ...rest } = schema
  if (anyOf && !schema.properties) return valid(random.pick(anyOf), random, names, name)
  if (anyOf) {
    // Mostly by id: other requests change the codes of what they name.
    const branch = random.chance(0.8) ? anyOf[0] : random.pick(anyOf)
    const required = [...(rest.required ?? []), ...(branch?.required ?? [])]
    return valid({ ...rest, required }, random, names, name)
  }
  const types = [schema.type ?? 'string'].flat()
  if (types.includes('null') && random.chance(0.15)) return null
  const known = names.value(name)
  if (known !== undefined && random.chance(0.9)) return known
  if (schema.enum) return random.pick(schema.enum.filter((one) => one !== null))
  if (schema.examples?.length && random.chance(0.6)) return random.pick(schema.examples)
  switch (types[0]) {
    case 'object':
      return validObject(schema, random, names)
    case 'array': {
      const count = (schema.minItems ?? 0) + random.below(4)
      return Array.from({ length: count }, () => valid(schema.items ?? {}, random, names, name))
    }
    case 'boolean':
      return random.chance(0.5)
    case 'integer':
      return (schema.minimum ?? 0) + random.below(Math.min(schema.maximum ?? 100, 100))
    case 'number':
      return (
        random.below(schema.exclusiveMaximum === 1000 ? 100 : 10_000) / random.pick([1, 10, 100])
      )
    default:
      return validText(schema, random)
  }
}

/** Figures of an item must agree with one another, which chance seldom brings about; codes change. */
const SELDOM = /^(total_item|discount_|net_|base_|aliq_|value_|fk_id_)/

function validObject(schema: Schema, random: Random, names: Names): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties: more } = schema
  const share = random.pick([0, 0.1, 0.3, 1])
  const entries = Object.entries(properties)
    .filter(
      ([name]) => required.includes(name) || random.chance(SELDOM.test(name) ? share / 10 : share),
    )
    .map(([name, inner]) => [name, valid(inner, random, names, name)])
    .filter(([name], _, all) => !required.includes(`fk_${name}`) || !has(all, `fk_${name}`))
    .filter(([name], _, all) => !`${name}`.startsWith('fk_id_') || !has(all, `${name}`.slice(3)))
  if (typeof more === 'object') {
    for (let i = random.below(3); i > 0; i--)
      entries.push([random.pick(WORDS), valid(more, random, names)])
  }
  return Object.fromEntries(entries)
}

/** A record is named once, by its id or by its code. */
function has(entries: unknown[][], name: string): boolean {
  return entries.some(([one]) => one === name)
}

function validText({ examples, pattern, format }: Schema, random: Random): string {
  const isFree = format === undefined && (pattern === undefined || pattern.includes('\\x00'))
  if (!isFree && examples?.length) return String(random.pick(examples))
  if (pattern?.startsWith('^\\d{4}')) return random.pick(['2026-11-21', '2026-11-21T09:30:00Z'])
  if (!isFree) return '2026-11-21T09:30:00-03:00'
  // Names and codes have no tab and no line end, as their patterns say.
  const words = WORDS.filter((word) => pattern === undefined || new RegExp(pattern, 'u').test(word))
  return `${random.pick(words)} ${random.below(200)}`
}

/** Values that tend to break things: wrong types, bounds, Unicode, other languages' special cases. */
export const weird: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  0.1 + 0.2,
  1e-7,
  1 / 3,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
  '',
  ' ',
  '0',
  '1e400',
  'NaN',
  'id:1',
  'id:99999999999999999999',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u0301\ufeff',
  '\r\n',
  '😀'.repeat(101),
  'x'.repeat(201),
  'x'.repeat(5001),
  "'; drop table orders; --",
  '%s%n$1{}\\',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '0001-01-01',
  '9999-12-31T23:59:59.999-14:00',
  '-infinity',
  [],
  {},
  [[]],
  [null],
  { __proto__: null, constructor: { prototype: 1 } },
  JSON.parse('{"__proto__":{"id":1}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
]

/** A copy of a JSON value with one place changed, removed, doubled or added. */
export function mutated(value: unknown, random: Random): unknown {
  const copy = structuredClone(value)
  const places = placesIn(copy)
  if (places.length === 0 || random.chance(0.05)) return random.pick(weird)
  const { parent, key } = random.pick(places)
  const holder = parent as Record<string, unknown>
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete holder[key]
      break
    case 1:
      if (Array.isArray(parent)) parent.push(parent[Number(key)])
      else holder[`${key}${random.pick(['', ' ', 'x', '\u0000', '/~'])}`] = random.pick(weird)
      break
    case 2:
      holder[key] = random.pick([[holder[key]], { [key]: holder[key] }, String(holder[key])])
      break
    case 3:
      if (typeof holder[key] === 'number') {
        holder[key] = holder[key] * random.pick([-1, 1e-5, 1e5, 1e12, 1.000001])
        break
      }
      holder[key] = random.pick(weird)
      break
    default:
      holder[key] = random.pick(weird)
  }
  return copy
}

function placesIn(value: unknown): { parent: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    { parent: value, key },
    ...placesIn(inner),
  ])
}

const RAW = [
  '\0',
  '"',
  '{',
  '}',
  '[',
  ',',
  ':',
  '\\',
  '\\u0000',
  '1e999',
  '-',
  '\xff',
  '\xed\xa0\x80',
]

/** A copy of bytes with a few of them changed, cut, doubled or put in between. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  let result = bytes
  for (let i = random.below(3); i >= 0; i--) {
    const at = random.below(result.length + 1)
    const to = Math.min(result.length, at + random.below(12))
    const [before, middle, rest] = [
      result.subarray(0, at),
      result.subarray(at, to),
      result.subarray(to),
    ]
    const added = random.pick([
      [],
      [middle, middle],
      [middle, Buffer.from(random.pick(RAW), 'latin1')],
      [Buffer.from([random.below(256)])],
      [middle, Buffer.from('9'.repeat(random.below(40)))],
    ])
    result = Buffer.concat([before, ...added, rest])
  }
  return result
}
