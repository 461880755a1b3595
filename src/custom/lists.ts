import { type RawBuilder, sql } from 'kysely'
import { type FieldError, refuseParameters } from '../base/problems.ts'
import { readValues } from '../base/values/value-lists.ts'
import type { Reader } from '../database/database.ts'
import type { Condition } from '../database/list.ts'
import { CUSTOM } from '../http/lists/filters.ts'
import type { ListRequest } from '../http/lists/lists.ts'
import { type Message, msg } from '../texts/message.ts'
import { type CustomResource, formError, indexed, NO_TEXT, type Rule } from './rules.ts'
import { type DeclaredField, fields_named, rules_active } from './sql.ts'

/** What filters and sorts are made for. */
interface FieldScope {
  account_id: number
  resource: CustomResource
}

/** The parts of a filter's parameter: `custom.entrega_from` asks for `entrega` from a value on. */
interface FieldFilter {
  parameter: string
  key: string
  end: 'from' | 'to' | undefined
  values: string[]
}

/**
 * Makes a list take filters and sorts by the custom fields that the account has declared as
 * filterable. What is asked of a field that is none is refused, with what to do.
 */
export function listWithCustom(scope: FieldScope): NonNullable<ListRequest['withCustom']> {
  return async (db, list, query) => {
    const filters = Object.entries(query.filters).map(([name, text]) => filterOf(name, text))
    const sorts = query.sorts.map((name) => name.slice(CUSTOM.length))
    const rules = await rulesOf(db, scope, filters, sorts)
    refuseParameters(filters.flatMap((one) => errorsOf(one, rules.get(one.key) as Rule)))
    refuseEmptyRanges(filters, rules)
    const used = [...new Set([...rules.values()])]
    const conditions = filters.map((one) => [
      one.parameter,
      conditionOf(scope, filters, one, rules.get(one.key) as Rule),
    ])
    return {
      ...list,
      source: withFields(list.source, scope, used, sorts),
      filters: {
        ...list.filters,
        ...Object.fromEntries(
          conditions.map(([name, condition]) => [name, () => condition as Condition | undefined]),
        ),
      },
      rollupCount: (all) => countOf(scope, filters, rules, all) ?? list.rollupCount?.(all),
    }
  }
}

function filterOf(parameter: string, text: string): FieldFilter {
  const [, key = '', end] = /^(.*?)(?:_(from|to))?$/s.exec(parameter.slice(CUSTOM.length)) ?? []
  return { parameter, key, end: end as FieldFilter['end'], values: readValues(text) }
}

/** The rules by which values are kept, by the keys that are asked for. */
async function rulesOf(
  db: Reader,
  { account_id, resource }: FieldScope,
  filters: FieldFilter[],
  sorts: string[],
): Promise<Map<string, Rule>> {
  const all = await rules_active(db, [account_id, resource])
  const kept = all.filter(({ state, filterable }) => state === 'active' && filterable)
  const rules = new Map(kept.map((rule) => [rule.key, rule]))
  const unknown = [
    ...filters.map(({ parameter, key }) => ({ parameter, key })),
    ...sorts.map((key) => ({ parameter: 'sort', key })),
  ].filter(({ key }) => !rules.has(key))
  if (unknown.length > 0) {
    const declared = await fields_named(db, [account_id, resource, unknown.map(({ key }) => key)])
    refuseParameters(
      unknown.map(({ parameter, key }) => ({
        parameter,
        code: parameter === 'sort' ? 'sort' : 'not_filterable',
        detail: whyNot(
          resource,
          key,
          declared.find((field) => field.key === key),
        ),
      })),
    )
  }
  return rules
}

function whyNot(resource: string, key: string, field: DeclaredField | undefined): Message {
  const name = JSON.stringify(key)
  if (!field)
    return msg`there is no custom field ${name} of ${resource}: declare it with POST /custom-fields, "filterable": true.`
  const at = `/custom-fields/${field.id}`
  if (field.status === 'checking')
    return msg`the custom field ${name} is still being checked (${field.progress} %): see GET ${at}.`
  return msg`the custom field ${name} is not filterable: PATCH ${at} with "filterable": true.`
}

function errorsOf({ parameter, end, values }: FieldFilter, rule: Rule): FieldError[] {
  const isRange = end !== undefined
  if (isRange && !['integer', 'decimal', 'date'].includes(rule.type)) {
    const detail = msg`takes no range: "${rule.key}" is of the type ${rule.type}.`
    return [{ parameter, code: 'not_for_type', detail }]
  }
  if (isRange && values.length > 1)
    return [{ parameter, code: 'type', detail: msg`takes one value.` }]
  const fieldError = values.map((value) => formError(rule, value)).find((one) => one !== undefined)
  return fieldError ? [{ parameter, ...fieldError }] : []
}

function refuseEmptyRanges(filters: FieldFilter[], rules: Map<string, Rule>): void {
  const empty = filters.filter(({ key, end, values: [from = ''] }) => {
    const [to] = filters.find((one) => one.key === key && one.end === 'to')?.values ?? []
    if (end !== 'from' || to === undefined) return false
    return rules.get(key)?.type === 'date' ? from > to : Number(from) > Number(to)
  })
  refuseParameters(
    empty.map(({ parameter, key }) => ({
      parameter,
      code: 'empty_range',
      detail: msg`is after ${CUSTOM}${key}_to.`,
    })),
  )
}

