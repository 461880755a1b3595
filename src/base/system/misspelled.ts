/** A name that was probably meant to be another. */
export interface Misspelled {
  written: string
  meant: string
}

/** Shorter names are within an edit or two of ordinary ones: PORT of POST, HOST of LOST. */
const SHORTEST = 7
/** From this length on two edits are allowed, and the unit may be missing. */
const LONG = 10

/** Of a word so short one letter may be wrong. */
const SHORTEST_PART = 3

const PREFIX = 'PEDIDO_'

const UNIT = /_(?:MS|DAYS|BYTES|PERCENT)$/

/**
 * Finds names that were probably meant to be one of `known`: an edit away (two in long names), in
 * small letters, without the unit, or with our name before them.
 * @param given names with their values
 */
export function misspelledNames(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Misspelled[] {
  return Object.entries(given).flatMap(([written, value]) => {
    // Kubernetes tells every container of a service "pedido" its PEDIDO_PORT=tcp://….
    if (known.includes(written) || !value || value.startsWith('tcp://')) return []
    const name = written.toUpperCase()
    const plain = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
    const meant = known.find((one) => isNear(plain, one))
    return meant === undefined || given[meant] ? [] : [{ written, meant }]
  })
}

/** The one of `known` that was probably meant by a word of a command line. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const far = Math.ceil(Math.max(word.length, SHORTEST_PART) / 3)
  const [nearest] = known
    .map((one) => ({ one, far: word !== '' && one.startsWith(word) ? 0 : edits(word, one) }))
    .sort((a, b) => a.far - b.far)
  return nearest && nearest.far <= far ? nearest.one : undefined
}

function isNear(name: string, known: string): boolean {
  if (name === known) return true
  if (name.length >= LONG && name === known.replace(UNIT, '')) return true
  if (known.length < SHORTEST) return false
  const allowed = known.length >= LONG ? 2 : 1
  return Math.abs(name.length - known.length) <= allowed && edits(name, known) <= allowed
}

/**
 * Letters to insert, remove, replace or swap with their neighbour to make one word of the other.
 * Source: optimal string alignment distance.
 */
function edits(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let fewest = Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        fewest = Math.min(fewest, at(beforeLast, j - 2) + 1)
      }
      row.push(fewest)
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: number[], i: number) => row[i] as number
