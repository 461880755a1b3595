import { type RecordRow, recordRows } from '../../packages/model/records.ts'
import { type CustomResource, customResources } from '../custom/rules.ts'
import type { Exported } from '../http/lists/exports.ts'
import type { Services } from '../services.ts'
import type { Language } from '../texts/message.ts'
import { inWords } from '../texts/nouns.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { orderStatusRules } from './order-statuses.ts'
import type { AfterUpdate, RecordRules } from './rules.ts'

/** What a record is: its table, endpoints, fields and promises all follow from this. */
export interface RecordDefinition {
  /** Path of its list. */
  path: string
  table: string
  /** In sentences, such as `order status`. */
  singular: string
  /** Name of its schema and the end of its operation ids, such as `OrderStatus`. */
  title: string
  /** The same of its list, such as `OrderStatuses`. */
  plural: string
  family: RecordRow['family']
  /** A body that creates one, for the reference page. */
  example: Record<string, unknown>
  /** In the order of the JSON, between `id` and the times. */
  fields: Fields
  /** Whether the JSON shows `created_at` and `updated_at`. */
  times: boolean
  /** Fields that order documents embed: a change makes those stale. */
  embedded: readonly string[]
  /** What `q` looks in: its table has a column `search` of these. */
  searched?: string
  /** Its body may say the same as an integer and as text: src/base/values/addresses.ts. */
  hasPairs?: true
  /** What people call one of them and all, in files; none where its list can't be had as a file. */
  called?: Readonly<Record<Language, readonly [one: string, all: string]>>
  /** Its records have sellers, whose customers they are: src/records/portfolio. */
  hasSellers?: true
  /** Changes are written to the events under this name. */
  events?: 'customer' | 'product' | 'address'
  /** The column that names the record's owner, where it has one. */
  owner?: 'id_customer'
  /** Tables that refer to it beside `orders`: table, column, and what to call their rows. */
  usedBy?: readonly (readonly [table: string, column: string, kind: string])[]
  rules?: RecordRules
  /** What a change of the record means for others, in its transaction. */
  afterUpdate?: AfterUpdate | undefined
  /** What remains to do once a deletion is committed. */
  afterDelete?: (services: Services, account_id: number, id: number) => Promise<void>
}

/** By what one record is found. */
export type Key = { id: number } | { fk_id: string }

/** What a row of the model can't say of its record: what needs a function. */
const more: Readonly<Record<string, Partial<RecordDefinition>>> = {
  'order-statuses': { rules: orderStatusRules },
  products: {
    afterDelete: ({ images }, account_id, id) =>
      images.forProduct(account_id, id).removeOthers(null),
  },
}

/** Every record that orders refer to, in the order of the reference page. */
export const definitions: readonly RecordDefinition[] = recordRows.map(definitionOf)

export const [product] = definitions.filter(({ path }) => path === '/products') as [
  RecordDefinition,
]

function definitionOf(row: RecordRow): RecordDefinition {
  const { path, title, plural, family, label, labels, fields, embedded = [] } = row
  const { example, searched, events, usedBy } = row
  return {
    path: `/${path}`,
    table: path.replaceAll('-', '_'),
    title,
    plural,
    family,
    example,
    singular: inWords(title),
    called: { 'pt-BR': [label[0], labels[0]], en: [label[1], labels[1]] },
    fields: Object.assign({}, ...fields.map(fieldsOf)),
    times: true,
    embedded: ['name', 'fk_id', ...embedded],
    ...(searched ? { searched } : {}),
    ...(events ? { events } : {}),
    ...(usedBy ? { usedBy } : {}),
    ...(fields.some(({ kind }) => kind === 'sellers') ? { hasSellers: true } : {}),
    ...more[path],
  }
}

/** As what a kind of record has custom fields; undefined where it has none. */
export function customResourceOf({ fields, table }: RecordDefinition): CustomResource | undefined {
  return fields['custom_fields'] && customResources.find((resource) => resource === table)
}

/** As what its list can be had as a file; undefined where it can't. */
export function exportedAs({ path, called }: RecordDefinition): Exported | undefined {
  if (!called) return undefined
  const {
    'pt-BR': [, portuguese],
    en: [, english],
  } = called
  return { resource: path.slice(1), called: { 'pt-BR': portuguese, en: english } }
}
