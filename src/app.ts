import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Actor } from './access/actor.ts'
import { authenticator, requireTokens } from './access/authenticate.ts'
import { issuerKeys } from './access/machines/issuer-keys.ts'
import type { SessionTimes } from './access/sessions.ts'
import { issuerRoutes } from './accounts/issuers/routes.ts'
import { oauthRoutes } from './accounts/oauth/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { logOptions } from './base/log/log.ts'
import { Problem } from './base/problems.ts'
import type { SecretBox } from './base/secret-box.ts'
import { bulkRoutes } from './bulk/routes.ts'
import type { Config } from './config.ts'
import { consoleRoutes } from './console/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import type { Database, Db } from './database/database.ts'
import type { Replica } from './database/replica/replica.ts'
import { recordExport } from './events/audit/audit.ts'
import { EventHub } from './events/hub.ts'
import { eventWebhooks } from './events/openapi.ts'
import { eventRoutes } from './events/routes.ts'
import { eventStreamRoutes } from './events/stream/routes.ts'
import { orderDocumentRoutes } from './files/documents/routes.ts'
import { createExporter } from './files/exports/exporter.ts'
import { importMappingRoutes } from './files/imports/mapping-routes.ts'
import { importRoutes } from './files/imports/routes.ts'
import { orderLinkRoutes } from './files/links/routes.ts'
import { sharedOrderRoutes } from './files/links/shared-routes.ts'
import { warehouseRoutes } from './files/warehouse/routes.ts'
import type { App } from './http/app.ts'
import { answerClientError } from './http/client-errors.ts'
import { documentationRoutes, leadBrowsersToPages } from './http/docs/routes.ts'
import type { MadeExport } from './http/lists/exports.ts'
import { sendProblem } from './http/problem.ts'
import { commonSchemas } from './http/problem-schema.ts'
import {
  type CountHit,
  limitBeginnings,
  limitFailures,
  limitOpenings,
  limitTokens,
  ownCount,
} from './http/rate-limits.ts'
import { routeReads } from './http/reads.ts'
import { understandAnswers } from './http/returned/understand.ts'
import { AnsweredRequests } from './http/telemetry/answered.ts'
import { keepRequests } from './http/telemetry/kept.ts'
import { traceRequests } from './http/telemetry/traced.ts'
import { limitArrivals } from './http/turns/arriving.ts'
import { takeTurnsAtDatabase } from './http/turns/database.ts'
import { queueLargeWrites } from './http/turns/large-writes.ts'
import { noticeLeaving } from './http/turns/left.ts'
import { compressAnswers } from './http/wire/compression.ts'
import { limitConnections } from './http/wire/connection-limit.ts'
import { keepPrivate } from './http/wire/headers.ts'
import { JSON_TYPES, readJsonBody, refuseMissingBody } from './http/wire/json-body.ts'
import {
  leaveOutLengthOfNothing,
  passOverTypeOfNothing,
  refuseUnknown,
  routed,
} from './http/wire/methods.ts'
import { acceptsType } from './http/wire/negotiation.ts'
import { securityHeaders } from './http/wire/security-headers.ts'
import { callersRequestId, tracedLogger } from './http/wire/trace.ts'
import { compileValidator } from './http/wire/validation.ts'
import type { MakeImage } from './images/images.ts'
import type { ImageStorage } from './images/storage.ts'
import { AccountQueue } from './jobs/account-queue.ts'
import { resetRoutes } from './members/mail/routes.ts'
import { passkeyRoutes } from './members/passkeys/routes.ts'
import { providerRoutes } from './members/provider/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { sessionRoutes } from './members/sign-in/routes.ts'
import { viewRoutes } from './members/views/routes.ts'
import { healthRoutes } from './operations/health.ts'
import { testAccountRoutes } from './operations/test-accounts/routes.ts'
import { testSessionRoutes } from './operations/test-accounts/session-routes.ts'
import { orderChangeRoutes } from './orders/changes/routes.ts'
import { commentRoutes } from './orders/comments/routes.ts'
import { invoiceCheckRoutes } from './orders/invoice-check/routes.ts'
import { itemRoutes } from './orders/items/routes.ts'
import { lastPriceRoutes } from './orders/last-prices/routes.ts'
import { nfeDraftRoutes } from './orders/nfe-draft/routes.ts'
import { settleLockedOrders } from './orders/reads/locked.ts'
import { recalculationRoutes } from './orders/recalculations/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { taxCoverageRoutes } from './orders/tax-coverage/routes.ts'
import { orderTaxRoutes } from './orders/tax-preview/order-routes.ts'
import { taxPreviewRoutes } from './orders/tax-preview/routes.ts'
import { versionRoutes } from './orders/versions/routes.ts'
import type { Outbound } from './outbound/outbound.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { productImageRoutes } from './products/routes.ts'
import { type Quotas, quotasOf } from './quotas.ts'
import { customFieldRoutes } from './records/custom-fields/routes.ts'
import { recordLineRoutes } from './records/lines/routes.ts'
import { numberGapRoutes } from './records/number-series/gaps-routes.ts'
import { referenceRoutes } from './records/routes.ts'
import { suggestionRoutes } from './records/suggestions/routes.ts'
import { taxRuleRoutes } from './records/tax-rules/routes.ts'
import { RequestLog } from './requests/log.ts'
import { requestRoutes } from './requests/routes.ts'
import type { Services } from './services.ts'
import { taxRoutes } from './taxes/routes.ts'
import { msg } from './texts/message.ts'
import { deliveryRoutes } from './webhooks/delivery/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** Every feature, in the order of the reference page. */
const features = [
  orderRoutes,
  itemRoutes,
  orderChangeRoutes,
  invoiceCheckRoutes,
  nfeDraftRoutes,
  versionRoutes,
  commentRoutes,
  orderDocumentRoutes,
  warehouseRoutes,
  orderLinkRoutes,
  sharedOrderRoutes,
  customerRoutes,
  privacyRoutes,
  productImageRoutes,
  (app: App, services: Services) =>
    referenceRoutes(app, services, { '/order-statuses': settleLockedOrders }),
  suggestionRoutes,
  lastPriceRoutes,
  numberGapRoutes,
  recordLineRoutes,
  customFieldRoutes,
  taxRoutes,
  taxRuleRoutes,
  taxPreviewRoutes,
  taxCoverageRoutes,
  orderTaxRoutes,
  recalculationRoutes,
  importRoutes,
  importMappingRoutes,
  eventRoutes,
  eventStreamRoutes,
  webhookRoutes,
  deliveryRoutes,
  sessionRoutes,
  passkeyRoutes,
  providerRoutes,
  resetRoutes,
  memberRoutes,
  viewRoutes,
  accountRoutes,
  testAccountRoutes,
  testSessionRoutes,
  oauthRoutes,
  issuerRoutes,
  requestRoutes,
  bulkRoutes,
]

