import type { App } from '../http/app.ts'

interface Log {
  error(fields: object, text: string): void
}

/** Milliseconds between the moments in which it is done. */
export const BEAT_MS = 2_000

/**
 * Does what no answer waits for, at the next beat. An embedded database does one thing after the
 * other: what it did right after an answer would be felt by the next request, and tell a stranger that
 * there was something to be done. A process that ends does it first.
 */
export function laterWork(app: App): (log: Log, work: () => Promise<void>) => void {
  let waiting: (() => Promise<void>)[] = []
  let running = Promise.resolve()
  const run = async () => {
    const due = waiting
    waiting = []
    for (const work of due) await work()
  }
  const beat = () => {
    running = running.then(run)
  }
  app.addHook('onClose', () => {
    beat()
    return running
  })
  return (log, work) => {
    waiting.push(() =>
      work().catch((error: unknown) =>
        log.error({ err: error }, 'what was to be done after an answer failed'),
      ),
    )
    // All of them wait for the same moment, which no request chooses.
    if (waiting.length === 1) setTimeout(beat, BEAT_MS - (performance.now() % BEAT_MS)).unref()
  }
}
