import type { TokenHolder } from '../../access/actor.ts'
import { othersAreAbout } from '../../base/giving-way/turns.ts'
import { refuseParameters } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { partsOf } from '../../database/snapshot/whole-list.ts'
import { allConditions, filtersOf } from '../../http/lists/lists.ts'
import { rulesOf } from '../../taxes/rules/known.ts'
import { msg } from '../../texts/message.ts'
import { orderQuery } from '../reads/filters/order-query.ts'
import { byId } from '../taxing/sales.ts'
import { type BranchRow, branches_sellers, type GoodsRow, products_goods } from '../taxing/sql.ts'
import { Coverage, type Uncovered } from './coverage.ts'
import type { CoverageDays } from './schema.ts'
import { order_items_sold, orders_sold, products_named, type SoldGroup } from './sql.ts'

/**
 * Orders whose lines are added up by one statement: the embedded database has one connection, which others wait
 * for meanwhile.
 */
const AT_ONCE = { server: 20_000, alone: 2_000, beside: 200 }

/**
 * What was sold on these days, to this state where one is said, and no rule holds for: the most valuable first.
 * @throws Problem `invalid_parameter` where these are more than the most orders
 */
export async function uncoveredSales(
  db: Reader,
  actor: TokenHolder,
  { from, to, date, destination_state }: Required<CoverageDays> & { destination_state?: string },
  { most, isEmbedded }: { most: number; isEmbedded: boolean },
): Promise<Uncovered[]> {
  const { account_id } = actor
  const query = { order_date_from: from, order_date_to: to, counts: true }
  const chosen = orderQuery(actor, query)
  const conditions = await allConditions(db, chosen, filtersOf(chosen))
  const { ids, isMore } = await orders_sold(db, account_id, conditions, most)
  refuseParameters(isMore ? [tooMany(most)] : [])
  const index = await rulesOf(db, actor)
  const named = namedBy(db, account_id)
  const coverage = new Coverage()
  const ofEmbedded = () => (othersAreAbout() ? AT_ONCE.beside : AT_ONCE.alone)
  for (const some of partsOf(ids, isEmbedded ? ofEmbedded : () => AT_ONCE.server)) {
    const sold = await order_items_sold(db, [account_id, some])
    const groups = sold.filter(
      ({ state }) => destination_state === undefined || state === destination_state,
    )
    await coverage.add(groups, await named(groups), index, date)
  }
  return coverage.rows()
}

const tooMany = (most: number) => ({
  parameter: 'from',
  code: 'too_many_orders' as const,
  detail: msg`At most ${most} orders are looked at, and these are more: ask for fewer days.`,
})

/** What groups of lines name; each is read once. */
function namedBy(db: Reader, account_id: number) {
  const branches = new Map<number, BranchRow>()
  const goods = new Map<number, GoodsRow>()
  return async (groups: readonly SoldGroup[]) => {
    const unread = (ids: (number | null)[], read: ReadonlyMap<number, unknown>) => [
      ...new Set(ids.flatMap((id) => (id === null || read.has(id) ? [] : [id]))),
    ]
    const newBranches = unread(
      groups.map(({ id_branch_company }) => id_branch_company),
      branches,
    )
    const newGoods = unread(
      groups.map(({ id_item }) => id_item),
      goods,
    )
    if (newBranches.length > 0)
      for (const row of await branches_sellers(db, [account_id, newBranches]))
        branches.set(row.id, row)
    if (newGoods.length > 0)
      for (const row of await products_goods(db, [account_id, newGoods])) goods.set(row.id, row)
    return { branches, goods }
  }
}

/** The JSON of some of them, with commas between them, and with what their products are called. */
export async function salesDocuments(
  db: Reader,
  account_id: number,
  rows: readonly Uncovered[],
): Promise<string> {
  const ids = [...new Set(rows.map(({ id_product }) => id_product))]
  const products = byId(ids.length > 0 ? await products_named(db, [account_id, ids]) : [])
  const documents = rows.flatMap(({ id_product, value, ...row }) => {
    const product = products.get(id_product)
    if (!product) return []
    const { ncm, cest, ...named } = product
    return JSON.stringify({ product: named, ncm, cest, ...row, value: Number(value.toFixed()) })
  })
  return documents.join(',')
}
