import type { RuleKind } from '../../../packages/model/taxes.ts'

// A rule of an account: for which sales it holds, and what it makes of them. Names are those of the API;
// dates are `YYYY-MM-DD`, so that they compare as texts; rates are percent.

export type { RuleKind }

export type BuyerKind = 1 | 2 | 9

/** For which sales a rule holds; null: for any. */
export interface RuleMatch {
  readonly id_product: number | null
  readonly cest: string | null
  /** How the NCM of the goods begins. */
  readonly ncm: string | null
  readonly id_category: number | null
  /** Inside the seller's state, or to another one. */
  readonly scope: 'inside' | 'interstate' | null
  readonly origin_states: readonly string[] | null
  readonly destination_states: readonly string[] | null
  readonly id_operation: number | null
  readonly id_branch_company: number | null
  readonly ie_kinds: readonly number[] | null
  readonly final_consumer: boolean | null
  readonly customer_simples: boolean | null
  /** Where the goods come from, 0 to 8. */
  readonly origins: readonly number[] | null
}

/** What a rule makes of them; null: not said. Of the kind `ipi` and `ibs_cbs` few of these are. */
interface RuleResult {
  readonly cst: string | null
  readonly csosn: string | null
  readonly icms_rate: number | null
  readonly icms_reduction: number | null
  readonly icms_deferral: number | null
  readonly fcp_rate: number | null
  /** The internal rate of the destination; there is ST where it is given. */
  readonly st_rate: number | null
  readonly margin: number | null
  readonly margin_kind: 'original' | 'adjusted'
  readonly intra_rate: number | null
  readonly margin_decimals: 2 | 4
  /** What a unit counts for ST in the place of price and margin. */
  readonly unit_value: number | null
  readonly unit_kind: 'list' | 'consumer_price' | 'greater' | null
  readonly st_reduction: number | null
  readonly st_fcp_rate: number | null
  readonly deduction_rate: number | null
  readonly st_own_use: boolean
  readonly difal_rate: number | null
  readonly difal_fcp_rate: number | null
  readonly difal_reduction: number | null
  readonly difal_base: 'single' | 'double'
  readonly relief_rate: number | null
  readonly relief_reason: string | null
  readonly relief_deducts: boolean
  readonly cfop: string | null
  readonly benefit: string | null
  readonly note: string | null
  /** Of IPI. */
  readonly rate: number | null
  readonly per_unit: number | null
  /** cEnq of IPI, cClassTrib of IBS and CBS. */
  readonly class: string | null
  /** Of the rates of IBS and CBS. */
  readonly reduction: number | null
}

export interface TaxRule extends RuleMatch, RuleResult {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly active: boolean
  readonly kind: RuleKind
  readonly valid_from: string
  /** The last day; null: it has none. */
  readonly valid_to: string | null
}

/** What is to be known of a sale to choose its rules; null: not known, or not said. */
export interface SaleFacts {
  /** The day that decides. */
  readonly date: string
  /** Of the branch that sells. */
  readonly origin_state: string
  readonly destination_state: string
  readonly id_product: number | null
  readonly ncm: string | null
  readonly cest: string | null
  readonly id_category: number | null
  readonly id_operation: number | null
  readonly id_branch_company: number | null
  readonly ie_kind: BuyerKind | null
  readonly final_consumer: boolean
  readonly customer_simples: boolean | null
  readonly origin: number
}

/** Where the goods go, seen from the seller; abroad is the state `EX`. */
export function placeOf({
  origin_state,
  destination_state,
}: Pick<SaleFacts, 'origin_state' | 'destination_state'>): 'inside' | 'interstate' | 'abroad' {
  if (origin_state === destination_state) return 'inside'
  return destination_state === 'EX' ? 'abroad' : 'interstate'
}
