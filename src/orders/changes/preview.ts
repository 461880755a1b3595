import type Big from 'big.js'
import { type Db, inUndoneTransaction, singleRow, type Tx } from '../../database/database.ts'
import { netOf } from '../amounts/discount.ts'
import { figure } from '../amounts/figures.ts'
import { type HeaderAmounts, lineSharesOf } from '../amounts/line-shares.ts'
import { taxesTotal } from '../amounts/tax-lines/line.ts'
import { createDecided, type Decided } from '../creating/create.ts'
import { refuseWrongInvoice } from '../invoice-check/gate.ts'
import { columnsOf, type Line, sumOf } from '../lines.ts'
import {
  freight_types_charged,
  items_new,
  operations_unpayable,
  orders_previewInstallments,
} from '../sql.ts'
import { placeholderIds, withoutPlaceholders } from './placeholders.ts'

/** Lines of a statement: 5 ms, in which the embedded database does nothing else. */
const LINES_AT_ONCE = 100

/**
 * The JSON of a new order as a create would leave it. The order is written and undone, so that
 * constraints speak; its lines are not written, which would hold a connection for as long as they are many.
 */
export async function previewOfNewOrder(db: Db, order: Decided): Promise<string> {
  const { actor, planned, isChecked } = order
  // What is paid, and when, then follows from the lines, too.
  if (await hasUnpaid(db, order)) return previewWithLines(db, order)
  const bare = { actor, planned: { ...planned, lines: [] }, isChecked: false }
  const written = await inUndoneTransaction(db, (tx) =>
    createBare(tx, bare, taxesOf(planned.lines)),
  )
  const bareDocument = withoutPlaceholders(written)
  const { created_at } = JSON.parse(bareDocument)
  const shares = lineSharesOf(
    planned.lines.map(({ figures }) => figures),
    await sharedOf(db, order),
  )
  const total = `,"taxes_total":${taxesTotalJson(planned.lines)}`
  const document = bareDocument.replace(NO_TAXES_TOTAL, total)
  const lines = planned.lines.map((line, i) => ({ ...columnsOf(line), ...shares[i] }))
  const items: string[] = []
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    const some = JSON.stringify(lines.slice(start, start + LINES_AT_ONCE))
    items.push(singleRow(await items_new(db, [actor.account_id, created_at, some])).items)
  }
  const whole = withItems(document, items)
  if (isChecked) await refuseWrongInvoice(db, actor, whole)
  return whole
}

/** The same with its lines written, too. */
async function previewWithLines(db: Db, order: Decided): Promise<string> {
  const written = await inUndoneTransaction(db, (tx) => createDecided(tx, order, placeholderIds))
  return withoutPlaceholders(written.document)
}

/** With terms that have taxes in the first instalment, those of its lines count. */
async function createBare(tx: Tx, order: Decided, taxes: Big): Promise<string> {
  const { id, document } = await createDecided(tx, order, placeholderIds)
  const { installments } = JSON.parse(document) as { installments: unknown[] }
  if (taxes.eq(0) || installments.length === 0) return document
  const { account_id } = order.actor
  const again = await orders_previewInstallments(tx, [account_id, id, taxes.toFixed()])
  return singleRow(again).document
}

/** What lines come to beside their net values. */
const taxesOf = (lines: readonly Line[]): Big => figure(sumOf([...lines])).minus(netOf(lines))

/** What an order without lines has: in a text of its JSON quotes are escaped, and what others declare comes behind it. */
const NO_TAXES_TOTAL = ',"taxes_total":{}'

const taxesTotalJson = (lines: readonly Line[]) =>
  `{${[...taxesTotal(lines)].map(([tax, value]) => `"${tax}":${value}`).join(',')}}`

/** Whether it has lines that the customer does not pay for. */
async function hasUnpaid(db: Db, { actor, planned: { fields, lines } }: Decided): Promise<boolean> {
  const operations = lines.map(({ properties }) => properties?.id_operation ?? fields.id_operation)
  const named = [...new Set(operations)].filter((id) => id !== null)
  if (named.length === 0) return false
  return (await operations_unpayable(db, [actor.account_id, named])).length > 0
}

/** The amounts of its header that fall to lines: the freight where its type is charged. */
async function sharedOf(db: Db, { actor, planned: { fields } }: Decided): Promise<HeaderAmounts> {
  const { freight_value, id_freight_type } = fields
  const others = { ...fields, freight_value: '0' }
  if (freight_value === '0') return others
  const [type] = await freight_types_charged(db, [actor.account_id, id_freight_type])
  return type?.charged ? fields : others
}

/** Its items come last. */
function withItems(document: string, items: string[]): string {
  return `${document.slice(0, -']}'.length)}${items.join(',')}]}`
}
