import { type Static, type TSchema, Type } from 'typebox'
import { closed, id, nullable } from '../../http/schemas.ts'
import { itemsPatchBody } from '../lines/schema.ts'
import { order, orderItem, orderPatchBody } from '../schema.ts'

/** What changes of an order and, at once, of its items. */
export function orderChangesBody(maxItems: number) {
  return closed(
    {
      ...orderPatchBody.properties,
      items: Type.Optional(itemsPatchBody(maxItems)),
    },
    { title: 'OrderChanges' },
  )
}

export type OrderChanges = Static<ReturnType<typeof orderChangesBody>>

const idToCome = nullable({ ...id, description: 'null: it gets one when it is written.' })

const previewItem = Type.Object(
  { ...orderItem.properties, id: idToCome },
  { $id: 'OrderPreviewItem', additionalProperties: false },
)

const preview = Type.Object(
  {
    ...order.properties,
    id: idToCome,
    items: Type.Array(Type.Ref('OrderPreviewItem'), { maxItems: 100_000 }),
  },
  {
    $id: 'OrderPreview',
    additionalProperties: false,
    description: 'An order as it would be; what is new in it has no `id` yet.',
  },
)

export const previewSchemas: TSchema[] = [previewItem, preview]
