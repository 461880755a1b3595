import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../database/database.ts'
import { type CatalogueRows, type Regime, regimeOf } from '../../taxes/catalogue.ts'
import { type RulesOwner, rulesOf } from '../../taxes/rules/known.ts'
import { placeOf, type RuleKind } from '../../taxes/rules/rule.ts'
import {
  type Chosen,
  chosenTaxes,
  type Derived,
  type DeriveOptions,
  deriveTaxes,
  type FoundRules,
} from '../amounts/by-rules/derive.ts'
import { openKinds } from '../amounts/by-rules/given.ts'
import { buyerKindOf, type ItemFacts, isFinalConsumer } from '../amounts/by-rules/item.ts'
import { isOfRule, type StoredTax } from '../amounts/tax-lines/input.ts'
import type { OrderFields } from '../fields.ts'
import type { Line } from '../lines.ts'
import { derivedKinds } from './rules.ts'
import {
  addresses_places,
  type BranchRow,
  type BuyerRow,
  type GoodsRow,
  type OperationRow,
  operations_cfops,
  products_goods,
} from './sql.ts'

// What rules are asked about the lines of an order: who sells what to whom, and where it goes.

/** An order, and the day that decides its taxes. */
export interface TaxedOrder {
  readonly fields: OrderFields
  readonly date: string
}

/** Works out the taxes of lines by the rules of an account. */
export interface Sales {
  readonly kinds: readonly RuleKind[]
  /** A line that needs a rate which no law has set is refused. */
  readonly areMissingRatesRefused: boolean
  /** Explained, with each step. */
  taxesOf(line: SoldLine, order: SoldOrder, op: string, asked?: DeriveOptions): Derived
  /** As they would have been sent. */
  chosenOf(line: SoldLine, order: SoldOrder, op: string, asked: DeriveOptions): Chosen
}

/** Of an order's header what rules ask, and the day that decides its taxes. */
export interface SoldOrder {
  readonly fields: Pick<
    OrderFields,
    | 'id_customer'
    | 'id_address'
    | 'id_branch_company'
    | 'id_operation'
    | 'id_category'
    | 'final_consumer'
  >
  readonly date: string
}

/** Of a line what rules ask. */
export interface SoldLine {
  readonly id_item: number
  readonly figures: { readonly quantity: string }
  readonly properties: Pick<NonNullable<Line['properties']>, 'id_operation' | 'cfop'> | null
}

/** What rules are to work out of a line beside its taxes that were sent, and did not come from rules. */
export function askedBeside(
  taxes: readonly StoredTax[],
  kinds: readonly RuleKind[],
): DeriveOptions {
  const given = taxes.filter(({ origin }) => !isOfRule(origin)).map(({ origin: _, ...tax }) => tax)
  return { given, kinds: openKinds(kinds, given) }
}

/** Of all orders that a request is about: who sells and buys, and the ids of what is to be read. */
export interface Named {
  branches: ReadonlyMap<number, BranchRow>
  buyers: ReadonlyMap<number, BuyerRow>
  addresses: readonly number[]
  operations: readonly number[]
  products: readonly number[]
}

/** Undefined where the account has nothing worked out: nothing is read then. */
export async function salesOf(
  db: Reader,
  actor: RulesOwner & Pick<Actor, 'derived_taxes' | 'rules_epoch' | 'missing_rate'>,
  named: Named,
  catalogue: CatalogueRows,
): Promise<Sales | undefined> {
  const kinds = derivedKinds(actor)
  if (kinds.length === 0) return undefined
  const { account_id } = actor
  const index = await rulesOf(db, actor)
  const places = await addresses_places(db, [
    account_id,
    [...named.addresses],
    [...named.buyers.keys()],
  ])
  const goods = await products_goods(db, [account_id, [...named.products]])
  const operations =
    named.operations.length > 0
      ? await operations_cfops(db, [account_id, [...named.operations]])
      : []
  const records: Records = {
    branches: named.branches,
    buyers: named.buyers,
    places: byId(places),
    mains: new Map(places.toReversed().map((place) => [place.id_customer, place])),
    goods: byId(goods),
    operations: byId(operations),
  }
  const goodsOf = goodsIn(records)
  return {
    kinds,
    areMissingRatesRefused: actor.missing_rate === 'refuse',
    taxesOf: (line, order, op, asked) => {
      const { facts, found } = goodsOf(line, order)
      return deriveTaxes(factsOf(facts, line, op), index, catalogue, asked, found)
    },
    chosenOf: (line, order, op, asked) => {
      const { facts, found } = goodsOf(line, order)
      return chosenTaxes(factsOf(facts, line, op), index, catalogue, asked, found)
    },
  }
}

type AddressRow = Awaited<ReturnType<typeof addresses_places>>[number]

