import { isDecimal, type ReferenceRow } from '../../../packages/model/order-row.ts'
import { addressDefinition } from '../../customers/schema.ts'
import { instantSql } from '../../database/instant.ts'
import { shownRows, valueRowOf } from '../../model/order.ts'
import { columnsOf } from '../../records/json.ts'
import { storedOrderJson } from './document.ts'

type ShownRow = (typeof shownRows)[number]

const byName = new Map<string, ShownRow>(shownRows.map((row) => [row.name, row]))

/** As `orders_json` shows them, from what is stored of instalments. */
const ofInstallments: Readonly<Record<string, string>> = {
  installments: `case when r.installment_plan is null then '[]'::json
    else installments_json($account, r.installment_plan)::json end`,
  installments_kept: 'r.installments is not null',
  installments_estimated: `coalesce((r.installment_plan ->> 'estimated')::boolean, false)`,
}

/** SQL text over `r` that shows a property of the order's own row; undefined of a record. */
function own(row: ShownRow): string | undefined {
  const { name, kind } = row
  if (kind === 'reference') return undefined
  if (name in ofInstallments) return ofInstallments[name]
  if (kind === 'words') return `coalesce(r.${name}, '[]')`
  if (kind === 'payable') return 'trim_scale(payable_value($account, r.id))'
  if (kind === 'taxes') return 'taxes_total($account, r.id)::json'
  if (kind === 'instant' || kind === 'time') return instantSql(`r.${name}`)
  return isDecimal(row) || row.kind === 'total' ? `trim_scale(r.${name})` : `r.${name}`
}

/** What is shown of a record `s`. */
function shownOf({ name, shows }: ReferenceRow): string[] {
  if (shows === 'address') return columnsOf(addressDefinition, 's')
  if (shows === 'name') return ['s.id', 's.name']
  const value = valueRowOf(name)
  return value
    ? ['s.id', 's.name', `trim_scale(r.${value.name}) as value`, 's.fk_id']
    : ['s.id', 's.name', 's.fk_id']
}

/** The whole JSON, whatever is stored. */
export const CURRENT = 'current_order_json($account, r.id)'

/** Where the items begin, which come last in the JSON: no string in it holds this. */
const ITEMS = ',"items":['

/**
 * What gives orders with only these properties, without their documents: the order's own from its
 * row, names by its references, and those of a locked order, which shows them as they were, from the
 * part of its document that the database keeps parsed. Items are cut out of the document as text.
 */
export function pickOrders(names: readonly string[]): string {
  const picked = names.flatMap((name) => (name === 'items' ? [] : (byName.get(name) ?? [])))
  const columns = picked.map((row) => `${own(row) ?? named(row as ReferenceRow)} as "${row.name}"`)
  const documents = picked.every((row) => own(row) !== undefined)
    ? ''
    : 'from order_documents d where d.account_id = $account and d.id_order = r.id'
  const json = `(select to_json(x) from (select ${columns.join(', ')} ${documents}) x)::text`
  if (picked.length === names.length) return json
  const stored = storedOrderJson('r.id', '$account')
  const items = `split_part(coalesce((${stored}), ${CURRENT}), '${ITEMS}', 2)`
  const before = picked.length ? `left(${json}, -1) || ','` : "'{'"
  return `(${before} || '"items":[' || ${items})`
}

/** A locked order's document has no epoch. */
function named(row: ReferenceRow): string {
  const { name, column, table, shows } = row
  const stored = `d.names -> '${name}'`
  const whole = shows === 'address' ? `complete_address_json((${stored})::json)::jsonb` : stored
  return `case when d.names_epoch is null then ${whole} else (
    select to_jsonb(named) from (
      select ${shownOf(row).join(', ')} from ${table} s where s.account_id = $account and s.id = r.${column}) named) end`
}
