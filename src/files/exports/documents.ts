import type { Reader } from '../../database/database.ts'
import { customers_documents } from './sql.ts'

/** Where an order's JSON has its customer. In a text its quotation marks are escaped. */
const CUSTOMER = /"customer":\s*\{\s*"id":\s*(\d+)/

/** Orders as JSON with the CPF or CNPJ of each one's customer, which is today's. */
export async function withDocuments(
  db: Reader,
  account_id: number,
  orders: string[],
): Promise<string[]> {
  const ids = orders.map((order) => Number(CUSTOMER.exec(order)?.[1] ?? 0))
  const found = await customers_documents(db, [account_id, [...new Set(ids)]])
  const documents = new Map(found.map(({ id, document }) => [id, document]))
  return orders.map((order, i) => {
    const document = documents.get(ids[i] ?? 0)
    if (document === undefined) return order
    return order.replace(CUSTOMER, (text) => `${text},"document":${JSON.stringify(document)}`)
  })
}
