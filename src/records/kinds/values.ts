import { type TSchema, Type } from 'typebox'
import type { CellRow, FieldRow } from '../../../packages/model/record-fields.ts'
import { instantSql } from '../../database/instant.ts'
import { closed, dateTime, dateTimeOut, decimal, line, name, nullable } from '../../http/schemas.ts'
import { msg, translated } from '../../texts/message.ts'

// The kinds of values that fields of records hold.

/** One field of a record: how it is written, shown and kept. */
export interface Field {
  /** What a body may hold; null is allowed beside it unless the field is required. None: read only. */
  written?: TSchema
  /** What a PATCH may hold in its place. */
  patched?: TSchema
  /** What responses hold. None: it is not shown. */
  returned?: TSchema
  /** SQL type of the column. */
  type:
    | 'text'
    | 'numeric'
    | 'integer'
    | 'bigint'
    | 'boolean'
    | 'bigint[]'
    | 'text[]'
    | 'date'
    | 'jsonb'
    | 'timestamptz'
  required?: boolean
  /** Where nothing is sent it stays, in a whole record, too; a new record has the column's default. */
  stays?: true
  /** The column's value where the field is null or, in a whole record, absent. */
  unset?: unknown
  /** The column's value of a written one, where it is not the same. */
  toColumn?: (written: never) => unknown
  /** SQL that shows the column, where it is not the column itself. */
  shown?: (column: string) => string
  /** The column that it is shown from, where it has none of its own. */
  column?: string
}

export type Fields = Record<string, Field>

type RowOf<Kind extends FieldRow['kind']> = Extract<FieldRow, { kind: Kind }>

/** What only a writer must observe; a response says what a field is. */
const forWriters = ['trim', 'default', 'minLength', 'pattern', 'x-message']

/** A field that may be null both ways. */
export function optional(type: Field['type'], schema: TSchema, more: Partial<Field> = {}): Field {
  return { written: schema, returned: nullable(shownSchema(schema)), type, unset: null, ...more }
}

export function optionalLine(maxLength: number, description?: string): Field {
  return optional('text', line(maxLength, description ? { description } : {}))
}

export function optionalDecimal(
  integer: number,
  decimals: number,
  more: Record<string, unknown> = {},
): Field {
  return optional('numeric', decimal(integer, decimals, more), {
    shown: (column) => `trim_scale(${column})`,
  })
}

/** A count from 1, never null. */
export function counter(description: string, maximum: number): Field {
  const schema = Type.Integer({ minimum: 1, maximum, description })
  return { written: schema, returned: schema, type: 'integer', stays: true }
}

/** One of some values; never null where it is a certain one unless given. */
export function choice({ unset, choices, description }: RowOf<'choice'>): Field {
  const values = { enum: Object.keys(choices) }
  if (unset === null)
    return optional('text', Type.String({ ...values, ...(description && { description }) }))
  return {
    written: Type.String({ ...values, default: unset, ...(description && { description }) }),
    returned: Type.String(values),
    type: 'text',
    unset,
  }
}

/** What the reference page says of what a whole record need not say. */
export const STAYS = 'Left out it stays, in a PUT, too'

/** A yes or no: null and absence mean `unset`; it is never null where that is not. */
export function flag({
  unset,
  stays,
  description,
}: Pick<RowOf<'flag'>, 'unset' | 'stays' | 'description'>): Field {
  if (unset === null) return optional('boolean', Type.Boolean({ description }))
  const returned = Type.Boolean({ description })
  if (stays) {
    const text = `${description} Null is ${unset}. ${STAYS}; of a new record it is ${unset} then.`
    return { written: Type.Boolean({ description: text }), returned, type: 'boolean', unset, stays }
  }
  const written = Type.Boolean({
    description: `${description} ${unset ? 'True' : 'False'} unless given.`,
    default: unset,
  })
  return { written, returned, type: 'boolean', unset }
}

