// Exact fractions, which the oracle of orders counts in.

export class Fraction {
  readonly n: bigint
  readonly d: bigint

  constructor(n: bigint, d = 1n) {
    this.n = d < 0n ? -n : n
    this.d = d < 0n ? -d : d
  }

  plus(other: Fraction) {
    return new Fraction(this.n * other.d + other.n * this.d, this.d * other.d)
  }
  minus(other: Fraction) {
    return new Fraction(this.n * other.d - other.n * this.d, this.d * other.d)
  }
  times(other: Fraction) {
    return new Fraction(this.n * other.n, this.d * other.d)
  }
  over(other: Fraction) {
    return new Fraction(this.n * other.d, this.d * other.n)
  }
  isAbove(other: Fraction) {
    return this.n * other.d > other.n * this.d
  }
  /** A half goes away from 0, or to the even side. */
  rounded(decimals: number, half: 'up' | 'even' = 'up') {
    const scale = 10n ** BigInt(decimals)
    const [n, d] = [(this.n < 0n ? -this.n : this.n) * scale, this.d]
    const [whole, rest] = [n / d, n % d]
    const isUp = 2n * rest > d || (2n * rest === d && (half === 'up' || whole % 2n === 1n))
    const units = isUp ? whole + 1n : whole
    return new Fraction(this.n < 0n ? -units : units, scale)
  }
  /** In hundredths, of what has no smaller part. */
  get cents(): bigint {
    return (this.n * 100n) / this.d
  }
}

export const ZERO = new Fraction(0n)
export const ONE = new Fraction(1n)
export const HUNDRED = new Fraction(100n)

/** A decimal, such as `-12.5`. */
export function read(text: string | number | undefined): Fraction {
  const [, sign, whole = '0', decimals = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text ?? 0)) ?? []
  const units = new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  return sign ? ZERO.minus(units) : units
}
export const percent = (text: string | number | undefined) => read(text).over(HUNDRED)
export const sumOf = (all: readonly Fraction[]) => all.reduce((sum, one) => sum.plus(one), ZERO)
export const atLeastZero = (one: Fraction) => (one.isAbove(ZERO) ? one : ZERO)
export const share = (base: Fraction, rate: Fraction) => base.times(rate).rounded(2)
