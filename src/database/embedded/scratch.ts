import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUpAtSignal } from '../../base/system/clean-up.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import type { OpenDatabase } from '../pool.ts'
import { markMade, prepareDataDir } from './data-dir.ts'
import { type Lock, lockDataDir, tryLock } from './data-dir-lock.ts'
import { openEmbedded } from './embedded.ts'
import { moveDurably } from './template.ts'

const PREFIX = '.pedido-scratch-'
const OWNER_LOCK = 'owner.lock'
/** From its making to its lock a folder takes milliseconds; a process that slept longer fails. */
const MADE_LONG_AGO_MS = 3_600_000

/**
 * Runs `work` with a folder of its own inside `parent`, which is gone afterwards, also where a signal
 * ends the process. What processes left that were killed goes, too.
 * @param wanted what the folder is for, where that is told when `parent` takes none
 */
export async function withScratch<T>(
  parent: string,
  work: (folder: string) => Promise<T>,
  wanted = parent,
): Promise<T> {
  for (const folder of await scratchesIn(parent)) await removeUnowned(folder)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // No signal is heard in between.
  const forgetSignal = cleanUpAtSignal(remove)
  const folder = makeScratch(parent, wanted)
  let lock: Lock | undefined
  try {
    lock = await tryLock(folder, OWNER_LOCK)
    return await work(folder)
  } finally {
    lock?.release()
    remove()
    forgetSignal()
  }
}

function makeScratch(parent: string, wanted: string): string {
  try {
    return mkdtempSync(join(parent, PREFIX))
  } catch (error) {
    // There is the parent: its file system takes no files, as /proc.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new OperatorError(msg`${parent} takes no files: name another place than ${wanted}.`, {
        cause: error,
      })
    }
    throw Object.assign(error as Error, { path: wanted })
  }
}

/** The scratch folders of all processes that there are in `parent`. */
export async function scratchesIn(parent: string): Promise<string[]> {
  const names = await readdir(parent)
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => join(parent, name))
}

async function removeUnowned(folder: string): Promise<void> {
  // One without the file is just being made, or was left by a process that was killed just then.
  if (!existsSync(join(folder, OWNER_LOCK)) && !(await wasMadeLongAgo(folder))) return
  const lock = await tryLock(folder, OWNER_LOCK)
  if (!lock) return
  lock.release()
  await rm(folder, { recursive: true, force: true })
}

async function wasMadeLongAgo(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > MADE_LONG_AGO_MS
}

/** Opens a database in a scratch folder: nobody is to keep what is in it, so nothing is synced. */
export function openScratch(folder: string): Promise<OpenDatabase> {
  return openEmbedded(folder, { relaxed: true, withoutUpkeep: true })
}

/**
 * The same of a new database without any tables: what comes into it may be of an older version than
 * the prepared one that new databases are copied from.
 */
export async function openBareScratch(folder: string): Promise<OpenDatabase> {
  const database = await openScratch(folder)
  try {
    await database.pool.query('drop schema public cascade; create schema public')
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Makes the embedded database of `dataDir`, which has none, of what `fill` puts into a new one: whole
 * or not at all. No service can start there meanwhile.
 * @throws DataDirInUse, and what `fill` throws
 */
export async function makeDatabase(
  dataDir: string,
  fill: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  prepareDataDir(dataDir)
  const lock: Lock = await lockDataDir(dataDir)
  try {
    await withScratch(dataDir, async (folder) => {
      const database = await openBareScratch(folder)
      try {
        await fill(database)
      } finally {
        await database.close()
      }
      moveDurably(join(folder, 'database'), join(dataDir, 'database'))
      markMade(dataDir)
    })
  } finally {
    lock.release()
  }
}
