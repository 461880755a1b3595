import { Type } from 'typebox'
import { customers } from '../../packages/model/customers.ts'
import { BRAZIL } from '../../packages/model/invoices/states.ts'
import { houseNumberOf, municipalityErrors } from '../base/values/addresses.ts'
import { closed, count, fkId, id, nullable } from '../http/schemas.ts'
import { definitions, type LineDefinition, type RecordDefinition } from '../records/definitions.ts'
import { fkIdField } from '../records/fields.ts'
import { type Field, optional, optionalDecimal, optionalLine } from '../records/kinds/values.ts'
import { msg } from '../texts/message.ts'

/** Customers themselves. */
export const [customer] = definitions.filter(({ path }) => path === '/customers') as [
  RecordDefinition,
]

/** Its fields that may say who a person is, beside those that every customer has. */
export const personalFields = customers.fields.flatMap((row) =>
  'isPersonal' in row ? [row.name] : [],
)

/**
 * The house number as people write it. The column has what is more than the digits of `number`:
 * a program that knows only that one writes what it did, and what is there goes on being right.
 */
const numberTextField = optional(
  'text',
  Type.String({
    // One line, of which nothing is invisible.
    format: 'fk-id',
    trim: true,
    minLength: 1,
    maxLength: 60,
    description:
      'The house number as it is written; `number` follows from it. If only `number` is sent, its digits.',
    examples: ['KM 12'],
  }),
  {
    toColumn: (text: string) => (text === String(houseNumberOf(text)) ? null : text),
    shown: (column) => `coalesce(${column}, ${column.replace('number_text', 'number')}::text)`,
  },
)

const postalCodeField = optional(
  'text',
  Type.String({
    pattern: '^\\d{5}-?\\d{3}$',
    'x-message': msg`must be a CEP such as 01310-200.`,
    trim: true,
    maxLength: 9,
    description: 'The CEP as it is written, returned with its hyphen; `zip_code` follows.',
    examples: ['01310-200'],
  }),
  {
    column: 'zip_code',
    shown: (column) => `to_char(${column}, 'FM00000"-"000')`,
    returned: nullable(
      Type.String({
        pattern: '^\\d{5}-\\d{3}$',
        maxLength: 9,
        description: 'The CEP of `zip_code` as people write it.',
        examples: ['01310-200'],
      }),
    ),
  },
)

const ibge = Type.String({
  pattern: '^[0-9]{7}$',
  maxLength: 7,
  description: 'The IBGE’s number of the municipality; its first two digits are the state’s.',
  examples: ['3550308'],
})
const ibgeField = optional(
  'text',
  { ...ibge, trim: true, 'x-message': msg`must be the 7 digits of a municipality.` },
  { returned: nullable(ibge) },
)

const COUNTRY = 'The country, by the Banco Central’s table; 1058 is Brazil.'
const country = Type.Integer({
  minimum: 1,
  maximum: 9999,
  description: COUNTRY,
  examples: [BRAZIL],
})
const countryField: Field = {
  written: { ...country, description: `${COUNTRY} Brazil unless given.`, default: BRAZIL },
  returned: country,
  type: 'integer',
  unset: BRAZIL,
}

/** An address of a customer: a record like the others, with an owner and no name of its own needed. */
export const addressDefinition: LineDefinition = {
  path: '/customers/address',
  table: 'addresses',
  singular: 'address',
  title: 'Address',
  plural: 'Addresses',
  family: 'customers',
  example: {
    street: 'Avenida Paulista',
    number_text: '1578',
    complement: 'Sala 42',
    postal_code: '01310-200',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    latitude: -23.561414,
    longitude: -46.655881,
    address_type: 'delivery',
    name: 'Matriz',
    fk_id: 'END-1',
    ibge: '3550308',
  },
  fields: {
    street: optionalLine(200),
    number: optional(
      'bigint',
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of `number_text`; null where that has more than digits.',
        examples: [1578],
      }),
    ),
    number_text: numberTextField,
    complement: optionalLine(200),
    zip_code: optional(
      'integer',
      Type.Integer({
        minimum: 0,
        maximum: 99_999_999,
        description: 'The digits of `postal_code`.',
        examples: [1310200],
      }),
    ),
    postal_code: postalCodeField,
    neighborhood: optionalLine(200),
    city: optionalLine(200),
    state: optional(
      'text',
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        'x-message': msg`must be two letters.`,
        maxLength: 2,
        description: 'Two letters; returned in upper case.',
        examples: ['SP'],
      }),
      {
        toColumn: (state: string) => state.toUpperCase(),
        returned: nullable(Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, examples: ['SP'] })),
      },
    ),
    latitude: optionalDecimal(2, 15, { minimum: -90, maximum: 90, examples: [-23.561414] }),
    longitude: optionalDecimal(3, 15, { minimum: -180, maximum: 180, examples: [-46.655881] }),
    address_type: optional('text', Type.String({ enum: ['billing', 'delivery', 'main', 'other'] })),
    name: optionalLine(200),
    fk_id: fkIdField,
    ibge: ibgeField,
    country: countryField,
  },
  times: false,
  embedded: [
    'street',
    'number',
    'number_text',
    'complement',
    'zip_code',
    'neighborhood',
    'city',
    'state',
    'latitude',
    'longitude',
    'address_type',
    'name',
    'fk_id',
    'ibge',
    'country',
  ],
  hasPairs: true,
  errorsOf: municipalityErrors,
  references: [],
  events: 'address',
  owner: { of: customer, column: 'id_customer', lines: 'addresses' },
  customer: 'id_customer',
}

/** `id:` and an id, or an fk_id, which never begins like that. */
const customerId = Type.String({
  format: 'fk-id',
  minLength: 1,
  maxLength: 100,
  description: 'The customer’s `fk_id`, or `id:` and its id, such as `id:42`.',
  examples: ['ERP-1001'],
  pattern: '^(?!id:(?![1-9]\\d{0,15}$))',
  'x-message': msg`must be an fk_id, or "id:" and an id such as id:42.`,
})

export const customerParams = closed({ customerId })
export const customerFkIdParams = closed({
  customerId,
  fk_id: {
    ...fkId,
    description: 'The address’s external identifier.',
    examples: ['END-1'],
    'x-component': 'FkIdOfAddress',
  },
})

/** Customers that one request hands over: who writes one of them waits that long. */
export const MOST_MOVED = 1_000

export const transferBody = closed(
  {
    from: Type.Optional({
      ...nullable(id),
      description:
        'The seller whose place `to` takes; null: customers that have none. Left out: `to` takes the place of all sellers that the chosen customers have.',
    }),
    fk_id_from: Type.Optional(fkId),
    to: Type.Optional({
      ...nullable(id),
      description: 'The seller who gets them; null: nobody does. This or `fk_id_to` is required.',
      examples: [7],
    }),
    fk_id_to: Type.Optional(fkId),
    customers: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: MOST_MOVED,
        uniqueItems: true,
        description: 'Only these customers: ids.',
      }),
    ),
    keep: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          '`true`: the sellers of before stay, and `to` comes behind them. `false` unless given.',
      }),
    ),
  },
  { title: 'TransferInput', examples: [{ from: null, to: 1 }] },
)

export const transferred = closed(
  {
    moved: { ...count, description: 'How many customers were changed.', examples: [1_000] },
    remaining: {
      ...count,
      description: 'How many are still to be: the same request, sent again, goes on with them.',
      examples: [240],
    },
  },
  { $id: 'Transferred', examples: [{ moved: 1_000, remaining: 240 }] },
)
