import { type TSchema, Type } from 'typebox'
import { anyKey } from '../../custom/schema.ts'
import { saidOfChanges } from '../../events/schema.ts'
import {
  closed,
  dateTimeOut,
  id,
  nameOut,
  nullable,
  textOut,
  traceparent,
} from '../../http/schemas.ts'
import { msg } from '../../texts/message.ts'
import { correction, orderAddresses } from '../paths.ts'
import { orNull, returned } from '../schema.ts'

const type = Type.String({
  pattern: '^order\\.[a-z_]+$',
  maxLength: 100,
  examples: ['order.updated'],
})
const version = { ...id, description: 'Counts the changes of this order from 1.' }
const token = orNull(
  returned(
    { id, name: nullable(nameOut) },
    { title: 'OrderEventToken', description: 'Who made the change.' },
  ),
)

const changed_fields = Type.Array(textOut(100, { examples: ['observations'] }), { maxItems: 100 })

const orderEvent = returned(
  {
    id,
    type,
    version,
    time: dateTimeOut,
    token,
    request_id: nullable(textOut(100)),
    traceparent: Type.Optional(traceparent),
    ...saidOfChanges,
    changed_fields,
    previous: orNull(
      Type.Record(anyKey, Type.Unknown(), {
        maxProperties: 100,
        description:
          'The changed fields as they were; none if you are restricted (`only`) and did not see the order then.',
      }),
    ),
    data: Type.Ref('Order'),
  },
  { $id: 'OrderEvent', description: 'One change of an order.' },
)

const orderVersion = returned(
  {
    version,
    type,
    time: dateTimeOut,
    token,
    request_id: nullable(textOut(100)),
    changed_fields,
    reason: nullable(saidOfChanges.reason),
    restored_version: nullable(saidOfChanges.restored_version),
  },
  {
    $id: 'OrderVersion',
    description: 'When an order became another one, by whom, and what changed.',
  },
)

const place = textOut(300, {
  description: 'JSON pointer of what differs.',
  examples: ['/discount_value'],
})

const change = returned(
  {
    pointer: place,
    from: Type.Unknown({ description: 'In the first of the two; null where it is not there.' }),
    to: Type.Unknown({ description: 'In the second.' }),
    difference: Type.Optional(
      Type.Number({
        minimum: -1e20,
        maximum: 1e20,
        description: 'Of amounts, quantities and percentages: `to` less `from`, exactly.',
      }),
    ),
  },
  { $id: 'OrderDifference', description: 'One value that differs.' },
)

const changes = Type.Array(Type.Ref('OrderDifference'), { maxItems: 10_000 })
const items = Type.Array(Type.Ref('OrderItem'), { maxItems: 100_000 })

const diff = returned(
  {
    from_version: version,
    to_version: nullable({
      ...id,
      description: 'null: the order as it would be.',
    }),
    changes: {
      ...changes,
      description: 'Of the order itself, but for `updated_at`.',
    },
    items: returned(
      {
        added: items,
        removed: items,
        changed: Type.Array(
          returned(
            { id, item: Type.Unknown({ description: 'The product, in short.' }), changes },
            { title: 'OrderItemDiff' },
          ),
          { maxItems: 100_000 },
        ),
      },
      { title: 'OrderItemsDiff', description: 'Items are the same that have the same `id`.' },
    ),
  },
  { $id: 'OrderDiff', description: 'What differs between two versions of an order.' },
)

const restoration = returned(
  {
    dry_run: Type.Boolean({ description: 'Nothing was written.' }),
    order: Type.Ref('Order'),
    diff: Type.Ref('OrderDiff'),
  },
  {
    $id: 'OrderRestoration',
    description: 'An order that got the content of an earlier version, and what that changed.',
  },
)

/** The envelope: with a message where something was written. */
export const restored = Type.Object(
  {
    data: Type.Ref('OrderRestoration'),
    message: Type.Optional(textOut(100, { examples: ['Resource updated successfully'] })),
    meta: Type.Ref('Meta'),
  },
  { title: 'OrderRestorationResponse' },
)

export const versionSchemas: TSchema[] = [orderEvent, orderVersion, change, diff, restoration]

const number = {
  ...id,
  description: 'Which version: they count from 1.',
  'x-component': 'OrderVersionNumber',
}

/** How a path names a version of an order. */
export const versionAddresses = orderAddresses.map(({ path, params, ending, by }) => ({
  path: `${path}/versions/:version` as const,
  params: Type.Object({ ...params.properties, version: number }),
  ending,
  by,
}))

export const withVersion = closed({
  with: Type.Optional(
    Type.String({
      pattern: '^(current|[1-9]\\d{0,15})$',
      'x-message': msg`must be the number of a version, or current.`,
      maxLength: 16,
      default: 'current',
      description: 'The other version; the order as it is now unless given.',
      examples: ['current'],
    }),
  ),
})

/** What a restoring request says. */
export const restoreQuery = closed({
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: '`true`: tells what would change, and writes nothing; `false` unless given.',
    }),
  ),
  ...correction,
})
