/** What a part of a format shows of a number that a cell keeps. */
type Shows =
  /** The number, with whatever signs around it. */
  | { shows: 'number' }
  | { shows: 'date' }
  /** The clock of a day without the day, or hours that went by. */
  | { shows: 'time' | 'elapsed' }
  | { shows: 'percent' }
  /** Another number, such as thousands. */
  | { shows: 'scaled' }
  /** A code: its digits, with zeros in front and signs between; null stands for a digit. */
  | { shows: 'code'; signs: readonly (string | null)[] }

/** A part of a format, and the numbers that it is for. */
type Section = Shows & { holds: (number: number) => boolean }

/** How a workbook shows numbers. */
export type NumberFormat = readonly Section[]

/** What a format shows of a number. */
export function shownBy(format: NumberFormat, number: number): Shows {
  return format.find(({ holds }) => holds(number)) ?? { shows: 'number' }
}

/** Formats that every workbook has without saying so (ECMA-376, 18.8.30). */
const BUILT_IN: [ids: number[], shows: 'date' | 'time' | 'elapsed' | 'percent'][] = [
  [[9, 10], 'percent'],
  [[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58], 'date'],
  [[18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56], 'time'],
  [[46], 'elapsed'],
]

/**
 * @param id the number of the format
 * @param code as the workbook declares it; undefined where it does not
 */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  const always = () => true
  if (code === undefined) {
    const [, shows = 'number'] = BUILT_IN.find(([ids]) => ids.includes(id)) ?? []
    return [{ shows, holds: always }]
  }
  const parts = sectionsOf(code)
  return parts.map((part, i) => ({ ...shownIn(part), holds: conditionOf(part, i, parts) }))
}

/** The parts of a format; a semicolon in a text ends none. */
function sectionsOf(code: string): string[] {
  return (code.match(/(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=;|^)(?=;|$)/g) ?? ['']).slice(0, 3)
}

const CONDITION = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/
const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '=': (a, b) => a === b,
}

/** Which numbers a part is for: as it says, or else for positive, negative ones and zero in that order. */
function conditionOf(part: string, i: number, parts: string[]): Section['holds'] {
  const [, sign, limit] = CONDITION.exec(part) ?? []
  if (sign !== undefined) return (number) => COMPARE[sign]?.(number, Number(limit)) ?? true
  if (parts.some((one) => CONDITION.test(one))) return () => true
  if (parts.length === 1) return () => true
  if (i === 0) return (number) => number > 0 || (number === 0 && parts.length === 2)
  return i === 1 ? (number) => number < 0 : () => true
}

function shownIn(part: string): Shows {
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(part)
  const coloured = part.replace(/\[[^\]]*\]/g, '')
  // Texts say nothing of the kind.
  const bare = coloured.replace(/"[^"]*"|\\.|_.|\*./g, '')
  if (elapsed) return { shows: 'elapsed' }
  if (/general|standard|geral|estándar/i.test(bare)) return { shows: 'number' }
  if (/[dmyhsa]/i.test(bare)) return { shows: isClock(bare) ? 'time' : 'date' }
  if (bare.includes('%')) return { shows: 'percent' }
  if (/[0#?],+(?![0#?,])/.test(bare)) return { shows: 'scaled' }
  const signs = signsOf(coloured)
  return signs ? { shows: 'code', signs } : { shows: 'number' }
}

/** `mm` beside hours or seconds are minutes, and months elsewhere. */
function isClock(bare: string): boolean {
  const letters = bare.replace(/am\/pm|a\/p/gi, '')
  return /[hs]/i.test(letters) && !/[dya]/i.test(letters)
}

/**
 * The digits of a code and the signs between them: `00000\-000`, `"C-"0000`. Undefined for a format of
 * amounts, and for one with a unit behind its number.
 */
function signsOf(section: string): (string | null)[] | undefined {
  const signs: (string | null)[] = []
  const part = /"([^"]*)"|\\(.)|(0)|_.|\*.|([-+/():\s])/y
  while (part.lastIndex < section.length) {
    const found = part.exec(section)
    if (!found) return undefined
    const [, text, escaped, digit, sign] = found
    if (digit !== undefined) signs.push(null)
    else signs.push(...(text ?? escaped ?? sign ?? ''))
  }
  const digits = signs.filter((one) => one === null).length
  const before = signs.slice(0, signs.indexOf(null)).join('')
  const behind = signs.slice(signs.lastIndexOf(null) + 1).join('')
  if (digits === 0 || /\p{Sc}/u.test(before + behind)) return undefined
  if (/\p{L}/u.test(before)) return signs
  return digits > 1 && !/\p{L}/u.test(behind) ? signs : undefined
}

/** A code as it is shown; undefined for a number that is none. */
export function codeText(number: number, signs: readonly (string | null)[]): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined
  const places = signs.filter((one) => one === null).length
  const digits = [...String(number).padStart(places, '0')]
  let text = ''
  let left = places
  for (const sign of signs) {
    if (sign !== null) text += sign
    // What has no place of its own stands at the first.
    else text += digits.splice(0, digits.length - --left).join('')
  }
  return text.trim()
}

const SECONDS = 86_400

/** The clock of a number of days: of a day (`14:30`), or all hours that went by (`36:00`). */
export function clockText(days: number, isOfDay: boolean): string | undefined {
  const all = Math.round((isOfDay ? days - Math.floor(days) : days) * SECONDS)
  if (all < 0) return undefined
  const seconds = isOfDay ? all % SECONDS : all
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const minutes = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}`
  return seconds % 60 === 0 ? minutes : `${minutes}:${two(seconds % 60)}`
}
