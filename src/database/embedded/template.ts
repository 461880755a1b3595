import { createHash } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  cpSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../../base/system/package.ts'
import { explainingFiles } from './data-dir.ts'

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

/** The folder of these migrations and this PGlite; undefined where none was made, or not for this user. */
function findTemplate(): string | undefined {
  const path = templatePath()
  try {
    accessSync(path, constants.R_OK | constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

function templateDigest(): string {
  const digest = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort())
    digest.update(name).update(readFileSync(new URL(name, MIGRATIONS)))
  const pglite = import.meta.resolve('@electric-sql/pglite')
  digest.update(readFileSync(new URL('../package.json', pglite)))
  return digest.digest('hex').slice(0, 16)
}

/** A file of PostgreSQL's log has this size, however little is in it. */
const LOG_FILE_BYTES = 16 * 1024 ** 2

/** Leaves of a closed database's log the file that it goes on in, without the zeros at its end. */
export function shortenLog(database: string, current: string): void {
  const folder = join(database, 'pg_wal')
  for (const name of logFiles(folder)) if (name !== current) rmSync(join(folder, name))
  const path = join(folder, current)
  truncateSync(path, readFileSync(path).findLastIndex((byte) => byte !== 0) + 1)
}

/** Gives the log the zeros back. They are written, so that a disk that is full is known at once. */
function lengthenLog(database: string): void {
  const folder = join(database, 'pg_wal')
  for (const name of logFiles(folder)) {
    const path = join(folder, name)
    appendFileSync(path, Buffer.alloc(LOG_FILE_BYTES - statSync(path).size))
  }
}

const logFiles = (folder: string) =>
  readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name))

/**
 * Makes a new database in `directory`, whole or not at all: neither a copy nor PGlite syncs its
 * files, and PGlite takes a half-copied folder for a database, so this works beside and is renamed
 * when done.
 * @param sync false: a power cut may leave half of it
 * @param initialise makes a database where there is none to copy
 */
export async function createDirectory(
  directory: string,
  sync: boolean,
  initialise: (directory: string) => Promise<void>,
): Promise<void> {
  const partial = `${directory}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { mode: 0o700 })
  try {
    await explainingFiles(dirname(directory), async () => {
      const template = findTemplate()
      if (template === undefined) await initialise(partial)
      else copyTemplate(template, partial)
      if (sync) moveDurably(partial, directory)
      else renameSync(partial, directory)
    })
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Gives a folder whose files were not synced its name: whole or not at all, on the same disk. */
export function moveDurably(folder: string, to: string): void {
  syncTree(folder)
  renameSync(folder, to)
  syncPath(dirname(to))
}

function copyTemplate(template: string, directory: string): void {
  const filter = (path: string) => basename(path) !== PLACEHOLDER
  cpSync(template, directory, { recursive: true, filter })
  lengthenLog(directory)
}

function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(directory)
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
