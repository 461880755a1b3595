/** Longer names are no slip of the hand, and each comparison costs. */
const LONGEST = 40

/**
 * The one of these names that is most likely meant by `name`: the same but for upper case and `_`,
 * or one or two letters away (added, left out, exchanged or swapped with the next); undefined
 * where none is near.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined
  const plain = plainOf(name)
  let best: string | undefined
  let within = plain.length < 3 ? 0 : plain.length < 6 ? 1 : 2
  for (const one of known) {
    const distance = distanceOf(plain, plainOf(one), within)
    if (distance > within || one === name) continue
    if (distance === 0) return one
    best = one
    // Only a nearer one is better.
    within = distance - 1
  }
  return best
}

const plainOf = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Edit distance with swaps of neighbours (optimal string alignment); above `most` just more than it. */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + changed,
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[b.length] as number
}
