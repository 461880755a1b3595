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
import { closed, dateTimeOut, fkId, id, longText, nullable, textOut } from '../http/schemas.ts'
import { termsField } from './kinds/terms.ts'
import {
  choice,
  counter,
  dayField,
  decimalField,
  emailField,
  type Field,
  type Fields,
  flag,
  gtin,
  instantField,
  lineField,
  listField,
  nameField,
  numbered,
  optional,
  optionalDecimal,
  patternField,
  phoneField,
  rowsField,
  STAYS,
} from './kinds/values.ts'
import { MAX_SELLERS } from './portfolio/portfolio.ts'

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
  Type.Array(of, { uniqueItems: true, maxItems: MAX_SELLERS, description, 'x-stays': true })

const sellerId = { ...id, description: 'The customer’s only seller; null: none.' }

const THEY_STAY = 'Left out they stay, in a PUT, too.'

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
  id_user: optional(
    'bigint',
    { ...sellerId, 'x-stays': true },
    {
      returned: { ...nullable(id), description: 'The first of `users`.' },
      column: 'id_users',
      shown: (column) => `(${column})[1]`,
    },
  ),
  fk_id_user: { written: fkId, type: 'bigint', column: 'id_users' },
  id_users: {
    written: sellersIn(id, `Ids of the customer’s sellers, all of them. ${THEY_STAY}`),
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
function referenceFields(row: ReferringRow): Fields {
  const { name, kind, to, description } = row
  const column = `id_${name}`
  const described = description ? { description } : {}
  const stays = row.kind === 'reference' && row.stays
  const about = stays ? { description: `${description ?? ''} ${STAYS}.`.trim() } : described
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
      written: { ...id, ...about },
      type: 'bigint',
      unset: null,
      ...(stays && { stays }),
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
      return nameField(row.most)
    case 'code':
      return fkIdField
    case 'email':
      return emailField
    case 'phone':
      return phoneField
    case 'document':
      return documentField
    case 'text':
      return optional('text', { ...longText, ...described })
    case 'line':
      return lineField(row, described)
    case 'pattern':
      return patternField(row, described)
    case 'rows':
      return rowsField(row, described)
    case 'day':
      return dayField(row, described)
    case 'instant':
      return instantField(row)
    case 'list':
      return listField(row, described)
    case 'gtin':
      return optional('text', Type.String({ ...gtin, ...described }))
    case 'decimal':
      return decimalField(row, described)
    case 'numbered':
      return numbered(row)
    case 'integer': {
      const [minimum, maximum] = row.within ?? [0, LARGEST_INTEGER]
      return optional('integer', Type.Integer({ minimum, maximum, ...described }))
    }
    case 'counter':
      return counter(row.description, LARGEST_INTEGER)
    case 'unit_price':
      return optionalDecimal(UNIT_PRICE.integer, UNIT_PRICE.decimals, described)
    case 'flag':
      return flag(row)
    case 'choice':
      return choice(row)
    case 'terms':
      return termsField(described)
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
