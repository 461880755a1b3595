import { constants } from 'node:os'
import { setTimeout } from 'node:timers/promises'

// What a command clears away when it is told to end in the middle of its work.

type CleanUp = () => unknown

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** After it nobody waits for a bucket that does not answer. */
const PATIENCE_MS = 5_000

const waiting = new Set<CleanUp>()

/** Runs `work` where a signal ends the process from now on. The function it returns ends that. */
export function cleanUpAtSignal(work: CleanUp): () => void {
  if (waiting.size === 0) for (const signal of SIGNALS) process.on(signal, end)
  waiting.add(work)
  return () => {
    waiting.delete(work)
    if (waiting.size === 0) for (const signal of SIGNALS) process.off(signal, end)
  }
}

function end(signal: NodeJS.Signals): void {
  const all = Promise.allSettled([...waiting].reverse().map(async (work) => work()))
  void Promise.race([all, setTimeout(PATIENCE_MS)]).then(() =>
    process.exit(128 + constants.signals[signal]),
  )
}
