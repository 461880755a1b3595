/** What a customer without orders shows. */
export const BOUGHT_NOTHING = {
  last_order_at: null,
  orders_12m: 0,
  value_12m: 0,
  order_interval_days: null,
}

/** A customer without what it buys, which is in no event, and for who sees all orders. */
export function withoutFigures<T extends object>(record: T): T {
  if (Array.isArray(record)) return record
  const own = Object.entries(record).filter(([name]) => !(name in BOUGHT_NOTHING))
  return Object.fromEntries(own) as T
}
