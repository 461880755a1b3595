import type { FastifyReply, FastifyRequest } from 'fastify'
import { stringify } from 'lossless-json'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { refuseParameters } from '../../base/problems.ts'
import { allows } from '../../base/scopes.ts'
import { today } from '../../base/values/date-time.ts'
import type { Reader } from '../../database/database.ts'
import type { App } from '../../http/app.ts'
import { sendJson, singleEnvelope } from '../../http/envelope.ts'
import { tookTooLong } from '../../http/lists/lists.ts'
import { operation } from '../../http/openapi/operation.ts'
import { single } from '../../http/schemas.ts'
import { leftOf } from '../../http/turns/left.ts'
import { addVary } from '../../http/wire/headers.ts'
import { preferredLanguage, preferredType } from '../../http/wire/negotiation.ts'
import type { Services } from '../../services.ts'
import { type Language, msg } from '../../texts/message.ts'
import type { Company } from '../documents/company.ts'
import { accounts_onPaper, branch_companies_onPaper } from '../documents/sql.ts'
import { loadingCsv, pickingCsv } from './csv.ts'
import { labelsOf, MOST_LABELS } from './labels.ts'
import { loadingList } from './loading.ts'
import type { PaperName } from './papers/source.ts'
import { pickingList, type pickingSorts } from './picking.ts'
import {
  type Format,
  labelsQuery,
  loadingQuery,
  loadingList as loadingSchema,
  pickingQuery,
  pickingList as pickingSchema,
} from './schema.ts'
import { type Chosen, type ChosenOrder, MOST_ORDERS, readChosen } from './selection.ts'
import { customers_phones, products_onPaper, type StoredProduct } from './sql.ts'
import { texts } from './texts.ts'

const PDF = 'application/pdf'
const CSV = 'text/csv'
const FILE = Type.String({ format: 'binary' })

const CHOSEN = `Of the orders that the filters of \`GET /orders\` find, at most ${MOST_ORDERS}; one that \`id\` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in \`left_out\`.`

const common = {
  tag: 'Order documents',
  scope: 'orders:read',
  problems: ['quota_exceeded', 'document_too_long'],
  responseHeaders: { 'Content-Disposition': 'The name of the file.' },
} as const

/** Papers of the warehouse: what is picked, what is loaded, and labels. */
export function warehouseRoutes(app: App, services: Services): void {
  for (const schema of [pickingSchema, loadingSchema]) app.addSchema(schema)
  pickingRoute(app, services)
  loadingRoute(app, services)
  labelsRoute(app, services)
}

function pickingRoute(app: App, services: Services): void {
  app.get(
    '/orders/picking-list',
    operation({
      ...common,
      operationId: 'readPickingList',
      summary: 'List what is picked for orders',
      description: `A line for each product, with its whole quantity and which order has how much. ${CHOSEN}`,
      query: pickingQuery,
      success: single(Type.Ref('PickingList')),
      alsoProduces: { [PDF]: FILE, [CSV]: FILE },
    }),
    async (request, reply) => {
      const { sort = 'code' } = request.query as { sort?: (typeof pickingSorts)[number] }
      const { chosen, products } = await readGoods(services, request)
      const list = pickingList(chosen, products, sort)
      return sendPaper(services, request, reply, {
        paper: 'picking',
        list,
        csv: (style) => pickingCsv(list, style),
        branches: branchesOf(chosen.orders),
      })
    },
  )
}

function loadingRoute(app: App, services: Services): void {
  app.get(
    '/orders/loading-list',
    operation({
      ...common,
      operationId: 'readLoadingList',
      summary: 'List what carriers load of orders',
      description: `By carrier, state and city, with addresses, parcels, weights and values. Telephones need the scope \`customers:read\`, too. ${CHOSEN}`,
      query: loadingQuery,
      success: single(Type.Ref('LoadingList')),
      alsoProduces: { [PDF]: FILE, [CSV]: FILE },
    }),
    async (request, reply) => {
      const { chosen, products } = await readGoods(services, request)
      const phones = await phonesOf(services.readsOf(request).db, request, chosen.orders)
      const list = loadingList(chosen, products, phones)
      return sendPaper(services, request, reply, {
        paper: 'loading',
        list,
        csv: (style) => loadingCsv(list, style),
        branches: branchesOf(chosen.orders),
      })
    },
  )
}

function labelsRoute(app: App, services: Services): void {
  app.get(
    '/orders/labels',
    operation({
      ...common,
      operationId: 'readOrderLabels',
      summary: 'Make labels of orders, as PDF',
      description: `A label for each parcel: who gets it and where, order, carrier, which parcel of how many, who sends it. ${CHOSEN.replace(', and named in `left_out`', '')} At most ${MOST_LABELS} labels.`,
      query: labelsQuery,
      produces: PDF,
      success: FILE,
    }),
    async (request, reply) => {
      const { volumes = 1, size } = request.query as { volumes?: number; size?: 'a4' | '100x150' }
      const { chosen } = await readGoods(services, request, false)
      const branches = branchesOf(chosen.orders)
      const senderOf = await companiesOf(services, request, branches)
      const labels = labelsOf(chosen, volumes, senderOf)
      if (labels.length > MOST_LABELS) {
        const detail = msg`makes ${labels.length} labels: a request gives at most ${MOST_LABELS}.`
        refuseParameters([{ parameter: 'volumes', code: 'maximum', detail }])
      }
      const paper = size === 'a4' ? 'label-sheets' : 'labels'
      return sendPdf(services, request, reply, { paper, list: labels, branches })
    },
  )
}