/** What the application is built over. */
export interface Parts {
  config: Config
  database: Pick<Database, 'db' | 'reads' | 'pipelined' | 'isCluster' | 'isEmbedded'>
  /** Serves reads in place of the database, where there is one. */
  replica?: Replica | undefined
  images: ImageStorage
  makeImage: MakeImage
  /** Undefined where there is no key for secrets in the database. */
  secrets: SecretBox | undefined
  /** Calls what webhooks name. */
  outbound: Outbound
  /** Counts requests for several processes together; else each process counts its own. */
  countHit?: CountHit | undefined
}

// Answers are finished text; schemas only describe them. Given here, since plugins with schemas of
// their own would have Fastify compile serializers, for half a second at each start.
const buildSerializer = () => () => JSON.stringify

/** Builds the HTTP application; it listens to nothing yet. */
export async function buildApp(parts: Parts): Promise<App> {
  const {
    config,
    database,
    replica,
    images,
    makeImage,
    secrets,
    outbound,
    countHit = ownCount(),
  } = parts
  const { db, reads, pipelined } = database
  const sessionTimes = sessionTimesOf(config)
  const tokens = authenticator(database, sessionTimes, issuerKeys(outbound))
  const app = bareApp(config)

  app.setErrorHandler(sendProblem)
  app.setValidatorCompiler(compileValidator)
  for (const schema of commonSchemas) app.addSchema(schema)
  app.decorateRequest('rawBody', undefined)
  decorate(app, db)
  keepRequestsOf(app, config, db)
  readBodies(app)

  traceRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    // Many proxies pass on what a client wrote there: links and passkeys would be for its host.
    delete request.raw.headers['x-forwarded-host']
    reply.header('X-Request-Id', request.id).headers(securityHeaders(request.protocol === 'https'))
    done()
  })
  app.addHook('onRequest', keepPrivate)
  limitConnections(app, config)
  // Before tokens are asked for: a browser has none at first, nor has its preflight request.
  app.addHook('onRequest', leadBrowsersToPages)
  if (config.CORS_ORIGIN) await allowOrigins(app, config.CORS_ORIGIN)
  const countFailure = limitFailures(countHit, config.FAILED_AUTH_LIMIT)
  const { ALLOW_INSECURE_SIGN_IN: isInsecureAllowed } = config
  requireTokens(app, tokens, { onFailure: countFailure, isInsecureAllowed })
  const countRequest = limitTokens(app, countHit, config.RATE_LIMIT)
  const quotas = applyQuotas(app, config, database)
  const readsOf = routeReads(app, { db: reads, pipelined }, quotas.longReads, replica)
  negotiate(app)

  await documentationRoutes(app, eventWebhooks())
  consoleRoutes(app)
  const services: Services = {
    config,
    primary: db,
    lookups: pipelined,
    readsOf,
    isEmbedded: database.isEmbedded ?? false,
    replica,
    images,
    makeImage,
    secrets,
    outbound,
    exporter: createExporter(config, database, quotas),
    quotas,
    forgetTokens: tokens.forget,
    sessionTimes,
    countFailure,
    countBeginning: limitBeginnings(countHit, config.FAILED_AUTH_LIMIT),
    countOpening: limitOpenings(countHit),
    countRequest,
  }
  healthRoutes(app, database, replica)
  for (const feature of features) await feature(app, services)
  return app
}

