import type { Actor } from '../../access/actor.ts'
import type { Reader } from '../../database/database.ts'
import { type CatalogueRows, type Regime, regimeOf } from '../../taxes/catalogue.ts'
import { knownCatalogue } from '../../taxes/load.ts'
import { hasTaxList, type LineTaxes, type TaxesInput } from '../amounts/tax-lines/line.ts'
import type { OrderFields } from '../fields.ts'
import type { FieldsInput } from '../input.ts'
import { branches_regimes, customers_consumers, freight_types_charging } from './sql.ts'

// What the taxes of lines depend on, read before they are decided, and only for orders that have lists of them.

/** Of all branches, customers and freight types that the orders name. */
export interface TaxContext {
  readonly catalogue: CatalogueRows
  regimeOf(id_branch: number | null, date: string): Regime
  isFinalConsumer(id_customer: number): boolean
  isCharged(id_freight_type: number | null): boolean
}

/** An order before a change, and what is sent of it. */
interface Concerned {
  readonly before?: Pick<OrderFields, Named | 'has_taxes'> | undefined
  readonly fields?: Partial<Pick<OrderFields, Named>> | FieldsInput
  readonly items?: readonly (TaxesInput & { readonly copied?: LineTaxes | undefined })[]
}

type Named = 'id_branch_company' | 'id_customer' | 'id_freight_type'

/** Undefined where none of the orders has a list of taxes, nor gets one: nothing is read then. */
export async function taxContext(
  db: Reader,
  { account_id, only }: Pick<Actor, 'account_id' | 'only'>,
  orders: readonly Concerned[],
): Promise<TaxContext | undefined> {
  const taxed = orders.filter(({ before, items = [] }) => before?.has_taxes || items.some(isListed))
  if (taxed.length === 0) return undefined
  const named = (name: Named) => [
    ...new Set(
      taxed.flatMap(({ before, fields }) => [before?.[name], fields?.[name]].filter(isId)),
    ),
  ]
  // The only branch of a restricted token is that of its orders.
  const branchIds = [...new Set([...named('id_branch_company'), ...(only.branches ?? [])])]
  const ask = async <Row>(
    statement: (db: Reader, parameters: [number, number[]]) => Promise<Row[]>,
    ids: number[],
  ) => (ids.length > 0 ? statement(db, [account_id, ids]) : [])
  const catalogue = await knownCatalogue(db)
  const branches = await ask(branches_regimes, branchIds)
  const consumers = await ask(customers_consumers, named('id_customer'))
  const charging = await ask(freight_types_charging, named('id_freight_type'))
  return {
    catalogue,
    regimeOf: (id, date) => regimeOn(branches.find((one) => one.id === id)?.regimes ?? [], date),
    isFinalConsumer: (id) => consumers.some((one) => one.id === id),
    isCharged: (id) => charging.some((one) => one.id === id),
  }
}

const isId = (id: number | null | undefined): id is number => typeof id === 'number' && id > 0

const isListed = (item: TaxesInput & { readonly copied?: LineTaxes | undefined }) =>
  hasTaxList(item, item.copied)

/** That of the last row that has begun; of rows before their first day nothing is known. */
function regimeOn(
  rows: readonly { since: string; crt: number | null; ibs_cbs_regime: string | null }[],
  date: string,
): Regime {
  const begun = rows.filter(({ since }) => since <= date)
  const last = begun.toSorted((a, b) => (a.since < b.since ? -1 : 1)).at(-1)
  return regimeOf({
    regime: (last?.ibs_cbs_regime ?? undefined) as Regime | undefined,
    crt: (last?.crt ?? undefined) as 1 | 2 | 3 | 4 | undefined,
  })
}
