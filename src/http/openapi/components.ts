import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorCodes } from '../../base/problems.ts'
import { scopes } from '../../base/scopes.ts'
import { INTERFACE_VERSION } from '../schemas.ts'

// What the OpenAPI document says once and endpoints refer to.

const text = (maxLength: number, pattern: string, ...examples: string[]) => ({
  type: 'string',
  pattern,
  maxLength,
  ...(examples.length ? { examples } : {}),
})
const mediaTypes = text(200, '^[!-~ ]+$', 'application/json')
const seconds = { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400, examples: [12] }

export const headers: Record<string, { description: string; schema: object }> = {
  ETag: {
    description: 'Entity tag of the record: for `If-Match` and `If-None-Match`.',
    schema: text(100, '^"[!-~]+"$', '"x7Vq3Lw0cQ2mYt9RkP4sZA"'),
  },
  Accept: {
    description: 'Where PUT was refused for its media type: those that it takes.',
    schema: mediaTypes,
  },
  'Accept-Patch': { description: 'The same for PATCH (RFC 5789).', schema: mediaTypes },
  'Accept-Post': { description: 'The same for POST.', schema: mediaTypes },
  'Accept-Encoding': {
    description: 'Where a body was refused for how it was compressed: what is taken.',
    schema: { type: 'string', enum: ['identity', 'gzip, identity'] },
  },
  Link: {
    description:
      'Other pages of the list (RFC 8288): `first`, `prev`, `next`, `last`; in cursor mode `next`. Left out where it would be longer than 4,000 characters.',
    schema: text(4000, '^<[!-~]+>[!-~ ]*$', '</orders?page=2&limit=25>; rel="next"'),
  },
  Location: {
    description: 'Address of what was created, with the prefix that the request used.',
    schema: { type: 'string', format: 'uri-reference', maxLength: 500, examples: ['/orders/1'] },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored first answer to the `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: 'The preference of `Prefer` that this answer keeps.',
    schema: { type: 'string', enum: ['consistency=strong'] },
  },
  'X-Request-Id': {
    description:
      'Finds this request in the service’s log: what was sent as `X-Request-Id`, if it was 1 to 100 letters, digits and `._~:/+=@-`, or a new one.',
    schema: text(100, '^[A-Za-z0-9._~:/+=@-]+$', '0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c'),
  },
  RateLimit: {
    description:
      'What is left of this window (`r`) and the seconds until it ends (`t`). Only where the service limits requests.',
    schema: text(100, '^"(token|address)";r=\\d+;t=\\d+$', '"token";r=599;t=60'),
  },
  'RateLimit-Policy': {
    description: 'Requests allowed (`q`) in a window of so many seconds (`w`).',
    schema: text(100, '^"(token|address)";q=\\d+;w=\\d+$', '"token";q=600;w=60'),
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again; with 409 only for `idempotency_in_flight`.',
    schema: seconds,
  },
  'WWW-Authenticate': {
    description: 'Challenge of RFC 6750; of a client that asks for an access token, `Basic`.',
    schema: text(500, '^(Bearer|Basic) .*$', 'Bearer realm="pedido", error="invalid_token"'),
  },
}

/** Parameters that many operations take. */
export const parameters = {
  CustomFields: {
    name: 'custom',
    in: 'query',
    required: false,
    style: 'form',
    explode: true,
    description:
      'Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others.',
    schema: {
      type: 'object',
      additionalProperties: text(20_000, '^[^\\x00-\\x08]+$'),
      propertyNames: { pattern: '^custom\\.' },
      maxProperties: 100,
    },
    // Scalar would send it unless told not to.
    examples: {
      example: {
        value: { 'custom.rota': '12', 'custom.entrega_from': '2026-11-01' },
        'x-disabled': true,
      },
    },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`consistency=strong`: the answer holds everything that anybody wrote before. Otherwise it holds what this token wrote, and changes by others perhaps a moment later.',
    schema: text(4000, '^[ -~\\t]*$'),
  },
}

/** Headers by name, as references to those above. */
export function headerReferences(...names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const TAKEN_HEADERS = ['Accept', 'Accept-Patch', 'Accept-Post', 'Accept-Encoding']
const EVERYWHERE = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy']

function problemHeaders(status: number): string[] {
  if (status === 401) return ['WWW-Authenticate', ...EVERYWHERE]
  if (status === 409) return ['Retry-After', ...EVERYWHERE]
  if (status === 412) return ['ETag', ...EVERYWHERE]
  if (status === 415) return [...TAKEN_HEADERS, ...EVERYWHERE]
  if (status === 429) return ['Retry-After', ...EVERYWHERE]
  if (status === 503) return ['Retry-After', ...EVERYWHERE]
  return EVERYWHERE
}

interface Sample {
  detail?: string
  errors?: object[]
  [extra: string]: unknown
}

/** What a problem with this code looks like; the advice stands for the detail where none is given. */
const samples: { [C in ErrorCode]?: Sample } = {
  invalid_parameter: {
    detail: 'limit must be <= 100.',
    errors: [{ parameter: 'limit', code: 'maximum', detail: 'must be <= 100.' }],
  },
  invalid_cursor: {
    detail: 'This cursor was made for another sort or other filters.',
    errors: [
      {
        parameter: 'cursor',
        code: 'invalid_cursor',
        detail: 'This cursor was made for another sort or other filters.',
      },
    ],
  },
  unauthorized: { detail: 'The token is unknown, expired or revoked.' },
  account_closed: {
    detail: 'The account is closed, and is deleted from 2026-12-23T12:30:00.000Z on.',
  },
  address_not_allowed: { detail: 'The token does not work from the address 198.51.100.8.' },
  insufficient_scope: { detail: 'The token lacks the scope orders:write.' },
  not_found: { detail: 'Order 42 does not exist.' },
  duplicate_fk_id: {
    detail: 'fk_id "ERP-1001" belongs to order 7.',
    errors: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail: 'belongs to order 7.' }],
    existing_id: 7,
  },
  move_not_allowed: {
    detail: 'An order can\'t go from "Draft" to "Shipped". Allowed: Open (2), Cancelled (8).',
    allowed: [
      { id: 2, name: 'Open' },
      { id: 8, name: 'Cancelled' },
    ],
  },
  record_in_use: { detail: 'Customer 1 is used by orders.', used_by: ['orders'] },
  cursor_gone: {
    detail:
      'Events behind this cursor are no longer kept. Start again with `restart_cursor`, at the oldest event there is (2026-08-23T12:30:00.000Z), and compare your records.',
    restart_cursor: 'q83vEjRWeJCrze8SNFZ4kFsiLWlkIix7fSxbIjEiXV0',
    oldest_time: '2026-08-23T12:30:00.000Z',
  },
  precondition_failed: { detail: 'The record\'s ETag is "x7Vq3Lw0cQ2mYt9RkP4sZA" now.' },
  validation_failed: {
    detail: '/items/0/quantity: is required. (and 1 more, see errors)',
    errors: [
      { pointer: '/items/0/quantity', code: 'required', detail: 'is required.' },
      {
        pointer: '/items/1/value_ipi',
        code: 'amount_contradiction',
        detail: 'value_ipi was sent as 7.5, expected 7.37 (base_ipi × aliq_ipi ÷ 100).',
        sent: '7.5',
        expected: '7.37',
      },
    ],
  },
}

function sampleOf(code: ErrorCode) {
  const [status, title, advice] = errorCodes[code]
  const { detail = advice, errors = [], ...extra }: Sample = samples[code] ?? {}
  return {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail,
    code,
    request_id: '0b1f5c5e-5a0e-4d57-9e65-6a3f0b6f8f5c',
    errors,
    ...extra,
    meta: { timestamp: '2026-11-21T03:24:00.123', version: INTERFACE_VERSION },
  }
}

/** The codes that an endpoint refuses with in one status. */
export type ProblemCodes = readonly ErrorCode[]

/**
 * A response for each status, with all the codes that any operation refuses with in it, and a
 * reference to it that tells which of them an operation has.
 */
export function problemResponses(all: ProblemCodes[]) {
  const byStatus = [...Map.groupBy(all, statusOf)].sort(([a], [b]) => a - b)
  const nameOf = (status: number) => (STATUS_CODES[status] ?? '').replace(/\W/g, '')
  const every = new Map(
    byStatus.map(([status, sets]) => [status, [...new Set(sets.flat())].toSorted()] as const),
  )
  const responses = Object.fromEntries(
    [...every].map(([status, codes]) => [nameOf(status), problemResponse(status, codes)]),
  )
  const referenceTo = (codes: ProblemCodes) => {
    const status = statusOf(codes)
    const isEvery = codes.length === every.get(status)?.length
    const description = codes.toSorted().map((code) => `\`${code}\``)
    return {
      $ref: `#/components/responses/${nameOf(status)}`,
      ...(isEvery ? {} : { description: `${description.join(', ')}.` }),
    }
  }
  return { referenceTo, responses }
}

