import { generate, PostgresDialect } from 'kysely-codegen'
import type { Db } from '../../src/database/database.ts'

/**
 * Kysely's types of all tables. What arrives is what the pool's parsers make of it: int8 is a
 * number (identifiers stay within 2^53 − 1), numeric a string, timestamptz a Date.
 */
export async function tableTypes(db: Db): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect({ defaultSchemas: ['public'] }),
    outFile: null,
    includePattern: 'public.*',
    typeMapping: { int8: 'number', numeric: 'string', jsonb: 'unknown' },
  })
}
