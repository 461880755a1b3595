import type { TokenHolder } from '../../access/actor.ts'
import { inScope } from '../../access/row-scope.ts'
import type { Reader } from '../../database/database.ts'
import type { RuleKind } from '../../taxes/rules/rule.ts'
import type { Derived } from '../amounts/by-rules/derive.ts'
import { kindOfTax } from '../amounts/by-rules/given.ts'
import { isOfRule } from '../amounts/tax-lines/input.ts'
import { givenTaxes } from '../amounts/tax-lines/line.ts'
import { fieldsOf } from '../fields.ts'
import { idOfKey, type OrderKey, orderNotFound } from '../reads/keys.ts'
import { type ItemRow, items_read, orders_state } from '../sql.ts'
import { taxContext } from './context.ts'
import { operationsOf, taxDateOf } from './lines.ts'

/** What rules make of an item now. */
export interface ExplainedItem {
  id: number
  op: string
  derived: Derived
  /** Taxes that the item has just so. */
  same: ReadonlySet<string>
}

export interface ExplainedOrder {
  tax_date: string
  items: ExplainedItem[]
}

/**
 * What rules make of an order's items as they are, for the kinds that the account has worked out and of which
 * nothing was sent. Nothing is locked or written.
 * @throws Problem `not_found`
 */
export async function explainOrder(
  db: Reader,
  actor: TokenHolder,
  key: OrderKey,
): Promise<ExplainedOrder> {
  const { account_id, only, time_zone } = actor
  const id = await idOfKey(db, account_id, key)
  const [state] = id === undefined ? [] : await orders_state(db, [account_id, id])
  const fields = state && fieldsOf(state)
  if (id === undefined || !fields || !inScope(only, fields)) throw orderNotFound(key)
  const date = taxDateOf(fields, time_zone)
  const stored = await items_read(db, [account_id, id, null, null])
  const context = await taxContext(db, actor, [{ before: fields, stored }])
  const sales = context?.sales
  if (!sales) return { tax_date: date, items: [] }
  const ops = operationsOf(stored, fields, context)
  const items = stored.map((item, i): ExplainedItem => {
    const op = ops[i] ?? '0'
    const asked = askedOf(item, sales.kinds)
    const derived = sales.taxesOf(item, { fields, date }, op, asked)
    return { id: item.id, op, derived, same: sameTaxes(item, derived) }
  })
  return { tax_date: date, items }
}

function askedOf(item: ItemRow, kinds: readonly RuleKind[]) {
  const given = givenTaxes(item)
  return {
    given,
    kinds: kinds.filter((kind) => !given.some(({ tax }) => kindOfTax(tax) === kind)),
  }
}

function sameTaxes({ figures, taxes }: ItemRow, { lines }: Derived): Set<string> {
  const same = lines.filter(({ tax, value, rule }) => {
    const own = taxes.find((one) => one.tax === tax)
    if (!own || !isOfRule(own.origin)) return false
    const stored = storedValue(own, figures)
    return own.origin === `rule:${rule.id}@${rule.version}` && Number(value) === Number(stored)
  })
  return new Set(same.map(({ tax }) => tax))
}

/** Three taxes have columns for their figures. */
function storedValue(
  { tax, ...own }: ItemRow['taxes'][number],
  { value_ipi, vlr_icms, vlr_icms_st }: ItemRow['figures'],
): unknown {
  const columns: Record<string, string> = { ipi: value_ipi, icms: vlr_icms, icms_st: vlr_icms_st }
  return columns[tax] ?? own['value']
}
