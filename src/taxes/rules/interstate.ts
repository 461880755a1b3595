import { placeOf, type SaleFacts } from './rule.ts'

// What the federal Senate has set for sales between states (Resolutions 22/1989 and 13/2012).

/** Of these the goods are foreign, or for more than 40 %: table A of the CST. */
const FOREIGN: readonly number[] = [1, 2, 3, 8]
/** The south and the south-east without Espírito Santo. */
const SOUTH: readonly string[] = ['MG', 'PR', 'RJ', 'RS', 'SC', 'SP']

/** The rate of ICMS of a sale to another state, in percent; undefined inside a state and abroad. */
export function interstateRate(
  sale: Pick<SaleFacts, 'origin_state' | 'destination_state' | 'origin'>,
): 4 | 7 | 12 | undefined {
  if (placeOf(sale) !== 'interstate') return undefined
  if (FOREIGN.includes(sale.origin)) return 4
  const isFromSouth = SOUTH.includes(sale.origin_state)
  return isFromSouth && !SOUTH.includes(sale.destination_state) ? 7 : 12
}
