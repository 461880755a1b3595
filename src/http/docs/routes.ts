import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { etagOf, isUnchanged, sendNotModified } from '../conditional.ts'
import { type MadeDocument, openApiDocument } from '../openapi/document.ts'
import { info, securitySchemes } from '../openapi/info.ts'
import { encodedTag, type Prepared, prepare } from '../wire/compression.ts'
import { addVary } from '../wire/headers.ts'
import { encodingFor } from '../wire/negotiation.ts'
import { errorsPage, errorsPolicy } from './errors-page.ts'
import { referencePage, referencePolicy, referenceScript } from './reference-page.ts'

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
  let document: Promise<Kept> | undefined
  app.get('/openapi.json', isPublic, async (request, reply) => {
    document ??= kept(JSON.stringify(app.swagger()))
    reply.type('application/json; charset=utf-8')
    return sendKept(request, reply, await document)
  })
}

function pageRoutes(app: App): void {
  sendPage(app, '/docs', referencePage, referencePolicy)
  sendPage(app, '/docs/errors', errorsPage(), errorsPolicy)
  let script: Promise<Kept> | undefined
  app.get('/docs/js/scalar.js', isPublic, async (request, reply) => {
    script ??= referenceScript().then(kept)
    reply.type('text/javascript; charset=utf-8')
    return sendKept(request, reply, await script)
  })
}

function sendPage(app: App, path: string, html: string, policy: string): void {
  let page: Promise<Kept> | undefined
  app.get(path, isPage, async (request, reply) => {
    page ??= kept(html)
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy)
    return sendKept(request, reply, await page)
  })
}

/** A text with its entity tag, compressed once. */
interface Kept extends Prepared {
  etag: string
}

async function kept(content: string | Buffer): Promise<Kept> {
  return { ...(await prepare(content)), etag: etagOf(content) }
}

/** Sends what a browser may keep, if it asks each time whether it still holds. */
function sendKept(request: FastifyRequest, reply: FastifyReply, content: Kept): FastifyReply {
  reply.header('Cache-Control', 'no-cache')
  if (isUnchanged(request, reply, content.etag)) return sendNotModified(reply)
  addVary(reply, 'Accept-Encoding')
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  if (encoding === undefined) return reply.send(content.plain)
  reply.headers({ 'Content-Encoding': encoding, ETag: encodedTag(content.etag, encoding) })
  return reply.send(content[encoding])
}
