import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { closed, fkId } from '../http/schemas.ts'
import { itemsOf } from '../orders/lines/schema.ts'
import { orderBody, orderPatchBody } from '../orders/schema.ts'
import type { BulkMode } from '../records/bulk/write.ts'
import type { LineDefinition, RecordDefinition } from '../records/definitions.ts'
import { linesProperty } from '../records/lines/bulk.ts'
import { writtenSchema } from '../records/schema.ts'
import { inWords } from '../texts/nouns.ts'

/** Lines that one record may come with. */
const MAX_LINES = 100

/** A record of a kind, as it stands in a line. */
export function recordLine(
  definition: RecordDefinition,
  line: LineDefinition | undefined,
  mode: BulkMode,
): TSchema {
  const body = writtenSchema(definition, mode === 'put')
  const more = line ? { [linesProperty(line)]: Type.Optional(linesOf(line, mode)) } : {}
  return withCode(body, `${definition.title}BulkInput`, more)
}

function linesOf(line: LineDefinition, mode: BulkMode): TSchema {
  const { title, bodyTitle = title, plural, owner } = line
  return Type.Array(withCode(writtenSchema(line, mode === 'put'), `${bodyTitle}BulkInput`), {
    maxItems: MAX_LINES,
    description: `Written by their own \`fk_id\`; ${inWords(plural)} of the ${owner.of.singular} that are not named stay.`,
  })
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
