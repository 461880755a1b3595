import type { Service } from '../../test/support/service.ts'
import { ask } from '../support/service.ts'

/** What orders are made of, by code; of products with their prices in cents. */
export interface Catalogue {
  customers: string[]
  products: [code: string, cents: number][]
}

const CUSTOMERS = 300
const PRODUCTS = 120

/** Brings in the records of a small distributor. */
export async function fillCatalogue(service: Service, token: string): Promise<Catalogue> {
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => `C-${i + 1}`)
  const products = Array.from({ length: PRODUCTS }, (_, i): [string, number] => [
    `P-${i + 1}`,
    199 + i * 37,
  ])
  const put = (path: string, body: object) =>
    ask({ ...service, token }, path, { method: 'PUT', body })
  for (const code of customers) await put(`/customers/fk_id/${code}`, { name: `Mercado ${code}` })
  for (const [code, cents] of products) {
    await put(`/products/fk_id/${code}`, { name: `Café torrado ${code}`, price: cents / 100 })
  }
  return { customers, products }
}
