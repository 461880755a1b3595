import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { today } from '../base/values/date-time.ts'
import type { App } from '../http/app.ts'
import { sendRecord } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { single } from '../http/schemas.ts'
import { addVary } from '../http/wire/headers.ts'
import { problemLanguage } from '../http/wire/negotiation.ts'
import type { Services } from '../services.ts'
import { type Regime, regimeOf } from './catalogue.ts'
import { catalogueDocument } from './document.ts'
import { loadedCatalogue } from './load.ts'
import { taxCatalogue, taxQuery } from './schema.ts'

/** The catalogue of taxes. */
export function taxRoutes(app: App, { readsOf }: Services): void {
  app.addSchema(taxCatalogue)
  app.get(
    '/taxes',
    operation({
      operationId: 'readTaxes',
      tag: 'Taxes',
      summary: 'Read the catalogue of taxes',
      description:
        'Each tax that a line may have, what it does to the total from which day on, and its national rates, each with its source. It is the same for all accounts; [taxes](/docs/taxes) explains it.',
      scope: 'reference:read',
      query: taxQuery,
      success: single(Type.Ref('TaxCatalogue')),
      conditional: true,
    }),
    async (request, reply) => {
      const { time_zone } = actorOf(request)
      const { date = today(time_zone), crt, regime } = request.query as TaxQuery
      const catalogue = await loadedCatalogue(readsOf(request).db)
      const on = { date, regime: regimeOf({ regime, crt }) }
      addVary(reply, 'Accept-Language')
      const language = problemLanguage(request.headers['accept-language'])
      return sendRecord(request, reply, JSON.stringify(catalogueDocument(catalogue, on, language)))
    },
  )
}

interface TaxQuery {
  date?: string
  regime?: Regime
  crt?: 1 | 2 | 3 | 4
}
