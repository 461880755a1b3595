import { statement } from '../database/database.ts'

/** The name of its image's file. */
export const products_image = statement<{ image: string | null }, [account_id: number, id: number]>(
  'select image from products where account_id = $1 and id = $2',
)

/** The same, and no other writer of the product until the transaction ends. */
export const products_lockImage = statement<
  { image: string | null },
  [account_id: number, id: number]
>('select image from products where account_id = $1 and id = $2 for no key update')
