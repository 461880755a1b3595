import type { WebhookInput } from '@pedido/client'

export type EventType = NonNullable<WebhookInput['types']>[number]

/** What happens to each kind of record, and the scope that reads it. */
export const eventGroups = [
  {
    id: 'order',
    label: 'orders',
    scope: 'orders:read',
    changes: ['created', 'updated', 'status_changed', 'deleted'],
  },
  { id: 'comment', label: 'comments', scope: 'orders:read', changes: ['created'] },
  {
    id: 'attachment',
    label: 'attachments',
    scope: 'orders:read',
    changes: ['created', 'deleted'],
  },
  {
    id: 'customer',
    label: 'customers',
    scope: 'customers:read',
    changes: ['created', 'updated', 'deleted'],
  },
  {
    id: 'address',
    label: 'addresses',
    scope: 'customers:read',
    changes: ['created', 'updated', 'deleted'],
  },
  {
    id: 'product',
    label: 'products',
    scope: 'products:read',
    changes: ['created', 'updated', 'deleted'],
  },
  {
    id: 'tax_rule',
    label: 'tax_rules',
    scope: 'taxes:read',
    changes: ['created', 'updated', 'deleted'],
  },
  {
    id: 'number_series',
    label: 'number_series',
    scope: 'reference:read',
    changes: ['created', 'updated', 'deleted'],
  },
  {
    id: 'webhook',
    label: 'webhooks',
    scope: 'webhooks:manage',
    changes: ['created', 'updated', 'deleted', 'disabled'],
  },
] as const

export const allOf = (group: string) => `${group}.*` as EventType
export const typeOf = (group: string, change: string) => `${group}.${change}` as EventType
