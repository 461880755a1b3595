import { sql } from 'kysely'
import { refuseParameters } from '../../base/refusals.ts'
import { filterInstant } from '../../base/values/date-time.ts'
import { orderSorts } from '../../base/values/sort.ts'
import type { Condition, LightSource } from '../../database/list.ts'
import { storedOrderJson } from './document.ts'
import { CURRENT, pickOrders, shownProperties } from './light.ts'

/** What lists of orders read. */
export const orders = {
  table: 'orders',
  document: CURRENT,
  stored: `(${storedOrderJson('k.id', '$account')})`,
  sortable: orderSorts,
  properties: shownProperties,
  long: ['items'],
  pick: pickOrders,
} as const satisfies LightSource

/** The date ranges of `GET /orders` and the columns they are about. */
const ranges = {
  create_date: 'created_at',
  update_date: 'updated_at',
  order_date: 'date',
} as const

/** What each filter of `GET /orders` means; dates without an offset are of `zone`. */
export function orderConditions(zone: string): Record<string, (value: string) => Condition> {
  const within = Object.entries(ranges).flatMap(([name, column]) => [
    [
      `${name}_from`,
      (value: string) => ({
        range: column,
        where: sql`r.${sql.ref(column)} >= ${filterInstant(value, 'from', zone)}::timestamptz`,
      }),
    ],
    [
      `${name}_to`,
      (value: string) => ({
        range: column,
        where: sql`r.${sql.ref(column)} <= ${filterInstant(value, 'to', zone)}::timestamptz`,
      }),
    ],
  ])
  return {
    fk_id: (value) => sql`r.fk_id = ${value}`,
    id_customer: (value) => sql`r.id_customer = ${value}::bigint`,
    id_order_status: (value) => sql`r.id_order_status = ${value}::bigint`,
    id_quotation: (value) => sql`r.id_quotation = ${value}::bigint`,
    ...Object.fromEntries(within),
  }
}

/** Refuses ranges that end before they begin, which is a mistake and no wish for nothing. */
export function refuseEmptyRanges(query: Record<string, unknown>, zone: string): void {
  const empty = Object.keys(ranges).filter((name) => {
    const [from, to] = [query[`${name}_from`], query[`${name}_to`]] as (string | undefined)[]
    return (
      from !== undefined &&
      to !== undefined &&
      filterInstant(from, 'from', zone) > filterInstant(to, 'to', zone)
    )
  })
  refuseParameters(
    empty.map((name) => ({
      parameter: `${name}_from`,
      code: 'empty_range',
      detail: `is after ${name}_to.`,
    })),
  )
}