interface Records {
  branches: ReadonlyMap<number, BranchRow>
  buyers: ReadonlyMap<number, BuyerRow>
  places: ReadonlyMap<number, AddressRow>
  /** The main address of each customer. */
  mains: ReadonlyMap<number, AddressRow>
  goods: ReadonlyMap<number, GoodsRow>
  operations: ReadonlyMap<number, OperationRow>
}

export const byId = <Row extends { id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

/** What is the same of lines of one product and operation in an order: their rules are found once. */
interface SoldGoods {
  readonly facts: Omit<ItemFacts, 'op' | 'quantity' | 'given_cfop'>
  readonly found: FoundRules
}

function goodsIn(records: Records): (line: SoldLine, order: SoldOrder) => SoldGoods {
  const ofOrders = new WeakMap<SoldOrder, Map<string, SoldGoods>>()
  return ({ id_item, properties }, order) => {
    const id_operation = properties?.id_operation ?? order.fields.id_operation
    const known = ofOrders.get(order) ?? new Map<string, SoldGoods>()
    ofOrders.set(order, known)
    const key = `${id_item} ${id_operation}`
    const goods = known.get(key) ?? {
      facts: factsOfGoods(records, id_item, id_operation, order),
      found: new Map(),
    }
    known.set(key, goods)
    return goods
  }
}

const factsOf = (
  facts: SoldGoods['facts'],
  { figures, properties }: SoldLine,
  op: string,
): ItemFacts => ({
  ...facts,
  op,
  quantity: figures.quantity,
  given_cfop: properties?.cfop ?? null,
})

function factsOfGoods(
  records: Records,
  id_item: number,
  id_operation: number | null,
  { fields, date }: SoldOrder,
): SoldGoods['facts'] {
  const goods = records.goods.get(id_item)
  const operation = records.operations.get(id_operation ?? 0)
  const places = placesOf(records, fields)
  return {
    ...places,
    ...buyerOf(records.buyers.get(fields.id_customer), fields),
    ...sellerOn(records.branches.get(fields.id_branch_company ?? 0), date),
    date,
    id_product: id_item,
    ncm: goods?.ncm ?? null,
    cest: goods?.cest ?? null,
    id_category: fields.id_category,
    origin: goods?.origin ?? 0,
    own_production: goods?.own_production ?? false,
    id_branch_company: fields.id_branch_company,
    id_operation,
    operation: operation?.kind ?? 'sale',
    operation_cfop: operation ? cfopFor(operation, places) : null,
  }
}

type States = Pick<ItemFacts, 'origin_state' | 'destination_state'>

/** Goods go to the order's address, else to the customer's main one. */
function placesOf(
  { branches, places, mains }: Records,
  { id_branch_company, id_address, id_customer }: SoldOrder['fields'],
): States {
  const destination = id_address === null ? mains.get(id_customer) : places.get(id_address)
  return {
    origin_state: branches.get(id_branch_company ?? 0)?.state ?? null,
    destination_state: destination?.state ?? null,
  }
}

/** What is known of a buyer, and said of an order. */
export function buyerOf(
  row: BuyerRow | undefined,
  { final_consumer }: Pick<OrderFields, 'final_consumer'>,
): Pick<ItemFacts, 'ie_kind' | 'final_consumer' | 'customer_simples'> {
  const document = row?.document ?? null
  const ie_kind = row ? buyerKindOf({ ie_kind: row.ie_kind, ie: row.ie, document }) : null
  return {
    ie_kind,
    final_consumer: isFinalConsumer(final_consumer, ie_kind),
    customer_simples: row?.simples ?? null,
  }
}

function cfopFor(operation: OperationRow, places: States): string | null {
  const { origin_state, destination_state } = places
  if (origin_state === null || destination_state === null) return null
  return operation[`cfop_${placeOf({ origin_state, destination_state })}`]
}

/** What is known of a seller on a day. */
export function sellerOn(
  branch: BranchRow | undefined,
  date: string,
): Pick<ItemFacts, 'crt' | 'regime' | 'simples_credit_rate' | 'ipi_payer'> {
  const regime = inForce(branch?.regimes ?? [], date)
  const crt = (regime?.crt ?? null) as ItemFacts['crt']
  return {
    crt,
    regime: regimeOf({
      regime: (regime?.ibs_cbs_regime ?? undefined) as Regime | undefined,
      crt: crt ?? undefined,
    }),
    simples_credit_rate: inForce(branch?.simples_credit_rates ?? [], date)?.rate ?? null,
    ipi_payer: branch?.ipi_payer ?? false,
  }
}

/** The last row that has begun; of days before the first one nothing is known. */
function inForce<Row extends { since: string }>(
  rows: readonly Row[],
  date: string,
): Row | undefined {
  const begun = rows.filter(({ since }) => since <= date)
  return begun.toSorted((a, b) => (a.since < b.since ? -1 : 1)).at(-1)
}
