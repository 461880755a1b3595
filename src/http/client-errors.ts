import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorCodes, Problem } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'
import { headersOf, problemText } from './problem.ts'

/** Connections with a request that may take long to arrive. */
const patient = new WeakSet<Socket>()

/** A client that is still sending has this long to read its answer before the connection ends. */
const LINGER_MS = 1_000

/**
 * Lets a request take as long as it likes to arrive, beyond REQUEST_TIMEOUT_MS. Whoever reads it
 * looks that it goes on arriving; where it is answered before its end, its connection ends, because
 * Node looks at none a second time.
 */
export function letTakeLong({ raw }: FastifyRequest, { raw: answer }: FastifyReply): void {
  const { socket } = raw
  patient.add(socket)
  answer.once('finish', () => {
    patient.delete(socket)
    if (raw.complete) return
    const timer = setTimeout(() => raw.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  })
}

/** What Node reports of bytes that it can't make a request of, or that did not arrive in time. */
interface ClientError extends Error {
  code?: string
  /** The HTTP parser's own words. */
  reason?: string
}

/**
 * Fastify's `clientErrorHandler`: where no request came about, or only half of one, the answer is
 * a problem as well, and the connection ends. Nothing is sent into an answer that is under way.
 */
export function answerClientError(
  this: { log: FastifyBaseLogger },
  error: ClientError,
  socket: Socket,
): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.has(socket)) return
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy(error)
    return
  }
  const problem = clientProblem(error)
  const request_id = randomUUID()
  this.log.debug({ reqId: request_id, code: problem.code, err: error }, 'refused')
  socket.end(rawProblem(problem, request_id))
  // Whatever else comes is not read: not even the client's own end is waited for.
  socket.destroySoon()
}

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}

const details: Partial<Record<ErrorCode, Message>> = {
  request_timeout: msg`The request did not arrive whole in time.`,
  headers_too_large: msg`The request line and the headers are longer than 16 KiB.`,
  body_too_large: msg`The chunk extensions of the body are too long.`,
}

function clientProblem({ code = '', reason }: ClientError): Problem {
  const known = codes[code] ?? 'bad_request'
  const detail = reason
    ? msg`This is not an HTTP/1.1 request: ${reason}.`
    : msg`This is not an HTTP/1.1 request.`
  return new Problem(known, details[known] ?? detail)
}

/** A whole answer for a connection that ends with it; in English, as no request was read. */
export function rawProblem(problem: Problem, request_id: string): string {
  const [status] = errorCodes[problem.code]
  const body = problemText(problem, request_id, 'en')
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/problem+json; charset=utf-8',
    'Content-Language: en',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${request_id}`,
    ...Object.entries(headersOf(problem)).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
