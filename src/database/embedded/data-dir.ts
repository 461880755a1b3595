import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder, refuseFileInPlace } from '../../base/system/folders.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { foreignFiles } from './foreign-files.ts'

/**
 * Makes the data folder where it is missing, and looks whether this user may work in it: what
 * PostgreSQL and SQLite say of it later helps nobody.
 * @throws Error of the system that names the path
 */
export function prepareDataDir(dataDir: string): void {
  makeFolder(dataDir)
  const { R_OK, W_OK, X_OK } = constants
  accessSync(dataDir, R_OK | W_OK | X_OK)
  for (const name of ['database.lock', 'database', 'database/PG_VERSION']) {
    const path = join(dataDir, name)
    if (existsSync(path)) accessSync(path, R_OK | W_OK)
  }
}

/**
 * Whether there is an embedded database in this folder.
 * @throws OperatorError where a file is in the folder's place
 * @throws the system's error where this user may not look into it: there may be one
 */
export function hasDatabase(dataDir: string): boolean {
  refuseFileInPlace(dataDir, 'DATA_DIR')
  const folder = join(dataDir, 'database')
  const isThere = statSync(folder, { throwIfNoEntry: false }) !== undefined
  return isThere && readdirSync(folder).length > 0
}

/** It stays beside the database, which may get lost: an empty one in its place would hide that. */
const MADE = 'database.made'

export function markMade(dataDir: string): void {
  writeFileSync(join(dataDir, MADE), '', { mode: 0o600, flag: 'a' })
}

/** @throws OperatorError where there was a database that is not there any more */
export function refuseLostDatabase(dataDir: string): void {
  const mark = join(dataDir, MADE)
  if (hasDatabase(dataDir) || !existsSync(mark)) return
  throw new OperatorError(
    msg`There was a database in ${dataDir}, and its folder ${join(dataDir, 'database')} is gone or empty. None is made in its place: bring the folder back, or a backup by pedido restore. To begin with nothing, remove ${mark}.`,
  )
}

/** A new database takes 45 MB (measured: 20 MB are too few, 48 MB do). */
const ROOM_MB = 50
const SCARCE_BYTES = 8 * 1024 * 1024

/** ENOSPC and EDQUOT, as Node names them and by Emscripten's numbers: https://github.com/WebAssembly/WASI, `errno`. */
const NO_ROOM: unknown[] = ['ENOSPC', 'EDQUOT', 51, 19]

/**
 * Runs `work`, which makes or opens the embedded database in this folder. Where it fails for want
 * of room, that is said, or that the files of one that is there are damaged.
 * @throws OperatorError, or whatever went wrong
 */
export async function explainingFiles<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isThere = existsSync(join(folder, 'base')) || existsSync(join(folder, 'global'))
  // PGlite takes a folder without this file for a new one, and makes a database over what is there.
  if (isThere && !existsSync(join(folder, 'PG_VERSION'))) throw damaged(folder)
  try {
    return await work()
  } catch (error) {
    const { code, errno } = error as { code?: string; errno?: number }
    const { bavail, bsize } = statfsSync(folder)
    if (NO_ROOM.includes(code) || NO_ROOM.includes(errno) || bavail * bsize < SCARCE_BYTES) {
      throw new OperatorError(
        msg`The disk of ${folder} is full: the embedded database needs some ${ROOM_MB} MB to begin with. Make room there, or name another place.`,
        { cause: error },
      )
    }
    // Where the program of the thread can't be read, the database may be as it was.
    if (isThere && code !== 'MODULE_NOT_FOUND') throw damaged(folder, error)
    throw error
  }
}

function damaged(folder: string, cause?: unknown): OperatorError {
  const foreign = foreignFiles(folder)
  if (foreign) {
    const { paths, owner } = foreign
    return new OperatorError(
      msg`The embedded database in ${folder} does not open: files in it are another user’s (${paths}). As root: chown -R ${owner} ${folder}`,
      { cause },
    )
  }
  return new OperatorError(
    msg`The embedded database in ${folder} does not open: files in it are damaged or missing. Look at its disk. Then move ${folder} away, and bring the newest backup back by pedido restore (docs/backup.md).`,
    { cause },
  )
}
