const FIGURES = ['last_order_at', 'orders_12m', 'value_12m', 'order_interval_days']

/** A customer without what it buys, which is in no event, and for who sees all orders. */
export function withoutFigures<T extends object>(record: T): T {
  if (Array.isArray(record)) return record
  const own = Object.entries(record).filter(([name]) => !FIGURES.includes(name))
  return Object.fromEntries(own) as T
}
