import type { Actor, Viewer } from '../access/actor.ts'
import { isOfSellers } from '../access/row-scope.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { notFound } from '../base/problems.ts'
import type { Reader, Tx } from '../database/database.ts'
import { createRecord, deleteRecord, putRecord, updateRecord } from '../records/commands.ts'
import type { Key } from '../records/definitions.ts'
import type { Body } from '../records/explained.ts'
import { mayOnlyRead } from '../records/portfolio/portfolio.ts'
import { msg } from '../texts/message.ts'
import { addressDefinition } from './schema.ts'
import { customers_find, customers_keep, type FoundCustomer, type NamedCustomer } from './sql.ts'

/** The customer of a path that names it by fk_id or as `id:42`. */
export function customerOf(customerId: string): Key {
  return customerId.startsWith('id:') ? { id: Number(customerId.slice(3)) } : { fk_id: customerId }
}

/** The id of a customer that the viewer sees. */
export async function findCustomer(db: Reader, viewer: Viewer, customer: Key): Promise<number> {
  const found = await customers_find(db, namedBy(viewer.account_id, customer))
  return idOf(seenBy(viewer, found), customer)
}

/** That of one that the actor may change. */
async function keepCustomer(tx: Tx, actor: Actor, customer: Key): Promise<number> {
  const found = seenBy(actor, await customers_keep(tx, namedBy(actor.account_id, customer)))
  const id = idOf(found, customer)
  if (found.some(({ id_users }) => !isOfSellers(actor.only.users, id_users))) throw mayOnlyRead()
  return id
}

function seenBy({ only }: Viewer, found: FoundCustomer[]): FoundCustomer[] {
  return found.filter(({ id_users }) => isOfSellers(only.customers, id_users))
}

function namedBy(account_id: number, customer: Key): NamedCustomer {
  return 'id' in customer ? [account_id, null, customer.id] : [account_id, customer.fk_id, null]
}

function idOf(rows: { id: number }[], customer: Key): number {
  const [row] = rows
  if (row) return row.id
  if ('id' in customer) throw notFound(msg`Customer ${customer.id}`)
  const { fk_id } = customer
  throw notFound(
    /^\d+$/.test(fk_id)
      ? msg`Customer with fk_id "${fk_id}" (an id is written /customers/${fk_id}/addresses)`
      : msg`Customer with fk_id "${fk_id}"`,
  )
}

export async function createAddress(
  tx: Tx,
  actor: Actor,
  customer: Key,
  body: Body,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor, customer)
  return createRecord(tx, actor, addressDefinition, body, id_customer)
}

/** Creates or replaces the customer's address with this fk_id. */
export async function putAddress(
  tx: Tx,
  actor: Actor,
  { customer, fk_id }: AddressKey,
  body: Body,
  precondition: Precondition,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor, customer)
  return putRecord(tx, actor, addressDefinition, fk_id, body, precondition, id_customer)
}

/** An address by its own code, under its customer. */
export interface AddressKey {
  customer: Key
  fk_id: string
}

export async function updateAddress(
  tx: Tx,
  actor: Actor,
  { customer, fk_id }: AddressKey,
  body: Body,
  precondition: Precondition,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor, customer)
  return updateRecord(tx, actor, addressDefinition, { fk_id }, body, precondition, id_customer)
}

export async function deleteAddress(
  tx: Tx,
  actor: Actor,
  { customer, fk_id }: AddressKey,
  precondition: Precondition,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor, customer)
  return deleteRecord(tx, actor, addressDefinition, { fk_id }, precondition, id_customer)
}
