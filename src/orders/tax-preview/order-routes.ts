import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import type { App } from '../../http/app.ts'
import { change, preview } from '../../http/change.ts'
import { preconditionOf } from '../../http/conditional.ts'
import { metaNow, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { single } from '../../http/schemas.ts'
import { addVary } from '../../http/wire/headers.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { placeholderIds } from '../changes/placeholders.ts'
import { explainFailure } from '../failures.ts'
import { orderAddresses } from '../paths.ts'
import type { OrderKey } from '../reads/keys.ts'
import { comparedJson } from '../reads/versions/diff.ts'
import { type ExplainedItem, explainOrder } from '../taxing/explain.ts'
import { recalculateOrder } from '../taxing/recalculate.ts'
import { derivedDocument } from './document.ts'
import { recalculated, recalculateQuery } from './schema.ts'

/** Why the taxes of an order are as they are, and how they are brought up to date. */
export function orderTaxRoutes(app: App, services: Services): void {
  explainRoutes(app, services)
  recalculateRoutes(app, services)
}

function explainRoutes(app: App, { readsOf }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/taxes`,
      operation({
        tag: 'Order taxes',
        scope: 'orders:read',
        operationId: `explainTaxes${ending}`,
        summary: `Why an order${by} has its taxes`,
        description:
          'For each item which rules count and why, each tax with its steps, and what could not be worked out. It goes by the versions of rules that the item’s taxes name (`origin`), whatever these rules say by now; for a kind of which an item has none, by the rules as they are. Taxes that were sent are not among them. An account without rules has no items here. [Taxes](/docs/taxes) shows an example.',
        params,
        success: single(Type.Ref('OrderTaxes')),
      }),
      async (request, reply) => {
        const { db } = readsOf(request)
        const key = request.params as OrderKey
        const { tax_date, items } = await explainOrder(db, actorOf(request), key)
        const language = problemLanguage(request.headers['accept-language'])
        const shown = items.map((item, i) => itemDocument(item, `/items/${i}`, language))
        addVary(reply, 'Accept-Language')
        const data = { tax_date, items: shown }
        return sendJson(reply, JSON.stringify({ data, meta: metaNow() }))
      },
    )
  }
}

function itemDocument(
  { id, op, derived, same }: ExplainedItem,
  pointer: string,
  language: ReturnType<typeof problemLanguage>,
) {
  const { taxes, ...rest } = derivedDocument(derived, pointer, language)
  return {
    id,
    op: Number(op),
    ...rest,
    taxes: taxes.map((tax) => ({
      ...tax,
      same_as_stored: same.has((tax as unknown as { tax: string }).tax),
    })),
  }
}

function recalculateRoutes(app: App, { primary }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.post(
      `${path}/recalculate`,
      operation({
        tag: 'Order taxes',
        scope: 'orders:write',
        operationId: `recalculateOrder${ending}`,
        summary: `Work the taxes of an order${by} out again`,
        description:
          'By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused.',
        params,
        query: recalculateQuery,
        success: recalculated,
        changes: true,
        conditional: true,
        problems: ['validation_failed', 'order_locked'],
      }),
      (request, reply) => {
        const key = request.params as OrderKey
        const met = preconditionOf(request)
        const attempt = { order: key, body: {}, items: [] }
        const explain = (error: unknown) =>
          explainFailure(primary, actorOf(request), attempt, error)
        const { dry_run } = request.query as { dry_run?: boolean }
        if (dry_run)
          return preview(primary, request, reply, async (tx, actor) =>
            comparedJson(await recalculateOrder(tx, actor, key, met, placeholderIds), true),
          ).catch(explain)
        return change(primary, request, reply, async (tx, actor) => {
          const made = await recalculateOrder(tx, actor, key, met)
          return { done: 'updated', document: comparedJson(made, false), tagged: made.document }
        }).catch(explain)
      },
    )
  }
}
