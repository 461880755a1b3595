import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Precondition } from '../base/outcomes.ts'
import { Problem } from '../base/problems.ts'
import { msg } from '../texts/message.ts'
import { sendJson, singleEnvelope } from './envelope.ts'
import { checkUnderstood } from './returned/understand.ts'
import { addVary } from './wire/headers.ts'

/** The strong entity tag of a record: a digest of its JSON, so it changes exactly when that does. */
export function etagOf(document: string | Buffer): string {
  return `"${hash('sha256', document, 'base64url').slice(0, 22)}"`
}

/**
 * Checks `If-Match` and `If-None-Match` of a write against the record as it is under the lock, and what a
 * body in the words of an answer says of it.
 * @throws Problem `invalid_header` where they are no entity tags, such as one without its quotes
 */
export function preconditionOf(request: FastifyRequest): Precondition {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch === undefined && ifNoneMatch === undefined)
    return (current) => checkUnderstood(request, current)
  refuseUnquoted('If-Match', ifMatch)
  refuseUnquoted('If-None-Match', ifNoneMatch)
  return (current) => {
    const etag = current === null ? undefined : etagOf(current)
    const holds =
      (ifMatch === undefined || strongMatch(ifMatch, etag) !== undefined) &&
      (ifNoneMatch === undefined || weakMatch(ifNoneMatch, etag) === undefined)
    if (!holds) throw preconditionFailed(etag)
    checkUnderstood(request, current)
  }
}

/** What has no quotes would never hold: 412 would send its sender to look for another writer. */
function refuseUnquoted(header: string, list: string | undefined): void {
  if (list === undefined || list.trim() === '*') return
  const beside = list.replaceAll(/(?:W\/)?"[^"]*"/g, '')
  if (beside !== list && /^[\s,]*$/.test(beside)) return
  const detail = msg`must be * or the ETag of an answer with its quotes, such as "x7Vq"; several with commas between them.`
  throw new Problem('invalid_header', msg`${header} ${detail}`, {
    errors: [{ header, code: 'entity_tag', detail }],
  })
}

function preconditionFailed(etag: string | undefined): Problem {
  const detail = etag ? msg`The record's ETag is ${etag} now.` : msg`The record does not exist.`
  return new Problem('precondition_failed', detail, etag ? { headers: { ETag: etag } } : {})
}

/** Answers a read of one record: 200 with its ETag, 304 where the caller has it already, or 412. */
export function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  document: string,
  etag = etagOf(document),
): FastifyReply {
  if (isUnchanged(request, reply, etag)) return sendNotModified(reply)
  return sendJson(reply, singleEnvelope(document))
}

/** 304 for what is compressed where that is asked for. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  addVary(reply, 'Accept-Encoding')
  return reply.code(304).send()
}

/**
 * Sets the `ETag` of an answer to a read; true where the caller has this version already. It is
 * then the tag that the caller has, so that a cache finds what it stored in whichever encoding.
 * A read with an `If-None-Match` that is none is answered whole: nothing is lost by it.
 * @throws Problem `precondition_failed` where `If-Match` names other versions, `invalid_header`
 * where it names none
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  refuseUnquoted('If-Match', ifMatch)
  if (ifMatch !== undefined && strongMatch(ifMatch, etag) === undefined) {
    throw preconditionFailed(etag)
  }
  const known = ifNoneMatch === undefined ? undefined : weakMatch(ifNoneMatch, etag)
  reply.header('ETag', known ?? etag)
  return known !== undefined
}

/** The tag of a list that is this one, in any encoding: `W/` never is (RFC 9110, 8.8.3.2). */
function strongMatch(list: string, etag: string | undefined): string | undefined {
  return listedTag(list, etag, (tag) => tag)
}

/** As `strongMatch`, but a weak tag is like its strong one. */
function weakMatch(list: string, etag: string | undefined): string | undefined {
  return listedTag(list, etag, (tag) => tag.replace(/^W\//, ''))
}

function listedTag(
  list: string,
  etag: string | undefined,
  opaque: (tag: string) => string,
): string | undefined {
  if (etag === undefined) return undefined
  if (list.trim() === '*') return etag
  const tags = list.split(',').map((tag) => opaque(tag.trim()))
  return tags.find((tag) => tag === etag || tag.replace(/-(br|gzip)"$/, '"') === etag)
}
