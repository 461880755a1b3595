import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { sendList } from '../http/lists/lists.ts'
import { changed, closed, single, sparseLists } from '../http/schemas.ts'
import { readRecord } from '../records/commands.ts'
import type { Key } from '../records/definitions.ts'
import { type Body, explained } from '../records/explained.ts'
import { listSourceOf } from '../records/json.ts'
import { recordFilters } from '../records/routes.ts'
import { listQuery, writtenSchema } from '../records/schema.ts'
import type { Services } from '../services.ts'
import { type AddressKey, createAddress, findCustomer, putAddress } from './commands.ts'
import { addressDefinition as address } from './schema.ts'

// What a customer's addresses promise and do, however a path names the customer.

export const Address = Type.Ref('Address')
const reads = { tag: 'Addresses', scope: 'customers:read' } as const
export const writes = { tag: 'Addresses', scope: 'customers:write', changes: true } as const
export const patchBody = writtenSchema(address, false)
const body = writtenSchema(address, true)
const source = listSourceOf(address)

export const listOperation = {
  ...reads,
  query: closed({
    ...listQuery(address).properties,
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Records to skip; `page` says the same in pages. 0 unless given.',
        examples: [0],
      }),
    ),
  }),
  success: sparseLists(Address),
  problems: ['invalid_cursor', 'not_found'],
} as const

export const createOperation = {
  ...writes,
  body,
  success: changed(Address),
  status: 201,
  problems: ['duplicate_fk_id', 'customer_anonymised', 'not_found'],
} as const

export const readOperation = { ...reads, success: single(Address), conditional: true } as const

export const putOperation = {
  ...writes,
  body,
  success: changed(Address),
  status: [200, 201],
  conditional: true,
  problems: ['duplicate_fk_id', 'customer_anonymised', 'not_found'],
} as const

/** The addresses of a customer, as the query asks. */
export async function sendAddresses(
  { readsOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  customer: Key,
): Promise<FastifyReply> {
  const actor = actorOf(request)
  const { account_id } = actor
  const reads = readsOf(request)
  const id_customer = await findCustomer(reads.db, actor, customer)
  return sendList(reads, request, reply, {
    source,
    defaultSort: 'id',
    conditions: [sql`r.account_id = ${account_id}`, sql`r.id_customer = ${id_customer}`],
    filters: recordFilters,
    query: request.query as Record<string, unknown>,
  })
}

export async function addAddress(
  { primary }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  customer: Key,
): Promise<FastifyReply> {
  const sent = request.body as Body
  return explained(primary, actorOf(request), address, { fk_id: sent['fk_id'] }, () =>
    change(primary, request, reply, (tx, actor) => createAddress(tx, actor, customer, sent)),
  )
}

export async function sendAddress(
  { readsOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { customer, fk_id }: AddressKey,
): Promise<FastifyReply> {
  const actor = actorOf(request)
  const { db } = readsOf(request)
  const id_customer = await findCustomer(db, actor, customer)
  const read = await readRecord(db, actor, address, { fk_id }, id_customer)
  return sendRecord(request, reply, read)
}

export async function writeAddress(
  { primary }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  key: AddressKey,
): Promise<FastifyReply> {
  const sent = request.body as Body
  return explained(primary, actorOf(request), address, { fk_id: key.fk_id, upsert: true }, () =>
    change(primary, request, reply, (tx, actor) =>
      putAddress(tx, actor, key, sent, preconditionOf(request)),
    ),
  )
}