function statusOf([first]: ProblemCodes): number {
  return first ? errorCodes[first][0] : 500
}

/** The codes in which a reference to the response of a status, as made above, says it is meant. */
export function codesMeant(description: string | undefined): ErrorCode[] | undefined {
  const codes = description?.matchAll(/`(\w+)`/g)
  return codes && Array.from(codes, ([, code]) => code as ErrorCode)
}

/** What an operation answers that refuses with one of these codes, all of one status. */
export function problemResponse(status: number, codes: ProblemCodes) {
  const examples = codes.map((code) => [
    code,
    { summary: errorCodes[code][1], value: sampleOf(code) },
  ])
  const schema = { $ref: '#/components/schemas/Problem' }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code][1]}`).join('; '),
    headers: headerReferences(...problemHeaders(status)),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** What each scope opens, for the security scheme’s description. */
export function scopeList(): string {
  return [...scopes, '*'].map((scope) => `\`${scope}\``).join(', ')
}

/** What each scope opens, by its name. */
export function scopeTexts(): Record<string, string> {
  return Object.fromEntries([
    ...scopes.map((scope) => {
      const [what = '', how = ''] = scope.split(':')
      return [scope, `${how.charAt(0).toUpperCase()}${how.slice(1)} ${what}.`]
    }),
    ['*', 'All.'],
  ])
}
