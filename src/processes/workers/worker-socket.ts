import { join } from 'node:path'
import type { WorkerContext } from '../../config.ts'

/** The Unix socket of a worker. */
export function socketOf({ folder, name }: WorkerContext): string {
  return join(folder, `${name}.sock`)
}
