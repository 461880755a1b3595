import { type Message, msg } from '../texts/message.ts'
import { type FieldError, Problem } from './problems.ts'

/** What a token may do; `*` is all. */
export const scopes = [
  'orders:read',
  'orders:write',
  'orders:correct',
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'reference:read',
  'reference:write',
  'taxes:read',
  'taxes:write',
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

/** @throws Problem that names the scopes among these which are not granted */
export function requireScope(granted: readonly string[], ...needed: Scope[]): void {
  const lacking = [...new Set(needed)].filter((scope) => !allows(granted, scope))
  if (lacking.length === 0) return
  const [first, ...others] = lacking
  const detail = others.length
    ? msg`The token lacks the scopes ${lacking}.`
    : msg`The token lacks the scope ${first}.`
  throw insufficientScope(lacking, detail)
}

/**
 * The problem that names the scopes which are lacking.
 * @param errors where in the body they were asked for
 */
export function insufficientScope(
  lacking: readonly string[],
  detail: Message,
  errors: FieldError[] = [],
): Problem {
  return new Problem('insufficient_scope', detail, { lacking, errors })
}
