import { Fraction, HUNDRED, percent, read, share, sumOf, ZERO } from './fractions.ts'

// When how much of an order is due, in exact fractions.

export interface OracleTerms {
  lines: readonly { amount?: number; percentage?: number }[]
  remainder: 'first' | 'last'
  taxes_in_first: boolean
}

/** Undefined where one would be nothing. */
export function installments(
  terms: OracleTerms,
  payable: Fraction,
  outside: Fraction,
): bigint[] | undefined {
  const { lines, remainder } = terms
  if (!payable.isAbove(ZERO)) return undefined
  const inFirst = terms.taxes_in_first ? outside : ZERO
  const whole = payable.minus(inFirst)
  const rest = whole.minus(sumOf(lines.map(({ amount }) => read(amount))))
  const part = (of: Fraction, percentage: number | undefined) => share(of, percent(percentage))
  const free = lines.flatMap(({ amount }, i) => (amount === undefined ? [i] : []))
  const isEqual = (i: number) => lines[i]?.percentage === undefined
  const equals = free.filter(isEqual).length
  const all = sumOf(lines.map(({ percentage }) => read(percentage)))
  const left = rest.minus(share(rest, all.over(HUNDRED)))
  const even = equals > 0 ? left.over(new Fraction(BigInt(equals))) : ZERO
  const last = free.at(remainder === 'first' ? 0 : -1) as number
  for (const equal of [even.rounded(2), new Fraction((even.n * 100n) / even.d, 100n)]) {
    const amounts = lines.map(({ amount, percentage }, i) => {
      if (amount !== undefined) return read(amount)
      return isEqual(i) ? equal : part(rest, percentage)
    })
    amounts[last] = whole.minus(sumOf(amounts.filter((_, i) => i !== last)))
    if (!amounts.every((amount) => amount.isAbove(ZERO))) continue
    const due = amounts.map((amount, i) => (i === 0 ? amount.plus(inFirst) : amount))
    return due.every((amount) => amount.isAbove(ZERO)) ? due.map(({ cents }) => cents) : undefined
  }
  return undefined
}
