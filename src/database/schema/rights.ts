import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import { databaseFailure } from '../failures.ts'

/** SQLSTATE: insufficient_privilege, and invalid_schema_name, where no schema may be looked into. */
const LACKS_RIGHT = ['42501', '3F000']

/** What to grant where the user of DATABASE_URL lacks a right; undefined for any other error. */
export async function lackedRight(
  database: Pool | PoolClient,
  error: unknown,
): Promise<OperatorError | undefined> {
  const failure = databaseFailure(error) ?? databaseFailure((error as Error).cause)
  if (!failure || !LACKS_RIGHT.includes(failure.code)) return undefined
  const { rows } = await database.query<{ user: string; database: string; owner: string | null }>(`
    select quote_ident(current_user) as user, quote_ident(current_database()) as database,
           (select quote_ident(tableowner) from pg_tables
             where schemaname = 'public' and tablename = 'migrations') as owner`)
  const { user, database: name, owner } = rows[0] as (typeof rows)[0]
  const grant = /for database|to create extension/.test(failure.message)
    ? `grant create on database ${name} to ${user};`
    : owner === null || owner === user
      ? `grant usage, create on schema public to ${user};`
      : `grant ${owner} to ${user};`
  return new OperatorError(
    msg`The user ${user} lacks a right in the database ${name} (${failure.message}). As an owner run there: ${grant}`,
    { cause: error },
  )
}

/**
 * Runs `work` on a database of these connections.
 * @throws OperatorError with what to grant, where a right lacks
 */
export async function explainingRights<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw (await lackedRight(pool, error)) ?? error
  }
}
