import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../../base/system/package.ts'

// A database that is migrated and empty, made once by `npm install` (scripts/prepare-database.ts):
// a first start copies it in place of running initdb and every migration.

const TEMPLATES = new URL('dist/database-template/', packageFile)
const MIGRATIONS = new URL('migrations/', packageFile)

/** What an empty folder has in it in a package: npm packs none without files. */
export const PLACEHOLDER = '.keep'

/** Where the folder of these migrations and this PGlite is, or would be. */
export function templatePath(): string {
  return fileURLToPath(new URL(templateDigest(), TEMPLATES))
}

/** The folder of these migrations and this PGlite; undefined where none was made. */
export function findTemplate(): string | undefined {
  const path = templatePath()
  return existsSync(path) ? path : undefined
}

function templateDigest(): string {
  const digest = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort())
    digest.update(readFileSync(new URL(name, MIGRATIONS)))
  const pglite = import.meta.resolve('@electric-sql/pglite')
  digest.update(readFileSync(new URL('../package.json', pglite)))
  return digest.digest('hex').slice(0, 16)
}
