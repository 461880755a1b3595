import { sql } from 'kysely'
import { type Reader, statement } from '../../database/database.ts'
import { type Condition, tableFor, whereAll } from '../../database/list.ts'
import { orders } from '../reads/list.ts'
import { MAIN_FIRST, STATE } from '../taxing/sql.ts'

// What was sold to whom, as far as rules of taxes ask for it.

/**
 * The ids of the orders that the conditions choose, with commas between them.
 * @returns as many as are looked at, and whether there are more
 */
export async function orders_sold(
  db: Reader,
  account_id: number,
  conditions: Condition[],
  most: number,
): Promise<{ ids: string; isMore: boolean }> {
  const found = tableFor(orders, account_id, conditions, { fields: ['id'] })
  const { rows } = await sql<{ ids: string | null; count: number }>`
    select string_agg(r.id::text, ',' order by r.id) as ids, count(*)::int as count
      from (select r.id from ${found.table} r ${whereAll(found.conditions)} limit ${most + 1}) r`.execute(
    db,
  )
  const [{ ids, count } = { ids: null, count: 0 }] = rows
  return { ids: ids ?? '', isMore: count > most }
}

/** Lines that rules can't tell from each other. */
export interface SoldGroup {
  id_item: number
  id_branch_company: number | null
  id_category: number | null
  id_operation: number | null
  /** As the order says it. */
  final_consumer: boolean | null
  /** The operations of all lines with the product in one order: those orders are in a group for each of them. */
  operations: string
  state: string | null
  ie_kind: 1 | 2 | 9 | null
  has_ie: boolean
  has_cpf: boolean
  simples: boolean | null
  orders: number
  /** A decimal. */
  value: string
}

/** The lines of orders, whose ids stand between commas, by what rules ask of them. */
export const order_items_sold = statement<SoldGroup, [account_id: number, ids: string]>(`
  with sold as (
    select o.id, i.id_item, o.id_customer, o.id_address, o.id_branch_company, o.id_category,
           o.final_consumer, coalesce(i.id_operation, o.id_operation) as id_operation, sum(i.total_liq) as value
      from orders o join order_items i on i.account_id = $1 and i.id_order = o.id
     where o.account_id = $1 and o.id = any (string_to_array($2, ',')::bigint[])
     group by 1, 2, 3, 4, 5, 6, 7, 8),
  told as (
    select s.*, array_agg(id_operation) over (partition by id, id_item order by id_operation
             rows between unbounded preceding and unbounded following)::text as operations
      from sold s),
  mains as (
    select distinct on (id_customer) id_customer, ${STATE} as state from addresses
     where account_id = $1 and id_customer in (select id_customer from sold where id_address is null)
     order by id_customer, ${MAIN_FIRST}),
  places as (
    select id, ${STATE} as state from addresses
     where account_id = $1 and id in (select id_address from sold))
  select t.id_item, t.id_branch_company, t.id_category, t.id_operation, t.final_consumer, t.operations,
         case when t.id_address is null then m.state else p.state end as state,
         c.ie_kind, c.ie is not null as has_ie, coalesce(length(c.document) = 11, false) as has_cpf, c.simples,
         count(*)::int as orders, trim_scale(sum(t.value))::text as value
    from told t
    join customers c on c.account_id = $1 and c.id = t.id_customer
    left join places p on p.id = t.id_address
    left join mains m on m.id_customer = t.id_customer
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`)

export interface NamedGoods {
  id: number
  name: string
  fk_id: string | null
  ncm: string | null
  cest: string | null
}

export const products_named = statement<NamedGoods, [account_id: number, ids: number[]]>(`
  select id, name, fk_id, ncm, cest from products where account_id = $1 and id = any ($2::bigint[])`)
