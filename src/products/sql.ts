import { statement } from '../database/database.ts'

/** A product by one of the two, with the name of its image's file. */
export const products_image = statement<
  { id: number; image: string | null },
  [account_id: number, fk_id: string | null, id: number | null]
>(`
  select id, image from products
   where account_id = $1 and (fk_id = $2::text or id = $3::bigint)`)

/** The same by its id, and no other writer of the product until the transaction ends. */
export const products_lockImage = statement<
  { image: string | null },
  [account_id: number, id: number]
>('select image from products where account_id = $1 and id = $2 for no key update')