/** What a field is called in SQL. */
const nameOf = ({ id }: Rule) => `custom_${id}`

const isNumber = ({ type }: Rule) => type === 'integer' || type === 'decimal'

/** The rows of a rule's values; no row of another account, as a rule is of one. */
function isOf({ account_id }: FieldScope, { id }: Rule, v: RawBuilder<unknown>) {
  return sql`${v}.account_id = ${account_id} and ${v}.id_rule = ${id}`
}

/** What one filter asks of a row of values; equalities come first in the index. */
function predicateOf({ end, values }: FieldFilter, rule: Rule, v: RawBuilder<unknown>) {
  const number = isNumber(rule)
  const column = number ? sql`${v}.number` : sql`${v}.text`
  const other = number ? sql`${v}.text = ''` : sql`${v}.number = 0`
  const keys = values.map((value) => indexed(rule.type, value)[number ? 'number' : 'text'])
  const type = sql.raw(number ? 'numeric' : 'text')
  const value = sql`${keys[0]}::${type}`
  if (end === undefined) {
    const one =
      keys.length === 1 ? sql`${column} = ${value}` : sql`${column} = any(${keys}::${type}[])`
    return sql`${other} and ${one}`
  }
  // What stands for no value is after all others.
  const last = number ? sql`'infinity'` : sql`${NO_TEXT}`
  return end === 'from'
    ? sql`${other} and ${column} >= ${value} and ${column} < ${last}`
    : sql`${other} and ${column} <= ${value}`
}

/** Both ends of a range are one condition, at the first of them. */
function conditionOf(
  scope: FieldScope,
  filters: FieldFilter[],
  one: FieldFilter,
  rule: Rule,
): Condition | undefined {
  const ends = one.end ? filters.filter(({ key, end }) => end && key === one.key) : [one]
  if (ends[0] !== one) return undefined
  const predicate = (v: RawBuilder<unknown>) =>
    sql.join(
      ends.map((each) => predicateOf(each, rule, v)),
      sql` and `,
    )
  const found = (of: RawBuilder<unknown>) =>
    sql`r.id in (select v.id_record from custom_values v where ${isOf(scope, rule, sql`v`)} and ${of})`
  const where = found(predicate(sql`v`))
  if (one.end) return { range: nameOf(rule), where, joined: predicate(sql.ref(nameOf(rule))) }
  if (one.values.length === 1) return where
  const type = sql.raw(isNumber(rule) ? 'numeric' : 'text')
  const values = sql`select u as value from unnest(${one.values}::${type}[]) u`
  const equal = isNumber(rule)
    ? sql`w.text = '' and w.number = v.value`
    : sql`w.number = 0 and w.text = v.value`
  const each = sql`r.id in (select w.id_record from custom_values w where ${isOf(scope, rule, sql`w`)} and ${equal})`
  return { oneOf: nameOf(rule), values, where, one: each }
}

/** A list that can be sorted by these fields. */
function withFields(
  source: ListRequest['source'],
  scope: FieldScope,
  rules: Rule[],
  sorts: string[],
): ListRequest['source'] {
  const sorted = rules.filter(({ key }) => sorts.includes(key))
  const of = <T>(make: (rule: Rule) => T, all = sorted) =>
    Object.fromEntries(all.map((rule) => [nameOf(rule), make(rule)]))
  const join = (rule: Rule) => {
    const v = sql.ref(nameOf(rule))
    const other = isNumber(rule) ? sql`${v}.text = ''` : sql`${v}.number = 0`
    return sql`join custom_values ${v} on ${isOf(scope, rule, v)} and ${other} and ${v}.id_record = r.id`
  }
  return {
    ...source,
    sortable: { ...source.sortable, ...of((rule) => (isNumber(rule) ? 'numeric' : 'text')) },
    named: Object.fromEntries(sorted.map((rule) => [CUSTOM + rule.key, nameOf(rule)])),
    expressions: {
      ...source.expressions,
      ...of((rule) => `${nameOf(rule)}.${isNumber(rule) ? 'number' : 'text'}`),
    },
    joins: of(join, rules),
    indexed: { ...source.indexed, ...of(() => ['id'], rules) },
  }
}

/** How many there are where no other filter is beside those of one field: its values are counted. */
function countOf(
  scope: FieldScope,
  filters: FieldFilter[],
  rules: Map<string, Rule>,
  all: Record<string, string>,
): RawBuilder<unknown> | undefined {
  const [first] = filters
  const rule = first && rules.get(first.key)
  const isAlone = Object.keys(all).every((name) =>
    filters.some(({ parameter, key }) => parameter === name && key === first?.key),
  )
  if (!rule || !isAlone) return undefined
  const predicate = sql.join(
    filters.map((one) => predicateOf(one, rule, sql`v`)),
    sql` and `,
  )
  return sql`(select count(*) from custom_values v where ${isOf(scope, rule, sql`v`)} and ${predicate})`
}
