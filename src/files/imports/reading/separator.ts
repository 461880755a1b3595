export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** Lines that are enough to tell. */
const LINES = 50

/**
 * The separator of a text file, from how it begins: the one that most lines have, equally often, and
 * outside of quotation marks. A semicolon where none stands out: in a file of one column there is no
 * other.
 */
export function separatorOf(start: string): Separator {
  const [hint] = /^sep=(.)\r?\n/.exec(start)?.slice(1) ?? []
  if (separators.some((one) => one === hint)) return hint as Separator
  const lines = linesOf(start)
  const scores = separators.map((one) => ({ one, score: consistency(lines, one) }))
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score > 0 ? best.one : ';'
}

/** How many lines have the commonest number of a separator, weighed by that number. */
function consistency(lines: string[], separator: string): number {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
  const byCount = Map.groupBy(counts, (count) => count)
  const scores = Array.from(byCount, ([count, all]) => all.length * (1 + Math.log2(count)))
  return Math.max(0, ...scores)
}

/** The first lines without what stands in quotation marks. */
function linesOf(start: string): string[] {
  const bare = start.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/)
  // The last one may be cut.
  const whole = bare.length > 1 ? bare.slice(0, -1) : bare
  return whole.filter((line) => line.trim() !== '').slice(0, LINES)
}
