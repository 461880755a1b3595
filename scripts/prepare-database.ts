import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '../src/database/embedded/embedded.ts'
import { shortenLog, templatePath } from '../src/database/embedded/template.ts'
import { migrate } from '../src/database/schema/migrate.ts'
import { makeFolder } from './prepare/made-folder.ts'

// A part of `npm install`: the database that a first start copies. It takes seconds once for each
// state of the migrations.

await makeFolder(templatePath(), async (work) => {
  const { pool, close } = await openEmbedded(work, { relaxed: true })
  await migrate(pool)
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ log: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as log',
  )
  await close()
  const database = join(work, 'database')
  for (const { log } of rows) shortenLog(database, log)
  letAllRead(database)
  return database
})

/** The service may be another user's than who installs it. */
function letAllRead(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) letAllRead(path)
    else chmodSync(path, 0o644)
  }
}
