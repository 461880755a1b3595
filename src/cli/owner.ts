import { existsSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { nearestExisting } from '../base/system/folders.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { type Config, readConfig } from '../config.ts'
import { msg } from '../texts/message.ts'

const ROOT = 0

/** Node.js has it, its types lack it: https://nodejs.org/api/process.html#processinitgroupsuser-extragroup */
const { initgroups } = process as { initgroups?: (user: string, group: number) => void }

let hasBecome = false

/** Whether root started this process, and it goes on as the user of `DATA_DIR`. */
export const hasBecomeOwner = () => hasBecome

/**
 * Reads the settings of a command that works in `DATA_DIR`. Where root runs it and the folder is
 * another user's, it goes on as that user from here on: a file of root's there would keep the service
 * from starting.
 * @param given what the command line says, which comes first
 * @throws ConfigurationError, OperatorError where root may not become that user
 */
export function readConfigAsOwner(given: Record<string, string> = {}): Config {
  const config = readConfig(undefined, given)
  if (process.getuid?.() === ROOT) become(ownerOf(config.DATA_DIR))
  return config
}

/**
 * Who has made what the service works with. The folder itself may be somebody else's: of the machine
 * around a container, or of root where a group may write to it.
 */
function ownerOf(dataDir: string): Stats {
  const made = ['database', 'services'].map((name) => join(dataDir, name)).find(existsSync)
  return statSync(made ?? nearestExisting(dataDir))
}

function become({ uid, gid }: Stats): void {
  if (uid === ROOT) return
  try {
    const known = userOf(uid)
    // A user without a name is in no groups.
    if (known) initgroups?.(known.username, known.gid)
    else process.setgroups?.([gid])
    process.setgid?.(known?.gid ?? gid)
    process.setuid?.(uid)
    hasBecome = true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // In a namespace of users that does not have this one, nobody can run as it: not the service either.
    if (code === 'EINVAL') return
    throw new OperatorError(
      msg`DATA_DIR belongs to the user ${uid}, and root may not run this as that user here (${code}). Run the command as that user: by sudo -u or runuser -u, in a container by docker exec -u ${uid}.`,
      { cause: error },
    )
  }
}

/** Undefined where it has no name. */
function userOf(uid: number) {
  process.seteuid?.(uid)
  try {
    return userInfo()
  } catch {
    return undefined
  } finally {
    process.seteuid?.(ROOT)
  }
}
