import DataLoader from 'dataloader'

interface Batching<One, Result> {
  /** In one batch. */
  most: number
  /** Batches of a key that are sent without waiting for more to come. */
  atOnce: number
  /** Beyond them: until a turn of the event loop is over, or until one of them is done. */
  thenWaits: 'a turn' | 'for one'
  /** @returns results in the order of what was asked for */
  run: (key: number, asked: readonly One[]) => Promise<Result[]>
}

/**
 * Makes a function that answers together what is asked for apart, by a key such as an account: nothing
 * waits where nothing is under way, and what comes meanwhile goes in one batch. Nothing joins a batch
 * that was sent.
 */
export function batched<One, Result>(
  batching: Batching<One, Result>,
): (key: number, one: One) => Promise<Result> {
  const loaders = new Map<number, DataLoader<One, Result>>()
  return (key, one) => {
    const loader = loaders.get(key) ?? loaderOf(batching, key, () => loaders.delete(key))
    loaders.set(key, loader)
    return loader.load(one)
  }
}

function loaderOf<One, Result>(
  { most, atOnce, thenWaits, run }: Batching<One, Result>,
  key: number,
  onIdle: () => void,
): DataLoader<One, Result> {
  const waiting: (() => void)[] = []
  let underWay = 0
  const runNext = async (asked: readonly One[]) => {
    underWay++
    try {
      return await run(key, asked)
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
