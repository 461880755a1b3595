import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isUnchanged, sendNotModified } from '../conditional.ts'
import { encodedTag, type Prepared, prepare } from '../wire/compression.ts'
import { addVary } from '../wire/headers.ts'
import { encodingFor } from '../wire/negotiation.ts'

/** A text with its entity tag, compressed once. */
export interface Kept extends Prepared {
  etag: string
}

export async function kept(content: string | Buffer): Promise<Kept> {
  return { ...(await prepare(content)), etag: etagOf(content) }
}

/** Sends what a browser may keep, if it asks each time whether it still holds, unless told otherwise. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Kept,
  cacheControl = 'no-cache',
): FastifyReply {
  reply.header('Cache-Control', cacheControl)
  if (isUnchanged(request, reply, content.etag)) return sendNotModified(reply)
  addVary(reply, 'Accept-Encoding')
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  if (encoding === undefined) return reply.send(content.plain)
  reply.headers({ 'Content-Encoding': encoding, ETag: encodedTag(content.etag, encoding) })
  return reply.send(content[encoding])
}
