import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { MAX_ERRORS } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'

/** The interface's version, sent in every `meta`; not the package's. */
export const INTERFACE_VERSION = '1.0.0'

/** Records in one answer at most: whole ones, or those with a property that may be long. */
export const MAX_LIMIT = 100
/** The same of records of which `fields` leaves out what may be long. */
export const MAX_SPARSE_LIMIT = 500

const MAX_ID = Number.MAX_SAFE_INTEGER

/** Makes a schema accept null too, which clears or leaves unset. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type ?? 'string', 'null'].flat(),
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** Text in: trimmed, no control characters but newline and tab, no lone surrogates. */
export function text(
  maxLength: number,
  options: {
    minLength?: number
    pattern?: string
    /** What a text is told that doesn't fit the pattern. */
    'x-message'?: Message
    description?: string
    examples?: unknown[]
    /** Name of a parameter among the components of the document, where another has its own. */
    'x-component'?: string
  } = {},
) {
  return Type.String({ format: 'text', trim: true, maxLength, ...options })
}

/** The same of one line: no tabs or line ends either. */
export const line = (...given: Parameters<typeof text>) => ({ ...text(...given), format: 'line' })

/** A decimal in: checked digit by digit (`x-decimal`), never rounded. */
export function decimal(integer: number, decimals: number, options: Record<string, unknown> = {}) {
  return Type.Number({ 'x-decimal': { integer, decimals }, minimum: 0, ...options })
}

export const id = Type.Integer({ minimum: 1, maximum: MAX_ID, examples: [1] })
/** A count: 0 and up. */
export const count = Type.Integer({ minimum: 0, maximum: MAX_ID })
export const name = {
  ...text(200, { minLength: 1, examples: ['Distribuidora Aurora'] }),
  description: 'On one line, with at least one visible character.',
  format: 'name',
}
/** `id:42` names a customer by its id where an fk_id stands, so no fk_id starts with `id:`. */
export const fkId = Type.String({
  format: 'fk-id',
  minLength: 1,
  maxLength: 100,
  pattern: '^(?!id:)',
  'x-message': msg`must not start with "id:", which names a record by its id.`,
  description: 'No white space at its ends, no tabs, no line ends, nothing invisible.',
  examples: ['ERP-1001'],
})
/** An fk_id to look for: as it is, not trimmed. */
export const fkIdFilter = Type.String({
  format: 'text',
  maxLength: 100,
  description: 'Exact external identifier.',
  'x-component': 'FkIdFilter',
  examples: ['ERP-1001'],
})
export const longText = text(5000)
/** In: RFC 3339 with any offset, without a zone (the account's is meant), or a bare date. */
export const dateTime = Type.String({
  format: 'date-time-or-local',
  description: 'RFC 3339 or a date (its first instant), without a zone in `time_zone`.',
  examples: ['2026-11-21T09:30:00-03:00'],
})
/** A day of the calendar. */
export const day = Type.String({ format: 'date', maxLength: 10, examples: ['2026-12-28'] })
/** In filters: a bare date is allowed and means its first (`_from`) or last (`_to`) instant. */
export const dateFilter = Type.String({
  format: 'date-time-or-date',
  description: 'RFC 3339 or a bare date; inclusive. Years 1900 to 2199.',
  examples: ['2026-11-21'],
})
/** Date-time out: UTC, milliseconds, `Z`. */
export const dateTimeOut = Type.String({
  format: 'date-time',
  maxLength: 24,
  examples: ['2026-11-21T12:30:00.000Z'],
})
/** Text out: what `text` let in. */
export function textOut(maxLength: number, options: Record<string, unknown> = {}) {
  return Type.String({ format: 'text', maxLength, ...options })
}
export const nameOut = textOut(200, { examples: ['Distribuidora Aurora'] })
export const fkIdOut = nullable(textOut(100, { examples: ['ERP-1001'] }))

export const idParams = Type.Object({ id: { ...id, description: 'The record’s `id`.' } })
export const fkIdParams = Type.Object({
  fk_id: { ...fkId, description: 'The record’s external identifier.' },
})

/** The two ways to name one record behind the path of its list; both have the same endpoints. */
export const recordKeys = [
  { at: '/:id', params: idParams, suffix: '', by: '' },
  { at: '/fk_id/:fk_id', params: fkIdParams, suffix: 'ByFkId', by: ' by its fk_id' },
] as const

