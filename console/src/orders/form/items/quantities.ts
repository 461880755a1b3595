import type { Product } from '@pedido/client'
import { isSameUnit, splitUnit } from '../../../../../src/files/units.ts'
import { readDecimal } from '../../../text/decimals.ts'
import type { Language } from '../../../text/languages.ts'

// In which quantities products are sold. Decimals are texts such as `12.5`, and reckoned exactly.

/** What is asked of the products of lines. */
export const SOLD = [
  'id',
  'active',
  'unit',
  'packages',
  'sales_multiple',
  'minimum_quantity',
] as const satisfies (keyof Product)[]

/** How a product is sold. */
export type Sold = Pick<Product, (typeof SOLD)[number]>

/** What a product says of the quantities in which it is sold. */
export type Quantities = Partial<Omit<Sold, 'id' | 'active'>>

/** The service's quantities have so many decimals. */
const DECIMALS = 4

const scaled = (decimal: string | number): bigint => {
  const [whole = '', fraction = ''] = String(decimal).split('.')
  return BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'))
}

const unscaled = (value: bigint): string => {
  const digits = String(value).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}

/**
 * What was typed in a package of the product, in its own unit: `36` of `3 cx` where a box has 12.
 * @returns undefined where it is no number of one of its packages
 */
export function ofPackages(
  typed: string,
  language: Language,
  product: Quantities,
): string | undefined {
  const split = splitUnit(typed)
  const count = split && readDecimal(split.figures, language, 'quantity')
  return count ? ofPackage(count, split.unit, product) : undefined
}

/** The same of a number and the word behind it. */
export function ofPackage(
  count: string,
  word: string,
  { unit, packages = [] }: Quantities,
): string | undefined {
  if (unit && isSameUnit(word, unit)) return undefined
  const one = packages.find((one) => isSameUnit(word, one.unit))
  return one && unscaled((scaled(count) * scaled(one.quantity)) / 10n ** BigInt(DECIMALS))
}

/** The least that may be sold of it: where nothing says so, one. */
export function leastOf({ sales_multiple: multiple, minimum_quantity: least }: Quantities): string {
  const wanted = scaled(least ?? multiple ?? 1)
  return multiple ? unscaled(roundedUp(wanted, scaled(multiple))) : unscaled(wanted)
}

const roundedUp = (value: bigint, step: bigint) => ((value + step - 1n) / step) * step

/**
 * The multiples of the product next to a quantity that is none of them.
 * @returns undefined where it is one, or any quantity may be sold
 */
export function multiplesBeside(
  quantity: string,
  { sales_multiple: multiple }: Quantities,
): { below: string | undefined; above: string } | undefined {
  if (!multiple || quantity === '') return undefined
  const [value, step] = [scaled(quantity), scaled(multiple)]
  if (value % step === 0n) return undefined
  const above = roundedUp(value, step)
  return { below: above > step ? unscaled(above - step) : undefined, above: unscaled(above) }
}

export const isBelowLeast = (quantity: string, { minimum_quantity: least }: Quantities): boolean =>
  least != null && quantity !== '' && scaled(quantity) < scaled(least)
