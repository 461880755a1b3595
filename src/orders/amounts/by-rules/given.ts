import { kindOfTax } from '../../../../packages/model/taxes.ts'
import type { RuleKind } from '../../../taxes/rules/rule.ts'
import type { TaxLine } from '../tax-lines/compute.ts'
import type { TaxLineInput } from '../tax-lines/input.ts'

// Of a kind of taxes a line has either what was sent or what follows from a rule.

/** A tax that a line has, as somebody would send it. */
export type GivenTax = TaxLineInput

/** A tax that was worked out as somebody would send it. */
export function givenTax({
  effect: _,
  origin: __,
  effective_rate: ___,
  ...line
}: TaxLine): GivenTax {
  return line as GivenTax
}

/** Of these kinds those of which nothing is given: rules work them out. */
export function openKinds(
  kinds: readonly RuleKind[],
  given: readonly { readonly tax: string }[],
): RuleKind[] {
  return kinds.filter((kind) => !given.some(({ tax }) => kindOfTax(tax) === kind))
}
