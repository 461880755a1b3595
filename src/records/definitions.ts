import { type FieldRow, isReferring } from '../../packages/model/record-fields.ts'
import { type RecordRow, recordRows } from '../../packages/model/records.ts'
import type { FieldError } from '../base/problems.ts'
import { municipalityErrors } from '../base/values/addresses.ts'
import { type CustomResource, customResources } from '../custom/rules.ts'
import type { Exported } from '../http/lists/exports.ts'
import type { Services } from '../services.ts'
import type { Language } from '../texts/message.ts'
import { inWords, noun } from '../texts/nouns.ts'
import { fieldsOf, tableOf } from './fields.ts'
import { termsErrors } from './kinds/terms.ts'
import type { Fields } from './kinds/values.ts'
import { numberSeriesRules, periodErrors } from './number-series/rules.ts'
import { orderStatusRules } from './order-statuses.ts'
import type { Reference } from './references/references.ts'
import type { AfterUpdate, RecordRules } from './rules.ts'
import { missingCompanions, repeatedRows } from './rules.ts'
import { taxRuleErrors } from './tax-rules/errors.ts'
import { taxRuleRules } from './tax-rules/rules.ts'

/** What a record is: its table, endpoints, fields and promises all follow from this. */
export interface RecordDefinition {
  /** Path of its list. */
  path: string
  table: string
  /** In sentences, such as `order status`. */
  singular: string
  /** Name of its schema and the end of its operation ids, such as `OrderStatus`. */
  title: string
  /** What the names of its bodies begin with, where that is not its title. */
  bodyTitle?: string
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
  /** Other columns that it looks in. */
  searchedColumns?: readonly string[]
  /** The column of its telephone, which `q` finds by its digits. */
  phone?: string
  /** Its body may say the same as an integer and as text: src/base/values/addresses.ts. */
  hasPairs?: true
  /** What people call one of them and all, in files; none where its list can't be had as a file. */
  called?: Readonly<Record<Language, readonly [one: string, all: string]>>
  /** Lists and reads show what its records buy, and find them by it and by their places: src/records/buying. */
  buys?: true
  /** Its records have sellers, whose customers they are: src/records/portfolio. */
  hasSellers?: true
  /** The column that names a customer: a record is for those who see the customer. */
  customer?: `id_${string}`
  /** Changes are written to the events under this name. */
  events?: 'customer' | 'product' | 'address' | 'tax_rule' | 'number_series'
  /** What it is a line of, where its body does not say so. */
  owner?: Owner
  /** The records that its own fields refer to. */
  references: readonly Reference[]
  /** Fields of which the second has a value wherever the first has one. */
  companions?: readonly (readonly [name: string, companion: string])[]
  /** Fields with when the value of another was so. */
  instants?: readonly (readonly [name: string, of: string])[]
  /** The columns of its GTINs: `q` finds them whole. */
  gtins?: readonly string[]
  /** What is wrong with its values together, once a body has changed it. */
  errorsOf?: (after: Readonly<Record<string, unknown>>) => FieldError[]
  /** By the value of these fields a list finds records: what each finds. */
  filters?: Readonly<Record<string, string>>
  /** Tables that refer to it beside `orders`: table, column, and what to call their rows. */
  usedBy?: readonly (readonly [table: string, column: string, kind: string])[]
  rules?: RecordRules
  /** What a change of the record means for others, in its transaction. */
  afterUpdate?: AfterUpdate | undefined
  /** What remains to do once a deletion is committed. */
  afterDelete?: (services: Services, account_id: number, id: number) => Promise<void>
}

/** The record that lines belong to. */
interface Owner {
  of: RecordDefinition
  /** The column of a line that names it. */
  column: `id_${string}`
  /** The end of the path of its lines. */
  lines: string
}

/** A line, as it is written by way of its owner. */
export type LineDefinition = RecordDefinition & { owner: Owner }

/** By what one record is found. */
export type Key = { id: number } | { fk_id: string }

/** What a row of the model can't say of its record: what needs a function. */
const more: Readonly<Record<string, Partial<RecordDefinition>>> = {
  customers: { buys: true },
  'number-series': { rules: numberSeriesRules, errorsOf: periodErrors },
  'order-statuses': { rules: orderStatusRules },
  'tax-rules': { rules: taxRuleRules, errorsOf: taxRuleErrors },
  products: {
    afterDelete: ({ images }, account_id, id) =>
      images.forProduct(account_id, id).removeOthers(null),
  },
}

