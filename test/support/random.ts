import fc from 'fast-check'

/**
 * What the random tests start from. The same by default, so that a change is judged by what it
 * changes; `TEST_SEED=$RANDOM npm test` looks elsewhere.
 */
export const SEED = Number(process.env['TEST_SEED'] ?? 1)

fc.configureGlobal({ seed: SEED })

export { fc }
