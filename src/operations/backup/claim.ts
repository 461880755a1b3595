import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../base/system/operator-error.ts'
import { scratchesIn } from '../../database/embedded/scratch.ts'
import { msg } from '../../texts/message.ts'

const CLAIM = 'target'

/**
 * Claims a file that is to be made by way of the folder `scratch` beside it.
 * @throws OperatorError where another process that still works was first
 */
export async function claimFile(path: string, scratch: string): Promise<void> {
  writeFileSync(join(scratch, CLAIM), basename(path))
  const own = claimIn(scratch)
  for (const other of await scratchesIn(dirname(path))) {
    const claim = other === scratch ? undefined : claimIn(other)
    if (claim === undefined || claim.name !== own?.name || claim.order > own.order) continue
    throw new OperatorError(
      msg`Another backup to ${path} runs already, and goes on. Name another file, or let it end.`,
    )
  }
}

/** What a folder is for, and who came first; undefined where it is for something else, or gone. */
function claimIn(scratch: string): { name: string; order: string } | undefined {
  const file = join(scratch, CLAIM)
  try {
    const name = readFileSync(file, 'utf8')
    const time = statSync(file, { bigint: true }).mtimeNs.toString().padStart(20, '0')
    return { name, order: `${time} ${scratch}` }
  } catch {
    return undefined
  }
}
