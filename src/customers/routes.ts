import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { actorOf } from '../access/authenticate.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf, sendRecord } from '../http/conditional.ts'
import { sendList } from '../http/lists/lists.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, closed, deleted, idParams, lightLists, single } from '../http/schemas.ts'
import {
  type Body,
  deleteRecord,
  explained,
  readRecord,
  updateRecord,
} from '../records/commands.ts'
import { listSourceOf } from '../records/json.ts'
import { listQuery, returnedSchemas, writtenSchema } from '../records/schema.ts'
import type { Services } from '../services.ts'
import { createAddress, findCustomer, putAddress } from './commands.ts'
import { addressDefinition as address, customerFkIdParams, customerParams } from './schema.ts'

const ref = Type.Ref('Address')
const reads = { tag: 'Addresses', scope: 'customers:read' } as const
const writes = { tag: 'Addresses', scope: 'customers:write', changes: true } as const
const body = writtenSchema(address, true)
const patchBody = writtenSchema(address, false)
const source = listSourceOf(address)

/** Addresses of customers. The customers themselves are one of the records in src/records. */
export function customerRoutes(app: App, services: Services): void {
  for (const schema of returnedSchemas(address)) app.addSchema(schema)
  customerAddressRoutes(app, services)
  addressOfCustomerNamedAddressRoutes(app, services)
  addressRoutes(app, services)
  addressFkIdRoutes(app, services)
}

const listOperation = {
  ...reads,
  operationId: 'listAddresses',
  summary: 'List the addresses of a customer',
  description:
    'By `page` or `offset` and `limit`, or in cursor mode. `/customers/fk_id/address` is the customer ' +
    'with the fk_id `address`: a customer whose fk_id is `fk_id` is named by its id here (`id:42`).',
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
  success: lightLists(ref),
  refusals: ['invalid_cursor', 'not_found'],
} as const

const createOperation = {
  ...writes,
  operationId: 'createAddress',
  summary: 'Add an address to a customer',
  description: 'No field is required.',
  body,
  success: changed(ref),
  status: 201,
  refusals: ['duplicate_fk_id', 'not_found'],
} as const

async function sendAddresses(
  { readsOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  customerId: string,
): Promise<FastifyReply> {
  const { account_id } = actorOf(request)
  const { db } = readsOf(request)
  const id_customer = await findCustomer(db, account_id, customerId)
  return sendList(db, request, reply, {
    source,
    defaultSort: 'id',
    conditions: [sql`r.account_id = ${account_id}`, sql`r.id_customer = ${id_customer}`],
    filters: { fk_id: (value) => sql`r.fk_id = ${value}` },
    query: request.query as Record<string, unknown>,
  })
}

async function addAddress(
  { primary }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  customerId: string,
): Promise<FastifyReply> {
  const { account_id } = actorOf(request)
  const sent = request.body as Body
  return explained(primary, account_id, address, { fk_id: sent['fk_id'] }, () =>
    change(primary, request, reply, (tx, actor) => createAddress(tx, actor, customerId, sent)),
  )
}

function customerAddressRoutes(app: App, services: Services): void {
  const path = '/customers/:customerId/address'
  app.get(path, operation({ ...listOperation, params: customerParams }), async (request, reply) =>
    sendAddresses(services, request, reply, request.params.customerId),
  )
  app.post(
    path,
    operation({ ...createOperation, params: customerParams }),
    async (request, reply) => addAddress(services, request, reply, request.params.customerId),
  )
}

/** `/customers/address/:id` would else take these from a customer whose fk_id is `address`. */
function addressOfCustomerNamedAddressRoutes(app: App, services: Services): void {
  const path = '/customers/address/address'
  app.get(
    path,
    operation({
      ...listOperation,
      operationId: 'listAddressesOfCustomerAddress',
      summary: 'List the addresses of the customer whose fk_id is `address`',
    }),
    async (request, reply) => sendAddresses(services, request, reply, 'address'),
  )
  app.post(
    path,
    operation({
      ...createOperation,
      operationId: 'createAddressOfCustomerAddress',
      summary: 'Add an address to the customer whose fk_id is `address`',
    }),
    async (request, reply) => addAddress(services, request, reply, 'address'),
  )
}

function addressRoutes(app: App, { primary, readsOf }: Services): void {
  const path = `${address.path}/:id`
  const promises = { params: idParams, conditional: true }
  app.get(
    path,
    operation({
      ...reads,
      ...promises,
      operationId: 'readAddress',
      summary: 'Read an address',
      description: 'With `If-None-Match` it is sent only if it has changed.',
      success: single(ref),
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const read = await readRecord(readsOf(request).db, account_id, address, request.params)
      return sendRecord(request, reply, read)
    },
  )

  app.patch(
    path,
    operation({
      ...writes,
      ...promises,
      operationId: 'updateAddress',
      summary: 'Change fields of an address',
      description: 'Fields that are left out stay; null clears.',
      body: patchBody,
      success: changed(ref),
      refusals: ['duplicate_fk_id'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const sent = request.body as Body
      return explained(primary, account_id, address, { fk_id: sent['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) =>
          updateRecord(tx, actor, address, request.params.id, sent, preconditionOf(request)),
        ),
      )
    },
  )

  app.delete(
    path,
    operation({
      ...writes,
      ...promises,
      operationId: 'deleteAddress',
      summary: 'Delete an address that no order uses',
      description: 'While an order uses it, 409 says so.',
      success: deleted,
      refusals: ['record_in_use'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { id } = request.params
      return explained(primary, account_id, address, { id }, () =>
        change(primary, request, reply, (tx, actor) =>
          deleteRecord(tx, actor, address, id, preconditionOf(request)),
        ),
      )
    },
  )
}

function addressFkIdRoutes(app: App, { primary, readsOf }: Services): void {
  const path = '/customers/:customerId/address/fk_id/:fk_id'
  const promises = { params: customerFkIdParams, conditional: true }
  app.get(
    path,
    operation({
      ...reads,
      ...promises,
      operationId: 'readAddressByFkId',
      summary: 'Read a customer’s address by its fk_id',
      description: 'As by its `id`.',
      success: single(ref),
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { customerId, fk_id } = request.params
      const { db } = readsOf(request)
      const id_customer = await findCustomer(db, account_id, customerId)
      const read = await readRecord(db, account_id, address, { fk_id }, id_customer)
      return sendRecord(request, reply, read)
    },
  )

  app.put(
    path,
    operation({
      ...writes,
      ...promises,
      operationId: 'putAddressByFkId',
      summary: 'Create or replace the customer’s address with this fk_id',
      description:
        'Fields that are left out become unset. The body may repeat the fk_id, but not give another one.',
      body,
      success: changed(ref),
      status: [200, 201],
      refusals: ['duplicate_fk_id', 'not_found'],
    }),
    async (request, reply) => {
      const { account_id } = actorOf(request)
      const { customerId, fk_id } = request.params
      const sent = request.body as Body
      return explained(primary, account_id, address, { fk_id, upsert: true }, () =>
        change(primary, request, reply, (tx, actor) =>
          putAddress(tx, actor, customerId, fk_id, sent, preconditionOf(request)),
        ),
      )
    },
  )
}
