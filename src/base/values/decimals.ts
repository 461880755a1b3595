import Big from 'big.js'
import { type Message, msg } from '../../texts/message.ts'

/** How many digits a decimal may have before and after its point. */
export interface DecimalDigits {
  readonly integer: number
  readonly decimals: number
}

/**
 * Whether a JSON number is a decimal of these digits, and carries them exactly: a double does so
 * for any 15 significant digits. The sign is not looked at.
 * @returns what is wrong, for a person; undefined when it fits
 */
export function decimalError(value: number, digits: DecimalDigits): Message | undefined {
  if (!Number.isFinite(value)) return msg`must be a finite number.`
  const { c, e } = new Big(value)
  const decimals = c[0] === 0 ? 0 : c.length - 1 - e
  if (c[0] !== 0 && e >= digits.integer)
    return msg`must have at most ${digits.integer} integer digits.`
  if (decimals > digits.decimals) return msg`must have at most ${digits.decimals} decimals.`
  if (c.length > 15)
    return msg`must have at most 15 significant digits, all that a JSON number carries.`
  return undefined
}

/** A decimal of at most two decimals as whole cents, with which sums and divisions are exact. */
export function centsOf(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(2, '0'))
}

/** The canonical decimal of so many cents: no zeros at its end. */
export function amountOfCents(cents: bigint): string {
  const sign = cents < 0n ? '-' : ''
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')
}
