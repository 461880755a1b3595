import { withBuilder } from '../../src/database/connect.ts'
import type { Database } from '../../src/database/database.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { migrate } from '../../src/database/schema/migrate.ts'

/** A database in memory with the schema as the migrations leave it. */
export async function migratedDatabase(): Promise<Database> {
  const database = withBuilder(await openEmbedded(undefined))
  await migrate(database.pool)
  return database
}
