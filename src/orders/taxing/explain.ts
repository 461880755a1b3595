import type { TokenHolder } from '../../access/actor.ts'
import { inScope } from '../../access/row-scope.ts'
import type { Reader } from '../../database/database.ts'
import { type RuleVersion, rulesOfVersions } from '../../taxes/rules/known.ts'
import type { TaxRule } from '../../taxes/rules/rule.ts'
import type { Derived } from '../amounts/by-rules/derive.ts'
import { figure } from '../amounts/figures.ts'
import { isOfRule, originOf, ruleVersionOf, type StoredTax } from '../amounts/tax-lines/input.ts'
import { storedTaxes } from '../amounts/tax-lines/line.ts'
import { fieldsOf } from '../fields.ts'
import { idOfKey, type OrderKey, orderNotFound } from '../reads/keys.ts'
import { type ItemRow, items_read, orders_state } from '../sql.ts'
import { taxContext } from './context.ts'
import { operationsOf, taxDateOf } from './lines.ts'
import { askedBeside } from './sales.ts'

/** What rules make of an item. */
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
 * nothing was sent: the versions of rules by which an item's taxes were worked out, and of kinds of which it has none
 * the rules of now. Nothing is locked or written.
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
  const rules = await rulesOfVersions(db, account_id, versionsOf(stored))
  const items = stored.map((item, i): ExplainedItem => {
    const op = ops[i] ?? '0'
    const taxes = storedTaxes(item)
    const asked = { ...askedBeside(taxes, sales.kinds), rules: storedRules(taxes, rules) }
    const derived = sales.taxesOf(item, { fields, date }, op, asked)
    return { id: item.id, op, derived, same: sameTaxes(taxes, derived) }
  })
  return { tax_date: date, items }
}

/** The versions of rules that lines name, each once. */
function versionsOf(stored: readonly ItemRow[]): RuleVersion[] {
  const origins = stored.flatMap((item) => storedTaxes(item).map(({ origin }) => origin))
  return [...new Set(origins.filter(isOfRule))].map(ruleVersionOf)
}

/** The rule of each kind by which taxes were worked out. */
function storedRules(taxes: readonly StoredTax[], rules: readonly TaxRule[]) {
  const named = new Set(taxes.map(({ origin }) => origin))
  return Object.fromEntries(
    rules.filter((rule) => named.has(originOf(rule))).map((rule) => [rule.kind, rule]),
  )
}

function sameTaxes(taxes: readonly StoredTax[], { lines }: Derived): Set<string> {
  const same = lines.filter(({ tax, value, rule }) => {
    const own = taxes.find((one) => one.tax === tax)
    return own?.origin === originOf(rule) && figure(String(own.value)).eq(value)
  })
  return new Set(same.map(({ tax }) => tax))
}
