import { sql } from 'kysely'
import { findAccount } from '../../src/accounts/commands.ts'
import { createAccount } from '../../src/accounts/creation.ts'
import { type Db, inTransaction } from '../../src/database/database.ts'

/** Where the days of the seeded orders begin and end. */
export const TIME_ZONE = 'America/Sao_Paulo'

/**
 * The account of this name or id, made where no account has the name.
 * @throws AccountError where there is none of that id, or more than one of that name
 */
export async function accountOf(db: Db, name: string): Promise<number> {
  const { rows: named } = await sql`select name from accounts where name = ${name}`.execute(db)
  const isNew = named.length === 0 && !/^\d+$/.test(name)
  const { account_id } = isNew
    ? await inTransaction(db, (tx) => createAccount(tx, { name, time_zone: TIME_ZONE }))
    : await findAccount(db, name)
  return account_id
}
