import { bumpNamesEpoch } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import { activeRules } from '../custom/active-rules.ts'
import { placeholderValues } from '../custom/placeholders.ts'
import { type Reader, singleRow, type Tx } from '../database/database.ts'
import { recordChange } from '../events/record.ts'
import { readRecord } from '../records/commands.ts'
import { recordNotFound } from '../records/explained.ts'
import { customer } from './schema.ts'
import {
  addresses_empty,
  addresses_ofCustomer,
  customers_code,
  customers_empty,
  customers_lockWhole,
  type KnownCustomer,
} from './sql.ts'

/**
 * Locks a customer for this transaction. Orders and addresses that are being written for it are
 * committed by then, and later ones see what this transaction writes.
 */
export async function lockCustomer(tx: Tx, account_id: number, id: number): Promise<KnownCustomer> {
  const [found] = await customers_lockWhole(tx, [account_id, id])
  if (!found) throw recordNotFound(customer, { id })
  return found
}

/** The customer's code; null where it has none, or is gone. */
export async function codeOf(db: Reader, account_id: number, id: number): Promise<string | null> {
  return (await customers_code(db, [account_id, id]))[0]?.fk_id ?? null
}

/** The ids of the addresses that the customer has, and had. */
export async function addressesOf(db: Reader, account_id: number, id: number): Promise<number[]> {
  return (await addresses_ofCustomer(db, [account_id, id])).map((address) => address.id)
}

/**
 * Removes a person's data from its record and its addresses, and writes the event of it, which says
 * nothing of how they were.
 * @param fk_id what stays of its code
 */
export async function emptyCustomer(
  tx: Tx,
  actor: Actor,
  id: number,
  fk_id: string | null,
): Promise<void> {
  const { account_id } = actor
  const rules = await activeRules(tx, account_id, 'customers')
  const values = JSON.stringify(placeholderValues(rules, id))
  // Before the customer: no address of an anonymised one is written.
  await addresses_empty(tx, [account_id, id])
  const { version } = singleRow(
    await customers_empty(tx, [account_id, id, anonymousName(id), fk_id, values]),
  )
  const data = await readRecord(tx, actor, customer, { id })
  await recordChange(tx, actor, 'customer', {
    type: 'customer.anonymised',
    id_record: id,
    version,
    data,
  })
  await bumpNamesEpoch(tx, account_id)
}

/** What an anonymised customer is called, in whatever shows one. */
export function anonymousName(id: number): string {
  return `Cliente anonimizado ${id}`
}
