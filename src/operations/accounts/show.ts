import { type Database, singleRow } from '../../database/database.ts'
import { accountBytes } from '../../database/dump/account.ts'
import { accounts_show } from './sql.ts'

/** What is told of an account. */
export interface ShownAccount {
  id: number
  uid: string
  name: string
  time_zone: string
  amounts: string
  created_at: string
  /** From when on it is deleted; null unless it is closed. */
  delete_at: string | null
  customers: number
  products: number
  images: number
  orders: number
  attachments: number
  attachment_bytes: number
  members: number
  tokens: number
  webhooks: number
  /** Bytes in the database, by its share of the rows; null where that can't be told. */
  bytes_about: number | null
  feed_position: number
  feed_from: number
  last_event: string | null
}

export async function showAccount(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  account_id: number,
): Promise<ShownAccount> {
  const { document } = singleRow(await accounts_show(db, [account_id]))
  return { ...JSON.parse(document), bytes_about: await accountBytes(pool, account_id) }
}
