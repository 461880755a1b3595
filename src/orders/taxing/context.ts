import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../database/database.ts'
import type { CatalogueRows, Regime } from '../../taxes/catalogue.ts'
import { knownCatalogue } from '../../taxes/load.ts'
import type { RulesOwner } from '../../taxes/rules/known.ts'
import { hasTaxList, type TaxesInput } from '../amounts/tax-lines/line.ts'
import type { OrderFields } from '../fields.ts'
import type { FieldsInput } from '../input.ts'
import type { ItemRow } from '../sql.ts'
import { derivesTaxes } from './rules.ts'
import { buyerOf, byId, type Sales, salesOf, sellerOn } from './sales.ts'
import { branches_sellers, customers_buyers, freight_types_charging } from './sql.ts'

// What the taxes of lines depend on, read before they are decided: only for orders that have lists of them, or whose
// taxes are worked out by rules.

/** Of all branches, customers and freight types that the orders name. */
export interface TaxContext {
  readonly catalogue: CatalogueRows
  /** Where taxes are worked out by rules. */
  readonly sales: Sales | undefined
  regimeOf(id_branch: number | null, date: string): Regime
  isFinalConsumer(order: Pick<OrderFields, 'id_customer' | 'final_consumer'>): boolean
  isCharged(id_freight_type: number | null): boolean
}

/** An order before a change, and what is sent of it. */
interface Concerned {
  readonly before?: Pick<OrderFields, Named | 'has_taxes'> | undefined
  readonly fields?: Partial<Pick<OrderFields, Named>> | FieldsInput
  readonly items?: readonly ConcernedInput[]
  /** The lines that it has. */
  readonly stored?: readonly ItemRow[]
}

type ConcernedInput = TaxesInput & {
  readonly id_item?: number
  readonly id_operation?: number | null
  readonly copied?: ItemRow | undefined
}

type Named = 'id_branch_company' | 'id_customer' | 'id_freight_type' | 'id_address' | 'id_operation'

/** Undefined where none of the orders has a list of taxes, nor gets one: nothing is read then. */
export async function taxContext(
  db: Reader,
  actor: RulesOwner & Pick<Actor, 'only' | 'derived_taxes' | 'rules_epoch' | 'missing_rate'>,
  orders: readonly Concerned[],
): Promise<TaxContext | undefined> {
  const { account_id, only } = actor
  const taxed = derivesTaxes(actor)
    ? orders
    : orders.filter(({ before, items = [] }) => before?.has_taxes || items.some(isListed))
  if (taxed.length === 0) return undefined
  const named = (name: Named) =>
    distinct(taxed.flatMap(({ before, fields }) => [before?.[name], fields?.[name]]))
  // The only branch of a restricted token is that of its orders.
  const branchIds = distinct([...named('id_branch_company'), ...(only.branches ?? [])])
  const ask = async <Row>(
    statement: (db: Reader, parameters: [number, number[]]) => Promise<Row[]>,
    ids: number[],
  ) => (ids.length > 0 ? statement(db, [account_id, ids]) : [])
  const catalogue = await knownCatalogue(db)
  const branches = byId(await ask(branches_sellers, branchIds))
  const buyers = byId(await ask(customers_buyers, named('id_customer')))
  const charging = await ask(freight_types_charging, named('id_freight_type'))
  const ofSales = {
    branches,
    buyers,
    addresses: named('id_address'),
    ...ofLines(taxed, named('id_operation')),
  }
  return {
    catalogue,
    sales: await salesOf(db, actor, ofSales, catalogue),
    regimeOf: (id, date) => sellerOn(branches.get(id ?? 0), date).regime,
    isFinalConsumer: (order) => buyerOf(buyers.get(order.id_customer), order).final_consumer,
    isCharged: (id) => charging.some((one) => one.id === id),
  }
}

/** What lines are of, those that there are and those that are sent. */
function ofLines(orders: readonly Concerned[], ofOrders: readonly number[]) {
  const stored = orders.flatMap((order) => order.stored ?? [])
  const sent = orders.flatMap((order) => order.items ?? [])
  const lines = [...stored, ...sent.flatMap(({ copied }) => copied ?? [])]
  return {
    products: distinct([...lines, ...sent].map(({ id_item }) => id_item)),
    operations: distinct([
      ...ofOrders,
      ...lines.map(({ properties }) => properties?.id_operation),
      ...sent.map(({ id_operation }) => id_operation),
    ]),
  }
}

const distinct = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.filter(isId)),
]

const isId = (id: number | null | undefined): id is number => typeof id === 'number' && id > 0

const isListed = (item: ConcernedInput) => hasTaxList(item, item.copied)
