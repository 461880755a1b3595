import type { Actor } from '../../access/actor.ts'
import type { RuleKind } from '../../taxes/rules/rule.ts'

type Deriving = Pick<Actor, 'derived_taxes' | 'rules_epoch'>

/** The kinds of taxes that an account has worked out: none while it has no rules. */
export const derivedKinds = ({ derived_taxes, rules_epoch }: Deriving): readonly RuleKind[] =>
  rules_epoch > 0 ? derived_taxes : []

export const derivesTaxes = (actor: Deriving): boolean => derivedKinds(actor).length > 0
