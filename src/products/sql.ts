import { statement } from '../database/database.ts'

/** [account_id, id] → the name of its image's file. */
export const products_image = statement<{ image: string | null }>(
  'select image from products where account_id = $1 and id = $2',
)

/** [account_id, id] The same, and no other writer of the product until the transaction ends. */
export const products_lockImage = statement<{ image: string | null }>(
  'select image from products where account_id = $1 and id = $2 for no key update',
)
