import type { RuleKind } from '../../../taxes/rules/rule.ts'
import type { TaxLine } from '../tax-lines/compute.ts'
import type { TaxLineInput } from '../tax-lines/input.ts'

// Of a kind of taxes a line has either what was sent or what follows from a rule.

/** A tax that a line has, as somebody would send it. */
export type GivenTax = TaxLineInput

const kindsOfTaxes: Readonly<Record<string, RuleKind>> = {
  ipi: 'ipi',
  icms: 'icms',
  icms_sn: 'icms',
  fcp: 'icms',
  icms_deson: 'icms',
  icms_st: 'icms',
  fcp_st: 'icms',
  difal: 'icms',
  fcp_dest: 'icms',
  cbs: 'ibs_cbs',
  ibs_uf: 'ibs_cbs',
  ibs_mun: 'ibs_cbs',
}

/** The kind of rules by which a tax can be worked out; undefined: by none. */
export const kindOfTax = (tax: string): RuleKind | undefined => kindsOfTaxes[tax]

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
