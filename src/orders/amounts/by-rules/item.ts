import type { Regime } from '../../../taxes/catalogue.ts'
import type { OperationKind } from '../../../taxes/rules/cfop.ts'
import type { BuyerKind, SaleFacts } from '../../../taxes/rules/rule.ts'

/** What is to be known of a line and its order to work out its taxes from rules. Amounts are decimals. */
export interface ItemFacts extends Omit<SaleFacts, 'origin_state' | 'destination_state'> {
  /** Null: not known. */
  readonly origin_state: string | null
  readonly destination_state: string | null
  /** The line's net value with its shares. */
  readonly op: string
  readonly quantity: string
  readonly crt: 1 | 2 | 3 | 4 | null
  readonly regime: Regime
  /** The rate of the credit that a seller in the Simples Nacional passes on, in percent. */
  readonly simples_credit_rate: number | null
  readonly ipi_payer: boolean
  readonly own_production: boolean
  readonly operation: OperationKind
  /** As it was sent of the line. */
  readonly given_cfop: string | null
  /** As the operation says it, for where the goods go. */
  readonly operation_cfop: string | null
}

interface Buyer {
  readonly ie_kind: BuyerKind | null
  readonly ie: string | null
  /** Bare: 11 characters of a CPF, 14 of a CNPJ. */
  readonly document: string | null
}

/** Who the buyer is for ICMS: as it is said, else as registration and document tell; null: unknown. */
export function buyerKindOf({ ie_kind, ie, document }: Buyer): BuyerKind | null {
  if (ie_kind !== null) return ie_kind
  if (ie !== null) return 1
  return document?.length === 11 ? 9 : null
}

/** Whether the buyer does not resell: as it is said, else who is no contributor. */
export function isFinalConsumer(given: boolean | null, buyer: BuyerKind | null): boolean {
  return given ?? buyer === 9
}

/** CRT 1 and 4 have codes of their own (CSOSN), and no own ICMS on the line. */
export const isSimples = ({ crt }: Pick<ItemFacts, 'crt'>): boolean => crt === 1 || crt === 4
