import { actorOf } from '../access/authenticate.ts'
import type { App } from '../http/app.ts'
import { change } from '../http/change.ts'
import { preconditionOf } from '../http/conditional.ts'
import { operation } from '../http/openapi/operation.ts'
import { changed, deleted, recordKeys } from '../http/schemas.ts'
import { type Body, explained } from '../records/explained.ts'
import { returnedSchemas } from '../records/schema.ts'
import type { Services } from '../services.ts'
import { type AddressKey, deleteAddress, updateAddress } from './commands.ts'
import { legacyAddressRoutes } from './legacy-address-routes.ts'
import { addressDefinition as address, addressKeys } from './schema.ts'
import {
  Address,
  addAddress,
  createOperation,
  listOperation,
  patchBody,
  putOperation,
  readOperation,
  sendAddress,
  sendAddresses,
  writeAddress,
  writes,
} from './shared-routes.ts'
import { transferRoutes } from './transfer-routes.ts'

/** Addresses of customers. The customers themselves are one of the records in src/records. */
export function customerRoutes(app: App, services: Services): void {
  for (const schema of returnedSchemas(address)) app.addSchema(schema)
  for (const key of recordKeys) collectionRoutes(app, services, key)
  for (const key of addressKeys) {
    readRoutes(app, services, key)
    changeRoutes(app, services, key)
  }
  legacyAddressRoutes(app, services)
  transferRoutes(app, services)
}

/** How an operation speaks of the customer. */
function ofCustomer(by: string): string {
  return by ? 'the customer with this fk_id' : 'a customer'
}

/** `/customers/42/addresses` and `/customers/fk_id/C-100/addresses`. */
function collectionRoutes(
  app: App,
  services: Services,
  { at, params, suffix, by }: (typeof recordKeys)[number],
): void {
  const path = `/customers${at}/addresses`
  app.get(
    path,
    operation({
      ...listOperation,
      operationId: `listCustomerAddresses${suffix}`,
      summary: `List the addresses of ${ofCustomer(by)}`,
      description: 'By `page` or `offset` and `limit`, or in cursor mode.',
      params,
    }),
    async (request, reply) => sendAddresses(services, request, reply, request.params),
  )
  app.post(
    path,
    operation({
      ...createOperation,
      operationId: `createCustomerAddress${suffix}`,
      summary: `Add an address to ${ofCustomer(by)}`,
      description: 'No field is required.',
      params,
    }),
    async (request, reply) => addAddress(services, request, reply, request.params),
  )
}

type NamedAddress = (typeof addressKeys)[number]

function keyOf({ params }: { params: unknown }): AddressKey {
  const { address_fk_id, ...customer } = params as { address_fk_id: string; fk_id: string }
  return { customer, fk_id: address_fk_id }
}

/** An address by its own code, and how PUT writes it. */
function readRoutes(app: App, services: Services, { at, params, suffix, by }: NamedAddress): void {
  const path = `/customers${at}/addresses/fk_id/:address_fk_id`
  const its = `an address of ${ofCustomer(by)} by its fk_id`
  app.get(
    path,
    operation({
      ...readOperation,
      operationId: `readCustomerAddress${suffix}`,
      summary: `Read ${its}`,
      description: 'Another customer’s address is not found.',
      params,
    }),
    async (request, reply) => sendAddress(services, request, reply, keyOf(request)),
  )
  app.put(
    path,
    operation({
      ...putOperation,
      operationId: `putCustomerAddress${suffix}`,
      summary: `Create or replace ${its}`,
      description:
        'Fields that are left out become unset. The body may repeat the fk_id, but not give another one. Another customer’s address with the fk_id is 409.',
      params,
    }),
    async (request, reply) => writeAddress(services, request, reply, keyOf(request)),
  )
}

function changeRoutes(
  app: App,
  { primary }: Services,
  { at, params, suffix, by }: NamedAddress,
): void {
  const path = `/customers${at}/addresses/fk_id/:address_fk_id`
  const its = `an address of ${ofCustomer(by)} by its fk_id`
  app.patch(
    path,
    operation({
      ...writes,
      operationId: `updateCustomerAddress${suffix}`,
      summary: `Change fields of ${its}`,
      description:
        'Fields that are left out stay; null clears. The body may give it another `fk_id`.',
      params,
      body: patchBody,
      success: changed(Address),
      conditional: true,
      problems: ['duplicate_fk_id', 'customer_anonymised'],
    }),
    async (request, reply) => {
      const sent = request.body as Body
      return explained(primary, actorOf(request), address, { fk_id: sent['fk_id'] }, () =>
        change(primary, request, reply, (tx, actor) =>
          updateAddress(tx, actor, keyOf(request), sent, preconditionOf(request)),
        ),
      )
    },
  )
  app.delete(
    path,
    operation({
      ...writes,
      operationId: `deleteCustomerAddress${suffix}`,
      summary: `Delete ${its}`,
      description: 'While an order uses it, the answer is 409.',
      params,
      success: deleted,
      conditional: true,
      problems: ['record_in_use'],
    }),
    async (request, reply) => {
      const key = keyOf(request)
      return explained(primary, actorOf(request), address, { key: { fk_id: key.fk_id } }, () =>
        change(primary, request, reply, (tx, actor) =>
          deleteAddress(tx, actor, key, preconditionOf(request)),
        ),
      )
    },
  )
}
