import { say, type Text } from '../texts/text.ts'
import { type Fault, Refusal } from './refusals.ts'

/** What a token may do; `*` is all. */
export const scopes = [
  'orders:read',
  'orders:write',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'reference:read',
  'reference:write',
  'events:read',
  'webhooks:manage',
  'imports:manage',
  'tokens:manage',
  'members:manage',
  'audit:read',
  'privacy:manage',
] as const

export type Scope = (typeof scopes)[number]

export function allows(granted: readonly string[], needed: Scope): boolean {
  return granted.includes('*') || granted.includes(needed)
}

/** @throws Refusal that names the scopes among these which are not granted */
export function requireScope(granted: readonly string[], ...needed: Scope[]): void {
  const lacking = [...new Set(needed)].filter((scope) => !allows(granted, scope))
  if (lacking.length === 0) return
  const [first, ...others] = lacking
  const detail = others.length
    ? say`The token lacks the scopes ${lacking}.`
    : say`The token lacks the scope ${first}.`
  throw insufficientScope(lacking, detail)
}

/**
 * The refusal that names the scopes which are lacking.
 * @param faults where in the body they were asked for
 */
export function insufficientScope(
  lacking: readonly string[],
  detail: Text,
  faults: Fault[] = [],
): Refusal {
  return new Refusal('insufficient_scope', detail, { lacking, faults })
}
