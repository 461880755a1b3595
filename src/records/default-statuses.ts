/** A status that a new account starts with; `next` holds fk_ids, as there are no ids yet. */
export interface DefaultStatus {
  readonly fk_id: string
  readonly name: string
  readonly initial: boolean
  readonly locked: boolean
  readonly counts: boolean
  /** Orders are invoiced with the move here. */
  readonly invoiced?: true
  readonly next: readonly string[]
}

/** The statuses and moves of a new account, in the order of an order's life. */
export const defaultStatuses: readonly DefaultStatus[] = [
  {
    fk_id: 'draft',
    name: 'Draft',
    initial: true,
    locked: false,
    counts: false,
    next: ['open', 'cancelled'],
  },
  {
    fk_id: 'open',
    name: 'Open',
    initial: false,
    locked: false,
    counts: true,
    next: ['approved', 'cancelled'],
  },
  {
    fk_id: 'approved',
    name: 'Approved',
    initial: false,
    locked: false,
    counts: true,
    next: ['picking', 'cancelled'],
  },
  {
    fk_id: 'picking',
    name: 'Picking',
    initial: false,
    locked: false,
    counts: true,
    next: ['invoiced', 'cancelled'],
  },
  {
    fk_id: 'invoiced',
    name: 'Invoiced',
    initial: false,
    locked: true,
    counts: true,
    invoiced: true,
    next: ['shipped', 'cancelled'],
  },
  {
    fk_id: 'shipped',
    name: 'Shipped',
    initial: false,
    locked: true,
    counts: true,
    next: ['delivered', 'cancelled'],
  },
  { fk_id: 'delivered', name: 'Delivered', initial: false, locked: true, counts: true, next: [] },
  { fk_id: 'cancelled', name: 'Cancelled', initial: false, locked: true, counts: false, next: [] },
]

/** Why orders are cancelled, of a new account. */
export const defaultReasons: readonly { fk_id: string; name: string }[] = [
  { fk_id: 'customer_gave_up', name: 'Customer gave up' },
  { fk_id: 'out_of_stock', name: 'Out of stock' },
  { fk_id: 'credit_refused', name: 'Credit refused' },
  { fk_id: 'duplicate_order', name: 'Duplicate order' },
  { fk_id: 'entered_by_mistake', name: 'Entered by mistake' },
]
