import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import type { Tx } from '../../database/database.ts'
import { figure, isNear, toAmount } from '../amounts/figures.ts'
import { type LockedOrder, lockOrder, writePlan } from '../commands.ts'
import type { DrawIds } from '../creating/create.ts'
import { plannedChange, replacedFields } from '../decisions.ts'
import { type FieldsInput, type ItemInput, type OrderBody, resolveOrder } from '../input.ts'
import type { InstallmentInput } from '../installments/kept.ts'
import type { OrderKey } from '../reads/keys.ts'
import { type Compared, comparedWith } from '../reads/versions/diff.ts'
import { versionOf } from '../reads/versions/read.ts'
import { type ItemRow, items_read, order_items_elsewhere, orders_drawIds } from '../sql.ts'
import { taxContext } from '../taxing/context.ts'
import { writtenAgain } from './body.ts'

/**
 * Gives an order the content of one of its versions: it is replaced, by a change of its own. The status
 * and its reason stay. Figures are written as they were, and not derived again; items that went since
 * come back with their ids.
 * @param report gets the body that is written, for the errors
 * @throws Problem as a change does, `not_found` or `version_gone`
 */
export async function restoreVersion(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  version: number,
  precondition: Precondition,
  report: (body: OrderBody) => void,
  drawIds: DrawIds = orders_drawIds,
): Promise<Compared> {
  const order = await lockOrder(tx, actor, key)
  precondition(order.document)
  const { body, items } = writtenAgain(await versionOf(tx, actor, order.id, version))
  report(body)
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const kept = await keptLines(tx, actor, order.id, stored, items)
  const sent = await resolveOrder(tx, actor, body, order)
  const exact = {
    ...sent,
    fields: { ...sent.fields, ...sameInstallments(order, body) },
    items: sent.items.map((item, i) =>
      exactItem(
        item,
        stored.find(({ id }) => id === kept[i]?.id),
      ),
    ),
  }
  // Its taxes are those that it had, whatever rules say by now.
  const rules = { ...actor, amounts: 'trust' as const, derived_taxes: [] }
  const taxes = await taxContext(tx, rules, [{ before: order.fields, ...exact }])
  const context = { stored, kept, prices: new Map(), periods: new Map(), taxes }
  const plan = await plannedChange(rules, order, exact, replacedFields(order.fields), context)
  const author = { ...actor, restored_version: version }
  const written = await writePlan(tx, author, order, plan, drawIds)
  return comparedWith(order, written)
}

/**
 * What each item of the version is now, or was. One whose id another order has by now gets a new one:
 * after a crash of the server an id may be given again.
 */
async function keptLines(
  tx: Tx,
  { account_id }: Actor,
  id_order: number,
  stored: ItemRow[],
  items: ItemRow[],
): Promise<(ItemRow | undefined)[]> {
  const byId = new Map(stored.map((item) => [item.id, item]))
  const gone = items.filter(({ id }) => !byId.has(id)).map(({ id }) => id)
  const rows = gone.length > 0 ? await order_items_elsewhere(tx, [account_id, id_order, gone]) : []
  const elsewhere = new Set(rows.map(({ id }) => id))
  return items.map((item) => byId.get(item.id) ?? (elsewhere.has(item.id) ? undefined : item))
}

/** Instalments as they were sent, where they are as they were: then they stay what they are. */
function sameInstallments(
  { document, fields }: LockedOrder,
  { installments }: OrderBody,
): Pick<FieldsInput, 'installments'> {
  const isSame = isDeepStrictEqual(installments, writtenAgain(document).body.installments)
  return isSame ? { installments: fields.installments as unknown as InstallmentInput[] | null } : {}
}

/** An item with what no document shows of its figures: its total before the discount. */
function exactItem(item: ItemInput, stored: ItemRow | undefined): ItemInput {
  const figures = item as { [name: string]: unknown }
  const of = (name: string) => figure(String(figures[name] ?? 0))
  const total = of('net_value').plus(of('discount_value'))
  const isDerived = isNear(total, toAmount(of('quantity').times(of('price'))))
  return {
    ...item,
    ...(isDerived ? { total_item: total.toFixed() as unknown as number } : {}),
    ...(stored ? { copied: stored } : {}),
  }
}