/** One of some numbers; never null where it is a certain one unless given. */
export function numbered({ unset, choices, description }: RowOf<'numbered'>): Field {
  const meanings = Object.entries(choices).map(([number, [, meaning]]) => `${number}: ${meaning}.`)
  const values = Object.keys(choices).map(Number)
  const described = [...(description ? [description] : []), ...meanings].join(' ')
  const schema = Type.Integer({
    enum: values,
    minimum: Math.min(...values),
    maximum: Math.max(...values),
    description: described,
  })
  if (unset === null) return optional('integer', schema)
  const written = { ...schema, description: `${described} ${unset} unless given.`, default: unset }
  return { written, returned: schema, type: 'integer', unset }
}

const lengths = ([least, most]: RowOf<'line'>['length']) => ({
  minLength: least,
  maxLength: most,
})

export function patternField(
  { pattern, most, form, example }: RowOf<'pattern'>,
  described: object,
) {
  const returned = Type.String({ pattern, maxLength: most, ...described, examples: [example] })
  const message = msg`must be ${translated({ 'pt-BR': form[0], en: form[1] })}.`
  const written = { ...returned, 'x-message': message, trim: true }
  return optional('text', written, { returned: nullable(returned) })
}

/** Digits of at most 14, or `SEM GTIN`. */
export const gtin = { format: 'gtin', trim: true, maxLength: 14, examples: ['7891000315507'] }

export function decimalField(
  { digits, isPositive, isSigned, most, stays, description = '' }: RowOf<'decimal'>,
  described: object,
): Field {
  const least = isPositive ? { exclusiveMinimum: 0 } : { minimum: 0 }
  const limit = isSigned ? {} : least
  const largest = most === undefined ? {} : { maximum: most }
  const schema = Type.Number({ 'x-decimal': digits, ...limit, ...largest, ...described })
  const shown = (column: string) => `trim_scale(${column})`
  if (!stays) return optional('numeric', schema, { shown })
  const written = { ...schema, description: `${description} ${STAYS}.` }
  return { ...optional('numeric', schema, { shown }), written, stays }
}

/** When another field's value was so. */
export function instantField({ description = '' }: RowOf<'instant'>): Field {
  return {
    written: { ...dateTime, description: `${description} Without a zone in \`time_zone\`.` },
    returned: nullable({ ...dateTimeOut, description }),
    type: 'timestamptz',
    unset: null,
    stays: true,
    shown: instantSql,
  }
}

/** @param most characters */
export function nameField(most?: number): Field {
  const written = most === undefined ? name : { ...name, maxLength: most }
  return { written, returned: shownSchema(written), type: 'text', required: true }
}

export const emailField: Field = optional(
  'text',
  Type.String({
    format: 'email',
    trim: true,
    maxLength: 254,
    examples: ['compras@aurora.example'],
  }),
)

export const phoneField: Field = optionalLine(40)

export function lineField({ length }: Pick<RowOf<'line'>, 'length'>, described: object): Field {
  return optional('text', { ...line(length[1]), ...lengths(length), ...described })
}

/** A value in a row of a list. */
function cell(row: CellRow): Field {
  const described = row.description ? { description: row.description } : {}
  switch (row.kind) {
    case 'name':
      return nameField()
    case 'email':
      return emailField
    case 'phone':
      return phoneField
    case 'line':
      return lineField(row, described)
    case 'pattern':
      return patternField(row, described)
    case 'numbered':
      return numbered(row)
    case 'decimal':
      return decimalField(row, described)
    case 'choice':
      return choice(row)
    case 'day':
      return optional('text', daySchema(described))
  }
}

const daySchema = (described: object) =>
  Type.String({ format: 'date', maxLength: 10, ...described, examples: ['2027-01-01'] })

