import Big from 'big.js'
import { inPieces } from '../../base/giving-way/pieces.ts'
import { hasRule, type RuleIndex } from '../../taxes/rules/choose.ts'
import { placeOf, type SaleFacts } from '../../taxes/rules/rule.ts'
import { buyerKindOf, isFinalConsumer } from '../amounts/by-rules/item.ts'
import type { BranchRow, GoodsRow } from '../taxing/sql.ts'
import type { SoldGroup } from './sql.ts'

// What was sold and no rule of ICMS holds for. Nothing here asks the database.

export const reasons = ['no_rule', 'no_place', 'buyer_kind_unknown'] as const

/** Sales of a product to buyers of one kind in one state. */
export interface Uncovered {
  readonly id_product: number
  readonly destination_state: string | null
  readonly ie_kind: 1 | 2 | 9 | null
  readonly final_consumer: boolean
  readonly code: (typeof reasons)[number]
  readonly orders: number
  readonly value: Big
}

/** What groups of lines name by their ids. */
export interface Named {
  readonly branches: ReadonlyMap<number, Pick<BranchRow, 'state'>>
  readonly goods: ReadonlyMap<number, GoodsRow>
}

/** Adds up what is not covered. */
export class Coverage {
  readonly #rows = new Map<string, Uncovered>()

  /**
   * @param groups all of some orders: no other call has lines of these
   * @param date the day whose rules count
   */
  async add(groups: readonly SoldGroup[], named: Named, index: RuleIndex, date: string) {
    const pieceDone = inPieces()
    const seen = new Set<string>()
    for (const group of groups) {
      const found = uncovered(group, named, index, date)
      if (found) this.#add(found, isAnew(group, seen))
      await pieceDone()
    }
  }

  #add(found: Uncovered, isCounted: boolean): void {
    const key = keyOf(found)
    const before = this.#rows.get(key)
    const orders = (before?.orders ?? 0) + (isCounted ? found.orders : 0)
    const value = before ? before.value.plus(found.value) : found.value
    this.#rows.set(key, { ...found, orders, value })
  }

  /** The most valuable ones first. */
  rows(): Uncovered[] {
    return [...this.#rows.values()].sort(compare)
  }
}

const keyOf = ({
  id_product,
  destination_state: state,
  ie_kind,
  ...row
}: Omit<Uncovered, 'value'>) =>
  [id_product, state ?? '', ie_kind ?? '', row.final_consumer, row.code].join()

const compare = (a: Uncovered, b: Uncovered) =>
  b.value.cmp(a.value) || compareTexts(keyOf(a), keyOf(b))

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Where a row stands among the others. */
export const positionOf = (row: Uncovered): string[] => [row.value.toFixed(), keyOf(row)]

/** Whether a row comes behind such a place. */
export function isBehind(row: Uncovered, [value = '0', key = '']: readonly string[]): boolean {
  const order = row.value.cmp(value) || compareTexts(key, keyOf(row))
  return order < 0
}

/** An order with a product in several operations is in a group for each of these, and counts once. */
function isAnew({ id_operation: _, value: __, orders: ___, ...of }: SoldGroup, seen: Set<string>) {
  if (!of.operations.includes(',')) return true
  const key = JSON.stringify(of)
  if (seen.has(key)) return false
  seen.add(key)
  return true
}

function uncovered(
  group: SoldGroup,
  { branches, goods }: Named,
  index: RuleIndex,
  date: string,
): Uncovered | undefined {
  const { id_item: id_product, state: destination_state, orders } = group
  const ie_kind = kindOf(group)
  const final_consumer = isFinalConsumer(group.final_consumer, ie_kind)
  const origin_state = branches.get(group.id_branch_company ?? 0)?.state ?? null
  const because = (code: Uncovered['code']): Uncovered => {
    const value = new Big(group.value)
    return { id_product, destination_state, ie_kind, final_consumer, code, orders, value }
  }
  if (origin_state === null || destination_state === null) return because('no_place')
  const places = { origin_state, destination_state }
  if (ie_kind === null && placeOf(places) !== 'abroad') return because('buyer_kind_unknown')
  const product = goods.get(id_product)
  const sale: SaleFacts = {
    ...places,
    date,
    id_product,
    ncm: product?.ncm ?? null,
    cest: product?.cest ?? null,
    origin: product?.origin ?? 0,
    id_category: group.id_category,
    id_operation: group.id_operation,
    id_branch_company: group.id_branch_company,
    ie_kind,
    final_consumer,
    customer_simples: group.simples,
  }
  return hasRule(index, 'icms', sale) ? undefined : because('no_rule')
}

/** The same rule as for orders, of what the database tells of registration and document. */
const kindOf = ({ ie_kind, has_ie, has_cpf }: SoldGroup) =>
  buyerKindOf({ ie_kind, ie: has_ie ? '' : null, document: has_cpf ? '00000000000' : null })
