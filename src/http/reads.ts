import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Db } from '../database/database.ts'

/** Where a request that changes nothing reads. */
export interface Reads {
  /** For any single statement. */
  db: Db
  /** For statements that find one row by its key, and for nothing else. */
  byKey: Db
}

/** Where this request reads. Every GET handler asks, so that the answer is given in one place. */
export type ReadsOf = (request: FastifyRequest) => Reads

const STRONG = 'consistency=strong'

/** Decides where each request reads; writes don't ask. */
export function routeReads(app: App, primary: Reads): ReadsOf {
  app.addHook('onRequest', (request, reply, done) => {
    const { prefer } = request.headers
    if (prefer !== undefined && isRead(request) && asksForStrong(prefer)) {
      reply.header('Preference-Applied', STRONG)
    }
    done()
  })
  return () => primary
}

/** The request reads for a token. */
function isRead({ method, actor }: FastifyRequest): boolean {
  return actor !== null && (method === 'GET' || method === 'HEAD')
}

/**
 * True where `Prefer` asks for strong consistency. Names and values without quotes are those of
 * RFC 7240; of a preference that stands twice the first counts; unknown ones are passed over.
 */
function asksForStrong(prefer: string | string[]): boolean {
  const preferences = String(prefer).match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? []
  for (const preference of preferences) {
    const found = /^\s*consistency\s*(?:=\s*("?)([^"\s;]*)\1\s*)?(?:;|$)/i.exec(preference)
    if (found) return found[2] === 'strong'
  }
  return false
}
