import DataLoader from 'dataloader'
import { onBehalfOf } from './giving-way/turns.ts'

interface Batching<One, Result> {
  /** In one batch. */
  most: number
  /** Batches of an account that are sent without waiting for more to come. */
  atOnce: number
  /** Beyond them: until a turn of the event loop is over, or until one of them is done. */
  thenWaits: 'a turn' | 'for one'
  /** @returns results in the order of what was asked for */
  run: (account_id: number, asked: readonly One[]) => Promise<Result[]>
}

/**
 * Makes a function that answers together what is asked for apart, by account: nothing waits where
 * nothing is under way, and what comes meanwhile goes in one batch. Nothing joins a batch that was sent.
 */
export function batched<One, Result>(
  batching: Batching<One, Result>,
): (account_id: number, one: One) => Promise<Result> {
  const loaders = new Map<number, DataLoader<One, Result>>()
  return (account_id, one) => {
    const onIdle = () => loaders.delete(account_id)
    const loader = loaders.get(account_id) ?? loaderOf(batching, account_id, onIdle)
    loaders.set(account_id, loader)
    return loader.load(one)
  }
}

function loaderOf<One, Result>(
  { most, atOnce, thenWaits, run }: Batching<One, Result>,
  account_id: number,
  onIdle: () => void,
): DataLoader<One, Result> {
  const waiting: (() => void)[] = []
  let underWay = 0
  const runNext = async (asked: readonly One[]) => {
    underWay++
    try {
      if (asked.length === 1) return await run(account_id, asked)
      // The one whose request sends it may be left, and others wait for it, too.
      return await onBehalfOf(account_id, () => run(account_id, asked))
    } finally {
      underWay--
      waiting.shift()?.()
      if (underWay === 0) onIdle()
    }
  }
  const schedule = (send: () => void) => {
    if (underWay < atOnce) process.nextTick(send)
    else if (thenWaits === 'a turn') setImmediate(send)
    else waiting.push(send)
  }
  return new DataLoader(runNext, {
    cache: false,
    maxBatchSize: most,
    batchScheduleFn: schedule,
  })
}
