import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../base/problems.ts'
import type { App } from '../http/app.ts'
import { sendKept } from '../http/docs/kept.ts'
import { msg } from '../texts/message.ts'
import { type Built, readBuilt } from './files.ts'

/** Files of the service itself, and nothing else: no script or style in the page, no other host. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const NOT_BUILT = msg`The console is not built: run \`npm install\` without --omit=dev, or copy console/dist.`

/** A name with a hash in it never means anything else. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The console, for browsers: its page at every address below `/console`, and its files. They are
 * read at the first request, so the start waits for none of them.
 */
export function consoleRoutes(app: App): void {
  const built = once(readBuilt)
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const { page: html } = (await built()) ?? {}
    if (!html) throw new Problem('not_found', NOT_BUILT)
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', consolePolicy)
    return sendKept(request, reply, html)
  }
  const options = {
    schema: { hide: true },
    config: { scope: 'public', produces: 'text/html' },
  } as const
  app.get('/console', options, page)
  app.get('/console/*', options, page)
  app.get<{ Params: { '*': string } }>(
    '/console/assets/*',
    assetOptions,
    async (request, reply) => {
      const file = (await built())?.assets.get(request.params['*'])
      if (!file) throw new Problem('not_found', msg`The console has no such file.`)
      reply.type(file.type)
      return sendKept(request, reply, file, FOREVER)
    },
  )
}

const assetOptions = {
  schema: { hide: true },
  config: {
    scope: 'public',
    produces: 'text/javascript',
    alsoProduces: ['text/css', 'image/svg+xml', 'font/woff2'],
  },
} as const

/** What was read is kept; where nothing was found, it is looked for again. */
function once(read: () => Promise<Built | undefined>): () => Promise<Built | undefined> {
  let found: Promise<Built | undefined> | undefined
  return () => {
    found ??= read()
      .then((built) => {
        if (!built) found = undefined
        return built
      })
      .catch((error: unknown) => {
        found = undefined
        throw error
      })
    return found
  }
}
