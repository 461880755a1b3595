import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse, stringify } from 'lossless-json'
import { Type } from 'typebox'
import { type FieldError, refuseParameters } from '../../base/problems.ts'
import type { ListSource, SparseSource } from '../../database/list.ts'
import { msg } from '../../texts/message.ts'
import { etagOf, sendRecord } from '../conditional.ts'
import { MAX_LIMIT, MAX_SPARSE_LIMIT } from '../schemas.ts'

/** What a request gets of each record, and how many at most. */
export interface SparseList {
  source: ListSource
  mostRecords: number
}

/** Room for the names of all that an order has. */
const LONGEST = 1_000

function fieldsParameter(description: string, options: object = {}) {
  return Type.Optional(
    Type.String({
      format: 'text',
      maxLength: LONGEST,
      description,
      examples: ['id,fk_id'],
      ...options,
    }),
  )
}

/** The query parameters of a list of which a request may want only some properties. */
export function sparseParameters({ long = [] }: SparseSource) {
  const without = long.length ? ` without ${quoted(long)}` : ''
  return {
    limits: `At most ${MAX_LIMIT}, or ${MAX_SPARSE_LIMIT} with \`fields\`${without}.`,
    fields: fieldsParameter(
      'Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records.',
    ),
  }
}

/** @param fields what the request or its cursor names; undefined: whole records */
export function sparseListOf(
  source: ListSource | SparseSource,
  fields: string | undefined,
): SparseList {
  if (fields === undefined || !('pick' in source)) return { source, mostRecords: MAX_LIMIT }
  const { properties, long = [], pick, stored: _, ...rest } = source
  const names = namedBy(fields, properties)
  const isLong = names.some((name) => long.includes(name))
  return {
    source: { ...rest, document: pick(names) },
    mostRecords: isLong ? MAX_LIMIT : MAX_SPARSE_LIMIT,
  }
}

/** The properties that `fields` names, in the order of the JSON. @throws Problem */
function namedBy(fields: string, properties: readonly string[]): string[] {
  const names = fields.split(',')
  refuseParameters(names.flatMap((name, i) => errorsOf(name, names.indexOf(name) < i, properties)))
  return properties.filter((name) => names.includes(name))
}

/** The query parameter of a read of one record. */
export const fieldsOfOne = {
  fields: fieldsParameter(
    'Sparse fields: only these top-level properties, separated by commas. The `ETag` is that of the whole record.',
    { 'x-component': 'FieldsOfOne' },
  ),
}

/**
 * Answers a read of one record whole, or by `fields` in part. The part has the tag of the record, so
 * it is what `If-Match` of a change takes, though another property has changed.
 * @param properties those that the record has
 * @param etag where the document is more than the record: that of the record
 * @throws Problem where it has none of that name
 */
export function sendWholeOrPart(
  request: FastifyRequest,
  reply: FastifyReply,
  document: string,
  properties: readonly string[],
  etag = etagOf(document),
): FastifyReply {
  const { fields } = request.query as { fields?: string }
  if (fields === undefined) return sendRecord(request, reply, document, etag)
  const names = namedBy(fields, properties)
  const whole = Object.entries(parse(document) as Record<string, unknown>)
  // Numbers stay as the database wrote them: `parse` keeps their digits.
  // What the request has added to the record stands in each part of it.
  const isShown = (name: string) => names.includes(name) || name === 'expanded'
  const part = Object.fromEntries(whole.filter(([name]) => isShown(name)))
  return sendRecord(request, reply, stringify(part) as string, etag)
}

function errorsOf(name: string, isRepeated: boolean, properties: readonly string[]): FieldError[] {
  const known = properties.includes(name)
  if (known && !isRepeated) return []
  const detail = known
    ? msg`names ${name} twice.`
    : msg`there is no property "${name}"; one or more of ${properties.join(', ')}.`
  return [{ parameter: 'fields', code: 'fields', detail }]
}

/** @throws Problem where so many are more than one answer holds */
export function refuseLongPage(
  limit: number,
  source: ListSource | SparseSource,
  { mostRecords }: SparseList,
): void {
  if (limit <= mostRecords) return
  const { long = [] } = 'pick' in source ? source : {}
  const detail = long.length
    ? msg`must be at most ${mostRecords}, or ${MAX_SPARSE_LIMIT} with fields without ${long}.`
    : msg`must be at most ${mostRecords}, or ${MAX_SPARSE_LIMIT} with fields.`
  refuseParameters([{ parameter: 'limit', code: 'maximum', detail }])
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
