import { statement } from '../../database/database.ts'

// What taxes depend on beside the line: who sells, who buys, and whether the freight is charged.

/** The regimes of branches by date. */
export const branches_regimes = statement<
  { id: number; regimes: { since: string; crt: number | null; ibs_cbs_regime: string | null }[] },
  [account_id: number, ids: number[]]
>(`
  select id, regimes from branch_companies where account_id = $1 and id = any ($2::bigint[])`)

/** Those customers who do not resell: not registered for ICMS, or a person of whom no registration is known. */
export const customers_consumers = statement<{ id: number }, [account_id: number, ids: number[]]>(`
  select id from customers
   where account_id = $1 and id = any ($2::bigint[])
     and coalesce(ie_kind, case when ie is null and document ~ '^[0-9]{11}$' then 9 end) = 9`)

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
