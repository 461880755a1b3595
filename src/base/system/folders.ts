import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { msg } from '../../texts/message.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Makes a folder for this user alone, and those above it. The first one is made by itself: in a place
 * that takes none, such as /proc, Node would try for ever to make several.
 * @throws OperatorError, or an Error of the system that names the path
 */
export function makeFolder(path: string): void {
  const above = nearestExisting(path)
  const [first] = relative(above, resolve(path)).split(sep)
  try {
    if (first) mkdirSync(join(above, first), { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') {
      throw new OperatorError(msg`No folder can be made in ${above}: name another place.`)
    }
    if (code !== 'EEXIST') throw error
  }
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** What the service keeps in its DATA_DIR for its own user alone. */
const PRIVATE = [
  'database',
  'images',
  'exports',
  'history',
  'services',
  'secret-key',
  'admin-token',
  'owner-link',
]

/**
 * What of it other users of the machine may look into: earlier versions made folders as the system does.
 * What a link leads to is somebody's own affair.
 */
export function openToOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const paths = PRIVATE.map((name) => join(resolve(dataDir), name)).filter(existsSync)
  return paths.filter((path) => {
    const found = lstatSync(path)
    return !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}

/** Keeps others out of it, where this user owns it. → what stays open to others */
export function closeToOthers(dataDir: string): string[] {
  return openToOthers(dataDir).filter((path) => {
    const { uid, mode } = lstatSync(path)
    if (uid !== process.getuid?.()) return true
    chmodSync(path, mode & 0o700)
    return false
  })
}

/** @throws OperatorError where a file is in the place of the folder, or of one above it */
export function refuseFileInPlace(folder: string, setting: 'DATA_DIR' | 'BACKUP_DIR'): void {
  const path = nearestExisting(folder)
  if (statSync(path).isDirectory()) return
  throw new OperatorError(
    msg`${path} is a file, where a folder should be: move it, or set another ${setting}.`,
  )
}

/** The path, or the next above it that there is. */
export function nearestExisting(path: string): string {
  let above = resolve(path)
  while (!existsSync(above)) above = dirname(above)
  return above
}
