import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { notFound } from '../../base/problems.ts'
import type { App } from '../../http/app.ts'
import { sendRecord } from '../../http/conditional.ts'
import { operation } from '../../http/openapi/operation.ts'
import { id, single } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { tax_rule_versions_find } from './sql.ts'

const versionParams = Type.Object({
  id: { ...id, description: 'The rule’s `id`.' },
  version: { ...id, description: 'From 1, without a gap.' },
})

/** What rules of taxes have beside the endpoints of all records: their versions. */
export function taxRuleRoutes(app: App, { readsOf, forgetTokens }: Services): void {
  // That there are rules is known with the token.
  app.addHook('onSend', async ({ method, routeOptions: { url } }, { statusCode }) => {
    if (url?.startsWith('/tax-rules') && method !== 'GET' && statusCode < 300) forgetTokens()
  })
  app.get(
    '/tax-rules/:id/versions/:version',
    operation({
      operationId: 'readTaxRuleVersion',
      tag: 'Tax rules',
      summary: 'Read a tax rule as it was',
      description:
        'Each change of a rule makes a version, and none of them ever changes: lines of orders name the version that they were worked out by.',
      scope: 'taxes:read',
      params: versionParams,
      success: single(Type.Ref('TaxRule')),
      conditional: true,
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { id: rule, version } = request.params
      const [found] = await tax_rule_versions_find(readsOf(request).db, [account_id, rule, version])
      if (!found) throw notFound(msg`Version ${version} of tax rule ${rule}`)
      return sendRecord(request, reply, found.document)
    },
  )
}
