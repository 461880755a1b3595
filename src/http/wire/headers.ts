import type { FastifyReply, FastifyRequest } from 'fastify'

/** Adds a request header to those by which answers differ. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('Vary')
  reply.header('Vary', known === undefined ? name : `${String(known)}, ${name}`)
}

/** Whether a body comes, by what the headers say. */
export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Whatever needs a token or a session is for who asks alone: a cache that many share keeps nothing of
 * it, and a browser asks again before it shows it, since somebody else may have signed in meanwhile.
 */
export function keepPrivate(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.routeOptions.config.scope !== 'public') {
    reply.header('Cache-Control', 'private, no-cache')
    addVary(reply, 'Cookie')
  }
  done()
}
