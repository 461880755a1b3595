import type { PoolClient } from 'pg'

/** A file that lies beside the database: an image of a product, or an attachment of an order. */
export interface StoredFile {
  kind: 'images' | 'attachments'
  account_id: number
  /** Of the product or order. */
  id: number
  name: string
}

const texts = {
  images: 'select account_id, id, image as name from products where image is not null',
  attachments:
    'select distinct account_id, id_order as id, sha256 as name from order_attachments where deleted_at is null',
}

/**
 * The files that rows name, of one account or of all, as the transaction of this client sees them. A
 * database of an earlier version has no attachments.
 */
export async function storedFiles(client: PoolClient, account_id?: number): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const kind of (await hasAttachments(client)) ? kinds : (['images'] as const)) {
    const own = account_id === undefined ? '' : ' and account_id = $1'
    const { rows } = await client.query<Omit<StoredFile, 'kind'>>(
      `${texts[kind]}${own} order by account_id, id`,
      account_id === undefined ? [] : [account_id],
    )
    files.push(...rows.map((row) => ({ kind, ...row })))
  }
  return files
}

const kinds = ['images', 'attachments'] as const

async function hasAttachments(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('order_attachments') is not null as is_there`,
  )
  return rows[0]?.is_there ?? false
}
