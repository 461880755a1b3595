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
  'tokens:manage',
] as const

export type Scope = (typeof scopes)[number]

export function allows(granted: readonly string[], needed: Scope): boolean {
  return granted.includes('*') || granted.includes(needed)
}
