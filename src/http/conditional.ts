import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../base/refusals.ts'
import { sendJson, singleEnvelope } from './envelope.ts'

/** The strong entity tag of a record: a digest of its JSON, so it changes exactly when that does. */
export function etagOf(document: string | Buffer): string {
  return `"${hash('sha256', document, 'base64url').slice(0, 22)}"`
}

/** Checks `If-Match` and `If-None-Match` of a write against the record as it is under the lock. */
export type Precondition = (current: string | null) => void

export function preconditionOf(request: FastifyRequest): Precondition {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch === undefined && ifNoneMatch === undefined) return () => {}
  return (current) => {
    const holds =
      (ifMatch === undefined || matches(ifMatch, current)) &&
      (ifNoneMatch === undefined || !matches(ifNoneMatch, current))
    if (holds) return
    const etag = current === null ? undefined : etagOf(current)
    const detail = etag ? `The record's ETag is ${etag} now.` : 'The record does not exist.'
    throw new Refusal('precondition_failed', detail, etag ? { headers: { ETag: etag } } : {})
  }
}

/** Answers a read of one record: 200 with its ETag, or 304 where the caller has it already. */
export function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  document: string,
): FastifyReply {
  const etag = etagOf(document)
  reply.header('ETag', etag)
  if (isKnown(request, etag)) return reply.code(304).send()
  return sendJson(reply, singleEnvelope(document))
}

/** True when the caller has the version with this entity tag already. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']
  return known !== undefined && names(known, etag)
}

function matches(header: string, document: string | null): boolean {
  return document !== null && names(header, etagOf(document))
}

function names(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
