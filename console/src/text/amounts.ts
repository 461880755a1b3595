// Exact arithmetic of amounts, for the little that a page has to say before the service can: whole
// numbers of cents, never floats.

/** The service's most decimals. */
const PLACES = 10

/** A decimal such as `12.5`, not below 0, as a whole number of its tenth places. */
function units(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(PLACES, '0').slice(0, PLACES))
}

const UNIT = 10n ** BigInt(PLACES)
/** Half-up, of what is not below 0. */
const divided = (amount: bigint, by: bigint) => (2n * amount + by) / (2n * by)

/** Rounded half-up. */
export const centsOf = (decimal: string): bigint => divided(units(decimal) * 100n, UNIT)

/** quantity × price, rounded half-up. */
export const centsOfProduct = (quantity: string, price: string): bigint =>
  divided(units(quantity) * units(price) * 100n, UNIT * UNIT)

/** So many percent of an amount, rounded half-up. */
export const share = (cents: bigint, percent: string): bigint =>
  divided(cents * units(percent), UNIT * 100n)

/** amount × part ÷ whole, rounded half-up; the amount where the whole is 0. */
export const proportion = (cents: bigint, part: bigint, whole: bigint): bigint =>
  whole === 0n ? cents : divided(cents * part, whole)

/** Exact: an amount of the service has at most 15 figures. */
export const numberOfCents = (cents: bigint): number =>
  Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
