/** The resources whose changes are events, with the path of their records. */
const paths = {
  order: '/orders',
  customer: '/customers',
  product: '/products',
  address: '/customers/address',
  webhook: '/webhooks',
} as const

export type EventResource = keyof typeof paths

export const eventResources = Object.keys(paths) as EventResource[]

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

/** The types that a list of such entries means; null: all. */
export function typesWanted(entries: string[]): string[] | null {
  return entries.includes('*') ? null : [...new Set(entries.flatMap(typesMatching))]
}

/** The record that a subject such as `/orders/42` names. */
export function recordOf(
  subject: string,
): { resource: EventResource; id_record: string } | undefined {
  const [, path, id_record = ''] = /^(.*)\/([1-9]\d{0,15})$/.exec(subject) ?? []
  const resource = eventResources.find((one) => paths[one] === path)
  return resource && { resource, id_record }
}

/** SQL text for the subject of an event `e`. */
export const subjectSql = `case e.resource ${eventResources
  .map((one) => `when '${one}' then '${paths[one]}/'`)
  .join(' ')} end || e.id_record`
