import { type FieldError, MAX_ERRORS } from '../../base/problems.ts'
import { isPercentEncoded } from '../../base/values/percent-encoding.ts'
import { msg } from '../../texts/message.ts'

/** No route has it, so the request is refused where other unknown addresses are. */
const NOWHERE = '/'

/**
 * The address that is routed: every endpoint answers with and without the prefix `/v2`
 * (`request.originalUrl` tells which was used). What is not percent-encoded UTF-8 reaches no
 * route: the router and the query parser would each put something else in place of it. Nor does what
 * has more parameters than anybody needs, which would all be read.
 */
export function routedUrl({ url = '/' }: { url?: string | undefined }): string {
  if (hasTooManyParameters(url)) return NOWHERE
  if (url.includes('%') && !isPercentEncoded(url)) return NOWHERE
  const plain = url.startsWith('/v2') ? url.replace(/^\/v2(?=[/?]|$)/, '') : url
  return plain.startsWith('/') ? plain : `/${plain}`
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
