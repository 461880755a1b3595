import type { Order, OrderLink } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pedido } from '../../../session/client.ts'
import { HISTORY } from '../history.ts'

// Below the key of the history: what is read anew there is read anew here.
const keyOf = (id: number) => [...HISTORY, id, 'links']

/** The links to an order, the newest first. */
export function useLinks(id: number) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) =>
      (await pedido.orders.listLinks(id, { sort: '-id' }, { signal }).page({ limit: 100 })).data,
  })
}

/** Reads them anew, once one was made or ended. */
export function useRenewLinks(id: number): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: keyOf(id) })
}

export const isOpen = ({ revoked_at, expires_at }: OrderLink): boolean =>
  revoked_at === null && Date.parse(expires_at) > Date.now()

/** Whom to write to: the customer, or who is named there, where the member may read that. */
export interface Recipient {
  name: string
  phone: string | null
  email: string | null
}

export async function recipientOf({ customer }: Order, mayRead: boolean): Promise<Recipient> {
  const none = { name: customer.name, phone: null, email: null }
  const found = mayRead ? await pedido.customers.read(customer.id).catch(() => null) : null
  if (!found) return none
  const { phone, email, contacts } = found
  const first = (of: 'phone' | 'email') => contacts.find((one) => one[of])?.[of] ?? null
  return { name: found.name, phone: phone ?? first('phone'), email: email ?? first('email') }
}

/** As `wa.me` takes it: digits with the country’s; '' lets the app ask for whom. */
export function whatsappNumber(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')
  if (phone?.trim().startsWith('+')) return digits
  return /^\d{10,11}$/.test(digits) ? `55${digits}` : /^55\d{10,11}$/.test(digits) ? digits : ''
}
