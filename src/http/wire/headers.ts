import type { FastifyReply } from 'fastify'

/** Adds a request header to those by which answers differ. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader('Vary')
  reply.header('Vary', known === undefined ? name : `${String(known)}, ${name}`)
}
