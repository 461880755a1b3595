import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { explainingFiles } from './data-dir.ts'
import { type Lock, tryLock } from './data-dir-lock.ts'
import { CHECKPOINT_LOCK } from './upkeep.ts'

const TRIES = 5
const PAUSE_MS = 50
/** A checkpoint takes no longer, nor the copy of another backup. */
const LOCK_WAIT_MS = 300_000

/** Where PostgreSQL says from which checkpoint on the log is to be replayed. */
const CONTROL = 'global/pg_control'
const LOG = 'pg_wal'

/**
 * Copies the embedded database of `dataDir` into `folder/database`, as it was at one moment, whether
 * a service runs on it or not. The service does nothing for it but to leave out checkpoints.
 *
 * What is copied is what a crash would leave, and so opens by replaying the log: each page that was
 * changed since the last checkpoint is whole in the log, which is copied last. That needs no
 * checkpoint in between, which `pg_control` would show; then it is done again.
 * @throws OperatorError
 */
export async function copyLive(dataDir: string, folder: string): Promise<void> {
  const from = join(dataDir, 'database')
  const to = join(folder, 'database')
  const lock = await holdCheckpoints(dataDir)
  try {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      await rm(to, { recursive: true, force: true })
      if (await explainingFiles(folder, () => copyOnce(from, to))) return
    }
    throw new OperatorError(
      msg`The service on ${dataDir} was started or stopped again and again while its files were copied. Run the backup again.`,
    )
  } finally {
    lock.release()
  }
}

async function holdCheckpoints(dataDir: string): Promise<Lock> {
  const deadline = performance.now() + LOCK_WAIT_MS
  for (;;) {
    const lock = await tryLock(dataDir, CHECKPOINT_LOCK)
    if (lock) return lock
    if (performance.now() > deadline) {
      throw new OperatorError(
        msg`Another backup of ${dataDir} has not come to its end for minutes.`,
      )
    }
    await setTimeout(PAUSE_MS)
  }
}

/** @returns whether no checkpoint came in between */
async function copyOnce(from: string, to: string): Promise<boolean> {
  const control = await readFile(join(from, CONTROL))
  await copyTree(from, to, [CONTROL, LOG])
  await writeFile(join(to, CONTROL), control, { mode: 0o600 })
  await copyTree(join(from, LOG), join(to, LOG))
  return control.equals(await readFile(join(from, CONTROL)))
}

/** @param except paths below `from` that are left out */
async function copyTree(
  from: string,
  to: string,
  except: string[] = [],
  below = '',
): Promise<void> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 })
  for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (except.includes(path)) continue
    if (entry.isDirectory()) await copyTree(from, to, except, path)
    else if (entry.isFile()) await copyIfThere(join(from, path), join(to, path))
  }
}

/** A file that was removed meanwhile is removed, or made again, by the log. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    // Where the file system can, a copy shares its blocks.
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
