import { readFile } from 'node:fs/promises'
import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../base/problems.ts'
import { packageFile } from '../../base/system/package.ts'
import { MAX_SEARCH } from '../../base/values/search-words.ts'
import { type Language, msg } from '../../texts/message.ts'
import type { App } from '../app.ts'
import { type MadeDocument, openApiDocument, type Webhooks } from '../openapi/document.ts'
import { expanded } from '../openapi/expanded.ts'
import { info, securitySchemes } from '../openapi/info.ts'
import { closed } from '../schemas.ts'
import { addVary } from '../wire/headers.ts'
import { prefersType, problemLanguage } from '../wire/negotiation.ts'
import { errorsPage } from './errors-page.ts'
import { type Kept, kept, sendKept } from './kept.ts'
import { llmsText } from './llms.ts'
import { guidePage, guideText } from './markdown.ts'
import { missingPage, pagePolicy } from './page.ts'
import { addressOf, allPages, type DocsPage, languageOf } from './pages.ts'
import { addressedTags, type Document, partOf } from './part.ts'
import { inPortuguese } from './portuguese.ts'
import { postmanCollection } from './postman.ts'
import {
  expandedAddress,
  hasReferenceScript,
  isReference,
  referencePage,
  referencePolicy,
  referenceScript,
  starterScript,
} from './reference-page.ts'
import { guideSearch } from './search.ts'

/**
 * `/openapi.json`, which is made from the routes' own schemas, and the pages for people under `/docs`.
 * @param webhooks the document's part on what is sent to others, by name
 */
