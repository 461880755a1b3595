import { actorOf } from '../access/authenticate.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf } from '../http/conditional.ts'
import { sendWholeOrPart } from '../http/lists/sparse-fields.ts'
import { operation } from '../http/openapi/operation.ts'
import { deleted, idParams } from '../http/schemas.ts'
import { deleteRecord, readRecord, updateRecord } from '../records/commands.ts'
import type { Key } from '../records/definitions.ts'
import { type Body, explained } from '../records/explained.ts'
import { propertiesOf } from '../records/json.ts'
import {
  addLine,
  currentLine,
  operationsOf,
  replaceLine,
  sendLine,
  sendLines,
} from '../records/lines/shared-routes.ts'
import type { Services } from '../services.ts'
import { addressDefinition as address, customerFkIdParams, customerParams } from './schema.ts'

// Addresses by the paths of the interface. `/customers/42/address` is the customer with the code 42,
// and never the one with that id; the paths in `routes.ts` can't be mistaken.

export function legacyAddressRoutes(app: App, services: Services): void {
  customerAddressRoutes(app, services)
  addressOfCustomerNamedAddressRoutes(app, services)
  addressRoutes(app, services)
  addressFkIdRoutes(app, services)
}

const operations = operationsOf(address)

/** The customer of a path that names it by fk_id or as `id:42`. */
function customerOf(customerId: string): Key {
  return customerId.startsWith('id:') ? { id: Number(customerId.slice(3)) } : { fk_id: customerId }
}

/** Where to go instead, and why. */
const INSTEAD =
  'Use `/customers/{id_customer}/addresses` or `/customers/fk_id/{customer_fk_id}/addresses` instead: in this path a number ' +
  'is a code, so if your codes are numbers, a customer’s id is taken for the code of another one.'

const listed = {
  ...operations.list,
  operationId: 'listAddresses',
  summary: 'List the addresses of a customer named by a code',
  description:
    `${INSTEAD} By \`page\` or \`offset\` and \`limit\`, or in cursor mode. \`/customers/fk_id/address\` is the ` +
    'customer with the fk_id `address`: a customer whose fk_id is `fk_id` is named by its id here (`id:42`).',
} as const

const created = {
  ...operations.create,
  operationId: 'createAddress',
  summary: 'Add an address to a customer named by a code',
  description: `${INSTEAD} No field is required.`,
} as const

function customerAddressRoutes(app: App, services: Services): void {
  const path = '/customers/:customerId/address'
  app.get(path, operation({ ...listed, params: customerParams }), async (request, reply) =>
    sendLines(services, request, reply, address, customerOf(request.params.customerId)),
  )
  app.post(path, operation({ ...created, params: customerParams }), async (request, reply) =>
    addLine(services, request, reply, address, customerOf(request.params.customerId)),
  )
}

/** `/customers/address/:id` would else take these from a customer whose fk_id is `address`. */
function addressOfCustomerNamedAddressRoutes(app: App, services: Services): void {
  const path = '/customers/address/address'
  const customer = { fk_id: 'address' }
  app.get(
    path,
    operation({
      ...listed,
      operationId: 'listAddressesOfCustomerAddress',
      summary: 'List the addresses of the customer whose fk_id is `address`',
    }),
    async (request, reply) => sendLines(services, request, reply, address, customer),
  )
  app.post(
    path,
    operation({
      ...created,
      operationId: 'createAddressOfCustomerAddress',
      summary: 'Add an address to the customer whose fk_id is `address`',
    }),
    async (request, reply) => addLine(services, request, reply, address, customer),
  )
}

function addressRoutes(app: App, { primary, readsOf }: Services): void {
  const path = `${address.path}/:id`
  const single = { params: idParams, conditional: true }
  app.get(
    path,
    operation({
      ...operations.read,
      ...single,
      operationId: 'readAddress',
      summary: 'Read an address',
      description: 'With `If-None-Match` it is sent only if it has changed.',
    }),
    async (request, reply) => {
      const read = await readRecord(readsOf(request).db, actorOf(request), address, request.params)
      return sendWholeOrPart(request, reply, read, propertiesOf(address))
    },
  )

  app.patch(
    path,
    operation({
      ...operations.update,
      ...single,
      operationId: 'updateAddress',
      current: (actor, key) => readRecord(primary, actor, address, key),
      summary: 'Change fields of an address',
      description: 'Fields that are left out stay; null clears.',
    }),
    async (request, reply) => {
      const sent = request.body as Body
      return explained(primary, actorOf(request), address, { fk_id: sent['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) =>
          updateRecord(tx, actor, address, request.params, sent, preconditionOf(request)),
        ),
      )
    },
  )

  app.delete(
    path,
    operation({
      ...operations.writes,
      ...single,
      operationId: 'deleteAddress',
      summary: 'Delete an address that no order uses',
      description: 'While an order uses it, the answer is 409.',
      success: deleted,
      problems: ['record_in_use'],
    }),
    async (request, reply) => {
      const key = request.params
      return explained(primary, actorOf(request), address, { key }, () =>
        change(primary, request, reply, (tx, actor) =>
          deleteRecord(tx, actor, address, key, preconditionOf(request)),
        ),
      )
    },
  )
}

function addressFkIdRoutes(app: App, services: Services): void {
  const path = '/customers/:customerId/address/fk_id/:fk_id'
  const keyOf = ({ customerId, fk_id }: { customerId: string; fk_id: string }) => ({
    owner: customerOf(customerId),
    fk_id,
  })
  app.get(
    path,
    operation({
      ...operations.read,
      operationId: 'readAddressByFkId',
      summary: 'Read an address of a customer named by a code, by its fk_id',
      description: INSTEAD,
      params: customerFkIdParams,
    }),
    async (request, reply) => sendLine(services, request, reply, address, keyOf(request.params)),
  )
  app.put(
    path,
    operation({
      ...operations.put,
      operationId: 'putAddressByFkId',
      current: (actor, params) => currentLine(services.primary, actor, address, keyOf(params)),
      summary: 'Create or replace an address of a customer named by a code, by its fk_id',
      description: `${INSTEAD} Fields that are left out become unset. The body may repeat the fk_id, but not give another one.`,
      params: customerFkIdParams,
    }),
    async (request, reply) => replaceLine(services, request, reply, address, keyOf(request.params)),
  )
}