function bareApp(config: Config): App {
  return Fastify({
    logger: logOptions(config.LOG_LEVEL),
    logController: new AnsweredRequests(config.LOG_REQUESTS),
    bodyLimit: config.MAX_BODY_BYTES,
    // What registers waits for nothing but the processor, which may be slow.
    pluginTimeout: 0,
    ...timeOuts(config),
    clientErrorHandler: answerClientError,
    trustProxy: believedProxies(config),
    genReqId: (request) => callersRequestId(request) ?? randomUUID(),
    childLoggerFactory: tracedLogger,
    // Schemas limit parameters, with a problem that names them; Node limits the whole to 16 KiB.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    rewriteUrl: routed,
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    return503OnClosing: true,
    schemaController: { compilersFactory: { buildSerializer } },
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
}

function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, readJsonBody)
  // It has no meaning there and is not read, as with GET.
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  refuseMissingBody(app)
  understandAnswers(app)
}

/** What requests and jobs of this process tell each other by; exports are told to the audit. */
function decorate(app: App, db: Db): void {
  app.decorate('runningKeys', new Set<string>())
  app.decorate('eventHub', new EventHub())
  app.decorate('importsDue', new AccountQueue())
  app.decorate('recalculationsDue', new AccountQueue())
  app.decorate('mailsDue', new AccountQueue())
  app.decorate('orderMailsDue', new AccountQueue())
  app.decorate('onCommitted', (account_id: number) => app.eventHub.committed(account_id))
  app.decorate('onExport', async (actor: Actor, made: MadeExport) => {
    await recordExport(db, actor, made)
    app.onCommitted(actor.account_id)
  })
  app.addHook('preClose', async () => app.eventHub.close())
}