interface Read {
  chosen: Chosen
  products: StoredProduct[]
}

const TOO_LONG = msg`The database took too long to find these orders. Narrow them, such as by dates.`

async function readGoods(
  { readsOf }: Services,
  request: FastifyRequest,
  withProducts = true,
): Promise<Read> {
  const viewer = actorOf(request)
  const read = async (db: Reader): Promise<Read> => {
    const chosen = await readChosen(db, viewer, request.query as Record<string, unknown>)
    const ids = [...new Set(chosen.goods.map(({ id_item }) => id_item))]
    const isNeeded = withProducts && ids.length > 0
    const products = isNeeded ? await products_onPaper(db, [viewer.account_id, ids]) : []
    return { chosen, products }
  }
  return readsOf(request)
    .long(read)
    .catch((error: unknown) => {
      throw tookTooLong(error, TOO_LONG) ?? error
    })
}

/** Telephones of the customers that the token reads. */
async function phonesOf(
  db: Reader,
  request: FastifyRequest,
  orders: ChosenOrder[],
): Promise<Map<number, string | null>> {
  const { account_id, scopes, only } = actorOf(request)
  const ids = [...new Set(orders.map(({ customer }) => customer.id))]
  if (ids.length === 0 || !allows(scopes, 'customers:read')) return new Map()
  const rows = await customers_phones(db, [account_id, ids, only.customers])
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

const branchesOf = (orders: ChosenOrder[]): (number | null)[] => [
  ...new Set(orders.map(({ branch_company }) => branch_company?.id ?? null)),
]

/** Who sells the orders of a branch, or of none: the only one that there is. */
async function companiesOf(
  { readsOf }: Services,
  request: FastifyRequest,
  branches: (number | null)[],
): Promise<(id: number | null) => Company | null> {
  const { account_id } = actorOf(request)
  const ids = branches.filter((id) => id !== null)
  const rows = await branch_companies_onPaper(readsOf(request).db, [account_id, ids])
  return (id) => rows.find((row) => (id === null ? row.is_only : row.id === id)) ?? null
}

interface Paper {
  paper: PaperName
  list: object
  /** Of the orders on it. */
  branches: (number | null)[]
}

interface Style {
  language: Language | undefined
  isBrazilian: boolean
  time_zone: string
}

/** Sends a list as the request asks for it. */
async function sendPaper(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { csv, ...paper }: Paper & { csv: (style: Style) => Promise<string> },
): Promise<FastifyReply> {
  addVary(reply, 'Accept')
  const format = formatOf(request)
  if (format === 'json') return sendJson(reply, singleEnvelope(stringify(paper.list) as string))
  if (format === 'pdf') return sendPdf(services, request, reply, paper)
  addVary(reply, 'Accept-Language')
  const { time_zone } = actorOf(request)
  const { csv: style, language } = request.query as { csv?: 'rfc' | 'br'; language?: Language }
  const isBrazilian = style === 'br'
  const wanted = isBrazilian ? languageOf(request) : language
  const text = await csv({ language: wanted, isBrazilian, time_zone })
  return reply
    .type(`${CSV}; charset=utf-8; header=present`)
    .header('Content-Disposition', `attachment; filename="${fileName(request, paper.paper)}.csv"`)
    .header('Cache-Control', 'no-store')
    .send(text)
}

/** `format` comes before `Accept`. */
function formatOf({ query, headers }: FastifyRequest): Format {
  const { format } = query as { format?: Format }
  if (format) return format
  const wanted = preferredType(headers.accept ?? '', ['application/json', PDF, CSV])
  return wanted === PDF ? 'pdf' : wanted === CSV ? 'csv' : 'json'
}

function languageOf({ query, headers }: FastifyRequest): Language {
  const { language } = query as { language?: Language }
  return language ?? preferredLanguage(headers['accept-language'])
}

function fileName(request: FastifyRequest, paper: PaperName): string {
  const { picking, loading, labels } = texts[languageOf(request)]
  const name = { picking, loading, labels, 'label-sheets': labels }[paper]
  const bare = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return `${bare.toLowerCase().replaceAll(' ', '-')}-${today(actorOf(request).time_zone)}`
}

async function sendPdf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { paper, list, branches }: Paper,
): Promise<FastifyReply> {
  const { account_id } = actorOf(request)
  addVary(reply, 'Accept-Language')
  const [head] = await accounts_onPaper(services.readsOf(request).db, [account_id])
  const { logo_image = null, account_name = '', time_zone = 'UTC', logo = null } = head ?? {}
  const { test = false } = head ?? {}
  const companyOf = await companiesOf(services, request, branches)
  // Of several branches none is at the head.
  const company = branches.length > 1 ? null : companyOf(branches[0] ?? null)
  const source = {
    paper,
    list: stringify(list) as string,
    account_name,
    test,
    company,
    time_zone,
    logo,
    language: languageOf(request),
    made_at: new Date().toISOString(),
  }
  const { server } = request
  const bytes = await server.documentOf(account_id, source, logo_image, leftOf(request))
  return reply
    .type(PDF)
    .header('Content-Disposition', `inline; filename="${fileName(request, paper)}.pdf"`)
    .header('Cache-Control', 'no-store')
    .send(bytes)
}
