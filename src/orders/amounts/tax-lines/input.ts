import {
  type baseKinds,
  type marginKinds,
  type TaxLineProperty,
  taxLineProperties,
} from '../../../../packages/model/taxes.ts'
import type { Regime } from '../../../taxes/catalogue.ts'

type DecimalProperty = {
  [P in TaxLineProperty]: (typeof taxLineProperties)[P] extends null ? never : P
}[TaxLineProperty]

const decimals = new Set(
  Object.entries(taxLineProperties).flatMap(([name, digits]) => (digits ? [name] : [])),
)

/** Whether a property of a tax is a decimal, be it one that is only shown. */
export const isDecimal = (name: string): boolean => decimals.has(name) || name === 'effective_rate'

/** A tax of a line as it was sent. Types, digits and signs are checked before. */
export interface TaxLineInput
  extends Partial<Readonly<Record<DecimalProperty, number | string | undefined>>> {
  readonly tax: string
  readonly code?: string
  readonly class?: string
  readonly margin_kind?: (typeof marginKinds)[number]
  readonly base_kind?: (typeof baseKinds)[number]
  readonly mode?: string
  readonly reason?: string
  readonly benefit?: string
  readonly deducts?: boolean
  readonly adds?: boolean
  readonly details?: object
}

/** Whether the figures were sent, or only a rate. */
type Origin = 'given' | 'derived'

/** The rule that a tax was worked out by, and its version: `rule:7@2`. */
export type RuleOrigin = `rule:${number}@${number}`

export const originOf = ({ id, version }: { id: number; version: number }): RuleOrigin =>
  `rule:${id}@${version}`

export const isOfRule = (origin: string): origin is RuleOrigin => origin.startsWith('rule:')

/** The rule and version that an origin names. */
export function ruleVersionOf(origin: RuleOrigin): { id: number; version: number } {
  const [id = 0, version = 0] = origin.slice('rule:'.length).split('@').map(Number)
  return { id, version }
}

/** A tax that a line has already. */
export interface StoredTax extends TaxLineInput {
  readonly origin: Origin | RuleOrigin
}

/** What is to be known of the line and its order. */
export interface TaxLineFacts {
  /** The line as it was when its taxes were stored; the same for a new one. */
  readonly before?: { readonly op: string; readonly quantity: string }
  /** The operation's value: the line's net value with its shares, as a decimal. */
  readonly op: string
  /** The line's quantity, as a decimal. */
  readonly quantity: string
  /** Whether the buyer does not resell. */
  readonly isFinalConsumer: boolean
  /** The day that decides effects and rates, `YYYY-MM-DD`. */
  readonly date: string
  readonly regime: Regime
}
