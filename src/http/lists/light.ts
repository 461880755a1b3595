import { Type } from 'typebox'
import { type Fault, refuseParameters } from '../../base/refusals.ts'
import type { LightSource, ListSource } from '../../database/list.ts'
import { say } from '../../texts/text.ts'
import { MAX_LIGHT_LIMIT, MAX_LIMIT } from '../schemas.ts'

/** What a request gets of each record, and how many at most. */
export interface Light {
  source: ListSource
  mostRecords: number
}

/** The query parameters of a list of which a request may want only some properties. */
export function lightParameters({ long = [] }: LightSource) {
  const without = long.length ? ` without ${quoted(long)}` : ''
  return {
    limits: `At most ${MAX_LIMIT}, or ${MAX_LIGHT_LIMIT} with \`fields\`${without}.`,
    fields: Type.Optional(
      Type.String({
        format: 'text',
        maxLength: 500,
        description:
          'Only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records.',
        examples: ['id,fk_id'],
      }),
    ),
  }
}

/** @param fields what the request or its cursor names; undefined: whole records */
export function lightOf(source: ListSource | LightSource, fields: string | undefined): Light {
  if (fields === undefined || !('pick' in source)) return { source, mostRecords: MAX_LIMIT }
  const { properties, long = [], pick, stored: _, ...rest } = source
  const names = fields.split(',')
  refuseParameters(names.flatMap((name, i) => faultsOf(name, names.indexOf(name) < i, properties)))
  const isLong = names.some((name) => long.includes(name))
  const inOrder = properties.filter((name) => names.includes(name))
  return {
    source: { ...rest, document: pick(inOrder) },
    mostRecords: isLong ? MAX_LIMIT : MAX_LIGHT_LIMIT,
  }
}

function faultsOf(name: string, isRepeated: boolean, properties: readonly string[]): Fault[] {
  const known = properties.includes(name)
  if (known && !isRepeated) return []
  const detail = known
    ? say`names ${name} twice.`
    : say`there is no property "${name}"; one or more of ${properties.join(', ')}.`
  return [{ parameter: 'fields', code: 'fields', detail }]
}

/** @throws Refusal where so many are more than one answer holds */
export function refuseLongPage(
  limit: number,
  source: ListSource | LightSource,
  { mostRecords }: Light,
): void {
  if (limit <= mostRecords) return
  const { long = [] } = 'pick' in source ? source : {}
  const detail = long.length
    ? say`must be at most ${mostRecords}, or ${MAX_LIGHT_LIMIT} with fields without ${long}.`
    : say`must be at most ${mostRecords}, or ${MAX_LIGHT_LIMIT} with fields.`
  refuseParameters([{ parameter: 'limit', code: 'maximum', detail }])
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
