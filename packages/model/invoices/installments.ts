// What terms of payment make of an amount: how much is due when. Pure, in whole cents and days, so that a form can
// show it; of stored orders the database does the same (`derived_installments` in migrations/functions.sql).

/** A part of an order, when it is due, and how much it is: an amount, a percentage of what is left, or an equal part. */
export interface TermsLine {
  readonly days?: number | null
  readonly months?: number | null
  /** Of the month. */
  readonly day?: number | null
  readonly percentage?: number | null
  readonly amount?: number | null
  readonly down_payment?: boolean | null
}

export interface Terms {
  readonly lines: readonly TermsLine[]
  readonly from?: 'order' | 'invoice' | 'delivery'
  readonly remainder?: 'last' | 'first'
  readonly taxes_in_first?: boolean
  readonly weekend?: 'keep' | 'next' | 'previous'
  readonly minimum_installment?: number
  readonly minimum_order?: number
}

/** In cents. */
export interface Installment {
  readonly due_date: string
  readonly amount: bigint
  readonly down_payment: boolean
}

export const MOST_LINES = 120
export const MOST_DAYS = 3650
export const MOST_MONTHS = 120

export type TermsFault = 'terms_invalid' | 'terms_not_ascending'

/** Days with `/`, a comma, a semicolon or white space between them, and perhaps the word for them behind. */
const SHORTHAND =
  /^(?:(\d{1,4})\s*\+\s*)?(\d{1,4}(?:(?:\s*[/,;]\s*|\s+)\d{1,4})*)(?:\s*(?:dias?|days?|d|ddl))?$/i

/** The lines of `30/60/90` and `0+30/60`: equal parts, of which what stands before a `+` is a down payment. */
export function linesOfShorthand(text: string): readonly TermsLine[] | TermsFault {
  const [, down, rest] = SHORTHAND.exec(text.trim()) ?? []
  if (rest === undefined) return 'terms_invalid'
  const days = rest.split(/[/,;\s]+/).map(Number)
  const all = down === undefined ? days : [Number(down), ...days]
  if (all.length > MOST_LINES || all.some((one) => one > MOST_DAYS)) return 'terms_invalid'
  if (all.some((one, i) => one < (all[i - 1] ?? 0))) return 'terms_not_ascending'
  return all.map((one, i) =>
    i === 0 && down !== undefined ? { days: one, down_payment: true } : { days: one },
  )
}

/** The same text of terms that it can say; undefined of others. */
export function shorthandOf({ lines, ...options }: Terms): string | undefined {
  const { from = 'invoice', remainder = 'last', weekend = 'keep', taxes_in_first = false } = options
  const isPlain =
    from === 'invoice' &&
    remainder === 'last' &&
    weekend === 'keep' &&
    !taxes_in_first &&
    !options.minimum_installment &&
    !options.minimum_order &&
    lines.every(
      ({ months, amount, percentage, down_payment }, i) =>
        (months ?? amount ?? percentage ?? null) === null && (!down_payment || i === 0),
    )
  if (!isPlain) return undefined
  const days = lines.map((line) => String(line.days ?? 0))
  const [first = '', ...others] = days
  if (!lines[0]?.down_payment) return days.join('/')
  return others.length > 0 ? `${first}+${others.join('/')}` : undefined
}

/**
 * The instalments of an amount.
 * @param payable in cents
 * @param base the day from which they are counted, as `2026-11-25`
 * @param taxes in cents: those that the first line has as a whole, if the terms say so
 * @returns undefined where a line would have nothing
 */
export function installmentsOf(
  terms: Terms,
  payable: bigint,
  base: string,
  taxes = 0n,
): Installment[] | undefined {
  const amounts = payable > 0n ? split(terms, payable, taxes) : undefined
  // What is taken off in the place of taxes may be more than the first line has.
  if (!amounts?.values().every((amount) => amount > 0n)) return undefined
  const dates = dueDates(terms, base)
  return terms.lines.flatMap(({ down_payment }, i) => {
    const amount = amounts.get(i)
    if (amount === undefined) return []
    return [{ due_date: dates[i] as string, amount, down_payment: down_payment ?? false }]
  })
}

// --- amounts ---------------------------------------------------------------------------------

type Places = ReadonlyMap<number, bigint>

