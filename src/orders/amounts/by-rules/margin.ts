import type Big from 'big.js'
import { HUNDRED, withDecimals } from '../figures.ts'

interface Rates {
  /** Percent, as the agreement of the states has it for sales inside a state. */
  margin: Big
  inter: Big
  intra: Big
  decimals: 2 | 4
}

const ofDecimals = { 2: withDecimals({ decimals: 2 }), 4: withDecimals({ decimals: 4 }) } as const

/**
 * The margin of a sale from another state, so that the goods cost the shop as much as from its own: larger
 * where the own rate is above the one between states, else the same (Convênio ICMS 142/2018, clause 11).
 * @returns percent, rounded half-up
 */
export function adjustedMargin({ margin, inter, intra, decimals }: Rates): Big {
  if (intra.lte(inter) || intra.gte(HUNDRED)) return margin
  const Margin = ofDecimals[decimals]
  const grown = HUNDRED.plus(margin).times(HUNDRED.minus(inter))
  const rest = HUNDRED.minus(intra)
  return new Margin(grown.minus(HUNDRED.times(rest))).div(rest)
}
