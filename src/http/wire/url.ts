import { type Fault, MAX_FAULTS } from '../../base/refusals.ts'
import { say } from '../../texts/text.ts'

/** No route has it, so the request is refused where other unknown addresses are. */
const NOWHERE = '/'

/**
 * The address that is routed: every endpoint answers with and without the prefix `/v2`
 * (`request.originalUrl` tells which was used). What is not percent-encoded UTF-8 reaches no
 * route: the router and the query parser would each put something else in place of it.
 */
export function routedUrl({ url = '/' }: { url?: string | undefined }): string {
  if (url.includes('%') && !isEncoded(url)) return NOWHERE
  const plain = url.startsWith('/v2') ? url.replace(/^\/v2(?=[/?]|$)/, '') : url
  return plain.startsWith('/') ? plain : `/${plain}`
}

/** Undefined where the address is well encoded; else the query parameters that are not. */
export function brokenEncodings(url: string): Fault[] | undefined {
  if (isEncoded(url)) return undefined
  const [, query = ''] = url.split(/\?(.*)/s)
  const pairs = Iterator.from(query.split('&'))
  // Each broken one is an exception, which costs more than to read it.
  const broken = pairs.filter((pair) => !isEncoded(pair)).take(MAX_FAULTS)
  const names = new Set(broken.map((pair) => pair.split('=')[0] ?? ''))
  const detail = say`must be percent-encoded UTF-8.`
  return [...names].map((parameter) => ({ parameter, code: 'encoding', detail }))
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
