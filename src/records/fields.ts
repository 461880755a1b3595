import { type TSchema, Type } from 'typebox'
import { UNIT_PRICE } from '../../packages/model/kinds.ts'
import {
  type FieldRow,
  isReferring,
  type ReferringRow,
} from '../../packages/model/record-fields.ts'
import { bareDocument } from '../base/values/check-digits.ts'
import { customFieldsIn, customFieldsOut, customFieldsPatch } from '../custom/schema.ts'
import { instantSql } from '../database/instant.ts'
import {
  closed,
  dateTimeOut,
  decimal,
  fkId,
  id,
  line,
  longText,
  name,
  nullable,
  textOut,
} from '../http/schemas.ts'
import { msg, translated } from '../texts/message.ts'
import { MAX_SELLERS } from './portfolio/portfolio.ts'

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
    | 'jsonb'
    | 'timestamptz'
  required?: boolean
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

/** One of some values, never null. */
function choice({ unset, choices, description }: RowOf<'choice'>): Field {
  const values = { enum: Object.keys(choices) }
  return {
    written: Type.String({ ...values, default: unset, ...(description && { description }) }),
    returned: Type.String(values),
    type: 'text',
    unset,
  }
}

/** A yes or no: null and absence mean `unset`; it is never null where that is not. */
export function flag(unset: boolean | null, description: string): Field {
  if (unset === null) return optional('boolean', Type.Boolean({ description }))
  const written = Type.Boolean({
    description: `${description} ${unset ? 'True' : 'False'} unless given.`,
    default: unset,
  })
  return { written, returned: Type.Boolean({ description }), type: 'boolean', unset }
}

/** One of some numbers; never null where it is a certain one unless given. */
function numbered({ unset, choices, description }: RowOf<'numbered'>): Field {
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

const lengths = ([least, most]: RowOf<'line'>['length']) => ({ minLength: least, maxLength: most })

function patternField({ pattern, most, form, example }: RowOf<'pattern'>, described: object) {
  const returned = Type.String({ pattern, maxLength: most, ...described, examples: [example] })
  const message = msg`must be ${translated({ 'pt-BR': form[0], en: form[1] })}.`
  const written = { ...returned, 'x-message': message, trim: true }
  return optional('text', written, { returned: nullable(returned) })
}

/** Digits of at most 14, or `SEM GTIN`. */
const gtin = { format: 'gtin', trim: true, maxLength: 14, examples: ['7891000315507'] }

function decimalField({ digits, isPositive }: RowOf<'decimal'>, described: object): Field {
  const limit = isPositive ? { exclusiveMinimum: 0 } : { minimum: 0 }
  const schema = Type.Number({ 'x-decimal': digits, ...limit, ...described })
  return optional('numeric', schema, { shown: (column) => `trim_scale(${column})` })
}

/** What only a writer must observe; a response says what a field is. */
const forWriters = ['trim', 'default', 'minLength', 'pattern', 'x-message']

function shownSchema(schema: TSchema): TSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !forWriters.includes(keyword))
  // What was written by an earlier version may have several lines.
  const format = ['line', 'name', 'gtin'].includes(String(Reflect.get(schema, 'format')))
    ? { format: 'text' }
    : {}
  return Type.Unsafe({ ...Object.fromEntries(kept), ...format })
}

const nameField: Field = {
  written: name,
  returned: shownSchema(name),
  type: 'text',
  required: true,
}

export const fkIdField: Field = optional('text', fkId)

/** CPF or CNPJ: src/base/values/check-digits.ts decides what is one. */
const taxDocument = Type.String({
  format: 'cpf-or-cnpj',
  maxLength: 40,
  description:
    'CPF or CNPJ, also the CNPJ with letters. Check digits are verified. Points, hyphens, slashes, ' +
    'spaces and lower case are accepted; it is kept and returned bare and in upper case.',
  examples: ['12.ABC.345/01DE-35'],
})

/** The same in a filter. */
export const documentFilter = Type.String({
  ...taxDocument,
  description: 'This CPF or CNPJ, with or without punctuation; lower case is accepted.',
})

const bareTaxDocument = Type.String({
  pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
  maxLength: 14,
  description: 'CPF or CNPJ, without punctuation.',
  examples: ['12ABC34501DE35'],
})

const documentField = optional('text', taxDocument, {
  toColumn: bareDocument,
  returned: nullable(bareTaxDocument),
})

const emailField: Field = optional(
  'text',
  Type.String({
    format: 'email',
    trim: true,
    maxLength: 254,
    examples: ['compras@aurora.example'],
  }),
)

/** PostgreSQL's integer is the limit. */
const LARGEST_INTEGER = 2_147_483_647

const imageField: Field = {
  returned: nullable(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'File name; written through the image endpoint.',
    }),
  ),
  type: 'text',
}

const nextField: Field = {
  written: Type.Array(id, {
    uniqueItems: true,
    maxItems: 200,
    description: 'Statuses an order can move to from here.',
  }),
  returned: Type.Array(id, { maxItems: 200, description: 'Statuses an order can move to.' }),
  type: 'bigint[]',
  unset: [],
}

