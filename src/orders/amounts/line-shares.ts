import { type HeaderPart, headerParts } from '../../../packages/model/totals.ts'
import { amountOfCents, centsOf } from '../../base/values/decimals.ts'

// What of an order's discount, freight, insurance and other expenses falls to each of its lines. Stored
// orders have the same from SQL (`share_of` in migrations/functions.sql).

/** The lines as far as shares depend on them, in the order of their ids: decimal strings. */
type Weights = Readonly<Record<HeaderPart['weight'], string>>

/** The shares of a line by their names, as decimal strings. */
export type LineShares = Readonly<Record<string, string>>

/** The amounts of a header, as decimal strings. One that does not count is '0'. */
export type HeaderAmounts = Readonly<Record<(typeof headerParts)[number]['column'], string>>

/** The shares of all lines. They add up to the amounts; without amounts there are none. */
export function lineSharesOf(lines: readonly Weights[], amounts: HeaderAmounts): LineShares[] {
  const parts = sharedParts(lines, amounts)
  return lines.map((_, i) =>
    Object.fromEntries(parts.map(({ name, shares }) => [name, amountOfCents(shares[i] ?? 0n)])),
  )
}

/** The net value of each line with its shares: what its taxes are levied on. */
export function netsWithShares(lines: readonly Weights[], amounts: HeaderAmounts): string[] {
  const parts = sharedParts(lines, amounts)
  return lines.map(({ total_liq }, i) =>
    amountOfCents(
      parts.reduce((sum, { sign, shares }) => {
        const share = shares[i] ?? 0n
        return sign === '+' ? sum + share : sum - share
      }, centsOf(total_liq)),
    ),
  )
}

/** The parts of which there is anything, each with what falls to the lines, in cents. */
function sharedParts(lines: readonly Weights[], amounts: HeaderAmounts) {
  return headerParts.flatMap(({ column, sign, share, weight }) => {
    const amount = centsOf(amounts[column])
    if (amount === 0n) return []
    const weights = lines.map((line) => centsOf(line[weight]))
    return [{ name: share.name, sign, shares: apportion(amount, weights) }]
  })
}

/**
 * An amount in parts, one for each weight, that add up to it exactly, all in cents. Up to each line they are the
 * amount in proportion to the weights so far, rounded half-up: a share is the difference from one line to the
 * next. So none is below 0, none is a cent off its own proportion, and none is above its weight as long as
 * the amount is not above their sum. Where all weigh nothing the first one has all.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  let upTo = 0n
  let before = 0n
  return weights.map((weight) => {
    upTo += weight
    const until = whole === 0n ? amount : (2n * amount * upTo + whole) / (2n * whole)
    const share = until - before
    before = until
    return share
  })
}
