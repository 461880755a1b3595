export const decimalMarks = [',', '.'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** `dmy`: 31/12/2026. Years that stand first are read in any case. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

/**
 * A number as people write it, without its unit: `R$ 1.234,56` is `1.234,56`. Accounts write a negative
 * one in brackets or with the sign behind it.
 */
export function bareNumber(text: string): string {
  const bare = text.replace(/R\$|BRL|%|[\s\u00a0\u202f]/gi, '')
  const [, negative] = /^\((\d[\d.,]*)\)$/.exec(bare) ?? /^(\d[\d.,]*)-$/.exec(bare) ?? []
  return negative === undefined ? bare : `-${negative}`
}

/** The mark that a number must have; undefined where it may be either: 1.234, or 1234. */
function markOf(text: string): DecimalMark | undefined {
  const bare = bareNumber(text).replace(/^[+-]/, '')
  if (!/^\d[\d.,]*$/.test(bare)) return undefined
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  if (last < 0) return undefined
  const mark = bare[last] as DecimalMark
  const other = mark === ',' ? '.' : ','
  if (bare.includes(other)) return mark
  if (bare.indexOf(mark) !== last) return other
  const [before = '', after = ''] = bare.split(mark)
  const maybeThousands = after.length === 3 && before.length <= 3 && !before.startsWith('0')
  return maybeThousands ? undefined : mark
}

/** The decimal mark of most numbers among these; null where all of them may have either. */
export function decimalMarkIn(texts: string[]): DecimalMark | null {
  const marks = texts.map(markOf)
  const [commas, points] = decimalMarks.map((mark) => marks.filter((one) => one === mark).length)
  if (commas === 0 && points === 0) return null
  return (commas ?? 0) >= (points ?? 0) ? ',' : '.'
}

/** The day first, unless that makes months that no year has. */
export function dateOrderIn(texts: string[]): DateOrder {
  const parts = texts.map((text) => /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]/.exec(text))
  const dayFirst = parts.filter((one) => Number(one?.[1]) > 12).length
  const monthFirst = parts.filter((one) => Number(one?.[2]) > 12).length
  return monthFirst > dayFirst ? 'mdy' : 'dmy'
}
