import { statement } from '../../database/database.ts'
import type { OperationKind } from '../../taxes/rules/cfop.ts'

// What taxes depend on beside the line: who sells, who buys, and whether the freight is charged.

export interface BranchRow {
  id: number
  state: string | null
  regimes: { since: string; crt: number | null; ibs_cbs_regime: string | null }[]
  simples_credit_rates: { since: string; rate: number }[]
  ipi_payer: boolean
}

/** Who sells: where, and in which regime by date. */
export const branches_sellers = statement<BranchRow, [account_id: number, ids: number[]]>(`
  select id, upper(state) as state, regimes, simples_credit_rates, ipi_payer
    from branch_companies where account_id = $1 and id = any ($2::bigint[])`)

export interface BuyerRow {
  id: number
  ie_kind: 1 | 2 | 9 | null
  ie: string | null
  document: string | null
  simples: boolean | null
}

/** Who buys. */
export const customers_buyers = statement<BuyerRow, [account_id: number, ids: number[]]>(`
  select id, ie_kind, ie, document, simples
    from customers where account_id = $1 and id = any ($2::bigint[])`)

/** SQL text of the state of an address; `EX` is abroad. */
export const STATE = `case country when 1058 then upper(state) else 'EX' end`
/** SQL text of the order in which a customer's addresses count: the first one is the main one. */
export const MAIN_FIRST = `address_type is distinct from 'billing', id`

/** Where goods may go: the addresses with these ids, and all of these customers, the main one first. */
export const addresses_places = statement<
  { id: number; id_customer: number; state: string | null },
  [account_id: number, ids: number[], customers: number[]]
>(`
  select id, id_customer, ${STATE} as state
    from addresses
   where account_id = $1 and (id = any ($2::bigint[]) or id_customer = any ($3::bigint[]))
   order by ${MAIN_FIRST}`)

export interface GoodsRow {
  id: number
  ncm: string | null
  cest: string | null
  origin: number
  own_production: boolean
}

/** What is sold, as rules ask for it. */
export const products_goods = statement<GoodsRow, [account_id: number, ids: number[]]>(`
  select id, ncm, cest, origin, own_production
    from products where account_id = $1 and id = any ($2::bigint[])`)

export interface OperationRow {
  id: number
  kind: OperationKind
  cfop_inside: string | null
  cfop_interstate: string | null
  cfop_abroad: string | null
}

export const operations_cfops = statement<OperationRow, [account_id: number, ids: number[]]>(`
  select id, kind, cfop_inside, cfop_interstate, cfop_abroad
    from operations where account_id = $1 and id = any ($2::bigint[])`)

/** Those of these statuses in which orders are invoiced. */
export const statuses_invoiced = statement<{ id: number }, [account_id: number, ids: number[]]>(`
  select id from order_statuses where account_id = $1 and id = any ($2::bigint[]) and invoiced`)

/** A row where the account asks for totals that go with the day of the invoice. */
export const accounts_confirming = statement<{ id: number }, [account_id: number]>(`
  select account_id as id from accounts where account_id = $1 and confirm_moved_totals`)

/** Those freight types whose freight is charged. */
export const freight_types_charging = statement<
  { id: number },
  [account_id: number, ids: number[]]
>(`
  select id from freight_types where account_id = $1 and id = any ($2::bigint[]) and charged`)
