import { type TSchema, Type } from 'typebox'
import { customResources, customTypes } from '../../custom/rules.ts'
import { id, line, textOut } from '../../http/schemas.ts'
import { msg } from '../../texts/message.ts'
import type { RecordDefinition } from '../definitions.ts'
import { type Field, flag, optionalLine } from '../kinds/values.ts'

const resource = Type.String({
  enum: [...customResources],
  description: 'What has the field. It can’t be changed.',
})

const key = {
  ...line(100, {
    minLength: 1,
    pattern: '^(?![^]*_(from|to)$)[^,]+$',
    'x-message': msg`must have no comma and not end in "_from" or "_to", which ask for ranges.`,
    description:
      'The property of `custom_fields`, unique among the fields of the resource. Without commas, and not ending in `_from` or `_to`. It can’t be changed.',
    examples: ['rota'],
  }),
}

const type = Type.String({
  enum: [...customTypes],
  description:
    'What its values are, always written as texts: `"12"` (integer), `"12.5"` (decimal), `"true"`, `"2026-11-21"` (date), one of `choices` (choice). It can’t be changed.',
})

const choice = Type.String({ format: 'name', minLength: 1, maxLength: 200 })

const choices: Field = {
  written: Type.Array(choice, {
    uniqueItems: true,
    maxItems: 200,
    description: 'What a field of the type `choice` can be; of no other type.',
  }),
  returned: Type.Array(textOut(200), { maxItems: 200 }),
  type: 'text[]',
  unset: [],
}

/** A field that only the service writes. */
const own = (returned: TSchema, type: Field['type']): Field => ({ returned, type })

/** How many of the records that break a declaration are listed. */
export const MOST_LISTED = 10

const previous = Type.Object(
  {
    required: Type.Boolean(),
    unique: Type.Boolean(),
    filterable: Type.Boolean(),
    choices: Type.Array(textOut(200), { maxItems: 200 }),
  },
  {
    title: 'CustomFieldRules',
    description:
      'The previous declaration, which holds while the change is checked or after it was refused.',
  },
)

/** How a check went, where it has found something. */
const breakingRecords = Type.Array(
  Type.Object(
    { id, detail: textOut(3000, { examples: ['is required.'] }) },
    { title: 'BreakingRecord', description: 'A record that breaks a declaration.' },
  ),
  {
    maxItems: MOST_LISTED,
    examples: [[]],
    description: `The first ${MOST_LISTED} of them, in the language of the request that asked for the check.`,
  },
)

const written = (schema: TSchema, type: Field['type']): Field => ({
  written: schema,
  returned: schema,
  type,
  required: true,
})

/** A declaration: a record like the others, but that it is named by its id alone. */
export const customField: RecordDefinition = {
  path: '/custom-fields',
  table: 'custom_fields',
  singular: 'custom field',
  title: 'CustomField',
  plural: 'CustomFields',
  family: 'reference',
  example: {
    resource: 'orders',
    key: 'entrega',
    label: 'Entrega prometida',
    type: 'date',
    required: false,
    unique: false,
    filterable: true,
  },
  fields: {
    resource: written(resource, 'text'),
    key: { ...written(key, 'text'), returned: textOut(100, { examples: ['rota'] }) },
    label: optionalLine(200, 'For people.'),
    type: written(type, 'text'),
    required: flag({ unset: false, description: 'Each record has a value.' }),
    unique: flag({ unset: false, description: 'No two records have the same value.' }),
    filterable: flag({
      unset: false,
      description:
        'Lists take it as a filter and a sort (`custom.rota=12`, `sort=custom.rota`). Its texts have at most 200 characters.',
    }),
    choices,
    status: own(
      Type.String({
        enum: ['active', 'checking', 'refused'],
        examples: ['active'],
        description:
          '`checking`: a job checks the records that there were before, while writes must satisfy it already. `refused`: some of those records break it, so it does not hold; any PATCH checks them again.',
      }),
      'text',
    ),
    progress: own(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Of the check, in per cent.',
        examples: [100],
      }),
      'integer',
    ),
    breaking: own(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'How many of the records checked so far break it.',
        examples: [0],
      }),
      'bigint',
    ),
    breaking_records: own(breakingRecords, 'jsonb'),
    previous: own(Type.Union([previous, Type.Null()]), 'jsonb'),
  },
  references: [],
  times: true,
  embedded: [],
}
