import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { allows } from '../../base/scopes.ts'
import type { App } from '../../http/app.ts'
import { etagOf, isUnchanged } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { leftOf } from '../../http/turns/left.ts'
import { addVary } from '../../http/wire/headers.ts'
import { preferredLanguage } from '../../http/wire/negotiation.ts'
import { orderAddresses } from '../../orders/paths.ts'
import { orderNotFound } from '../../orders/reads/keys.ts'
import { readOrder } from '../../orders/reads/order.ts'
import type { Services } from '../../services.ts'
import { type Language, languages } from '../../texts/message.ts'
import { DocumentMaker, type DocumentOf } from './maker.ts'
import type { DocumentSource } from './source.ts'
import { orders_documentSource } from './sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    documentOf: DocumentOf
  }
}

const PDF = 'application/pdf'

/** Changes with how documents look: what was made before is then another. */
const LAYOUT = 6

const query = Type.Object(
  {
    language: Type.Optional(
      Type.String({
        enum: [...languages],
        description: 'Unless given, the language of `Accept-Language`, or Portuguese.',
        examples: ['pt-BR'],
        'x-component': 'DocumentLanguage',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Orders as PDF. */
export function orderDocumentRoutes(app: App, { readsOf, quotas }: Services): void {
  const maker = new DocumentMaker()
  app.decorate('documentOf', (account_id, source, logo_image, left) =>
    quotas.documents.run(account_id, () => maker.make(source, logo_image), left),
  )
  app.addHook('onClose', () => maker.close())
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/document`,
      operation({
        tag: 'Order documents',
        scope: 'orders:read',
        operationId: `readOrderDocument${ending}`,
        summary: `Read an order${by} as PDF`,
        description:
          'On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed.',
        params,
        query,
        produces: PDF,
        success: Type.String({ format: 'binary' }),
        conditional: true,
        problems: ['quota_exceeded', 'document_too_long'],
        responseHeaders: {
          'Content-Disposition': 'The name of the file.',
        },
      }),
      async (request, reply) => {
        const actor = actorOf(request)
        const { account_id, scopes, only } = actor
        const { db, pipelined } = readsOf(request)
        const { id, document: order } = await readOrder(pipelined, actor, request.params)
        const [beside] = await orders_documentSource(db, [
          account_id,
          id,
          allows(scopes, 'customers:read'),
          only.customers,
        ])
        if (!beside) throw orderNotFound(request.params)
        const asked = request.query.language as Language | undefined
        const language = asked ?? preferredLanguage(request.headers['accept-language'])
        const { logo_image, ...shown } = beside
        const source: DocumentSource = { order, ...shown, language }
        addVary(reply, 'Accept-Language')
        if (isUnchanged(request, reply, etagOf(JSON.stringify([LAYOUT, source])))) {
          return reply.code(304).send()
        }
        const bytes = await app.documentOf(account_id, source, logo_image, leftOf(request))
        const name = language === 'en' ? 'order' : 'pedido'
        return reply
          .type(PDF)
          .header('Content-Disposition', `inline; filename="${name}-${id}.pdf"`)
          .send(bytes)
      },
    )
  }
}
