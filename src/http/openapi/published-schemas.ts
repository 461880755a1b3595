import { sharedValues } from './shared-values.ts'

export type Schema = Record<string, unknown>

/** What `format: 'text'` refuses, as a pattern that every regular-expression dialect reads. */
const TEXT = '[^\\x00-\\x08\\x0B-\\x1F\\x7F]*$'

/** What `format: 'line'` and `format: 'name'` refuse, but for what is invisible in other ways. */
const LINE = '[^\\x00-\\x1F\\x7F]*$'

/** What `format: 'fk-id'` refuses, but for what is invisible in other ways. */
const FK_ID = '[^\\x00-\\x20\\x7F]([^\\x00-\\x1F\\x7F]*[^\\x00-\\x20\\x7F])?$'

const TEXTS: Record<string, string> = { text: TEXT, search: TEXT, line: LINE, name: LINE }

/** No `format: date-time`, which needs a time and a zone. */
const DATE_TIME_OR_DATE = {
  pattern:
    '^(19|20|21)\\d{2}-\\d{2}-\\d{2}([Tt ]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?([Zz]|[+-]\\d{2}:\\d{2})?)?$',
  maxLength: 40,
}

/** Our own formats in words that any reader of JSON Schema knows. */
const formats: Record<string, Schema> = {
  'date-time-or-local': DATE_TIME_OR_DATE,
  'date-time-or-date': DATE_TIME_OR_DATE,
  'cpf-or-cnpj': { pattern: '^[0-9A-Za-z./\\-\\s]{11,}$' },
  gtin: { pattern: '^(SEM GTIN|[0-9]{8}|[0-9]{12,14})$' },
  'time-zone': { pattern: '^[A-Za-z0-9_+/-]+$' },
}

/** The keywords of a schema, in the order in which they are published. */
export const ORDER = (
  '$ref type title description format pattern enum x-enum-varnames const minLength maxLength minimum exclusiveMinimum ' +
  'maximum exclusiveMaximum default examples required properties additionalProperties propertyNames ' +
  'unevaluatedProperties minProperties maxProperties items minItems maxItems uniqueItems allOf anyOf'
).split(' ')

/**
 * A schema as it is published: our own keywords become standard ones, and a schema with a `title`
 * moves to `named` and is referred to by that name. Objects of answers are open, so that a client
 * which was made of the document takes fields that are new; those of bodies stay closed.
 */
export function publishedSchema(
  schema: Schema,
  named: Map<string, Schema>,
  use: 'body' | 'answer',
): Schema {
  const inner = mapInner(withAdditional(schema), (one) => publishedSchema(one, named, use))
  const { title, ...rest } = standard(inner)
  if (use === 'answer' && rest['additionalProperties'] === false) {
    delete rest['additionalProperties']
  }
  const ready = inOrder(rest, ORDER)
  if (typeof title !== 'string') return withSharedValue(ready, named)
  const known = named.get(title)
  if (known && JSON.stringify(known) !== JSON.stringify(ready)) {
    throw new Error(`two schemas have the title ${title}`)
  }
  named.set(title, ready)
  return { $ref: `#/components/schemas/${title}` }
}

/** The shared values by what they take: numbers with other digits may take the same. */
let valuesByContent: Map<string, { name: string; value: Schema }[]> | undefined

/**
 * The schema as a reference to a shared value, where it is one, with its own description, default and
 * examples. One that would get a description or an example by it stays as it is.
 */
function withSharedValue(schema: Schema, named: Map<string, Schema>): Schema {
  valuesByContent ??= Map.groupBy(
    Object.entries(sharedValues).map(([name, source]) => ({
      name,
      value: inOrder(standard(source as Schema), ORDER),
    })),
    ({ value }) => contentOf(value),
  )
  const found = valuesByContent.get(contentOf(schema))?.find(({ value }) => says(schema, value))
  if (!found) return schema
  const { name, value } = found
  named.set(name, value)
  const description = ownDescription(schema, value)
  return {
    $ref: `#/components/schemas/${name}`,
    ...(description ? { description } : {}),
    ...('default' in schema ? { default: schema['default'] } : {}),
    ...(isSame(schema['examples'], value['examples']) ? {} : { examples: schema['examples'] }),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether the schema says all that the value says: of a number its digits, too. */
function says({ description, examples }: Schema, value: Schema): boolean {
  if (value['examples'] !== undefined && examples === undefined) return false
  if (value['description'] === undefined) return true
  if (description === undefined) return false
  const text = String(value['description'])
  return !text.startsWith(DIGITS) || String(description).endsWith(text)
}

/** What it says beside the digits of the value, or in the place of what the value says. */
function ownDescription({ description }: Schema, value: Schema): string | undefined {
  if (description === undefined || description === value['description']) return undefined
  const text = String(value['description'] ?? '')
  return text.startsWith(DIGITS)
    ? String(description).slice(0, -text.length).trimEnd()
    : String(description)
}

const contentOf = ({ description, default: _, examples, ...content }: Schema) =>
  JSON.stringify(content)

/** The object with the keys of `order` first. */
export function inOrder<T extends object>(object: T, order: readonly string[]): T {
  const entries = Object.entries(object)
  const rank = ([key]: [string, unknown]) => (order.includes(key) ? order.indexOf(key) : Infinity)
  // Keys without a rank keep their places behind: sorting is stable.
  return Object.fromEntries(
    entries.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))),
  ) as T
}

