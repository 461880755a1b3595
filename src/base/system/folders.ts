import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { say } from '../../texts/text.ts'
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
      throw new OperatorError(say`No folder can be made in ${above}: name another place.`)
    }
    if (code !== 'EEXIST') throw error
  }
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** @throws OperatorError where a file is in the place of the folder, or of one above it */
export function refuseFileInPlace(folder: string, setting: 'DATA_DIR' | 'BACKUP_DIR'): void {
  const path = nearestExisting(folder)
  if (statSync(path).isDirectory()) return
  throw new OperatorError(
    say`${path} is a file, where a folder should be: move it, or set another ${setting}.`,
  )
}

/** The path, or the next above it that there is. */
export function nearestExisting(path: string): string {
  let above = resolve(path)
  while (!existsSync(above)) above = dirname(above)
  return above
}
