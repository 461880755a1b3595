import assert from 'node:assert/strict'
import type { Server } from '../harness.ts'

/** Records that orders of a test refer to, by id. */
export interface Sample {
  customer: number
  user: number
  product: number
  service: number
  charged_freight: number
  free_freight: number
  payment_type: number
  payment_method: number
  category: number
  operation: number
  shipping_company: number
  branch_company: number
  opportunity: number
  quotation: number
  reason: number
  address: number
  /** The account's statuses by name: Draft, Open, … */
  statuses: Record<string, number>
}

/** Makes one record of every kind through the interface, for the server's own account or another's. */
export async function sample(server: Server, token = server.token): Promise<Sample> {
  const create = async (path: string, body: object): Promise<number> => {
    const created = await server.send('POST', path, { body, token })
    assert.equal(created.status, 201, created.text)
    return created.body.data.id
  }
  const customer = await create('/customers', { name: 'Distribuidora Aurora', fk_id: 'aurora' })
  const listed = await server.send('GET', '/order-statuses?limit=100', { token })
  const statuses = (listed.body.data as { id: number; name: string }[]).map(({ id, name }) => [
    name,
    id,
  ])
  return {
    customer,
    user: await create('/users', { name: 'Ana', fk_id: 'ana' }),
    product: await create('/products', { name: 'Café 500 g', fk_id: 'cafe', price: 12.5 }),
    service: await create('/products', {
      name: 'Instalação',
      type: 'service',
      recurrency_period: 30,
    }),
    charged_freight: await create('/freight-types', { name: 'CIF', charged: true }),
    free_freight: await create('/freight-types', { name: 'FOB', charged: false }),
    payment_type: await create('/payment-types', { name: 'À vista' }),
    payment_method: await create('/payment-methods', { name: 'Pix' }),
    category: await create('/categories', { name: 'Varejo' }),
    operation: await create('/operations', { name: 'Bonificação', kind: 'bonus', payable: false }),
    shipping_company: await create('/shipping-companies', { name: 'Rápido Sul' }),
    branch_company: await create('/branch-companies', { name: 'Filial Norte' }),
    opportunity: await create('/opportunities', { name: 'Feira' }),
    quotation: await create('/quotations', { name: 'Cotação 7' }),
    reason: await create('/reasons', { name: 'Sem saldo' }),
    address: await create('/customers/aurora/address', {
      street: 'Rua das Flores',
      number: 10,
      city: 'Curitiba',
      state: 'PR',
    }),
    statuses: Object.fromEntries(statuses),
  }
}
