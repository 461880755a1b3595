import { only, type Reader } from '../database/database.ts'
import { database_facts, database_readOnly } from './sql.ts'

/** What a database is, and whether its user may work in it. */
export async function databaseFacts(db: Reader) {
  const { read_only } = only(await database_readOnly(db, []))
  return { ...only(await database_facts(db, [])), read_only }
}