export const meta = Type.Object(
  {
    timestamp: Type.String({
      description: 'When the answer was made: UTC, milliseconds, no zone suffix.',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}$',
      maxLength: 23,
      examples: ['2026-11-21T03:24:00.123'],
    }),
    version: Type.String({
      description: 'Version of the interface.',
      pattern: '^\\d+\\.\\d+\\.\\d+$',
      maxLength: 20,
      examples: [INTERFACE_VERSION],
    }),
    discount_value: Type.Optional(decimal(13, 2, { description: 'The order’s.' })),
    rule: Type.Optional({ ...id, description: 'The other tax rule.' }),
    tax_date: Type.Optional(
      Type.String({
        format: 'date',
        maxLength: 10,
        description:
          'With `total_moves_with_date` and `invoice_check_failed`: the day of the invoice.',
        examples: ['2027-01-04'],
      }),
    ),
    total_value: Type.Optional(decimal(13, 2, { description: 'The total before that.' })),
    total_value_then: Type.Optional(decimal(13, 2, { description: 'The total by that day.' })),
    closed: Type.Optional(
      Type.Array(textOut(40, { examples: ['pis'] }), {
        maxItems: 50,
        description: 'Taxes of its items that there are not on that day.',
      }),
    ),
    findings: Type.Optional(
      Type.Array(
        closed({
          code: textOut(40, { description: 'The code of the refusal.', examples: ['694'] }),
          rule: nullable(textOut(20, { examples: ['NA01-20'] })),
          pointer: textOut(200, { examples: ['/items/0/taxes'] }),
        }),
        {
          maxItems: MAX_ERRORS,
          description: 'With `invoice_check_failed`: the first of what would be refused.',
        },
      ),
    ),
  },
  { $id: 'Meta', description: 'In every JSON answer, also of an error.' },
)

const link = Type.String({ format: 'uri-reference', maxLength: 16_000 })

export const pagination = Type.Object(
  {
    page: { ...id, description: 'This page, counted from 1.' },
    limit: Type.Integer({ minimum: 1, maximum: MAX_SPARSE_LIMIT, examples: [25] }),
    total: { ...count, description: 'Exact number of records that match.', examples: [57] },
    totalPages: { ...count, examples: [3] },
    hasNext: Type.Boolean({ examples: [true] }),
    hasPrev: Type.Boolean({ examples: [false] }),
    links: Type.Object(
      {
        self: { ...link, examples: ['/orders?page=1&limit=25'] },
        first: { ...link, examples: ['/orders?page=1&limit=25'] },
        last: { ...link, examples: ['/orders?page=3&limit=25'] },
        next: { ...nullable(link), examples: ['/orders?page=2&limit=25'] },
        prev: { ...nullable(link), examples: [null] },
      },
      {
        title: 'PageLinks',
        description: 'Relative addresses, with the other query parameters of the request kept.',
      },
    ),
  },
  { $id: 'Pagination', description: 'Where a page stands in its list.' },
)

/** A problem may quote what was sent, and that is anything up to the largest body. */
const LONGEST_QUOTE = 10_000_000

export function quoting(options: Record<string, unknown>) {
  return Type.String({ maxLength: LONGEST_QUOTE, ...options })
}

const fieldError = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({
        format: 'json-pointer',
        maxLength: LONGEST_QUOTE,
        description: 'Place in the body.',
        examples: ['/items/0/price'],
      }),
    ),
    parameter: Type.Optional(
      quoting({
        description: 'Path or query parameter; any text, as unknown ones are named too.',
        pattern: '^[\\s\\S]*$',
        examples: ['limit'],
      }),
    ),
    header: Type.Optional(
      quoting({
        description: 'Request header.',
        pattern: '^[!-~]+$',
        examples: ['Idempotency-Key'],
      }),
    ),
    meta: Type.Optional(
      Type.Object(
        {
          tax: Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 40, examples: ['cbs'] }),
          date: Type.String({ format: 'date', maxLength: 10, examples: ['2027-01-04'] }),
        },
        {
          additionalProperties: false,
          description: 'Of `rate_missing`: of what, and for which day.',
        },
      ),
    ),
    code: Type.String({
      pattern: '^[a-z_]+$',
      maxLength: 50,
      description: 'Stable. All codes are listed at `/docs/errors`.',
      examples: ['required'],
    }),
    detail: quoting({ description: 'For a person.', pattern: '\\S', examples: ['is required.'] }),
    sent: Type.Optional(decimalText('The figure as it was sent.', '100')),
    expected: Type.Optional(decimalText('The figure that the others make it.', '99.5')),
  },
  { title: 'FieldError', description: 'One error: the field and what is wrong with it.' },
)

