import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { makeFolder } from '../../base/system/folders.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { say } from '../../texts/text.ts'

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

/** A new database takes 45 MB (measured: 20 MB are too few, 48 MB do). */
const ROOM_MB = 50
const SCARCE_BYTES = 8 * 1024 * 1024

/** ENOSPC and EDQUOT, as Node names them and by Emscripten's numbers: https://github.com/WebAssembly/WASI, `errno`. */
const NO_ROOM: unknown[] = ['ENOSPC', 'EDQUOT', 51, 19]

/**
 * Runs `work`, which makes or opens the embedded database in this folder. Where it fails for want
 * of room, that is said; what Emscripten throws is no Error and shows as [object Object].
 * @throws OperatorError, or whatever went wrong as an Error
 */
export async function explainingFiles<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, errno } = error as { code?: string; errno?: number }
    const { bavail, bsize } = statfsSync(folder)
    if (NO_ROOM.includes(code) || NO_ROOM.includes(errno) || bavail * bsize < SCARCE_BYTES) {
      throw new OperatorError(
        say`The disk of ${folder} is full: the embedded database needs some ${ROOM_MB} MB to begin with. Make room there, or name another place.`,
        { cause: error },
      )
    }
    if (error instanceof Error) throw error
    throw new Error(`The embedded database failed in ${folder}: ${inspect(error)}`)
  }
}
