import { randomBytes } from 'node:crypto'
import { accounts_findByName, accounts_insert, accounts_lockNames } from '../access/sql.ts'
import { accounts_insertTest } from '../access/test-accounts/sql.ts'
import { composed } from '../base/values/texts.ts'
import { singleRow, type Tx } from '../database/database.ts'
import { event_heads_insert } from '../events/sql.ts'
import { createDefaultReasons, createDefaultStatuses } from '../records/order-statuses.ts'
import { msg } from '../texts/message.ts'
import { AccountError } from './commands.ts'

/**
 * Creates an account with the statuses, moves and reasons that an account starts with.
 * @throws AccountError where an account of this name exists
 */
export async function createAccount(
  tx: Tx,
  { name, time_zone }: { name: string; time_zone: string },
): Promise<{ account_id: number }> {
  await accounts_lockNames(tx, [])
  const [existing] = await accounts_findByName(tx, [composed(name)])
  if (existing)
    throw new AccountError(msg`The account "${name}" exists already (id ${existing.account_id}).`)
  return fillAccount(tx, await accounts_insert(tx, [composed(name), time_zone, randomBytes(32)]))
}

/** Creates a test account, whose data is yet to be made. Another account may have its name. */
export async function createTestAccount(
  tx: Tx,
  { name, time_zone }: { name: string; time_zone: string },
): Promise<{ account_id: number }> {
  return fillAccount(
    tx,
    await accounts_insertTest(tx, [composed(name), time_zone, randomBytes(32)]),
  )
}

/** Gives a new account what each starts with. */
async function fillAccount(
  tx: Tx,
  inserted: { account_id: number }[],
): Promise<{ account_id: number }> {
  const { account_id } = singleRow(inserted)
  await event_heads_insert(tx, [account_id])
  await createDefaultStatuses(tx, account_id)
  await createDefaultReasons(tx, account_id)
  return { account_id }
}