export async function documentationRoutes(app: App, webhooks: Webhooks): Promise<void> {
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

const JSON_TYPE = 'application/json; charset=utf-8'

const isPublic = { schema: { hide: true }, config: { scope: 'public' } } as const
const isPage = { ...isPublic, config: { scope: 'public', produces: 'text/html' } } as const

/**
 * The document as `npm run generate` has written it from the routes’ schemas: no setting changes it, and making
 * it anew would keep every other request waiting for half a second.
 */
async function publishedDocument(): Promise<Document & Shown> {
  return JSON.parse(await readFile(new URL('openapi.json', packageFile), 'utf8'))
}

async function inLanguage<T extends object>(language: Language, document: T): Promise<T> {
  return language === 'en' ? document : inPortuguese(document)
}

/** The document and each tag's part, made and kept at their first request. */
function documentRoute(app: App): void {
  const documents = new Map<string, Kept>()
  const make = async ({ tag, language = 'en' }: DocumentQuery) => {
    const whole = await publishedDocument()
    return kept(
      JSON.stringify(await inLanguage(language, tag === undefined ? whole : partOf(whole, tag))),
    )
  }
  const querystring = closed({
    tag: Type.Optional(Type.String()),
    language: Type.Optional(Type.Enum(['en', 'pt-BR'])),
  })
  const schema = { ...isPublic.schema, querystring }
  app.get('/openapi.json', { ...isPublic, schema }, async (request, reply) => {
    const { tag, language } = request.query as DocumentQuery
    const name = JSON.stringify([tag, language])
    const made = documents.get(name) ?? (await make({ tag, language }))
    documents.set(name, made)
    reply.type(JSON_TYPE)
    return sendKept(request, reply, made)
  })
}

/** What a page of the reference shows of the document. */
type Shown = Parameters<typeof referencePage>[1]

interface DocumentQuery {
  tag?: string | undefined
  language?: Language | undefined
}

/** Pages that are made otherwise than of their file. */
const made: readonly DocsPage[] = ['errors', 'reference', 'reference.pt-BR']

function pageRoutes(app: App): void {
  for (const name of allPages.filter((one) => !made.includes(one))) {
    sendPage(app, addressOf(name), () => guidePage(name))
  }
  const MARKDOWN = 'text/markdown; charset=utf-8'
  const guides = allPages.filter((name) => !isReference(name))
  for (const name of guides) sendText(app, `/docs/${name}.md`, MARKDOWN, () => guideText(name))
  // https://llmstxt.org
  sendText(app, '/llms.txt', MARKDOWN, async () => {
    const document = await publishedDocument()
    const bytes = Buffer.byteLength(JSON.stringify(document))
    return llmsText(guides, addressedTags(document), bytes)
  })
  sendText(app, '/docs/postman.json', JSON_TYPE, async () =>
    JSON.stringify(postmanCollection(await publishedDocument())),
  )
  sendPage(app, addressOf('errors'), errorsPage)
  for (const name of allPages.filter(isReference)) {
    const language = languageOf(name)
    const drawn = async () => inLanguage(language, expanded(await publishedDocument()))
    const reference = async () =>
      referencePage(name, await inLanguage(language, await publishedDocument()))
    sendPage(app, addressOf(name), reference, referencePolicy)
    sendText(app, expandedAddress(name), JSON_TYPE, async () => JSON.stringify(await drawn()))
  }
  const SCRIPT = 'text/javascript; charset=utf-8'
  if (hasReferenceScript()) sendText(app, '/docs/js/scalar.js', SCRIPT, referenceScript)
  sendText(app, '/docs/js/start.js', SCRIPT, () => starterScript)
  searchRoute(app)
  missingPages(app)
}

/** What the guides say of some words, in the language of the page that the search began on. */
function searchRoute(app: App): void {
  const querystring = closed({
    q: Type.Optional(Type.String({ format: 'text', maxLength: MAX_SEARCH })),
    language: Type.Optional(Type.Enum(['en', 'pt-BR'])),
  })
  app.get(
    '/docs/search',
    { ...isPage, schema: { ...isPublic.schema, querystring } },
    async (request, reply) => {
      addVary(reply, 'Accept-Language')
      const { q = '', language = problemLanguage(request.headers['accept-language']) } =
        request.query as { q?: string; language?: Language }
      return reply
        .headers({ 'Content-Security-Policy': pagePolicy, 'Cache-Control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(await guideSearch(language, q))
    },
  )
}

/** Who reads is told in his language and led to the pages; a program gets its problem. */
function missingPages(app: App): void {
  const config = { ...isPage.config, alsoProduces: ['application/json'] }
  app.get('/docs/*', { ...isPublic, config }, async (request, reply) => {
    addVary(reply, 'Accept')
    addVary(reply, 'Accept-Language')
    const { accept = '', 'accept-language': languages } = request.headers
    if (!prefersType(accept, 'text/html', 'application/json')) {
      throw new Problem('not_found', msg`There is nothing at this path.`)
    }
    const language = problemLanguage(languages)
    const headers = { 'Content-Security-Policy': pagePolicy, 'Content-Language': language }
    return reply
      .code(404)
      .headers({ ...headers, 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(missingPage(language))
  })
}

type Made = string | Buffer | Promise<string | Buffer>

function sendText(app: App, path: string, type: string, make: () => Made): void {
  const text = once(make)
  app.get(path, isPublic, async (request, reply) => {
    reply.type(type)
    return sendKept(request, reply, await text())
  })
}

function sendPage(app: App, path: string, make: () => Made, policy = pagePolicy): void {
  const html = once(make)
  app.get(path, isPage, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', policy)
    return sendKept(request, reply, await html())
  })
}

/** Made and compressed at its first request, and again where that failed. */
function once(make: () => Made): () => Promise<Kept> {
  let made: Promise<Kept> | undefined
  return () => {
    made ??= Promise.resolve()
      .then(make)
      .then(kept)
      .catch((error: unknown) => {
        made = undefined
        throw error
      })
    return made
  }
}

/**
 * Leads a browser that opens the service's address to the console, and one that opens the API's to
 * its documentation. Comes before tokens.
 */
export function leadBrowsersToPages(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  const found = /^(\/v2)?\/?(?:\?|$)/.exec(request.originalUrl)
  const asksForRoot = found && ['GET', 'HEAD'].includes(request.method)
  if (asksForRoot) addVary(reply, 'Accept')
  const { accept = '' } = request.headers
  if (asksForRoot && prefersType(accept, 'text/html', 'application/json')) {
    reply.redirect(found[1] ? `${found[1]}/docs` : '/console')
  } else done()
}
