import type Big from 'big.js'
import { type HeaderPart, headerParts } from '../../../packages/model/totals.ts'
import { figure, isZero, proportion, ZERO } from './figures.ts'

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
  const parts = headerParts.flatMap(({ column, share, weight }) => {
    const amount = figure(amounts[column])
    if (isZero(amount)) return []
    const weights = lines.map((line) => figure(line[weight]))
    return [{ name: share.name, shares: apportion(amount, weights) }]
  })
  return lines.map((_, i) =>
    Object.fromEntries(parts.map(({ name, shares }) => [name, (shares[i] ?? ZERO).toFixed()])),
  )
}

/** A line's net value with its shares: what its taxes are levied on. */
export function withShares(net: string, shares: LineShares): string {
  return headerParts
    .reduce((sum, { share, sign }) => {
      const amount = figure(shares[share.name])
      return sign === '+' ? sum.plus(amount) : sum.minus(amount)
    }, figure(net))
    .toFixed()
}

/**
 * An amount in parts, one for each weight, that add up to it exactly. Up to each line they are the amount
 * in proportion to the weights so far, rounded half-up: a share is the difference from one line to the
 * next. So none is below 0, none is a cent off its own proportion, and none is above its weight as long as
 * the amount is not above their sum. Where all weigh nothing the first one has all.
 */
export function apportion(amount: Big, weights: readonly Big[]): Big[] {
  const whole = weights.reduce((sum, weight) => sum.plus(weight), ZERO)
  let upTo = ZERO
  let before = ZERO
  return weights.map((weight) => {
    upTo = upTo.plus(weight)
    const until = isZero(whole) ? amount : proportion(amount, upTo, whole)
    const share = until.minus(before)
    before = until
    return share
  })
}