/** Every record that orders refer to, in the order of the reference page. */
export const definitions: readonly RecordDefinition[] = recordRows.map(definitionOf)

/** Lines of records, as they are written by way of their owners. */
export const lines: readonly LineDefinition[] = recordRows.flatMap(linesOf)

const definitionAt = (path: string) =>
  definitions.find((one) => one.path === path) as RecordDefinition

export const product = definitionAt('/products')
export const numberSeries = definitionAt('/number-series')

function definitionOf(row: RecordRow): RecordDefinition {
  const { path, title, plural, family, label, labels, fields, embedded = [] } = row
  const { example, searched, events } = row
  const customer = fields.filter(isReferring).find(({ to }) => to === 'customers')
  const companions = fields.flatMap(({ name, with: companion }) =>
    companion ? [[name, companion] as const] : [],
  )
  const lists = Object.fromEntries(
    fields.flatMap((field) => (field.kind === 'rows' && field.by ? [[field.name, field.by]] : [])),
  )
  const terms = fields.flatMap(({ name, kind }) => (kind === 'terms' ? [name] : []))
  const phone = fields.find(({ kind }) => kind === 'phone')
  const isPlaced = fields.some(({ name }) => name === 'ibge')
  return {
    path: `/${path}`,
    table: tableOf(path),
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
    searchedColumns: fields.flatMap(({ searchedIn }) => searchedIn ?? []),
    ...(phone ? { phone: phone.name } : {}),
    ...(events ? { events } : {}),
    references: fields.flatMap(referencesOf),
    companions,
    instants: fields.flatMap((field) =>
      field.kind === 'instant' ? [[field.name, field.of] as const] : [],
    ),
    gtins: fields.flatMap(({ name, kind }) => (kind === 'gtin' ? [name] : [])),
    filters: Object.fromEntries(
      fields.flatMap(({ name, filter }) => (filter ? [[name, filter]] : [])),
    ),
    usedBy: [...(row.usedBy ?? []), ...recordRows.flatMap((other) => usesOf(other, path))],
    errorsOf: (after) => [
      ...missingCompanions(companions, after),
      ...repeatedRows(lists, after),
      ...(isPlaced ? municipalityErrors(after) : []),
      ...terms.flatMap((name) => termsErrors(name, after[name])),
    ],
    ...(fields.some(({ kind }) => kind === 'sellers') ? { hasSellers: true } : {}),
    ...(customer ? { customer: `id_${customer.name}` } : {}),
    ...more[path],
  }
}

function referencesOf(row: FieldRow): Reference[] {
  if (!isReferring(row)) return []
  const { name, to } = row
  const target = recordRows.find(({ path }) => path === to)
  if (!target) throw new Error(`${name} refers to ${to}, which is no kind of record.`)
  return [
    {
      column: `id_${name}`,
      table: tableOf(to),
      record: noun(inWords(target.title)),
      isRequired: row.kind === 'owner',
    },
  ]
}

function linesOf({ path, fields }: RecordRow): LineDefinition[] {
  const row = fields.find(({ kind }) => kind === 'owner')
  const own = definitions.find((one) => one.path === `/${path}`)
  const of = row?.kind === 'owner' && definitions.find((one) => one.path === `/${row.to}`)
  if (!row || !own || !of) return []
  const { called: _, ...line } = own
  const column = `id_${row.name}` as const
  return [
    {
      ...line,
      bodyTitle: of.title + own.title,
      example: without(line.example, [column, `fk_${column}`]),
      owner: { of, column, lines: path },
      references: line.references.filter((one) => one.column !== column),
      fields: without(line.fields, [column, `fk_${column}`]),
    },
  ]
}

function without<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}

/** The fields of a kind of record that refer to another kind. */
function usesOf({ path, fields }: RecordRow, of: string) {
  const table = tableOf(path)
  return fields.flatMap((row) =>
    isReferring(row) && row.to === of ? [[table, `id_${row.name}`, table] as const] : [],
  )
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
