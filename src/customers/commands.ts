import type { Actor } from '../access/actor.ts'
import type { Outcome, Precondition } from '../base/outcomes.ts'
import { notFound } from '../base/refusals.ts'
import type { Reader, Tx } from '../database/database.ts'
import { type Body, createRecord, putRecord } from '../records/commands.ts'
import { addressDefinition } from './schema.ts'
import { customers_find, customers_keep, type NamedCustomer } from './sql.ts'

/** The id of the customer that a path names by fk_id or as `id:42`. */
export async function findCustomer(
  db: Reader,
  account_id: number,
  customerId: string,
): Promise<number> {
  return idOf(await customers_find(db, namedBy(account_id, customerId)), customerId)
}

async function keepCustomer(tx: Tx, account_id: number, customerId: string): Promise<number> {
  return idOf(await customers_keep(tx, namedBy(account_id, customerId)), customerId)
}

function namedBy(account_id: number, customerId: string): NamedCustomer {
  return customerId.startsWith('id:')
    ? [account_id, null, Number(customerId.slice(3))]
    : [account_id, customerId, null]
}

function idOf(rows: { id: number }[], customerId: string): number {
  const [row] = rows
  if (row) return row.id
  throw notFound(
    customerId.startsWith('id:')
      ? `Customer ${customerId.slice(3)}`
      : `Customer with fk_id "${customerId}"${/^\d+$/.test(customerId) ? ` (an id is written id:${customerId})` : ''}`,
  )
}

export async function createAddress(
  tx: Tx,
  actor: Actor,
  customerId: string,
  body: Body,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor.account_id, customerId)
  return createRecord(tx, actor, addressDefinition, body, id_customer)
}

/** Creates or replaces the customer's address with this fk_id. */
export async function putAddress(
  tx: Tx,
  actor: Actor,
  customerId: string,
  fk_id: string,
  body: Body,
  precondition: Precondition,
): Promise<Outcome> {
  const id_customer = await keepCustomer(tx, actor.account_id, customerId)
  return putRecord(tx, actor, addressDefinition, fk_id, body, precondition, id_customer)
}
