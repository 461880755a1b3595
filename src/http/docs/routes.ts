import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { etagOf, isKnown } from '../conditional.ts'
import { type MadeDocument, openApiDocument } from '../openapi/document.ts'
import { info, securitySchemes } from '../openapi/info.ts'
import { errorsPage, errorsPolicy } from './errors-page.ts'
import { referencePage, referencePolicy, referenceScript, type Script } from './reference-page.ts'

/**
 * `/openapi.json`, made from the routes' own schemas, and the pages for people under `/docs`.
 * @param webhooks the document's part on what is sent to others, by name
 */
export async function documentationRoutes(app: App, webhooks: object): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: info.title, version: info.version },
      components: { securitySchemes },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) =>
        (json['$id'] as string | undefined) ?? `def-${i}`,
    },
    transformObject: (made) =>
      openApiDocument(
        ('openapiObject' in made ? made.openapiObject : {}) as unknown as MadeDocument,
        webhooks,
      ) as object,
  })
  documentRoute(app)
  pageRoutes(app)
}

const isPublic = { schema: { hide: true }, config: { scope: 'public' } } as const
const isPage = { ...isPublic, config: { scope: 'public', produces: 'text/html' } } as const

/** Made at its first request: that takes 50 ms, which the start needs not wait for. */
function documentRoute(app: App): void {
  let document: { text: string; etag: string } | undefined
  app.get('/openapi.json', isPublic, (request, reply) => {
    if (!document) {
      const text = JSON.stringify(app.swagger())
      document = { text, etag: etagOf(text) }
    }
    reply.type('application/json; charset=utf-8')
    return sendKept(request, reply, document.etag, document.text)
  })
}

function pageRoutes(app: App): void {
  sendPage(app, '/docs', referencePage, referencePolicy)
  sendPage(app, '/docs/errors', errorsPage(), errorsPolicy)
  let script: Promise<Script> | undefined
  app.get('/docs/js/scalar.js', isPublic, async (request, reply) => {
    script ??= referenceScript()
    const { plain, gzipped, etag } = await script
    const compressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    reply.type('text/javascript; charset=utf-8').header('Vary', 'Accept-Encoding')
    if (compressed) reply.header('Content-Encoding', 'gzip')
    return sendKept(request, reply, etag, compressed ? gzipped : plain)
  })
}

function sendPage(app: App, path: string, html: string, policy: string): void {
  const etag = etagOf(html)
  app.get(path, isPage, (request, reply) => {
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy)
    return sendKept(request, reply, etag, html)
  })
}

/** What a browser may keep, if it asks each time whether it still holds. */
function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  content: string | Buffer,
): FastifyReply {
  reply.header('ETag', etag).header('Cache-Control', 'no-cache')
  return isKnown(request, etag) ? reply.code(304).send() : reply.send(content)
}
