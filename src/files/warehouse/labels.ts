import type { Company } from '../documents/company.ts'
import type { Address } from '../documents/details.ts'
import { invoiceOf, placeOf, volumesOf } from './loading.ts'
import type { Chosen } from './selection.ts'

// Labels: what stands on each parcel.

export interface Label {
  order: string
  invoice: string | null
  recipient: string
  address: Address | null
  carrier: string | null
  /** Which parcel of how many. */
  volume: number
  volumes: number
  sender: Company | null
}

/** Labels of one request: each is a page of its own, or a field of one. */
export const MOST_LABELS = 2_000

/**
 * A label for each parcel, order by order.
 * @param volumes parcels of an order that does not say how many it has
 */
export function labelsOf(
  { orders }: Pick<Chosen, 'orders'>,
  volumes: number,
  senderOf: (id_branch_company: number | null) => Company | null,
): Label[] {
  return orders.flatMap((order) => {
    const { id, fk_id, customer, address, shipping_company, branch_company } = order
    const count = volumesOf(order) ?? volumes
    const label = {
      order: fk_id ?? String(id),
      invoice: invoiceOf(order),
      recipient: customer.name,
      address: address && placeOf(address),
      carrier: shipping_company?.name ?? null,
      volumes: count,
      sender: senderOf(branch_company?.id ?? null),
    }
    return Array.from({ length: count }, (_, i) => ({ ...label, volume: i + 1 }))
  })
}
