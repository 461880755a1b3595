import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OncePerMinute } from '../base/log/once-per-minute.ts'
import {
  type ErrorCode,
  errorCodes,
  errorCodesInPortuguese,
  type FieldError,
  MAX_ERRORS,
  Problem,
} from '../base/problems.ts'
import { traceParent } from '../base/trace-context.ts'
import { DatabaseUnreachable, databaseProblem } from '../database/failures.ts'
import {
  either,
  type Language,
  type Message,
  messageJson,
  msg,
  verbatim,
} from '../texts/message.ts'
import { metaNow } from './envelope.ts'
import { pointersAsSent } from './returned/understand.ts'
import { addVary } from './wire/headers.ts'
import { mediaTypesOf } from './wire/media-types.ts'
import { problemLanguage } from './wire/negotiation.ts'

/** The RFC 9457 body of a problem. `type` points into the published documentation. */
export function problemText(
  problem: Problem,
  requestId: string,
  language: Language,
  traceparent?: string,
  errors: readonly FieldError[] = problem.errors,
): string {
  const [status, title] = errorCodes[problem.code]
  const [titleInPortuguese] = errorCodesInPortuguese[problem.code]
  const body = {
    type: `/docs/errors#${problem.code}`,
    title: language === 'en' ? title : titleInPortuguese,
    status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
    errors: errors.slice(0, MAX_ERRORS),
    ...problem.extra,
    meta: { ...metaNow(), ...problem.meta },
  }
  return messageJson(body, language)
}

/** Fastify's error handler: every failure leaves as a problem, ours without any internals. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request)
  request.problem = problem
  const [status] = errorCodes[problem.code]
  if (status >= 500) logFailure(error, problem, request)
  else request.log.debug(refusedOf(problem), 'refused')
  const language = problemLanguage(request.headers['accept-language'])
  addVary(reply, 'Accept-Language')
  reply
    .code(status)
    .headers({ ...takenTypes(problem, request), ...headersOf(problem) })
    .type('application/problem+json; charset=utf-8')
    .header('Content-Language', language)
    .send(
      problemText(
        problem,
        request.id,
        language,
        traceParent(request.raw),
        pointersAsSent(request, problem.errors),
      ),
    )
}

const outages = new OncePerMinute()

/**
 * A fault of ours is logged each time. What is away fails many requests alike, of which one a minute is
 * logged: the others are in the log by their own lines.
 */
function logFailure(error: unknown, problem: Problem, { log, server }: FastifyRequest): void {
  if (problem.code !== 'internal_error' && isHeldBack(problem, server.log)) return
  // Whoever noticed logged it with what there is to say.
  if (error instanceof DatabaseUnreachable) {
    log.warn({ reason: String(error.cause) }, problem.message)
  } else log.error({ err: error }, problem.message)
}

function isHeldBack(problem: Problem, log: FastifyBaseLogger): boolean {
  const kind = kindOf(problem)
  const logHeldBack = (count: number) =>
    log.warn({ ...kind, held_back: count }, 'more requests failed in the same way')
  return !outages.mayPass(Object.values(kind).join(), logHeldBack)
}

/** By what failed below it, else by its sentence. */
function kindOf({ code, cause, detail }: Problem): { code: string; reason: string } {
  const { code: below, name } = (cause ?? {}) as { code?: unknown; name?: string }
  return { code, reason: String(below ?? name ?? detail) }
}

/** Without the sentences, which repeat what was sent. */
function refusedOf({ code, errors }: Problem) {
  return { code, errors: errors.slice(0, MAX_ERRORS).map((fieldError) => fieldError.code) }
}

/** The challenge is that of RFC 6750. */
export function headersOf({ retryAfter, lacking, headers }: Problem): Record<string, string> {
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
function takenTypes({ code, headers }: Problem, { method, routeOptions }: FastifyRequest) {
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
  new Problem('internal_error', msg`Something failed on our side; nothing was changed.`)

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as Partial<FastifyError>
  const known = fastifyCodes[code ?? '']
  if (known === 'unsupported_media_type') {
    const taken = takenBy(request)
    const types = either(taken.map((type) => verbatim(`\`Content-Type: ${type}\``)))
    const [type = '', charset] = (request.headers['content-type'] ?? '').split(/;.*\bcharset=/i)
    // What is wrong is the charset: who is told to send JSON does.
    const isCharset = charset !== undefined && taken.includes(type.trim().toLowerCase())
    return new Problem(
      known,
      isCharset
        ? msg`Send the body in UTF-8, with ${types}: the charset "${charset.slice(0, 40)}" is not taken.`
        : msg`Send the body with ${types}.`,
    )
  }
  if (known) return new Problem(known, fastifyTexts[code ?? ''] ?? unread(error))
  // Before the database's: a client that breaks off is an ECONNRESET too, which Fastify makes 400.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem('bad_request', unread(error))
  }
  return databaseProblem(error) ?? internal()
}

const unread = (error: unknown) => msg`The request can’t be read: ${(error as Error).message}.`

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
const fastifyTexts: Record<string, Message> = {
  FST_ERR_CTP_BODY_TOO_LARGE: msg`The body is larger than the setting MAX_BODY_BYTES allows.`,
  FST_REQ_FILE_TOO_LARGE: msg`The file is larger than the setting MAX_UPLOAD_BYTES allows.`,
}
