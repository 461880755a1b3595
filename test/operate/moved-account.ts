import { dirname } from 'node:path'
import { createToken } from '../../src/accounts/commands.ts'
import { secretBox } from '../../src/base/secret-box.ts'
import { inTransaction } from '../../src/database/database.ts'
import { type Imported, importAccount } from '../../src/operations/accounts/import.ts'
import { withExport } from '../../src/operations/accounts/upgrade-archive.ts'
import { fileSource } from '../../src/operations/backup/places.ts'
import type { Account, Server } from '../harness.ts'

/** Brings an account's export in. What it needs room for is made beside the file. */
export function load(server: Server, path: string, name?: string): Promise<Imported> {
  const { pool, resources, config } = server
  const secrets = () => secretBox(config.SECRET_KEY as NonNullable<typeof config.SECRET_KEY>)
  const quiet = () => {}
  return withExport(fileSource(path), dirname(path), quiet, (archive) =>
    importAccount({ pool, archive, images: resources.images, secrets, name }, quiet),
  )
}

/** A token for an account that has come in. */
export async function tokenFor({ db }: Server, account_id: number): Promise<Account> {
  const wanted = { account_id, name: 'after', scopes: ['*'], expires_at: null }
  const { token } = await inTransaction(db, (tx) => createToken(tx, wanted))
  return { account_id, token }
}
