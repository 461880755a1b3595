import { type TProperties, type TSchema, Type } from 'typebox'
import { withPairs } from '../base/values/addresses.ts'
import { exportParameters } from '../http/lists/exports.ts'
import {
  changedParameters,
  customFilters,
  fkIdsFilter,
  idsFilter,
  namedFilter,
  searchFilter,
} from '../http/lists/filters.ts'
import { listParameters } from '../http/lists/lists.ts'
import { closed, dateTimeOut, fkIdFilter, id, nullable, partOf, text } from '../http/schemas.ts'
import {
  figureParameters,
  figureProperties,
  figureSorts,
  figuresExample,
} from './buying/figures.ts'
import { placeParameters } from './buying/places.ts'
import { customResourceOf, type RecordDefinition } from './definitions.ts'
import { documentFilter } from './fields.ts'
import { listSourceOf } from './json.ts'
import type { Field } from './kinds/values.ts'
import { referenceParameters } from './references/filters.ts'

/** A record in responses, whole and in part; responses refer to both by their `$id`. */
export function returnedSchemas(definition: RecordDefinition): TSchema[] {
  const { title, fields, times, buys } = definition
  const properties: TProperties = { id }
  for (const [name, { returned }] of Object.entries(fields)) {
    if (returned) properties[name] = returned
  }
  if (times) Object.assign(properties, { created_at: dateTimeOut, updated_at: dateTimeOut })
  if (buys) Object.assign(properties, figureProperties)
  const whole = closed(properties, { $id: title, examples: [returnedExample(definition)] })
  return [whole, partOf(whole)]
}

/** The record that the example body creates. */
export function returnedExample({ fields, times, example, hasPairs, buys }: RecordDefinition) {
  const sent = hasPairs ? withPairs(example) : example
  const own = Object.entries(fields).flatMap(
    ([name, { returned, written: body, unset = null, toColumn, shown }]) => {
      const written = sent[name]
      if (!returned) return []
      // What nobody writes has an example of its own.
      const { examples = [] } = returned as { examples?: unknown[] }
      if (written === undefined) return [[name, body ? unset : (examples[0] ?? unset)]]
      return [[name, toColumn && !shown ? toColumn(written as never) : written]]
    },
  )
  const time = '2026-11-21T12:30:00.000Z'
  return {
    id: 1,
    ...Object.fromEntries(own),
    ...(times ? { created_at: time, updated_at: time } : {}),
    ...(buys ? figuresExample : {}),
  }
}

/** The body that writes a whole record (POST, PUT), or some of its fields (PATCH). */
export function writtenSchema(definition: RecordDefinition, whole: boolean): TSchema {
  const { title, bodyTitle = title, fields, example, hasPairs } = definition
  const properties: TProperties = {}
  for (const [name, { written, patched = written, required, stays, unset }] of Object.entries(
    fields,
  )) {
    if (!written || !patched) continue
    const own = whole ? written : patched
    const schema = required || (stays && unset === undefined) ? own : nullable(own)
    properties[name] =
      whole && required ? schema : Type.Optional(whole ? schema : noDefault(schema))
  }
  return closed(properties, {
    ...(hasPairs ? { 'x-pairs': true } : {}),
    title: `${bodyTitle}${whole ? 'Input' : 'Patch'}`,
    examples: [whole ? example : someOf(example)],
  })
}

/** Clients that send what a schema gives as default would change fields that they leave out. */
function noDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown }
  return rest as TSchema
}

/** The first and the last field of an example but for its fk_id: enough for a PATCH. */
function someOf(example: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(example).filter(([name]) => name !== 'fk_id')
  return Object.fromEntries([...fields.slice(0, 1), ...fields.slice(-1)])
}

/** Query parameters of a record's list. */
export function listQuery(definition: RecordDefinition) {
  return closed(
    {
      ...listParameters(sortableOf(definition)),
      ...(definition.called ? exportParameters() : {}),
      ...filterParameters(definition),
    },
    customResourceOf(definition) ? customFilters : {},
  )
}

/** The list as its description has it: with all that it can be sorted by. */
function sortableOf(definition: RecordDefinition) {
  const source = listSourceOf(definition)
  const { id, ...others } = source.sortable
  return definition.buys
    ? { ...source, sortable: { id, ...figureSorts, ...others } as typeof source.sortable }
    : source
}

/** Those of them that choose records. */
export function filterQuery(definition: RecordDefinition) {
  const more = customResourceOf(definition) ? customFilters : {}
  return closed(filterParameters(definition), more)
}

function filterParameters(definition: RecordDefinition): TProperties {
  return {
    id: Type.Optional({ ...namedFilter('records'), 'x-component': 'RecordIds' }),
    fk_id: Type.Optional(fkIdFilter),
    ...(definition.fields['name']?.required
      ? {
          name: Type.Optional(
            text(200, {
              description: 'How the name begins; capitals do not count.',
              examples: ['distrib'],
            }),
          ),
        }
      : {}),
    ...(definition.times ? changedParameters : {}),
    ...(definition.searched
      ? {
          q: Type.Optional({
            ...searchFilter(`Finds parts of ${definition.searched}.`),
            'x-component': `${definition.title}Search`,
          }),
        }
      : {}),
    ...(definition.hasSellers
      ? {
          id_user: Type.Optional({
            ...idsFilter('Of these sellers: ids, with commas between them.'),
            'x-component': 'SellersOfCustomers',
          }),
          fk_id_user: Type.Optional({
            ...fkIdsFilter('Of these sellers: external identifiers, with commas between them.'),
            'x-component': 'SellerCodesOfCustomers',
          }),
          has_users: Type.Optional(
            Type.Boolean({
              description: '`true`: those that have a seller; `false`: those without.',
            }),
          ),
        }
      : {}),
    ...(definition.buys
      ? { ...placeParameters('Customers with an address', 'OfCustomers'), ...figureParameters }
      : {}),
    ...referenceParameters(definition.references),
    ...fieldParameters(definition),
    ...(definition.fields['document'] ? { document: Type.Optional(documentFilter) } : {}),
  }
}

/** Each with a value of its field; of a day the first and the last one. */
function fieldParameters({ filters = {}, fields, title }: RecordDefinition): TProperties {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, description]) => {
      const { written: whole, type } = fields[name] as Field
      // Of a list: those that have this one.
      const written = (whole as { items?: TSchema }).items ?? whole
      const parameter = (suffix: string, about: string) => {
        const words = `${name}${suffix}`.replaceAll(/(?:^|_)(.)/g, (_, letter: string) =>
          letter.toUpperCase(),
        )
        return [
          `${name}${suffix}`,
          Type.Optional({
            ...noDefault(written as TSchema),
            description: about,
            'x-component': `${title}${words}`,
          }),
        ] as const
      }
      if (type !== 'date') return [parameter('', description)]
      return [
        parameter('_from', `${description} On this day or later.`),
        parameter('_to', `${description} On this day or before.`),
      ]
    }),
  )
}