/** Properties of any name are additional ones: @fastify/swagger says so of all but uploads. */
function withAdditional({ patternProperties, ...schema }: Schema): Schema {
  if (!isSchema(patternProperties)) return schema
  return { ...schema, additionalProperties: Object.values(patternProperties)[0] }
}

function mapInner(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const mapped = { ...schema }
  for (const key of ['items', 'additionalProperties', 'propertyNames']) {
    if (isSchema(schema[key])) mapped[key] = change(schema[key])
  }
  if (Array.isArray(schema['anyOf'])) mapped['anyOf'] = schema['anyOf'].map(change)
  if (isSchema(schema['properties'])) {
    const entries = Object.entries(schema['properties'] as Record<string, Schema>)
    mapped['properties'] = Object.fromEntries(entries.map(([name, one]) => [name, change(one)]))
  }
  return mapped
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function standard(schema: Schema): Schema {
  const {
    trim: _,
    'x-elsewhere': __,
    'x-component': ___,
    'x-message': ____,
    'x-pairs': _____,
    'x-returned': ______,
    'x-answered': _______,
    'x-stays': ________,
    'x-never': _________,
    'x-decimal': digits,
    ...plain
  } = schema
  const formatted = withVariableNames(withFormat(plain))
  if (digits) return withDigits(formatted, digits as { integer: number; decimals: number })
  const isInteger = [plain['type']].flat().includes('integer')
  return isInteger ? { ...formatted, format: integerFormat(plain) } : formatted
}

/** What generators of clients call values that have no letters or digits to be called by. */
const VARIABLE_NAMES: Record<string, string> = {
  ',': 'comma',
  '.': 'point',
  ';': 'semicolon',
  '|': 'pipe',
  '*': 'all',
  '\t': 'tab',
}

/** Names for the values of an enum of which some would be called alike, or nothing. */
function withVariableNames(schema: Schema): Schema {
  const values = schema['enum'] as unknown[] | undefined
  const texts = values?.filter((value) => typeof value === 'string') ?? []
  const areNamed = texts.every((text) => /^[\p{L}\d]/u.test(text))
  if (values === undefined || areNamed) return schema
  const nameOf = (value: unknown): string => {
    if (value === null) return 'null'
    const text = String(value)
    const [, descending] = /^-(.+)/.exec(text) ?? []
    if (descending !== undefined) return `${descending}_descending`
    const name = VARIABLE_NAMES[text] ?? text
    if (/^[\p{L}\d]/u.test(name)) return name
    throw new Error(`say in VARIABLE_NAMES what generators call ${JSON.stringify(text)}`)
  }
  return { ...schema, 'x-enum-varnames': values.map(nameOf) }
}

function withFormat(schema: Schema): Schema {
  const { format, ...rest } = schema
  if (format === 'fk-id') return { ...rest, pattern: `${rest['pattern'] ?? '^'}${FK_ID}` }
  const characters = TEXTS[String(format)]
  if (characters) {
    const pattern = (rest['pattern'] as string | undefined) ?? '^'
    return { ...rest, pattern: pattern.endsWith('$') ? pattern : pattern + characters }
  }
  const known = formats[String(format)]
  return known ? { ...known, ...rest } : schema
}

/** How the digits of a number begin, behind the rest of its description. */
const DIGITS = 'Exact: at most '

/** The digits in words; `multipleOf: 0.01` would refuse 19.9 wherever numbers are binary. */
function withDigits(
  schema: Schema,
  { integer, decimals }: { integer: number; decimals: number },
): Schema {
  const limit = 10 ** integer
  const description = schema['description'] ? `${schema['description']} ` : ''
  const count = decimals === 1 ? 'one decimal' : `${decimals} decimals`
  return {
    ...schema,
    description: `${description}${DIGITS}${integer} integer digits and ${count}.`,
    ...('maximum' in schema ? {} : { exclusiveMaximum: limit }),
  }
}

function integerFormat({ maximum }: Schema): 'int32' | 'int64' {
  return typeof maximum === 'number' && maximum < 2 ** 31 ? 'int32' : 'int64'
}
