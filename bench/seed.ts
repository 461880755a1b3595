import { definitions } from '../src/reference/definitions.ts'
import { ITEMS, type References, sampleOrder } from './order.ts'

export interface Seeded {
  references: References
  /** Ids of some orders to read. */
  orders: number[]
}

type Send = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

/** Fills an empty account: one of each record that an order refers to, products, orders. */
export async function seed(address: string, token: string, orders: number): Promise<Seeded> {
  const send = sender(address, token)
  const references = await seedReferences(send)
  const body = sampleOrder(references)
  const ids: number[] = []
  const create = async () => {
    for (let left = orders / 10; left > 0; left--)
      ids.push(await idOf(send('POST', '/orders', body)))
  }
  await Promise.all(Array.from({ length: 10 }, create))
  return { references, orders: ids }
}

async function seedReferences(send: Send): Promise<References> {
  const ids: Record<string, number> = {}
  for (const { path, usedBy, singular } of definitions) {
    const column = usedBy.find(([table]) => table === 'orders')?.[1]
    if (column === undefined || column === 'id_order_status') continue
    ids[column] = await idOf(send('POST', path, { name: `Sample ${singular}`, fk_id: 'BENCH-1' }))
  }
  ids['id_address'] = await idOf(
    send('POST', `/customers/id:${ids['id_customer']}/address`, {
      name: 'Main depot',
      street: 'Avenida Paulista',
      number: 1578,
      zip_code: 1310200,
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      latitude: -23.561414,
      longitude: -46.655881,
      address_type: 'delivery',
    }),
  )
  const products: number[] = []
  for (let i = 1; i <= ITEMS; i++) {
    products.push(
      await idOf(send('POST', '/products', { name: `Sample product ${i}`, price: 19.9 })),
    )
  }
  return { ids, products }
}

function sender(address: string, token: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as Record<string, unknown>
  }
}

async function idOf(answer: Promise<Record<string, unknown>>): Promise<number> {
  return ((await answer)['data'] as { id: number }).id
}