const anonymisedAtField: Field = {
  returned: {
    ...nullable(dateTimeOut),
    description: 'When the person’s data was removed for good; such a customer can’t be changed.',
  },
  type: 'timestamptz',
  shown: instantSql,
}

const sellersIn = (of: TSchema, description: string): TSchema =>
  Type.Array(of, { uniqueItems: true, maxItems: MAX_SELLERS, description })

const sellerId = { ...id, description: 'The customer’s only seller; null: none.' }

const STAYS = 'Left out they stay, in a PUT, too.'

/** A customer's sellers, by their ids or codes: one, or several. Shown are `users` and `id_user`. */
const sellerFields: Fields = {
  users: {
    returned: Type.Array(
      closed({ id, name: textOut(200), fk_id: nullable(textOut(100)) }, { title: 'Seller' }),
      {
        maxItems: MAX_SELLERS,
        description:
          'The sellers that have the customer, the first one first. A member or token that is restricted to orders of some sellers (`only`) changes only the customers of these, and reads no others unless the account’s `restricted_read_all_customers` is true.',
      },
    ),
    type: 'bigint[]',
    unset: [],
    column: 'id_users',
    shown: (column) => `case when ${column} = '{}' then '[]'::json else (
      select json_agg((select to_json(x) from (select s.id, s.name, s.fk_id) x) order by n.n)
        from unnest(${column}) with ordinality as n (id, n)
        join users s on s.account_id = $account and s.id = n.id) end`,
  },
  id_user: optional('bigint', sellerId, {
    returned: { ...nullable(id), description: 'The first of `users`.' },
    column: 'id_users',
    shown: (column) => `(${column})[1]`,
  }),
  fk_id_user: { written: fkId, type: 'bigint', column: 'id_users' },
  id_users: {
    written: sellersIn(id, `Ids of the customer’s sellers, all of them. ${STAYS}`),
    type: 'bigint[]',
    unset: [],
  },
  fk_id_users: {
    written: sellersIn(fkId, 'The same as `id_users`, by their external identifiers.'),
    type: 'bigint[]',
    column: 'id_users',
  },
}

/** Values of the fields that are declared at `/custom-fields`; a PATCH changes them one by one. */
const customFieldsField: Field = {
  written: {
    ...customFieldsIn,
    description: 'Values of the fields that are declared at `/custom-fields`, as texts.',
  },
  patched: customFieldsPatch,
  returned: customFieldsOut,
  type: 'jsonb',
  unset: {},
}

/** The table of a kind of record. */
export const tableOf = (path: string): string => path.replaceAll('-', '_')

/** A record of another kind: shown in short, and written by its id or code. */
function referenceFields({ name, kind, to, description }: ReferringRow): Fields {
  const column = `id_${name}`
  const described = description ? { description } : {}
  const named = Type.Ref('Reference')
  return {
    [name]: {
      returned: kind === 'owner' ? named : Type.Union([named, Type.Null()], described),
      type: 'bigint',
      column,
      shown: (column) => `(select to_json(x) from (
        select s.id, s.name, s.fk_id from ${tableOf(to)} s where s.account_id = $account and s.id = ${column}) x)`,
    },
    [column]: {
      written: { ...id, ...described },
      type: 'bigint',
      unset: null,
    },
    [`fk_${column}`]: { written: fkId, type: 'bigint', column },
  }
}

type OneField = Exclude<FieldRow, ReferringRow | { kind: 'sellers' }>

/** What follows from a row of the model. */
export function fieldsOf(row: FieldRow): Fields {
  if (row.kind === 'sellers') return sellerFields
  if (isReferring(row)) return referenceFields(row)
  return { [row.name]: fieldOf(row) }
}

function fieldOf(row: OneField): Field {
  const described = row.description ? { description: row.description } : {}
  switch (row.kind) {
    case 'name':
      return nameField
    case 'code':
      return fkIdField
    case 'email':
      return emailField
    case 'phone':
      return optionalLine(40)
    case 'document':
      return documentField
    case 'text':
      return optional('text', longText)
    case 'line':
      return optional('text', { ...line(row.length[1]), ...lengths(row.length), ...described })
    case 'pattern':
      return patternField(row, described)
    case 'gtin':
      return optional('text', Type.String({ ...gtin, ...described }))
    case 'decimal':
      return decimalField(row, described)
    case 'numbered':
      return numbered(row)
    case 'integer':
      return optional(
        'integer',
        Type.Integer({ minimum: 0, maximum: LARGEST_INTEGER, ...described }),
      )
    case 'unit_price':
      return optionalDecimal(UNIT_PRICE.integer, UNIT_PRICE.decimals, described)
    case 'flag':
      return flag(row.unset, row.description)
    case 'choice':
      return choice(row)
    case 'image':
      return imageField
    case 'statuses':
      return nextField
    case 'texts':
      return customFieldsField
    case 'anonymised':
      return anonymisedAtField
  }
}
