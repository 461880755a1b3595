export const separators = [';', ',', '\t', '|'] as const
export type Separator = (typeof separators)[number]

/** Lines that are enough to tell. */
const LINES = 50

/**
 * The separator of a text file, from how it begins: the one that most lines have, equally often, and
 * outside of quotation marks. A comma within numbers or with a space behind it counts where the first line has
 * no other separator. A semicolon where none stands out: in a file of one column there is no other.
 */
export function separatorOf(start: string): Separator {
  const [hint] = /^sep=(.)\r?\n/.exec(start)?.slice(1) ?? []
  if (separators.some((one) => one === hint)) return hint as Separator
  const lines = linesOf(start)
  const headings = lines.find((line) => separators.some((one) => line.includes(one))) ?? ''
  const isElse = separators.some((one) => one !== ',' && headings.includes(one))
  const looked = isElse ? lines.map((line) => line.replace(/(?<=\d),(?=\d)|,(?= )/g, '')) : lines
  const scores = separators.map((one) => ({ one, score: consistency(looked, one) }))
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score > 0 ? best.one : ';'
}

/** How many lines have the commonest number of a separator, weighed by that number and their share. */
function consistency(lines: string[], separator: string): number {
  const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0)
  const byCount = Map.groupBy(counts, (count) => count)
  const scores = Array.from(byCount, ([count, { length }]) => {
    const share = length / lines.length
    return length * share * share * (1 + Math.log2(count))
  })
  return Math.max(0, ...scores)
}

/** The first lines without what stands in quotation marks. */
function linesOf(start: string): string[] {
  const bare = start.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/)
  // The last one may be cut.
  const whole = bare.length > 1 ? bare.slice(0, -1) : bare
  return whole.filter((line) => !/^ *$/.test(line)).slice(0, LINES)
}
