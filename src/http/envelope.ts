import type { FastifyReply } from 'fastify'
import { INTERFACE_VERSION } from './schemas.ts'

/** `meta` of every response: UTC with milliseconds and no zone suffix, and the interface's version. */
export function metaNow(): { timestamp: string; version: string } {
  return { timestamp: new Date().toISOString().slice(0, -1), version: INTERFACE_VERSION }
}

function metaText(): string {
  return `{"timestamp":"${new Date().toISOString().slice(0, -1)}","version":"${INTERFACE_VERSION}"}`
}

// The records arrive from the database as finished JSON text and are passed on without parsing.

/** A record's JSON with one more member. */
export function withMember(document: string, name: string, value: string): string {
  return `${document.slice(0, -1)},"${name}":${JSON.stringify(value)}}`
}

/** @param beside more members, by their names, as JSON */
export function singleEnvelope(
  data: string,
  message?: string,
  beside: Readonly<Record<string, string>> = {},
): string {
  const messagePart = message ? `,"message":"${message}"` : ''
  const others = Object.entries(beside).map(([name, json]) => `,"${name}":${json}`)
  return `{"data":${data}${messagePart}${others.join('')},"meta":${metaText()}}`
}

export function listEnvelope(data: string, pagination: object): string {
  return `{"data":[${data}],"pagination":${JSON.stringify(pagination)},"meta":${metaText()}}`
}

/** A list that is never long, whole. */
export function manyEnvelope(documents: string[]): string {
  return `{"data":[${documents.join(',')}],"meta":${metaText()}}`
}

export function cursorEnvelope(data: string, size: number, nextCursor: string | null): string {
  return `{"data":[${data}],"size":${size},"next_cursor":${JSON.stringify(nextCursor)},"meta":${metaText()}}`
}

export function deletedEnvelope(id: number): string {
  return `{"success":true,"message":"Resource deleted successfully","deletedId":${id},"meta":${metaText()}}`
}

export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
