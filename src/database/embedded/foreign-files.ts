import {
  accessSync,
  constants,
  type Dirent,
  lstatSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

/** What is in the data folder and can't be used, since it is another user's. */
export interface ForeignFiles {
  /** Some of their paths. */
  paths: string[]
  /** The id of the user whose they have to be. */
  owner: number
}

const ROOT = 0
const SHOWN = 3
/** Above them only pictures lie, which the service alone makes; a hundred thousand take a second. */
const LOOKED_AT = 100_000
/** Of the file system, in a folder that is a disk of its own. */
const OF_DISK = 'lost+found'

/**
 * Looks for what the service can't work with in `dataDir`, since another user made it: most often root,
 * by a command. Root itself may use all files: it is told those that are not of the folder's owner.
 * @returns undefined where there is nothing of the kind
 */
export function foreignFiles(dataDir: string): ForeignFiles | undefined {
  const user = process.getuid?.()
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (user === undefined || !folder?.isDirectory()) return undefined
  const owner = user === ROOT ? folder.uid : user
  const isForeign = (path: string, found: Stats) =>
    found.uid !== owner && (user === ROOT || !mayUse(path, found))
  const paths = findIn(dataDir, isForeign)
  return paths.length > 0 ? { paths, owner } : undefined
}

/** From the top down: what is above the pictures comes first. */
function findIn(dataDir: string, isForeign: (path: string, found: Stats) => boolean): string[] {
  const found: string[] = []
  const folders = [dataDir]
  let looked = 0
  for (const folder of folders) {
    for (const entry of entriesOf(folder)) {
      if (looked++ >= LOOKED_AT || found.length >= SHOWN) return found
      const path = join(folder, entry.name)
      // A link is as good as what it leads to, such as a database on another disk.
      const stats = entry.isSymbolicLink() ? undefined : lstatSync(path, { throwIfNoEntry: false })
      if (!stats || (folder === dataDir && entry.name === OF_DISK)) continue
      if (isForeign(path, stats)) found.push(path)
      else if (stats.isDirectory()) folders.push(path)
    }
  }
  return found
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Gone by now, or closed by who owns it: no other user’s.
    return []
  }
}

function mayUse(path: string, found: Stats): boolean {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, found.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return true
  } catch {
    return false
  }
}
