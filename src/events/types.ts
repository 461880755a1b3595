import type { Scope } from '../base/scopes.ts'

interface Resource {
  /** Of its records. */
  path: string
  /** What a token needs to see its events. */
  scope: Scope
}

/** The resources whose changes are events. */
const resources = {
  order: { path: '/orders', scope: 'orders:read' },
  customer: { path: '/customers', scope: 'customers:read' },
  product: { path: '/products', scope: 'products:read' },
  address: { path: '/customers/address', scope: 'customers:read' },
  webhook: { path: '/webhooks', scope: 'webhooks:manage' },
} as const satisfies Record<string, Resource>

export type EventResource = keyof typeof resources

export const eventResources = Object.keys(resources) as EventResource[]

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

/** What can happen to a record of a resource. */
export function actionsOf(resource: EventResource): string[] {
  const all = ['created', 'updated', 'deleted']
  if (resource === 'order') return [...all, 'status_changed']
  return resource === 'webhook' ? [...all, 'disabled'] : all
}

/** Every type of event, such as `order.created`. */
export const eventTypes = eventResources.flatMap((resource) =>
  actionsOf(resource).map((action) => `${resource}.${action}`),
)

/** In the form of an event, but not of the feed: it has no place there. */
export const TEST_TYPE = 'webhook.test'

/** What stands for several types in a filter. */
export const eventWildcards = ['*', ...eventResources.map((resource) => `${resource}.*`)]

/** The types that an entry of a type filter means: one, `order.*`, or `*`; none where it is unknown. */
export function typesMatching(entry: string): string[] {
  if (entry === '*') return eventTypes
  if (!entry.endsWith('.*')) return eventTypes.filter((type) => type === entry)
  return eventTypes.filter((type) => type.startsWith(entry.slice(0, -1)))
}

function resourceOf(type: string): EventResource {
  return type.slice(0, type.indexOf('.')) as EventResource
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
