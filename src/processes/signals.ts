import { isAlive } from '../base/system/is-alive.ts'
import { isStartedByNpm } from '../environment.ts'

/** Requests that still run after this time are cut off when the service stops. */
export const STOP_MS = 20_000

const LOOK_MS = 250

/**
 * Resolves with the reason at the first SIGINT or other of these signals, which from then on do
 * nothing; a second SIGINT ends the process at once. Where npm started the process it is the third,
 * since npm passes a Ctrl-C on that the terminal has sent to the whole group already, and its end is
 * a reason too: a killed npm, or the shell between, can pass nothing on.
 */
export function stopSignal(...others: NodeJS.Signals[]): Promise<string> {
  const isByNpm = isStartedByNpm()
  let left = isByNpm ? 3 : 2
  return new Promise((resolve) => {
    for (const signal of others) process.on(signal, () => resolve(signal))
    process.on('SIGINT', () => {
      if (--left === 0) process.exit(130)
      resolve('SIGINT')
    })
    if (isByNpm) void parentEnd().then(() => resolve('npm has ended'))
  })
}

/** Resolves when the process that started this one is gone. */
function parentEnd(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // On Windows the number stays when the parent is gone, elsewhere another takes its place.
      if (process.ppid === parent && isAlive(parent)) return
      clearInterval(timer)
      resolve()
    }, LOOK_MS).unref()
  })
}
