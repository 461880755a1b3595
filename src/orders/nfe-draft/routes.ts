import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { metaNow, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { loadedCatalogue } from '../../taxes/load.ts'
import { gathered } from '../invoice-check/gather.ts'
import { checkQuery } from '../invoice-check/schema.ts'
import { orderAddresses } from '../paths.ts'
import { readOrder } from '../reads/order.ts'
import { draftOf } from './draft.ts'
import { draftedOrder } from './order.ts'
import { nfeDraft } from './schema.ts'

/** The content of an order's invoice, for the program that issues it. */
export function nfeDraftRoutes(app: App, { readsOf }: Services): void {
  app.addSchema(nfeDraft)
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/nfe-draft`,
      operation({
        tag: 'Order invoices',
        scope: 'orders:read',
        operationId: `draftNfe${ending}`,
        summary: `Draft the NF-e of an order${by}`,
        description:
          'What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse.',
        params,
        query: checkQuery,
        success: single(Type.Ref('NfeDraft')),
      }),
      async (request, reply) => {
        const { db, pipelined } = readsOf(request)
        const { account_id, only, time_zone } = actorOf(request)
        const { tax_date } = request.query
        const { document } = await readOrder(pipelined, { account_id, only }, request.params)
        const [{ facts, records }, catalogue] = await Promise.all([
          gathered(db, account_id, document, { tax_date, time_zone }),
          loadedCatalogue(db),
        ])
        const infNFe = draftOf(draftedOrder(document), facts, records, catalogue)
        const data = { tax_date: facts.tax_date, infNFe }
        return sendJson(reply, JSON.stringify({ data, meta: metaNow() }))
      },
    )
  }
}
