import { type Reader, singleRow } from '../database/database.ts'
import {
  checkpoints_count,
  database_facts,
  database_readOnly,
  database_standbyAway,
  server_settings,
} from './sql.ts'
import { secrets_keys } from './status/sql.ts'

/** What a database is, and whether its user may work in it. */
export async function databaseInfo(db: Reader) {
  const { read_only } = singleRow(await database_readOnly(db, []))
  const { is_away: is_standby_away } = singleRow(await database_standbyAway(db, []))
  return { ...singleRow(await database_facts(db, [])), read_only, is_standby_away }
}

/** How PostgreSQL itself is set, and how its checkpoints came; not of an embedded database. */
export async function serverInfo(db: Reader, version_number: number) {
  return {
    ...singleRow(await server_settings(db, [])),
    ...(await checkpoints_count(db, version_number)),
  }
}

/** Fingerprints of the keys that the secrets in it are kept with, once its tables are there. */
export async function keysOfSecrets(db: Reader): Promise<string[]> {
  return (await secrets_keys(db, [])).map(({ key }) => key)
}
