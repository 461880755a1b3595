import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder whose name tells what it was made of, unless it is there; those beside it, of
 * something else, go. It is there only when it is whole.
 * @param make fills an empty folder, and returns that or the one within it that is to be kept
 */
export async function makeFolder(
  path: string,
  make: (work: string) => Promise<string>,
): Promise<void> {
  if (existsSync(path)) return
  const all = dirname(path)
  mkdirSync(all, { recursive: true })
  const work = mkdtempSync(join(all, 'new-'))
  try {
    const made = await make(work)
    // `mkdtemp` closes it to all others, and the service may run as another user than who installed it.
    chmodSync(made, 0o755)
    for (const name of readdirSync(all).filter((name) => !name.startsWith('new-'))) {
      if (join(all, name) !== path) rmSync(join(all, name), { recursive: true })
    }
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) renameSync(made, path)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
