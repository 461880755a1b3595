import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { actorOf, refuseEnded, watchedRequest } from '../access/authenticate.ts'
import { othersAreAbout } from '../base/giving-way/turns.ts'
import { Problem } from '../base/problems.ts'
import type { App } from '../http/app.ts'
import { letTakeLong } from '../http/client-errors.ts'
import { operation } from '../http/openapi/operation.ts'
import { closed } from '../http/schemas.ts'
import { isGzip, unpackedChunks } from '../http/wire/compression.ts'
import { problemLanguage } from '../http/wire/negotiation.ts'
import { compileValidator } from '../http/wire/validation.ts'
import type { BulkMode } from '../records/bulk/write.ts'
import { linesProperty } from '../records/lines/bulk.ts'
import type { Services } from '../services.ts'
import { msg } from '../texts/message.ts'
import { LineReader } from './lines.ts'
import { type BulkResource, bulkResources, checkerOf } from './resources.ts'
import { resultLine } from './results.ts'
import { writeAllOrNothing, writeLines } from './stream.ts'

const NDJSON = 'application/x-ndjson'
/** JSON is UTF-8: no other charset is taken. */
const NDJSON_TYPE = /^application\/x-ndjson(; (charset="?utf-?8"?|(?!charset=)[^;]*))*$/i

/** Records of one transaction, and bytes of them after which it has enough. */
const BATCH_LINES = 200
/**
 * The same on the embedded database, where others wait for the transaction. Measured, CPU of an order: of
 * 200 1.9 to 2.0 ms, of 50 2.4 ms, of 25 2.2 to 2.5 ms.
 */
const EMBEDDED_LINES = 50
/** And while other accounts are at work. */
const EMBEDDED_LINES_BESIDE = 4
const BATCH_BYTES = 262_144
/** Bytes that an atomic request may have, in longest lines. */
const ATOMIC_LINES = 16

const query = closed({
  mode: Type.Optional(
    Type.String({
      enum: ['put', 'patch'],
      default: 'put',
      description:
        '`put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new.',
    }),
  ),
  atomic: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        '`true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given.',
    }),
  ),
})

/** `POST /bulk/…`: thousands of records in a request. */
export async function bulkRoutes(app: App, services: Services): Promise<void> {
  const running = new Set<AbortController>()
  void app.eventHub.closed.then(() => {
    for (const one of running) one.abort(shuttingDown())
  })
  // Encapsulated: no other address takes streams of lines.
  await app.register(async (scope: App) => {
    scope.setValidatorCompiler(compileValidator)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(NDJSON_TYPE, (_request, payload, done) => done(null, payload))
    scope.addContentTypeParser('*', (_request, _payload, done) => done(wrongType()))
    for (const resource of bulkResources(services.config.MAX_ITEMS)) {
      bulkRoute(scope, services, resource, running)
    }
  })
}

function bulkRoute(
  app: App,
  services: Services,
  resource: BulkResource,
  running: Set<AbortController>,
): void {
  const { name, tag, plural, scope, schemas } = resource
  const checkers = { put: checkerOf(resource, 'put'), patch: checkerOf(resource, 'patch') }
  const options = operation({
    operationId: `bulk${plural}`,
    tag,
    summary: `Write many ${name.replaceAll('-', ' ')} at once`,
    description: described(resource),
    scope,
    writesMany: true,
    query,
    consumes: NDJSON,
    upload: schemas.patch,
    produces: NDJSON,
    success: resultLine as TSchema,
    problems: ['request_timeout', 'invalid_json'],
  })
  app.post(`/bulk/${name}`, options, async (request, reply) => {
    const { mode = 'put', atomic } = request.query as { mode?: BulkMode; atomic?: boolean }
    refuseKey(request)
    const isPacked = isGzip(request)
    const body = request.body as Readable | undefined
    if (!body) throw wrongType()
    const { account_id } = actorOf(request)
    const leave = services.quotas.bulks.take(account_id)
    const stop = new AbortController()
    running.add(stop)
    if (app.eventHub.isClosed) stop.abort(shuttingDown())
    reply.raw.once('close', () => {
      running.delete(stop)
      leave()
    })
    letTakeLong(request, reply)
    const ended = watchedRequest(request, reply)
    ended.addEventListener('abort', () => stop.abort(ended.reason))
    const work = {
      ...requestWork(app, services, request, resource, stop.signal),
      reader: readerOf(
        services,
        isPacked ? unpackedChunks(body, reply) : chunksOf(body),
        isPacked,
        stop.signal,
      ),
      mode,
      check: checkers[mode],
    }
    if (atomic) {
      const maxBytes = services.config.MAX_BODY_BYTES * ATOMIC_LINES
      return sendLines(services, reply, writeAllOrNothing(work, maxBytes))
    }
    return sendLines(services, reply, writeLines(work))
  })
}

