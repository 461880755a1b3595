import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../access/authenticate.ts'
import { type FieldError, Problem, validationFailed } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { metaNow, sendJson } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { addVary } from '../../http/wire/headers.ts'
import { problemLanguage } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { loadedCatalogue } from '../../taxes/load.ts'
import { msg } from '../../texts/message.ts'
import { orderAddresses } from '../paths.ts'
import { readOrder } from '../reads/order.ts'
import { type Checked, checkOrder } from './order.ts'
import { checkBody, checkQuery, checkSchemas, invoiceCheck, invoiceChecks } from './schema.ts'

const ofOrders = { tag: 'Order invoices', scope: 'orders:read' } as const
const WHAT =
  'Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them.'

/** What the tax offices would refuse of an order, before its invoice is made. */
export function invoiceCheckRoutes(app: App, services: Services): void {
  for (const schema of checkSchemas) app.addSchema(schema)
  checkRoutes(app, services)
  checksRoute(app, services)
}

function checkRoutes(app: App, { readsOf }: Services): void {
  for (const { path, params, ending, by } of orderAddresses) {
    app.get(
      `${path}/invoice-check`,
      operation({
        ...ofOrders,
        operationId: `checkInvoice${ending}`,
        summary: `Check an order${by} before its invoice`,
        description: WHAT,
        params,
        query: checkQuery,
        success: invoiceCheck,
      }),
      async (request, reply) => {
        const { db, pipelined } = readsOf(request)
        const { account_id, only } = actorOf(request)
        const { document } = await readOrder(pipelined, { account_id, only }, request.params)
        addVary(reply, 'Accept-Language')
        const { findings, ...rest } = await checkOrder(
          db,
          document,
          await howOf(request, db, request.query),
        )
        return sendJson(reply, JSON.stringify({ ...rest, data: findings, meta: metaNow() }))
      },
    )
  }
}

function checksRoute(app: App, { readsOf }: Services): void {
  app.post(
    '/orders/invoice-check',
    operation({
      ...ofOrders,
      operationId: 'checkInvoices',
      summary: 'Check orders before their invoices',
      description: `${WHAT} Nothing is written.`,
      body: checkBody,
      queries: true,
      success: invoiceChecks,
    }),
    async (request, reply) => {
      const { db, pipelined } = readsOf(request)
      const viewer = actorOf(request)
      const { ids } = request.body
      const how = await howOf(request, db, request.body)
      const checked: ({ id: number } & Checked)[] = []
      const missing: FieldError[] = []
      for (const [i, id] of ids.entries()) {
        const order = await readOrder(pipelined, viewer, { id }).catch(notThere)
        if (order) checked.push({ id, ...(await checkOrder(db, order.document, how)) })
        else
          missing.push({
            pointer: `/ids/${i}`,
            code: 'unknown_reference',
            detail: msg`There is no order ${id}.`,
          })
      }
      if (missing.length > 0) throw validationFailed(missing)
      addVary(reply, 'Accept-Language')
      return sendJson(reply, JSON.stringify({ data: checked, meta: metaNow() }))
    },
  )
}

/**
 * What stands beside an order that is previewed: the check of its invoice, where the query asks for it.
 * @param document the order's JSON
 */
export async function checkBeside(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Reader,
  document: string,
): Promise<Record<string, string>> {
  const { check } = request.query as { check?: boolean }
  if (!check) return {}
  addVary(reply, 'Accept-Language')
  const { findings, ...rest } = await checkOrder(db, document, await howOf(request, db, {}))
  return { check: JSON.stringify({ ...rest, data: findings }) }
}

function notThere(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined
  throw error
}

async function howOf(
  request: FastifyRequest,
  db: Reader,
  { tax_date }: { tax_date?: string | undefined },
) {
  const viewer = actorOf(request)
  const { account_id, time_zone } = viewer
  return {
    account_id,
    tax_date,
    time_zone,
    viewer,
    catalogue: await loadedCatalogue(db),
    language: problemLanguage(request.headers['accept-language']),
  }
}