function decimalText(description: string, example: string) {
  return Type.String({
    description,
    pattern: '^-?\\d+(\\.\\d+)?$',
    maxLength: 40,
    examples: [example],
  })
}

/** W3C Trace Context, where the request had one. */
export const traceparent = Type.String({
  pattern: '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
  maxLength: 55,
  description: 'The `traceparent` of the request, where it sent one.',
  examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
})

/** The errors of a request, or of one record. */
export const fieldErrors = Type.Array(fieldError, {
  maxItems: MAX_ERRORS,
  description: `All the errors of the request at once, or the first ${MAX_ERRORS}; \`detail\` then says so.`,
})

/** Closed object: an unknown property is an error that names it. */
export function closed<P extends TProperties>(
  properties: P,
  options: Record<string, unknown> = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

// The interface's envelopes. Their titles become names in the published document.

function nameOf(record: TSchema): string {
  return (record as { $ref?: string }).$ref ?? ''
}

export function single(record: TSchema) {
  return Type.Object(
    { data: record, meta: Type.Ref('Meta') },
    { title: `${nameOf(record)}Response` },
  )
}

/** One record, or the part of it that `fields` names. */
export function singleOrPart(record: TSchema): TSchema {
  return Type.Union([single(record), single(Type.Ref(partName(nameOf(record))))])
}

export const messageOut = textOut(100, { examples: ['Resource updated successfully'] })

export function changed(record: TSchema) {
  return Type.Object(
    { data: record, message: messageOut, meta: Type.Ref('Meta') },
    { title: `${nameOf(record)}ChangedResponse` },
  )
}

export function list(record: TSchema, maxItems = MAX_LIMIT) {
  return Type.Object(
    {
      data: Type.Array(record, { maxItems }),
      pagination: Type.Ref('Pagination'),
      meta: Type.Ref('Meta'),
    },
    { title: `${nameOf(record)}List`, description: 'Page mode.' },
  )
}

export const nextCursor = nullable(
  textOut(16_000, {
    description: 'For the next request; null when there is no more.',
    examples: ['q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0'],
  }),
)

export function cursorList(record: TSchema, maxItems = MAX_LIMIT) {
  return Type.Object(
    {
      data: Type.Array(record, { maxItems }),
      size: Type.Integer({
        minimum: 0,
        maximum: maxItems,
        description: 'Number of records in `data`.',
        examples: [25],
      }),
      next_cursor: nextCursor,
      meta: Type.Ref('Meta'),
    },
    { title: `${nameOf(record)}CursorList`, description: 'Cursor mode.' },
  )
}

/** A list of whole records or, with `fields`, of parts of them, in either mode. */
export function sparseLists(record: TSchema): TSchema {
  const part = Type.Ref(partName(nameOf(record)))
  return Type.Union([
    list(record),
    cursorList(record),
    list(part, MAX_SPARSE_LIMIT),
    cursorList(part, MAX_SPARSE_LIMIT),
  ])
}

/** A whole record or, with `fields`, a part of one. */
export function wholeOrPart(record: TSchema): TSchema {
  return Type.Union([record, Type.Ref(partName(nameOf(record)))])
}

const partName = (name: string) => `${name}Part`

/** The schema of what `fields` leaves of a record with an `$id`: any of its properties. */
export function partOf(record: TSchema): TSchema {
  const { $id, required: _, examples: __, ...rest } = record as Record<string, unknown>
  const description = 'The properties that `fields` names.'
  return Type.Unsafe({ ...rest, $id: partName(String($id)), description })
}

export const deleted = Type.Object(
  {
    success: Type.Boolean({ examples: [true] }),
    message: textOut(100, { examples: ['Resource deleted successfully'] }),
    deletedId: id,
    meta: Type.Ref('Meta'),
  },
  { title: 'DeletedResponse' },
)