const shuttingDown = () => new Problem('unavailable', msg`The service is shutting down.`)

function described({ name, line }: BulkResource): string {
  const more = line
    ? ` \`${linesProperty(line)}\` are written by their own \`fk_id\`; others of the ${line.owner.of.singular} stay.`
    : name === 'orders'
      ? ' `items` replace all items of the order; with `mode=patch` they stay where they are left out.'
      : ''
  return (
    'A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send.' +
    `${more} A line that is refused does not stop the others. You can send lines again: a record that is there already is \`unchanged\`. There is no \`Idempotency-Key\`.`
  )
}

/** Left before its end, an iterator would break the connection off with its answer. */
const chunksOf = (body: Readable) =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>

function readerOf(
  { config, isEmbedded }: Services,
  chunks: AsyncIterator<Buffer>,
  isPacked: boolean,
  stop: AbortSignal,
): LineReader {
  const limits = {
    line: config.MAX_BODY_BYTES,
    // A sender of gzip has a million blank lines, or a line of any length, for a thousand bytes.
    skipped: isPacked ? config.MAX_BODY_BYTES : undefined,
    lines: () => {
      if (!isEmbedded) return BATCH_LINES
      return othersAreAbout() ? EMBEDDED_LINES_BESIDE : EMBEDDED_LINES
    },
    bytes: BATCH_BYTES,
    silence: config.REQUEST_TIMEOUT_MS,
  }
  return new LineReader(chunks, limits, stop)
}

function requestWork(
  app: App,
  { primary, quotas }: Services,
  request: FastifyRequest,
  resource: BulkResource,
  stop: AbortSignal,
) {
  const actor = actorOf(request)
  return {
    db: primary,
    actor,
    resource,
    language: problemLanguage(request.headers['accept-language']),
    mayGoOn: () => refuseEnded(request, resource.scope),
    onCommitted: async () => {
      app.onCommitted(actor.account_id)
      await request.noteCommits?.()
    },
    inTurn: <T>(work: () => Promise<T>) => quotas.largeWrites.run(actor.account_id, work, stop),
    onFailure: (err: unknown) => request.log.error({ err }, 'a bulk request ended early'),
  }
}

/** Answers once the first results are there, so that a failure before them is an ordinary problem. */
async function sendLines(
  { config }: Services,
  reply: FastifyReply,
  lines: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await lines.next()
  async function* all() {
    for (let one = first; !one.done; one = await lines.next()) {
      const stall = setTimeout(() => reply.raw.destroy(), config.STREAM_STALL_MS)
      yield one.value
      clearTimeout(stall)
    }
  }
  const answer = Readable.from(all(), { objectMode: false, highWaterMark: 16_384 })
  return reply.type(NDJSON).header('X-Accel-Buffering', 'no').send(answer)
}

function refuseKey({ headers }: FastifyRequest): void {
  if (headers['idempotency-key'] === undefined) return
  const detail = msg`is not taken here: sending the same lines again changes nothing, and says \`unchanged\`.`
  throw new Problem('invalid_header', msg`Idempotency-Key ${detail}`, {
    errors: [{ header: 'Idempotency-Key', code: 'idempotency_key', detail }],
  })
}

function wrongType(): Problem {
  return new Problem('unsupported_media_type', msg`Send the records as ${NDJSON}: one a line.`)
}