/** Keeps requests of tokens where the setting says so; what waits is written when the service stops. */
function keepRequestsOf(app: App, { REQUEST_LOG_DAYS: days }: Config, db: Db): void {
  const requestLog = days > 0 ? new RequestLog() : undefined
  app.decorate('requestLog', requestLog)
  app.decorateRequest('problem', null)
  if (!requestLog) return
  keepRequests(app, (request) => requestLog.add(request))
  app.addHook('onClose', async () => {
    await requestLog.flush(db).catch((error: unknown) => {
      app.log.warn({ err: error }, 'The last requests of tokens were not kept.')
    })
  })
}

function applyQuotas(app: App, config: Config, database: Parts['database']): Quotas {
  const quotas = quotasOf(config, database)
  noticeLeaving(app)
  takeTurnsAtDatabase(app)
  limitArrivals(app, quotas.arrivals)
  queueLargeWrites(app, quotas.largeWrites)
  return quotas
}

function sessionTimesOf({ SESSION_IDLE_MINUTES, SESSION_DAYS }: Config): SessionTimes {
  return { idleS: SESSION_IDLE_MINUTES * 60, longestS: SESSION_DAYS * 86_400 }
}

/** A number counts the proxies in front, from the connection on: how far `X-Forwarded-For` is theirs. */
function believedProxies({ TRUST_PROXY }: Config) {
  if (typeof TRUST_PROXY !== 'number') return TRUST_PROXY
  return TRUST_PROXY > 0 && ((_address: string, hop: number) => hop < TRUST_PROXY)
}

/** How long a request may take to arrive, and a connection be silent before it. */
function timeOuts({ REQUEST_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS }: Config) {
  return {
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Its default is 60 s, and Node swaps the two where this one is the larger.
      headersTimeout: REQUEST_TIMEOUT_MS,
      // Node looks for requests that are late only every 30 s, unless told otherwise.
      connectionsCheckingInterval: Math.min(REQUEST_TIMEOUT_MS, 1000),
    },
  }
}

/** Lets pages of these origins call the API with everything it takes and answers with. */
async function allowOrigins(app: App, origins: NonNullable<Config['CORS_ORIGIN']>): Promise<void> {
  await app.register(cors, {
    origin: origins === '*' ? origins : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Content-Disposition',
      'ETag',
      'Link',
      'Location',
      'X-Request-Id',
      'Idempotency-Replayed',
      'Pedido-Test-Account',
      'Preference-Applied',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
    ],
    strictPreflight: false,
    // Seconds; the most that Chromium takes.
    maxAge: 7200,
  })
}

/** What is refused before a route sees it, and the form of answers that the request asks for. */
function negotiate(app: App): void {
  refuseUnknown(app)
  leaveOutLengthOfNothing(app)
  passOverTypeOfNothing(app)
  compressAnswers(app)
  app.addHook('onRequest', refuseOtherAccept)
}

function refuseOtherAccept(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { accept } = request.headers
  const { produces: type = 'application/json', alsoProduces = [] } = request.routeOptions.config
  // Negotiation takes some microseconds; most clients say one of these.
  const isTaken =
    accept === undefined ||
    accept === '*/*' ||
    accept === type ||
    acceptsType(accept, type) ||
    alsoProduces.some((other) => acceptsType(accept, other)) ||
    (alsoProduces.length > 0 && Object.hasOwn(request.query as object, 'format'))
  const all = [type, ...alsoProduces].join(', ')
  done(isTaken ? undefined : new Problem('not_acceptable', msg`This path answers with ${all}.`))
}
