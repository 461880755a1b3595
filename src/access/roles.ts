import { allows, type Scope, scopes } from '../base/scopes.ts'

interface Role {
  /** What its members may do; `*` is all. */
  scopes: readonly (Scope | '*')[]
  /** A member who is a seller is restricted to his own orders, unless told otherwise. */
  isOfSeller?: boolean
}

const without = (...others: Scope[]) => scopes.filter((scope) => !others.includes(scope))

/** What members may do. No other code knows the name of a role but as data. */
const roles = {
  owner: { scopes: ['*'] },
  manager: { scopes: without('tokens:manage', 'members:manage') },
  operator: {
    scopes: [
      'orders:read',
      'orders:write',
      'customers:read',
      'customers:write',
      'products:read',
      'products:write',
      'reference:read',
      'events:read',
      'imports:manage',
    ],
  },
  seller: {
    scopes: [
      'orders:read',
      'orders:write',
      'customers:read',
      'customers:write',
      'products:read',
      'reference:read',
      'events:read',
    ],
    isOfSeller: true,
  },
  // Who signed in from where is for those who manage.
  viewer: { scopes: scopes.filter((scope) => scope.endsWith(':read') && scope !== 'audit:read') },
} as const satisfies Record<string, Role>

export type RoleName = keyof typeof roles

export const roleNames = Object.keys(roles) as RoleName[]

/** Of the first member of an account. */
export const FIRST_ROLE: RoleName = 'owner'

/** What a role lets do; nothing where there is no such role any more. */
export function scopesOfRole(role: string): readonly string[] {
  return Object.hasOwn(roles, role) ? roles[role as RoleName].scopes : []
}

/** The roles that include a scope. */
export function rolesWith(scope: Scope): RoleName[] {
  return roleNames.filter((role) => allows(scopesOfRole(role), scope))
}

/** Whether a member with this role, who is a seller, is restricted to his own orders unless told otherwise. */
export function isOfSeller(role: RoleName): boolean {
  return (roles[role] as Role).isOfSeller ?? false
}
