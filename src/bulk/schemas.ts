import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { addressDefinition } from '../customers/schema.ts'
import { closed, fkId } from '../http/schemas.ts'
import { itemsOf, orderBody, orderPatchBody } from '../orders/schema.ts'
import type { BulkMode } from '../records/bulk/write.ts'
import type { RecordDefinition } from '../records/definitions.ts'
import { writtenSchema } from '../records/schema.ts'

/** Addresses that one customer may come with. */
const MAX_ADDRESSES = 100

/** A record of a kind, as it stands in a line. */
export function recordLine(definition: RecordDefinition, mode: BulkMode): TSchema {
  const body = writtenSchema(definition, mode === 'put')
  const addresses = Type.Array(
    withCode(writtenSchema(addressDefinition, mode === 'put'), 'AddressBulkInput'),
    {
      maxItems: MAX_ADDRESSES,
      description:
        'Written by their own `fk_id`; addresses of the customer that are not named stay.',
    },
  )
  const more = definition.path === '/customers' ? { addresses: Type.Optional(addresses) } : {}
  return withCode(body, `${definition.title}BulkInput`, more)
}

/** An order, as it stands in a line. */
export function orderLine(mode: BulkMode, maxItems: number): TSchema {
  const items = Type.Optional({
    ...itemsOf(maxItems),
    description: 'All items of the order: they replace those that it has.',
  })
  if (mode === 'put') return withCode(orderBody(maxItems), 'OrderBulkInput', { items })
  const { 'x-elsewhere': _, ...body } = orderPatchBody as unknown as TObject & {
    'x-elsewhere'?: unknown
  }
  return withCode(body, 'OrderBulkInput', { items })
}

/** The schema of a body with its code in it. */
function withCode(body: TSchema, title: string, more: TProperties = {}): TSchema {
  const {
    properties,
    required: _,
    type: __,
    examples,
    ...rest
  } = body as TObject & {
    examples?: unknown
  }
  return closed({ ...properties, fk_id: fkId, ...more }, { ...rest, title })
}
