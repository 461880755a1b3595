import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { today } from '../../base/values/date-time.ts'
import type { App } from '../../http/app.ts'
import { metaNow, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { single } from '../../http/schemas.ts'
import { addVary } from '../../http/wire/headers.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { knownCatalogue } from '../../taxes/load.ts'
import { rulesOf } from '../../taxes/rules/known.ts'
import { previewDocument } from './document.ts'
import { type ImaginedSale, previewOf } from './preview.ts'
import { type PreviewBody, previewBody, previewSchemas } from './schema.ts'

/** What the rules of the account would make of a sale. */
export function taxPreviewRoutes(app: App, { readsOf }: Services): void {
  for (const schema of previewSchemas) app.addSchema(schema)
  app.post(
    '/tax-rules/preview',
    operation({
      operationId: 'previewTaxes',
      tag: 'Tax rules',
      summary: 'Ask what the rules make of a sale',
      description:
        'Which rule counts for each line and why, its taxes with each step, and what could not be worked out. No order is needed, and nothing is written. [Taxes](/docs/taxes) shows an example.',
      scope: 'taxes:read',
      body: previewBody,
      queries: true,
      success: single(Type.Ref('TaxPreview')),
    }),
    async (request, reply) => {
      const { db } = readsOf(request)
      const actor = actorOf(request)
      const sale = saleOf(request.body, today(actor.time_zone))
      const catalogue = await knownCatalogue(db)
      const lines = previewOf(sale, await rulesOf(db, actor), catalogue)
      addVary(reply, 'Accept-Language')
      const language = problemLanguage(request.headers['accept-language'])
      const data = previewDocument(sale.date, lines, language)
      return sendJson(reply, JSON.stringify({ data, meta: metaNow() }))
    },
  )
}

function saleOf(body: PreviewBody, date: string): ImaginedSale {
  return {
    date,
    origin_state: null,
    destination_state: null,
    crt: null,
    regime: null,
    simples_credit_rate: null,
    ipi_payer: false,
    ie_kind: null,
    final_consumer: null,
    customer_simples: null,
    id_category: null,
    id_branch_company: null,
    freight_value: 0,
    insurance_value: 0,
    other_expenses: 0,
    discount_value: 0,
    ...body,
    items: body.items.map((item) => ({
      id_product: null,
      ncm: null,
      cest: null,
      origin: 0,
      own_production: false,
      id_operation: null,
      operation_kind: 'sale',
      discount_value: 0,
      ...item,
    })),
  } as ImaginedSale
}
