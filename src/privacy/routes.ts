import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { breaksRules } from '../custom/failures.ts'
import { explainingConflicts } from '../database/retries.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { sendRecord } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, idParams, single } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { anonymise, readAnonymisation } from './commands.ts'
import { anonymisation, anonymiseBody } from './schema.ts'

const common = { tag: 'Customers', scope: 'privacy:manage' } as const
const ref = Type.Ref('Anonymisation')

/** A person's data, removed for good (LGPD). */
export function privacyRoutes(
  app: App,
  { primary, readsOf, config: { FISCAL_RETENTION_YEARS: years } }: Services,
): void {
  app.addSchema(anonymisation)
  app.post(
    '/customers/:id/anonymise',
    operation({
      ...common,
      operationId: 'anonymiseCustomer',
      summary: 'Remove a person’s data for good',
      description:
        'Name, CPF or CNPJ, e-mail address, telephone, addresses and custom fields go from the customer at once, and from orders, events, kept answers and all else within moments; amounts and what was ordered stay. Orders that are fiscal documents keep the data for the years that the law demands, and the answer names these orders. It can’t be undone. Another request begins it anew: [privacy](/docs/privacy). Tokens that are restricted to some orders can’t do it.',
      params: idParams,
      body: anonymiseBody,
      success: changed(ref),
      status: 201,
      changes: true,
    }),
    async (request, reply) =>
      explainingConflicts(
        () =>
          change(primary, request, reply, (tx, actor) =>
            anonymise(tx, actor, request.params.id, request.body, years),
          ),
        // A custom field was declared meanwhile.
        async (failure) => (breaksRules(failure) ? 'again' : undefined),
      ),
  )

  app.get(
    '/customers/:id/anonymisation',
    operation({
      ...common,
      operationId: 'readAnonymisation',
      summary: 'Read how far the removal of a person’s data is',
      description:
        'And which orders stay as they are, until when. Not for tokens that are restricted to some orders.',
      params: idParams,
      success: single(ref),
      conditional: true,
    }),
    async (request, reply) => {
      const { db } = readsOf(request)
      const document = await readAnonymisation(db, actorOf(request), request.params.id, years)
      return sendRecord(request, reply, document)
    },
  )
}
