import { callService } from '../../test/support/call.ts'
import type { Service } from '../../test/support/service.ts'
import { until } from '../../test/support/workers.ts'

/** Fills an account with some of everything, by the interface. */
export async function fill(service: Service, token: string): Promise<void> {
  const send = async (path: string, body: object, method = 'POST') => {
    const { status, body: answer } = await callService(service, token, path, { method, body })
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`)
    return answer.data
  }
  const declared = {
    resource: 'orders',
    key: 'rota',
    label: 'Rota',
    type: 'integer',
    filterable: true,
  }
  await send('/custom-fields', declared)
  for (const path of RECORDS) await send(path, { name: `Primeiro de ${path}`, fk_id: 'P-1' })
  for (const [i, name] of CUSTOMERS.entries()) {
    const customer = await send('/customers', { name, fk_id: `C-${i}`, email: `c${i}@example.com` })
    await send(`/customers/${customer.id}/addresses`, { street: 'Rua das Flores', fk_id: `A-${i}` })
  }
  for (const [i, name] of PRODUCTS.entries()) {
    await send('/products', { name, fk_id: `PR-${i}`, price: 12.345678 + i })
  }
  for (let i = 0; i < 40; i++) await send('/orders', order(i))
  await send('/orders/fk_id/O-3', { observations: 'Changed “twice”\nAção 🧡' }, 'PATCH')
  await send('/customers/fk_id/C-1', { name: 'Padaria São João Ltda.' }, 'PATCH')
  await send('/webhooks', { url: 'http://127.0.0.1:9/pedido', enabled: false })
  await callService(service, token, '/orders/fk_id/O-5', { method: 'DELETE' })
  await untilInFeed(service, token)
}

const RECORDS = ['/users', '/payment-types', '/payment-methods', '/categories', '/freight-types']
const CUSTOMERS = ['Mercado Aurora', 'Padaria São João', 'Açougue "Boi & Cia"']
const PRODUCTS = ['Café torrado 500 g', 'Açúcar cristal', 'Pão de queijo', 'Óleo de soja']

function order(i: number): object {
  const items = Array.from({ length: 1 + (i % 4) }, (_, n) => ({
    fk_id_item: `PR-${n}`,
    quantity: 1.5 + n,
    ...(n % 2 ? { discount_percentage: 5 } : { aliq_icms: 18 }),
  }))
  return {
    fk_id: `O-${i}`,
    date: `2026-${String(1 + (i % 11)).padStart(2, '0')}-15T12:00:00-03:00`,
    fk_id_customer: `C-${i % CUSTOMERS.length}`,
    fk_id_address: `A-${i % CUSTOMERS.length}`,
    fk_id_user: 'P-1',
    fk_id_order_status: i % 4 ? 'open' : 'invoiced',
    fk_id_payment_type: 'P-1',
    fk_id_freight_type: 'P-1',
    freight_value: 10.5,
    custom_fields: { rota: String(i % 5), note: 'free text' },
    items,
  }
}

/** The last change is in the feed. */
async function untilInFeed(service: Service, token: string): Promise<void> {
  await until(async () => {
    const path = '/events?type=order.deleted'
    const { body } = await callService(service, token, path)
    return body.data.length > 0
  })
}
