import fc from 'fast-check'

/**
 * What the random tests start from. The same by default, so that a change is judged by what it
 * changes; `TEST_SEED=$RANDOM npm test` looks elsewhere.
 */
export const SEED = Number(process.env['TEST_SEED'] ?? 1)

fc.configureGlobal({ seed: SEED })

export { fc }

/** Numbers from 0 to 1 that are the same for the same seed. (mulberry32) */
export function randoms(seed = SEED): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
