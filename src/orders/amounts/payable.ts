import Big from 'big.js'
import { headerParts, lineParts } from '../../../packages/model/totals.ts'
import type { Added } from './amounts.ts'
import type { LineShares } from './line-shares.ts'

// What the customer pays of an order. Stored orders have the same from SQL (`payable_value` in
// migrations/functions.sql).

/** A line with what falls to it of the header's amounts. */
export interface SharedLine {
  figures: Readonly<Added>
  shares: LineShares | undefined
  /** Whether the customer pays for its operation. */
  isPayable: boolean
}

/** What a line comes to with its shares. They add up to the order's total. */
function lineTotalOf({ figures, shares = {} }: Omit<SharedLine, 'isPayable'>): Big {
  const own = lineParts.reduce((sum, part) => sum.plus(figures[part] ?? '0'), new Big(0))
  return headerParts.reduce((sum, { share, sign }) => {
    const amount = shares[share.name] ?? '0'
    return sign === '+' ? sum.plus(amount) : sum.minus(amount)
  }, own)
}

/** The order's total less what those lines come to that are not paid for. Decimal strings. */
export function payableOf(total_value: string, lines: readonly SharedLine[]): string {
  const unpaid = lines.filter(({ isPayable }) => !isPayable)
  return unpaid
    .reduce((rest, line) => rest.minus(lineTotalOf(line)), new Big(total_value))
    .toFixed()
}