/** A date; never null where it is a certain one unless given. */
export function dayField({ unset }: { unset: string | null }, described: object): Field {
  const schema = daySchema(described)
  const shown = (column: string) => `${column}::text`
  if (unset === null) return optional('date', schema, { shown })
  const written = { ...schema, default: unset }
  return { written, returned: schema, type: 'date', unset, shown }
}

/** Some of a few values, in their order; null where it says none, or [] of one that stays. */
export function listField(
  { of, most, stays, description = '' }: RowOf<'list'>,
  described: object,
): Field {
  const items = 'choices' in of ? numbersOf(of) : patternsOf(of)
  const about = stays ? { description: `${description} ${STAYS}.` } : described
  const schema = Type.Array(items.written, { uniqueItems: true, maxItems: most, ...about })
  if (stays) {
    return {
      written: schema,
      returned: Type.Array(items.returned, { maxItems: most, ...described }),
      type: items.type,
      unset: [],
      stays,
      toColumn: (values: (string | number)[]) => values.toSorted(),
    }
  }
  return {
    written: schema,
    returned: nullable(Type.Array(items.returned, { maxItems: most, ...described })),
    type: items.type,
    unset: null,
    toColumn: (values: (string | number)[]) => (values.length > 0 ? values.toSorted() : null),
  }
}

function numbersOf({ choices }: { choices: Readonly<Record<number, unknown>> }) {
  const values = Object.keys(choices).map(Number)
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  const item = Type.Integer({ enum: values, minimum, maximum })
  return { written: item, returned: item, type: 'bigint[]' as const }
}

function patternsOf(of: Omit<RowOf<'pattern'>, 'kind' | 'name' | 'label'>) {
  const { written } = patternField({ ...of, kind: 'pattern', name: '', label: ['', ''] }, {})
  const returned = Type.String({ pattern: of.pattern, maxLength: of.most, examples: [of.example] })
  return { written: written as TSchema, returned, type: 'text[]' as const }
}

function withoutDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown }
  return rest as TSchema
}

/** Rows of values: as they were sent, or in the order of the one that no two have alike. */
export function rowsField(row: RowOf<'rows'>, described: object): Field {
  const { of, by, title, most, stays, description = '' } = row
  const listOf = (title: string, schemaOf: (row: CellRow) => TSchema, about: object) => {
    const cells = of.map((one) => [one.name, schemaOf(one)] as const)
    return Type.Array(closed(Object.fromEntries(cells), { title }), { maxItems: most, ...about })
  }
  const inOrder = (rows: Record<string, unknown>[]) =>
    by === undefined ? rows : rows.toSorted((a, b) => (String(a[by]) < String(b[by]) ? -1 : 1))
  const whole = (sent: Record<string, unknown>) =>
    Object.fromEntries(of.map(({ name }) => [name, sent[name] ?? null]))
  const about = stays ? { description: `${description} ${STAYS}.` } : described
  return {
    written: listOf(`${title}Input`, writtenCell, about),
    returned: listOf(title, returnedCell, described),
    type: 'jsonb',
    unset: [],
    ...(stays && { stays }),
    toColumn: (rows: Record<string, unknown>[]) => inOrder(rows.map(whole)),
  }
}

/** Each row says all of its values but for those that are optional. */
function writtenCell(row: CellRow): TSchema {
  const written = withoutDefault(cell(row).written as TSchema)
  return row.isOptional ? Type.Optional(nullable(written)) : written
}

function returnedCell(row: CellRow): TSchema {
  const { written, returned } = cell(row)
  return row.isOptional || row.kind === 'name'
    ? (returned as TSchema)
    : withoutDefault(written as TSchema)
}

function shownSchema(schema: TSchema): TSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !forWriters.includes(keyword))
  // What was written by an earlier version may have several lines.
  const format = ['line', 'name', 'gtin'].includes(String(Reflect.get(schema, 'format')))
    ? { format: 'text' }
    : {}
  return Type.Unsafe({ ...Object.fromEntries(kept), ...format })
}
