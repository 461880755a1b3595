import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { requestAnswered } from '../../base/telemetry/topics.ts'

/** Where there is no such address: what was asked for instead may be anything. */
const NO_ROUTE = 'none'

/**
 * Writes a line for each request that was answered, and emits it to whoever counts them. It takes the place
 * of Fastify's lines, which hold addresses with all that their queries say.
 */
export class AnsweredRequests extends LogController {
  readonly #writesLines: boolean

  /** @param writesLines the setting `LOG_REQUESTS` */
  constructor(writesLines: boolean) {
    super({})
    this.#writesLines = writesLines
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, ...sent: Sent): void {
    if (error) sent[0].log.warn({ err: error }, 'an answer was cut off')
    if (this.#writesLines) writeLine(...sent)
    if (requestAnswered.hasListeners) emitAnswered(...sent)
  }
}

type Sent = [request: FastifyRequest, reply: FastifyReply]

function writeLine(...[request, reply]: Sent): void {
  const { log, method, actor, routeOptions } = request
  const { url: route = NO_ROUTE } = routeOptions
  const { statusCode: status } = reply
  // Probes come every few seconds.
  if (route.startsWith('/health/') && status < 400) return
  const ms = Math.round(reply.elapsedTime * 1000) / 1000
  const who = actor ? { account: actor.account_id, token: actor.id_token } : undefined
  log.info({ method, route, status, ms, ...who }, 'request')
}

function emitAnswered(...[{ method, routeOptions }, reply]: Sent): void {
  const { url: route = NO_ROUTE } = routeOptions
  requestAnswered.emit({ method, route, status: reply.statusCode, ms: reply.elapsedTime })
}
