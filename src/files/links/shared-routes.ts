import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../http/app.ts'
import { leftOf } from '../../http/turns/left.ts'
import { preferredLanguage } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { type Language, languages } from '../../texts/message.ts'
import { answerLink, commentByLink, type Opened, openLink, SHARED } from './commands.ts'
import { endedPage, orderPage, PAGE_POLICY } from './page.ts'
import { sharedSource } from './source.ts'
import { order_links_opened } from './sql.ts'
import { words } from './texts.ts'

interface LinkRequest {
  Params: { secret: string }
  /** `sent=comment`: back from the form with a comment. */
  Querystring: { language?: string; sent?: string }
}

const config = { scope: 'public', produces: 'text/html' } as const
const options = { schema: { hide: true }, config }
const pdfOptions = {
  schema: { hide: true },
  config: { scope: 'public', produces: 'application/pdf', alsoProduces: ['text/html'] },
} as const

/** What is sent in place of an answer by who only comments. */
const COMMENT = 'comment'
/** Comments without an answer that one link takes. */
const MOST_COMMENTS = 20

/** Characters of a comment, and bytes of the form with it. */
const MAX_TEXT = 1_000
const MAX_FORM_BYTES = 16_384

/** What fetches a page to show what is behind a link, and is nobody who opened it. */
const PROGRAM = /bot|crawl|spider|preview|whatsapp|facebookexternalhit|slack|telegram|curl/i

/** The pages that links lead to: for people without an account. No cache keeps them, and no search engine. */
export async function sharedOrderRoutes(app: App, services: Services): Promise<void> {
  const { primary } = services
  app.get<LinkRequest>(`${SHARED}/:secret`, options, async (request, reply) => {
    const { link, language } = await opened(services, request, reply)
    if (!link) return sendEnded(reply, language)
    const isPerson = request.method === 'GET' && !PROGRAM.test(request.headers['user-agent'] ?? '')
    if (isPerson) await order_links_opened(primary, [link.account_id, link.id])
    const { source } = await sharedSource(primary, link, language)
    const address = `${SHARED}/${request.params.secret}`
    const isNoted = request.query.sent === COMMENT
    return sendPage(reply, orderPage(source, { ...link, address, isNoted }))
  })

  app.get<LinkRequest>(`${SHARED}/:secret/document`, pdfOptions, async (request, reply) => {
    const { link, language } = await opened(services, request, reply)
    if (!link) return sendEnded(reply, language)
    const { source, logo_image } = await sharedSource(primary, link, language)
    const bytes = await app.documentOf(link.account_id, source, logo_image, leftOf(request))
    const name = language === 'en' ? 'order' : 'pedido'
    return unseen(reply)
      .type('application/pdf')
      .header('Content-Disposition', `inline; filename="${name}-${link.id_order}.pdf"`)
      .send(bytes)
  })

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<LinkRequest>(`${SHARED}/:secret/answer`, options, async (request, reply) => {
      const form = (request.body ?? {}) as Record<string, string>
      const { link, language } = await opened(services, request, reply, form['language'])
      if (!link) return sendEnded(reply, language)
      await keepAnswer(services, link, form, language, request)
      const query = `?language=${language}${form['answer'] === COMMENT ? `&sent=${COMMENT}` : ''}`
      return unseen(reply).redirect(`${SHARED}/${request.params.secret}${query}`, 303)
    })
  })
}

async function keepAnswer(
  { primary }: Services,
  link: Opened,
  form: Record<string, string>,
  language: Language,
  request: FastifyRequest,
): Promise<void> {
  const { answer, text = '' } = form
  // What has lapsed shows so, with nothing to press.
  if (!link.asks_answer || link.is_lapsed) return
  const t = words[language]
  const by = t.by(link.id)
  // What PostgreSQL can't keep, and halves of characters, are of nobody who types.
  const comment = text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_TEXT)
  let isKept = false
  if (answer === 'accepted' || answer === 'declined') {
    const text = [t.answers[answer], comment].filter(Boolean).join(': ')
    isKept = await answerLink(primary, link, { answer, text, by }, request.id)
  } else if (answer === COMMENT && comment !== '') {
    isKept = await commentByLink(primary, link, { text: comment, by }, MOST_COMMENTS, request.id)
  }
  if (isKept) request.server.onCommitted(link.account_id)
}

/** The link of a request, and the language of its reader. Who asks for many is refused. */
async function opened(
  { primary, countFailure, countOpening }: Services,
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  chosen = request.query.language,
): Promise<{ link: Opened | undefined; language: Language }> {
  await countOpening(request, reply)
  const link = await openLink(primary, request.params.secret)
  if (!link) await countFailure(request, reply)
  const language =
    languages.find((one) => one === chosen) ?? preferredLanguage(request.headers['accept-language'])
  return { link, language }
}

const unseen = (reply: FastifyReply) =>
  reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex, nofollow')

const sendPage = (reply: FastifyReply, html: string) =>
  unseen(reply)
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', PAGE_POLICY)
    .send(html)

const sendEnded = (reply: FastifyReply, language: Language) =>
  sendPage(reply.code(404), endedPage(language))
