import { setTimeout } from 'node:timers/promises'

/** Waits, but no longer than until `stop`. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch(() => undefined)
}
