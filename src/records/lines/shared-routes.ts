import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import { actorOf } from '../../access/authenticate.ts'
import type { ErrorCode } from '../../base/problems.ts'
import type { Scope } from '../../base/scopes.ts'
import type { Reader } from '../../database/database.ts'
import { change } from '../../http/change.ts'
import { preconditionOf } from '../../http/conditional.ts'
import { sendList } from '../../http/lists/lists.ts'
import { fieldsOfOne, sendWholeOrPart } from '../../http/lists/sparse-fields.ts'
import { tagOf } from '../../http/openapi/info.ts'
import { changed, closed, singleOrPart, sparseLists } from '../../http/schemas.ts'
import type { Services } from '../../services.ts'
import { readRecord } from '../commands.ts'
import type { Key, LineDefinition } from '../definitions.ts'
import { type Body, explained } from '../explained.ts'
import { propertiesOf } from '../json.ts'
import { recordList } from '../lists/record-list.ts'
import { listQuery, writtenSchema } from '../schema.ts'
import { createLine, findOwner, type LineKey, putLine } from './commands.ts'

// What the lines of a record promise and do, however a path names the record.

const offset = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Records to skip; `page` says the same in pages. 0 unless given.',
    examples: [0],
  }),
)

/** What its operations have in common. */
export function operationsOf(line: LineDefinition) {
  const { title, plural, family, owner } = line
  const tag = tagOf(plural)
  const ref = Type.Ref(title)
  const reads = { tag, scope: `${family}:read` as Scope }
  const writes = { tag, scope: `${family}:write` as Scope, changes: true }
  const body = writtenSchema(line, true)
  const anonymised: ErrorCode[] = owner.of.fields['anonymised_at'] ? ['customer_anonymised'] : []
  const problems: ErrorCode[] = ['duplicate_fk_id', ...anonymised]
  return {
    writes,
    list: {
      ...reads,
      query: closed({ ...listQuery(line).properties, offset }),
      success: sparseLists(ref),
      problems: ['invalid_cursor', 'not_found'] as ErrorCode[],
    },
    create: {
      ...writes,
      body,
      success: changed(ref),
      status: 201,
      problems: [...problems, 'not_found'] as ErrorCode[],
    } as const,
    read: {
      ...reads,
      query: closed(fieldsOfOne),
      success: singleOrPart(ref),
      conditional: true,
    },
    put: {
      ...writes,
      body,
      success: changed(ref),
      status: [200, 201],
      conditional: true,
      problems: [...problems, 'not_found'] as ErrorCode[],
    } as const,
    update: {
      ...writes,
      body: writtenSchema(line, false),
      success: changed(ref),
      conditional: true,
      problems,
    },
  }
}

/** The lines of a record, as the query asks. */
export async function sendLines(
  { readsOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  line: LineDefinition,
  owner: Key,
): Promise<FastifyReply> {
  const actor = actorOf(request)
  const reads = readsOf(request)
  const id = await findOwner(reads.db, actor, line, owner)
  const list = recordList(line, actor, request.query as Record<string, unknown>)
  const isOwned = sql`r.${sql.ref(line.owner.column)} = ${id}`
  return sendList(reads, request, reply, { ...list, conditions: [...list.conditions, isOwned] })
}

export async function addLine(
  { primary }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  line: LineDefinition,
  owner: Key,
): Promise<FastifyReply> {
  const sent = request.body as Body
  return explained(primary, actorOf(request), line, { fk_id: sent['fk_id'] }, () =>
    change(primary, request, reply, (tx, actor) => createLine(tx, actor, line, owner, sent)),
  )
}

export async function sendLine(
  { readsOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  line: LineDefinition,
  { owner, fk_id }: LineKey,
): Promise<FastifyReply> {
  const actor = actorOf(request)
  const { db } = readsOf(request)
  const document = await currentLine(db, actor, line, { owner, fk_id })
  return sendWholeOrPart(request, reply, document, propertiesOf(line))
}

/** Reads a line's JSON as it is now. */
export async function currentLine(
  db: Reader,
  actor: Actor,
  line: LineDefinition,
  { owner, fk_id }: LineKey,
): Promise<string> {
  return readRecord(db, actor, line, { fk_id }, await findOwner(db, actor, line, owner))
}

export async function replaceLine(
  { primary }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  line: LineDefinition,
  key: LineKey,
): Promise<FastifyReply> {
  const sent = request.body as Body
  return explained(primary, actorOf(request), line, { fk_id: key.fk_id, upsert: true }, () =>
    change(primary, request, reply, (tx, actor) =>
      putLine(tx, actor, line, key, sent, preconditionOf(request)),
    ),
  )
}
