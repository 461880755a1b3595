import { kindOfTax } from '../../../packages/model/taxes.ts'
import type { TokenHolder } from '../../access/actor.ts'
import type { Reader } from '../../database/database.ts'
import { isOfRule, type StoredTax } from '../amounts/tax-lines/input.ts'
import { fieldsOf } from '../fields.ts'
import { items_read, orders_state } from '../sql.ts'
import { taxContext } from '../taxing/context.ts'
import { taxDateOf } from '../taxing/lines.ts'
import { movedTotal } from '../taxing/orders.ts'
import { askedBeside, type Sales, type SoldLine, type SoldOrder } from '../taxing/sales.ts'
import type { MovedByDay, RuledLine } from './invoice.ts'

// What the account's rules say of an order beside what it has: nothing of it is written, and nothing is read where the
// account has no taxes worked out.

/** An order by its JSON: whose it is, and its lines with what their taxes are levied on. */
export interface JudgedOrder {
  readonly fields: SoldOrder['fields']
  readonly lines: readonly (SoldLine & {
    readonly op: string
    readonly taxes: readonly StoredTax[]
  })[]
  /** The day of delivery, where one is said. */
  readonly delivered_on: string | null
}

/**
 * What rules lack for the lines of an order, each in its place; nothing where the account has no taxes worked out.
 * @param date the day of the invoice
 */
export async function ruledLines(
  db: Reader,
  viewer: TokenHolder,
  { fields, lines, delivered_on }: JudgedOrder,
  date: string,
): Promise<RuledLine[]> {
  const items = lines.map(({ id_item, properties }) => ({
    id_item,
    id_operation: properties?.id_operation ?? null,
  }))
  const context = await taxContext(db, viewer, [{ fields, items }])
  const sales = context?.sales
  if (!sales) return []
  const order = { fields, date }
  const isLater = delivered_on !== null && delivered_on > date
  const later = isLater ? { fields, date: delivered_on } : order
  return lines.map((line) => ruledLine(sales, line, order, later))
}

function ruledLine(
  sales: Sales,
  line: JudgedOrder['lines'][number],
  order: SoldOrder,
  later: SoldOrder,
): RuledLine {
  const { taxes, op } = line
  const asked = askedBeside(taxes, sales.kinds)
  const { findings, rules } = sales.chosenOf(line, order, op, asked)
  const has = (tax: string) => taxes.some((one) => one.tax === tax)
  const then = later === order ? rules : sales.chosenOf(line, later, op, asked).rules
  return {
    lacks_rule:
      findings.some(({ code }) => code === 'no_rule') &&
      !taxes.some(({ tax }) => kindOfTax(tax) === 'icms'),
    lacking_rates: findings.flatMap(({ code, tax }) =>
      code === 'rate_missing' && tax && !has(tax) ? [tax] : [],
    ),
    ended: taxes.flatMap(({ tax, origin }, i) => {
      const kind = kindOfTax(tax)
      const rule = kind && rules[kind]
      return isOfRule(origin) && rule && then[kind]?.id !== rule.id ? [i] : []
    }),
  }
}

/**
 * What a stored order would come to by a day; null where that is its own, where the order is locked, and where its total
 * follows from no day.
 */
export async function movedByDay(
  db: Reader,
  viewer: TokenHolder,
  id: number,
  date: string | undefined,
): Promise<MovedByDay | null> {
  const { account_id, time_zone } = viewer
  const [state] = date === undefined ? [] : await orders_state(db, [account_id, id])
  if (date === undefined || !state || state.status.locked) return null
  const fields = fieldsOf(state)
  if (taxDateOf(fields, time_zone) === date) return null
  const stored = await items_read(db, [account_id, id, null, null])
  const context = await taxContext(db, viewer, [{ before: fields, stored }])
  return (context && movedTotal(viewer, fields, stored, date, context)) ?? null
}
