import type { AddressInput, Customer, CustomerInput } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import type { Language } from '../../text/language.ts'
import { toast } from '../../ui/toasts.tsx'
import { partsOfNew } from './first-address.ts'
import { text } from './text.ts'

/**
 * Creates a customer with its first address. Where the address is refused, the customer is there all the
 * same, and a toast says what is missing.
 * @throws what the service has against the customer
 */
export async function createCustomer(
  body: Record<string, unknown>,
  language: Language,
): Promise<Customer> {
  const { customer, address } = partsOfNew(body)
  const made = await pedido.customers.create(customer as unknown as CustomerInput)
  if (Object.keys(address).length === 0) return made
  const whole = { address_type: 'main', ...address } as AddressInput
  await pedido.customers.createAddress(made.id, whole).catch(() => {
    toast({ text: text(language).addressFailed, tone: 'bad' })
  })
  return made
}