/** The amounts by the places of the lines; lines may be left out, so that none is below the least amount. */
function split(terms: Terms, payable: bigint, taxes: bigint): Places | undefined {
  const least = cents(terms.minimum_installment ?? 0)
  if (payable < cents(terms.minimum_order ?? 0)) return new Map([[0, payable]])
  const inFirst = terms.taxes_in_first ? taxes : 0n
  let places = terms.lines.map((_, i) => i)
  let found: Places | undefined
  for (;;) {
    const lines = places.map((i) => terms.lines[i] as TermsLine)
    const parts = partsOf(lines, payable - inFirst, terms.remainder === 'first')
    if (parts)
      found = new Map(
        parts.map((part, i) => [places[i] as number, i === 0 ? part + inFirst : part]),
      )
    const equal = places.filter((_, i) => isEqual(lines[i] as TermsLine))
    const isSmall = parts?.some((part, i) => isEqual(lines[i] as TermsLine) && part < least) ?? true
    if (!isSmall || least === 0n || equal.length === 0 || places.length === 1) return found
    places = places.filter((i) => i !== equal.at(-1))
  }
}

function partsOf(
  lines: readonly TermsLine[],
  whole: bigint,
  isFirst: boolean,
): bigint[] | undefined {
  const fixed = sum(lines.map(({ amount }) => cents(amount ?? 0)))
  const percent = sum(lines.map((line) => (isFixed(line) ? 0n : tenThousandths(line))))
  const equals = BigInt(lines.filter(isEqual).length)
  const rest = whole - fixed
  const left = rest - halfUp(rest * percent, PERCENT)
  const free = lines.flatMap((line, i) => (isFixed(line) ? [] : [i]))
  const candidates = free.length > 0 ? free : lines.map((_, i) => i)
  const remainder = candidates.at(isFirst ? 0 : -1) as number
  for (const equal of [() => halfUp(left, equals), () => left / equals]) {
    const parts = lines.map((line) => {
      if (isFixed(line)) return cents(line.amount ?? 0)
      return isEqual(line) ? equal() : halfUp(rest * tenThousandths(line), PERCENT)
    })
    parts[remainder] = whole - sum(parts.filter((_, i) => i !== remainder))
    if (parts.every((part) => part > 0n)) return parts
  }
  return undefined
}

const isSet = (value: unknown) => value !== undefined && value !== null
const isFixed = ({ amount }: TermsLine) => isSet(amount)
const isEqual = ({ amount, percentage }: TermsLine) => !isSet(amount) && !isSet(percentage)

const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

/** Of percentages at four decimals. */
const PERCENT = 1_000_000n
const tenThousandths = ({ percentage }: TermsLine) => BigInt(Math.round((percentage ?? 0) * 10_000))
const cents = (amount: number) => BigInt(Math.round(amount * 100))

/** As PostgreSQL rounds: away from 0 in the middle. */
function halfUp(value: bigint, by: bigint): bigint {
  const twice = 2n * (value < 0n ? -value : value)
  const rounded = (twice + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

// --- days ------------------------------------------------------------------------------------

const DAY = 86_400_000

/** A month that is shorter ends with its last day; no line is due before the one before it. */
export function dueDates(
  { lines, weekend = 'keep' }: Pick<Terms, 'lines' | 'weekend'>,
  base: string,
): string[] {
  let last = base
  return lines.map((line) => {
    const due = shifted(dueDay(line, base), weekend)
    if (due > last) last = due
    return last
  })
}

function dueDay({ days, months, day }: TermsLine, base: string): Date {
  const [year, month, date] = base.split('-').map(Number) as [number, number, number]
  if (!isSet(months)) return new Date(Date.UTC(year, month - 1, date + (days ?? 0)))
  const first = month - 1 + (months as number)
  const lastDay = new Date(Date.UTC(year, first + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, first, Math.min(day ?? date, lastDay)))
}

function shifted(due: Date, weekend: Terms['weekend']): string {
  const weekday = due.getUTCDay() || 7
  const days =
    weekday < 6 || weekend === 'keep' ? 0 : weekend === 'next' ? 8 - weekday : 5 - weekday
  return new Date(due.getTime() + days * DAY).toISOString().slice(0, 10)
}
