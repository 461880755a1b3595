/**
 * A number from 0 to below `count`, evenly, that is the same for the same row and purpose: what a test
 * account holds does not depend on how often its making was cut off.
 */
export function draw(row: number, purpose: number, count: number): number {
  let hash = (row + 1) * 2_654_435_761 + purpose * 40_503_001
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_917)
  return ((hash ^ (hash >>> 16)) >>> 0) % count
}

/** One of these, evenly. */
export const pick = <T>(list: readonly T[], row: number, purpose: number): T =>
  list[draw(row, purpose, list.length)] as T
