import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isAlive } from '../../base/system/is-alive.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { type Message, msg } from '../../texts/message.ts'

/** The folder belongs to another process. The message names both. */
export class DataDirInUse extends OperatorError {
  /** The other process as a person would look for it. */
  readonly holder: Message

  constructor(dataDir: string, holder: Message) {
    super(
      msg`The data folder ${dataDir} is in use by ${holder}. The embedded database serves one process: stop the other one, or set another DATA_DIR.`,
    )
    this.holder = holder
  }
}

/** Held until `release` or the end of the process, however it ends. */
export interface Lock {
  release(): void
}

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26
const TRIES = 25
const PAUSE_MS = 20

/**
 * Takes `dataDir` for this process until `release` or the end of the process, however it ends.
 *
 * The lock is the kernel's (SQLite's on `database.lock`, from Node itself; Node has no flock): a
 * kill -9 frees it at once, a reused pid cannot hold it, two starts cannot both get it, and it
 * holds between containers that share the folder, where pids mean nothing. `database.pid` is only
 * there to name the holder. Neither SQLite nor anyone ever writes into `database.lock`, and it
 * stays when released: removing it would let two processes lock two files of that name.
 *
 * @throws DataDirInUse
 */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  const pidFile = join(dataDir, 'database.pid')
  const lock = await tryLock(dataDir, 'database.lock')
  if (!lock) {
    throw new DataDirInUse(dataDir, await holderOf(pidFile))
  }
  writeFileSync(pidFile, `${process.pid} ${hostname()}\n`, { mode: 0o600 })
  let held = true
  return {
    release() {
      if (!held) return
      held = false
      rmSync(pidFile, { force: true })
      lock.release()
    },
  }
}

/**
 * Takes the kernel's lock on the file `name` in `folder`, which is made where it is missing.
 * @returns undefined where another has it
 * @throws OperatorError where the disk knows no locks
 */
export async function tryLock(folder: string, name: string): Promise<Lock | undefined> {
  // Loaded here: a service on PostgreSQL doesn't need it.
  const { DatabaseSync } = await import('node:sqlite')
  let lock: InstanceType<typeof DatabaseSync> | undefined
  try {
    const opened = new DatabaseSync(join(folder, name), { timeout: 0 })
    lock = opened
    // IMMEDIATE takes one byte that one process can have. EXCLUSIVE also waits for readers, so two
    // starts at once could both fail.
    opened.exec('begin immediate')
    return { release: () => opened.close() }
  } catch (error) {
    lock?.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === SQLITE_BUSY) return undefined
    if (errcode === SQLITE_NOTADB) {
      throw new OperatorError(
        msg`The file ${join(folder, name)} is damaged: it should be empty. Stop whatever uses the folder, and remove the file.`,
        { cause: error },
      )
    }
    throw new OperatorError(
      msg`The folder ${folder} can’t be locked: ${(error as Error).message}. It has to be on a disk that knows locks and has room.`,
      { cause: error },
    )
  }
}

/** The holder as a person would look for it. Waits half a second for one that just starts. */
async function holderOf(pidFile: string): Promise<Message> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [pid, host] = readIfThere(pidFile).trim().split(' ')
    if (pid && host !== hostname()) return msg`process ${pid} on ${host}`
    if (pid && isAlive(Number(pid))) return msg`process ${pid}`
    await setTimeout(PAUSE_MS)
  }
  return msg`another process`
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
