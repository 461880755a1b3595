import { lineParts } from '../../../packages/model/totals.ts'
import type { FieldError } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import { figure, isNegative } from '../amounts/figures.ts'
import { type HeaderAmounts, netsWithShares } from '../amounts/line-shares.ts'
import type { Line } from '../lines.ts'

/** A line with its taxes, and where it was sent. */
interface Placed {
  readonly line: Pick<Line, 'figures' | 'outside_other'>
  readonly pointer: string
}

/**
 * Lines that come to less than nothing: taxes take off more than is left of them. Only what is relieved is taken
 * off, so that other orders have none.
 */
export function linesBelowZero(placed: readonly Placed[], amounts: HeaderAmounts): FieldError[] {
  if (placed.every(({ line }) => !line.outside_other.startsWith('-'))) return []
  const nets = netsWithShares(
    placed.map(({ line }) => line.figures),
    amounts,
  )
  return placed.flatMap(({ line, pointer }, i): FieldError[] => {
    const { figures, outside_other } = line
    const added: Readonly<Record<string, string>> = { ...figures, outside_other }
    const others = lineParts.filter((part) => part !== 'total_liq')
    const total = others.reduce((sum, part) => sum.plus(figure(added[part])), figure(nets[i]))
    if (!isNegative(total)) return []
    const detail = msg`take more off the line than it comes to: it would be ${total.toFixed()}.`
    return [{ pointer: pointer && `${pointer}/taxes`, code: 'line_below_zero', detail }]
  })
}
