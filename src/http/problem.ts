import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OncePerMinute } from '../base/log/once-per-minute.ts'
import {
  type ErrorCode,
  errorCodes,
  errorCodesInPortuguese,
  MAX_FAULTS,
  Refusal,
} from '../base/refusals.ts'
import { traceParent } from '../base/trace-context.ts'
import { DatabaseUnreachable, databaseRefusal } from '../database/failures.ts'
import { either, type Language, say, spokenJson, type Text, verbatim } from '../texts/text.ts'
import { metaNow } from './envelope.ts'
import { addVary } from './wire/headers.ts'
import { mediaTypesOf } from './wire/media-types.ts'
import { refusalLanguage } from './wire/negotiation.ts'

/** The RFC 9457 body of a refusal. `type` points into the published documentation. */
export function problemText(
  refusal: Refusal,
  requestId: string,
  language: Language,
  traceparent?: string,
): string {
  const [status, title] = errorCodes[refusal.code]
  const [titleInPortuguese] = errorCodesInPortuguese[refusal.code]
  const problem = {
    type: `/docs/errors#${refusal.code}`,
    title: language === 'en' ? title : titleInPortuguese,
    status,
    detail: refusal.detail,
    code: refusal.code,
    request_id: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    errors: refusal.faults.slice(0, MAX_FAULTS),
    ...refusal.extra,
    meta: metaNow(),
  }
  return spokenJson(problem, language)
}

/** Fastify's error handler: every failure leaves as a problem, ours without any internals. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request)
  const [status] = errorCodes[refusal.code]
  if (status >= 500) tellFailure(error, refusal, request)
  else request.log.debug(refusedOf(refusal), 'refused')
  const language = refusalLanguage(request.headers['accept-language'])
  addVary(reply, 'Accept-Language')
  reply
    .code(status)
    .headers({ ...takenTypes(refusal, request), ...headersOf(refusal) })
    .type('application/problem+json; charset=utf-8')
    .header('Content-Language', language)
    .send(problemText(refusal, request.id, language, traceParent(request.raw)))
}

const outages = new OncePerMinute()

/**
 * A fault of ours is told each time. What is away fails many requests alike, of which one a minute is
 * told: the others are in the log by their own lines.
 */
function tellFailure(error: unknown, refusal: Refusal, { log, server }: FastifyRequest): void {
  if (refusal.code !== 'internal_error' && isHeldBack(refusal, server.log)) return
  // Whoever noticed told it with what there is to say.
  if (error instanceof DatabaseUnreachable) {
    log.warn({ reason: String(error.cause) }, refusal.message)
  } else log.error({ err: error }, refusal.message)
}

function isHeldBack(refusal: Refusal, log: FastifyBaseLogger): boolean {
  const kind = kindOf(refusal)
  const tellOthers = (count: number) =>
    log.warn({ ...kind, held_back: count }, 'more requests failed in the same way')
  return !outages.mayPass(Object.values(kind).join(), tellOthers)
}

/** By what failed below it, else by its sentence. */
function kindOf({ code, cause, detail }: Refusal): { code: string; reason: string } {
  const { code: below, name } = (cause ?? {}) as { code?: unknown; name?: string }
  return { code, reason: String(below ?? name ?? detail) }
}

/** Without the sentences, which repeat what was sent. */
function refusedOf({ code, faults }: Refusal) {
  return { code, faults: faults.slice(0, MAX_FAULTS).map((fault) => fault.code) }
}

/** The challenge is that of RFC 6750. */
export function headersOf({ retryAfter, lacking, headers }: Refusal): Record<string, string> {
  const scope = lacking.join(' ')
  return {
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
    ...(scope && {
      'WWW-Authenticate': `Bearer realm="pedido", error="insufficient_scope", scope="${scope}"`,
    }),
    ...headers,
  }
}

/** 415 tells what the address takes: RFC 5789 for PATCH, RFC 9110 and W3C's LDP for the others. */
function takenTypes({ code, headers }: Refusal, { method, routeOptions }: FastifyRequest) {
  if (code !== 'unsupported_media_type' || 'Accept-Encoding' in headers) return {}
  const header = { POST: 'Accept-Post', PATCH: 'Accept-Patch' }[method] ?? 'Accept'
  return { [header]: takenBy({ method, routeOptions }).join(', ') }
}

/** The media types that an address takes. */
function takenBy({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method' | 'routeOptions'>): string[] {
  const { consumes } = routeOptions.config
  return consumes === undefined ? mediaTypesOf(method) : [consumes]
}

const internal = () =>
  new Refusal('internal_error', say`Something failed on our side; nothing was changed.`)

function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = fastifyCodes[code ?? '']
  if (known === 'unsupported_media_type') {
    const types = takenBy(request).map((type) => verbatim(`\`Content-Type: ${type}\``))
    return new Refusal(known, say`Send the body with ${either(types)}.`)
  }
  if (known) return new Refusal(known, fastifyTexts[code ?? ''] ?? unread(error))
  // Before the database's: a client that breaks off is an ECONNRESET too, which Fastify makes 400.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('bad_request', unread(error))
  }
  return databaseRefusal(error) ?? internal()
}

const unread = (error: unknown) => say`The request can’t be read: ${(error as Error).message}.`

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'invalid_parameter',
}

/** Where Fastify's own sentence only repeats the title. */
const fastifyTexts: Record<string, Text> = {
  FST_ERR_CTP_BODY_TOO_LARGE: say`The body is larger than the setting MAX_BODY_BYTES allows.`,
  FST_REQ_FILE_TOO_LARGE: say`The file is larger than the setting MAX_UPLOAD_BYTES allows.`,
}
