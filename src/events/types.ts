import type { Scope } from '../base/scopes.ts'

interface Resource {
  /** Of its records. */
  path: string
  /** What a token needs to see its events. */
  scope: Scope
  /** What its types begin with, where that is not its name. */
  family?: 'audit'
  /** What its types end with: what can happen to a record. */
  actions: readonly string[]
  /** Its scope was there before its events: cursors of processes before don't say whether they passed over some. */
  isLater?: true
}

const changes = ['created', 'updated', 'deleted'] as const

/** The resources of which there are events. */
const resources = {
  order: {
    path: '/orders',
    scope: 'orders:read',
    actions: [...changes, 'status_changed', 'corrected'],
  },
  comment: { path: '/orders/comments', scope: 'orders:read', actions: ['created'], isLater: true },
  attachment: {
    path: '/orders/attachments',
    scope: 'orders:read',
    actions: ['created', 'deleted'],
    isLater: true,
  },
  customer: { path: '/customers', scope: 'customers:read', actions: [...changes, 'anonymised'] },
  product: { path: '/products', scope: 'products:read', actions: changes },
  address: { path: '/customers/address', scope: 'customers:read', actions: changes },
  tax_rule: { path: '/tax-rules', scope: 'taxes:read', actions: changes },
  number_series: {
    path: '/number-series',
    scope: 'reference:read',
    actions: changes,
    isLater: true,
  },
  webhook: { path: '/webhooks', scope: 'webhooks:manage', actions: [...changes, 'disabled'] },
  member: {
    path: '/members',
    scope: 'audit:read',
    family: 'audit',
    actions: [
      'member_created',
      'member_updated',
      'member_deleted',
      'link_created',
      'password_changed',
      'passkey_created',
      'passkey_deleted',
      'session_created',
      'session_ended',
      'sign_in_failed',
    ],
  },
  token: {
    path: '/tokens',
    scope: 'audit:read',
    family: 'audit',
    actions: ['token_created', 'token_updated', 'token_rotated', 'token_deleted'],
  },
  account: {
    path: '/accounts',
    scope: 'audit:read',
    family: 'audit',
    actions: [
      'account_updated',
      'issuer_created',
      'issuer_updated',
      'issuer_deleted',
      'provider_created',
      'provider_updated',
      'provider_deleted',
      'export_made',
      'customer_anonymised',
    ],
  },
} as const satisfies Record<string, Resource>

export type EventResource = keyof typeof resources

type ActionOf<Name extends EventResource> = (typeof resources)[Name]['actions'][number]

/** What the audit tells of. */
export type AuditAction = ActionOf<'member' | 'token' | 'account'>

/** The resources whose changes have types of their own name. */
export type ChangedResource = Exclude<EventResource, 'member' | 'token' | 'account'>

export const eventResources = Object.keys(resources) as EventResource[]

/** Those of which there were no events when cursors could not tell of them. */
export const laterResources = eventResources.filter((one) => (resources[one] as Resource).isLater)

/** The scope that reads a resource, and so its events. */
export function scopeOf(resource: EventResource): Scope {
  return resources[resource].scope
}

/** The scopes that decide which events somebody sees. */
export const eventScopes: Scope[] = [...new Set(eventResources.map(scopeOf))]

/** The resources whose events these scopes show. */
export function visibleResources(scopes: readonly string[]): EventResource[] {
  if (scopes.includes('*')) return eventResources
  return eventResources.filter((resource) => scopes.includes(scopeOf(resource)))
}

/** What the types of a resource begin with, and the name of the schema of their data. */
export function familyOf(resource: EventResource): ChangedResource | 'audit' {
  return (resources[resource] as Resource).family ?? (resource as ChangedResource)
}

/** What can happen to a record of a resource. */
export function actionsOf(resource: EventResource): readonly string[] {
  return resources[resource].actions
}

/** What can happen to a record of a resource, as types of events. */
export const typesOf = (resource: EventResource) =>
  actionsOf(resource).map((action) => `${familyOf(resource)}.${action}`)

/** Every type of event, such as `order.created`. */
export const eventTypes = eventResources.flatMap(typesOf)

/** In the form of an event, but not of the feed: it has no place there. */
export const TEST_TYPE = 'webhook.test'

/** What is told of all orders and customers: types of the audit that name customers, or what was looked for. */
export const typesOfAll = ['audit.export_made', 'audit.customer_anonymised']

/** What stands for several types in a filter. */
export const eventWildcards = [
  '*',
  ...new Set(eventResources.map((resource) => `${familyOf(resource)}.*`)),
]

/** The types that an entry of a type filter means: one, `order.*`, or `*`; none where it is unknown. */
export function typesMatching(entry: string): string[] {
  if (entry === '*') return eventTypes
  if (!entry.endsWith('.*')) return eventTypes.filter((type) => type === entry)
  return eventTypes.filter((type) => type.startsWith(entry.slice(0, -1)))
}

const resourceByType = new Map(
  eventResources.flatMap((resource) => typesOf(resource).map((type) => [type, resource] as const)),
)

/** The resource that a type is of. */
function resourceOf(type: string): EventResource {
  const resource = resourceByType.get(type)
  if (!resource) throw new Error(`there are no events ${type}`)
  return resource
}

/** The resource whose record something is told of in the audit. */
export function auditedBy(action: AuditAction): EventResource {
  return resourceOf(`audit.${action}`)
}

/** The types that a list of such entries means, as far as these scopes show them; null: all. */
export function typesWanted(entries: string[], scopes: readonly string[]): string[] | null {
  const visible = visibleResources(scopes)
  const isAll = entries.includes('*') && visible.length === eventResources.length
  if (isAll) return null
  const types = new Set(entries.flatMap(typesMatching))
  return [...types].filter((type) => visible.includes(resourceOf(type)))
}

/** The scopes that such entries ask for; `*` asks for what there is to see. */
export function scopesNamed(entries: string[]): Scope[] {
  const named = entries.filter((entry) => entry !== '*').flatMap(typesMatching)
  return [...new Set(named.map((type) => scopeOf(resourceOf(type))))]
}

/** The record that a subject such as `/orders/42` names. */
export function recordOf(
  subject: string,
): { resource: EventResource; id_record: number } | undefined {
  const [, path, id_record = ''] = /^(.*)\/([1-9]\d{0,15})$/.exec(subject) ?? []
  const resource = eventResources.find((one) => resources[one].path === path)
  return resource && { resource, id_record: Number(id_record) }
}

/** SQL text for the subject of an event `e`. */
export const subjectSql = `case e.resource ${eventResources
  .map((one) => `when '${one}' then '${resources[one].path}/'`)
  .join(' ')} end || e.id_record`
