import { Type } from 'typebox'
import type { ListSource } from '../../database/list.ts'
import { listParameters } from '../../http/lists/lists.ts'
import {
  closed,
  dateTimeOut,
  id,
  line,
  name,
  nameOut,
  nullable,
  text,
  textOut,
} from '../../http/schemas.ts'
import { viewJson } from './sql.ts'

/** What lists there are views of. */
export const viewResources = ['orders'] as const

const resource = Type.Unsafe<(typeof viewResources)[number]>(
  Type.String({ enum: [...viewResources], description: 'The list that it is a view of.' }),
)

/** So many parameters a view has, and columns. */
const MAX_PARAMETERS = 50
const MAX_COLUMNS = 50

const anyKey = Type.String({ pattern: '^[^]*$' })

const query = Type.Record(anyKey, text(4000, { minLength: 1, examples: ['3,4'] }), {
  maxProperties: MAX_PARAMETERS,
  propertyNames: { minLength: 1, maxLength: 200, format: 'text' },
  description:
    'Parameters of the list by name, as its address has them: filters, `sort`. `date` and `delivery` may stand for `order_date_from`/`_to` and `delivery_date_from`/`_to` by a word (`today`, `yesterday`, `this_week`, `this_month`, `last_month`): whoever opens the view makes days of it.',
  examples: [{ status: '3,4', date: 'this_month', sort: '-total_value' }],
})

const columns = nullable(
  Type.Array(line(200, { minLength: 1, examples: ['customer'] }), {
    minItems: 1,
    maxItems: MAX_COLUMNS,
    uniqueItems: true,
    description: 'What is shown of each record, in this order; null: as whoever opens it likes.',
    examples: [['fk_id', 'customer', 'total_value']],
  }),
)

const shared = Type.Boolean({
  description: 'True: everybody in the account sees it. False: the member who saves it.',
})

export const viewBody = closed(
  { resource, name, query, columns: Type.Optional(columns), shared: Type.Optional(shared) },
  {
    title: 'ViewInput',
    examples: [
      {
        resource: 'orders',
        name: 'A faturar este mês',
        query: { status: '3,4', date: 'this_month' },
        columns: ['fk_id', 'customer', 'total_value'],
        shared: true,
      },
    ],
  },
)

export const viewPatch = closed(
  {
    name: Type.Optional(name),
    query: Type.Optional({ ...query, description: 'The parameters, given whole.' }),
    columns: Type.Optional(columns),
    shared: Type.Optional(shared),
  },
  { title: 'ViewPatch', examples: [{ name: 'A faturar' }] },
)

const shownText = (maxLength: number) => textOut(maxLength)

export const view = closed(
  {
    id,
    resource,
    name: nameOut,
    query: Type.Record(anyKey, shownText(4000), { maxProperties: MAX_PARAMETERS }),
    columns: nullable(Type.Array(shownText(200), { maxItems: MAX_COLUMNS })),
    shared,
    saved_by: nameOut,
    created_at: dateTimeOut,
    updated_at: dateTimeOut,
  },
  { $id: 'View', description: 'A list that somebody has saved: its filters, order and columns.' },
)

export const viewSource: ListSource = {
  table: 'views',
  document: viewJson,
  sortable: { id: 'bigint', name: 'text', created_at: 'timestamptz', updated_at: 'timestamptz' },
}

export const viewsQuery = closed({
  ...listParameters(viewSource),
  resource: Type.Optional(resource),
})
