import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import { hasBody } from './headers.ts'
import { brokenEncodings, hasTooManyParameters, MAX_PARAMETERS, routedUrl } from './url.ts'

const OVERRIDE = 'X-HTTP-Method-Override'

/**
 * Fastify's `rewriteUrl`: the address that is routed. It makes a POST the method that its header
 * names, before anything looks at it: some ERPs and proxies send only GET and POST.
 */
export function routed(request: IncomingMessage): string {
  const meant = String(request.headers[OVERRIDE.toLowerCase()]).toUpperCase()
  if (request.method === 'POST' && /^(PUT|PATCH|DELETE)$/.test(meant)) request.method = meant
  return routedUrl(request)
}

/**
 * A POST is that of its header; one that still is a POST has a header that names no other method. Where
 * no token is asked for, such as by OAuth, nobody means one.
 */
function refuseOtherOverride({ method, headers, routeOptions: { config } }: FastifyRequest): void {
  if (method !== 'POST' || headers[OVERRIDE.toLowerCase()] === undefined) return
  if (config.scope === 'public') return
  const detail = msg`must be PUT, PATCH or DELETE.`
  throw new Problem('invalid_header', msg`${OVERRIDE} ${detail}`, {
    errors: [{ header: OVERRIDE, code: 'enum', detail }],
  })
}

/**
 * Refuses what no route takes, before a body is read: a method that can't be meant, an address that is not percent-encoded UTF-8, or
 * has too many parameters, with 400, another method on a known path with 405 and `Allow`, all else with 404. It knows the
 * routes that are added after it.
 */
export function refuseUnknown(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const { methods } = known.get(url) ?? { methods: new Set() }
    for (const one of [method].flat()) methods.add(one)
    // A route for every path is no known path: CORS has one for preflight requests.
    if (url !== '*') known.set(url, { pattern: patternOf(url), methods })
  })
  app.addHook('onRequest', async (request) => {
    refuseOtherOverride(request)
    if (!request.is404) return
    refuseUnread(request)
    const path = (request.url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '')
    const found = known.values().filter(({ pattern }) => pattern.test(path))
    const allow = [...new Set(found.flatMap(({ methods }) => methods))].join(', ')
    if (allow === '') throw new Problem('not_found', msg`There is nothing at this path.`)
    throw new Problem('method_not_allowed', msg`This path takes ${allow}.`, {
      headers: { Allow: allow },
    })
  })
}

/** What a route's URL such as `/orders/:id` or `/docs/*` stands for. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}

/** Refuses an address of which nothing was read. */
function refuseUnread({ originalUrl }: FastifyRequest): void {
  if (hasTooManyParameters(originalUrl)) {
    const detail = msg`An address has at most ${MAX_PARAMETERS} parameters: join values with commas.`
    throw new Problem('invalid_parameter', detail)
  }
  const errors = brokenEncodings(originalUrl)
  if (errors === undefined) return
  throw new Problem('invalid_parameter', msg`The address is not percent-encoded UTF-8.`, { errors })
}

/** Where a route takes no body and none comes, its `Content-Type` says nothing, whatever it is. */
export function passOverTypeOfNothing(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { schema, config } = request.routeOptions
    const takesBody = schema?.body !== undefined || config.consumes !== undefined
    if (!takesBody && !hasBody(request)) delete request.headers['content-type']
  })
}

/** Without it a HEAD that answers 304 says `Content-Length: 0`, as if the record were empty. */
export function leaveOutLengthOfNothing(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    const own = route.onSend === undefined ? [] : [route.onSend].flat()
    // After Fastify's own, which sets the length.
    route.onSend = [
      ...own,
      async (_request, reply, payload) => {
        if (reply.statusCode === 304) reply.removeHeader('Content-Length')
        return payload
      },
    ]
  })
}
