import { statement } from '../../database/database.ts'

/** What an order refers to. Null: it refers to none. */
export type ReferredTo = [
  account_id: number,
  id_order: number,
  id_customer: number,
  id_address: number | null,
  id_branch_company: number | null,
  id_shipping_company: number | null,
  id_operation: number | null,
  id_freight_type: number | null,
  payment_method_ids: number[],
  product_ids: number[],
]

/** What an invoice says of the records that an order refers to: as they were when it was locked, else as they are now. */
export const invoice_records = statement<{ records: object }, ReferredTo>(`
  select coalesce(
    (select invoice_records from order_documents where account_id = $1 and id_order = $2),
    invoice_records($1, $3, $4, $5, $6, $7, $8, $9, $10)) as records`)
