import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lets this thread have what the others leave of the processor: work that people know to last gives
 * way to requests that they notice. On Linux each thread has a priority of its own; elsewhere it would
 * be the whole process's, so nothing is done.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}
