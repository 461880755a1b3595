import { type FieldError, MAX_ERRORS } from '../../base/problems.ts'
import { isPercentEncoded } from '../../base/values/percent-encoding.ts'
import { composed } from '../../base/values/texts.ts'
import { readValues } from '../../base/values/value-lists.ts'
import { msg } from '../../texts/message.ts'

/** No route has it, so the request is refused where other unknown addresses are. */
const NOWHERE = '/'

/**
 * The address that is routed: every endpoint answers with and without the prefix `/v2`
 * (`request.originalUrl` tells which was used). What is not percent-encoded UTF-8 reaches no
 * route: the router and the query parser would each put something else in place of it. Nor does what
 * has more parameters than anybody needs, which would all be read.
 */
export function routedUrl(request: { url?: string | undefined; originalUrl?: string }): string {
  const url = pathOf(request)
  if (hasTooManyParameters(url)) return NOWHERE
  if (url.includes('%') && !isPercentEncoded(url)) return NOWHERE
  const plain = url.startsWith('/v2') ? url.replace(/^\/v2(?=[/?]|$)/, '') : url
  return plain.startsWith('/') ? plain : `/${plain}`
}

/**
 * The address without the host, which clients of proxies send with it (RFC 9112, 3.2.2); links
 * follow it. `Host` is the same, or the sender breaks the rules of HTTP.
 */
function pathOf(request: { url?: string | undefined; originalUrl?: string }): string {
  const { url = '/' } = request
  if (url.startsWith('/')) return url
  const rest = /^https?:\/\/[^/?#@]+(.*)$/is.exec(url)?.[1]
  if (rest === undefined) return url
  request.originalUrl = rest.startsWith('/') ? rest : `/${rest}`
  return request.originalUrl
}

/** More than the ids of the longest list, each in a parameter of its own. */
export const MAX_PARAMETERS = 500

export function hasTooManyParameters(url: string): boolean {
  if (url.length < MAX_PARAMETERS) return false
  let count = 1
  for (let at = url.indexOf('&'); at >= 0; at = url.indexOf('&', at + 1)) count++
  return count > MAX_PARAMETERS
}

/** Undefined where the address is well encoded; else the query parameters that are not. */
export function brokenEncodings(url: string): FieldError[] | undefined {
  if (isPercentEncoded(url)) return undefined
  const [, query = ''] = url.split(/\?(.*)/s)
  const pairs = Iterator.from(query.split('&'))
  // Each broken one is an exception, which costs more than to read it.
  const broken = pairs.filter((pair) => !isPercentEncoded(pair)).take(MAX_ERRORS)
  const names = new Set(broken.map((pair) => pair.split('=')[0] ?? ''))
  const detail = msg`must be percent-encoded UTF-8.`
  return [...names].map((parameter) => ({ parameter, code: 'encoding', detail }))
}

/** What is read of a parameter's schema. */
interface ParameterSchema {
  type?: unknown
  items?: ParameterSchema
  maxItems?: number
}

export interface ParametersSchema {
  properties?: Record<string, ParameterSchema>
  patternProperties?: Record<string, ParameterSchema>
}

/** Reads numbers strictly; what does not read stays text and fails its schema. */
export function readParameters(
  value: unknown,
  properties: Record<string, ParameterSchema> = {},
  patterns: (readonly [RegExp, ParameterSchema])[],
): unknown {
  const sent = value as Record<string, unknown>
  const read: [string, unknown][] = []
  let unknownCount = 0
  for (const key of Object.keys(sent)) {
    const schema = Object.hasOwn(properties, key)
      ? properties[key]
      : patterns.find(([pattern]) => pattern.test(key))?.[1]
    // Each is an error, and no more are looked at than show that there are too many to list.
    if (schema === undefined && ++unknownCount > MAX_ERRORS + 1) continue
    const raw = sent[key]
    if (schema?.type === 'array') read.push([key, readListParameter(raw as string, schema)])
    else read.push([key, typeof raw === 'string' ? readParameter(raw, schema) : raw])
  }
  // Unlike an assignment it makes `__proto__` a property, which is then refused as unknown.
  return Object.fromEntries(read)
}

const NUMBERS: Record<string, RegExp> = {
  integer: /^-?(0|[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
}

function readParameter(raw: string, { type }: ParameterSchema = {}): unknown {
  if (type === 'boolean' && /^(true|false)$/.test(raw)) return raw === 'true'
  return NUMBERS[String(type)]?.test(raw) ? Number(raw) : composed(raw)
}

/**
 * Values with commas between them; the parameter may stand several times. Of too many values one
 * more is read than it may have, which its schema then refuses.
 */
function readListParameter(
  raw: string | string[],
  { items, maxItems = Infinity }: ParameterSchema,
): unknown[] {
  const texts = [raw].flat().slice(0, maxItems + 1)
  const values = texts.flatMap((text) => readValues(text, maxItems + 1)).slice(0, maxItems + 1)
  return values.map((value) => readParameter(value, items))
}
