import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from '../../base/durable-files.ts'
import type { Config } from '../../config.ts'
import { type Reader, singleRow } from '../../database/database.ts'
import { database_identity } from '../../operations/sql.ts'

// Services that share a bucket each have a folder of their own there, and remove nothing elsewhere.
// A server tells who it is. Embedded databases are all made of one template, so each has a file.

const FILE = 'backup-owner'

/** The name of this database's folder among others; undefined before its first backup. */
export async function knownOwner(
  { DATABASE_URL, DATA_DIR }: Config,
  db: Reader | undefined,
): Promise<string | undefined> {
  if (DATABASE_URL !== undefined) return db && singleRow(await database_identity(db, [])).identity
  const file = join(DATA_DIR, FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The same, which is made where there is none. */
export async function ownerOf(config: Config, db: Reader): Promise<string> {
  const known = await knownOwner(config, db)
  if (known !== undefined) return known
  const owner = randomBytes(6).toString('hex')
  await writeSecret(join(config.DATA_DIR, FILE), owner)
  return owner
}
