/**
 * What a cell of a workbook shows of the number that it keeps: a date, a percentage, a code with zeros in
 * front, a number in thousands (`scaled`), or the number.
 */
export type NumberFormat =
  | { shows: 'number' | 'date' | 'percent' | 'scaled' }
  | { shows: 'digits'; length: number }

/** Formats that every workbook has without saying so (ECMA-376, 18.8.30). */
const DATES = [
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47,
]
const DATES_TOO = [50, 51, 52, 53, 54, 55, 56, 57, 58]
const PERCENTAGES = [9, 10]

/**
 * @param id the number of the format
 * @param code as the workbook declares it; undefined where it does not
 */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (PERCENTAGES.includes(id)) return { shows: 'percent' }
    return { shows: [...DATES, ...DATES_TOO].includes(id) ? 'date' : 'number' }
  }
  // The first part is of positive numbers; texts, colours and conditions say nothing of the kind.
  const [positive = ''] = code.split(';')
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(positive)
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
  if (elapsed || (/[dmyhsa]/i.test(bare) && !/general/i.test(bare))) return { shows: 'date' }
  if (bare.includes('%')) return { shows: 'percent' }
  if (/[0#?],+(?=[^0#?,]*$)/.test(bare)) return { shows: 'scaled' }
  if (/^0{2,}$/.test(bare) && bare === positive) return { shows: 'digits', length: bare.length }
  return { shows: 'number' }
}
