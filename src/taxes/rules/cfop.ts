import type { BuyerKind } from './rule.ts'

/** What an operation is, as far as its CFOP depends on it. */
export type OperationKind =
  | 'sale'
  | 'bonus'
  | 'sample'
  | 'demonstration'
  | 'consignment'
  | 'future_delivery_bill'
  | 'future_delivery_goods'
  | 'on_order_bill'
  | 'on_order_goods'
  | 'other'

/** Of goods of one's own making, and of goods that were bought. */
type Endings = readonly [own: string, resale: string]

const same = (ending: string): Endings => [ending, ending]

const ENDINGS: Readonly<Record<Exclude<OperationKind, 'sale'>, Endings>> = {
  bonus: same('910'),
  sample: same('911'),
  demonstration: same('912'),
  consignment: same('917'),
  future_delivery_bill: same('922'),
  future_delivery_goods: ['116', '117'],
  on_order_bill: ['118', '119'],
  on_order_goods: same('923'),
  other: same('949'),
}

export interface CfopFacts {
  readonly place: 'inside' | 'interstate' | 'abroad'
  readonly kind: OperationKind
  readonly isOwnProduction: boolean
  readonly buyer: BuyerKind | null
  /** Whether ICMS-ST is charged by this sale, or was retained before it. */
  readonly st: 'charged' | 'retained' | null
}

const FIRST = { inside: '5', interstate: '6', abroad: '7' } as const

/**
 * The CFOP of a line where neither its rule nor its operation says one.
 * @returns four digits, of the table of Ajuste SINIEF 07/2001
 */
export function cfopOf(facts: CfopFacts): string {
  const [own, resale] = facts.kind === 'sale' ? endingsOfSale(facts) : ENDINGS[facts.kind]
  return FIRST[facts.place] + (facts.isOwnProduction ? own : resale)
}

function endingsOfSale({ place, buyer, st }: CfopFacts): Endings {
  if (place === 'abroad') return ['101', '102']
  if (st === 'charged') return ['401', '403']
  if (st === 'retained') return same(place === 'inside' ? '405' : '404')
  return place === 'interstate' && buyer === 9 ? ['107', '108'] : ['101', '102']
}

/** Goods go without being sold: such a line has no difference of rates. */
export function isRemittance(cfop: string): boolean {
  return cfop[1] === '9' || cfop === '6552'
}
