import type { Pool, PoolClient } from 'pg'
import { OperatorError } from '../../base/system/operator-error.ts'
import { msg } from '../../texts/message.ts'
import {
  changeNodesInTurn,
  delegateFunctions,
  distributeTable,
  undistributedTables,
} from './delegate.ts'
import { holdMigrationLock } from './migrate.ts'
import { inOneTransaction } from './strategies.ts'

/** More rows than this are not copied: it would keep every writer out for long. */
const MOST_ROWS = 10_000

/** The database can't be distributed. The message says why and what to do. */
export class NotDistributable extends OperatorError {}

export interface Distribution {
  /** What was distributed now; empty where everything had been. */
  tables: string[]
  /** How many workers hold the shards; 0: the coordinator itself. */
  workers: number
}

/**
 * Spreads the tables of a migrated database over the nodes of a Citus cluster by `account_id`, so
 * that all rows of one account are on one node. All of it or nothing, in one transaction; tables
 * that are distributed already are left alone. Nodes that are new get their settings.
 * @throws NotDistributable
 */
export async function distribute(pool: Pool): Promise<Distribution> {
  const client = await pool.connect()
  try {
    return await holdMigrationLock(client, async () => {
      await refuseWithoutCitus(client)
      const tables = await missingTables(client)
      for (const table of tables) await refuseManyRows(client, table)
      await setUpNodes(client)
      if (tables.length > 0) await inOneTransaction(client, () => distributeTables(client, tables))
      return { tables, workers: await countWorkers(client) }
    })
  } finally {
    client.release()
  }
}

async function refuseWithoutCitus(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ available: boolean; loaded: boolean; created: boolean }>(`
    select exists (select from pg_available_extensions where name = 'citus') as available,
           current_setting('citus.version', true) is not null as loaded,
           exists (select from pg_extension where extname = 'citus') as created`)
  const [{ available, loaded, created } = { available: false, loaded: false, created: false }] =
    rows
  if (!available) {
    throw new NotDistributable(
      msg`This PostgreSQL does not have the extension citus. Install it on the coordinator and on every worker.`,
    )
  }
  if (!loaded) {
    throw new NotDistributable(
      msg`The extension citus is installed but not loaded. Set shared_preload_libraries = 'citus' on every node and restart PostgreSQL.`,
    )
  }
  if (!created) {
    throw new NotDistributable(
      msg`This database does not have the extension citus. Run "create extension citus" in it, and in the database of the same name on every worker, then name the workers with citus_add_node.`,
    )
  }
  const local = await client.query<{ groupid: number }>('select groupid from pg_dist_local_group')
  if (local.rows[0]?.groupid !== 0) {
    throw new NotDistributable(msg`This is a worker. Let DATABASE_URL name the coordinator.`)
  }
}

/** @throws NotDistributable where there are no tables at all */
async function missingTables(client: PoolClient): Promise<string[]> {
  const { rowCount } = await client.query(`select where to_regclass('accounts') is not null`)
  if (!rowCount)
    throw new NotDistributable(msg`The database has no tables yet: run "pedido migrate" first.`)
  return undistributedTables(client)
}

async function refuseManyRows(client: PoolClient, table: string): Promise<void> {
  const bounded = `select from ${client.escapeIdentifier(table)} limit ${MOST_ROWS + 1}`
  const { rows } = await client.query<{ count: number }>(`select count(*) from (${bounded}) r`)
  if ((rows[0]?.count ?? 0) <= MOST_ROWS) return
  throw new NotDistributable(
    msg`The table ${table} has more than ${MOST_ROWS} rows. Distribute a database that is new, then load the rows into it (docs/scaling.md).`,
  )
}

async function distributeTables(client: PoolClient, tables: string[]): Promise<void> {
  await changeNodesInTurn(client)
  await client.query('set local statement_timeout = 0')
  const triggers = await takeTriggersOff(client, tables)
  for (const table of tables) await distributeTable(client, table)
  // The rows were copied; the coordinator's own copies would only be in the way.
  for (const table of tables) {
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
  }
  await delegateFunctions(client)
  for (const trigger of triggers) await client.query(trigger)
}

/** Settings that the database keeps, on every node. */
async function setUpNodes(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const alter = `alter database ${client.escapeIdentifier(rows[0]?.name ?? '')} set`
  // Citus lets PostgreSQL estimate some statements so high that they are compiled, each time anew.
  await client.query(`${alter} jit = off`)
  await onWorkers(client, `${alter} jit = off`)
  // Triggers are for each shard to run; Citus wants to be told that this is understood. Later
  // migrations make triggers too.
  await client.query(`${alter} citus.enable_unsafe_triggers = on`)
}

async function onWorkers(client: PoolClient, command: string): Promise<void> {
  const { rows } = await client.query<{ worker: string; result: string }>(
    `select nodename || ':' || nodeport as worker, result
       from run_command_on_workers($1) where not success`,
    [command],
  )
  const [refused] = rows
  if (refused) {
    throw new NotDistributable(
      msg`The worker ${refused.worker} refuses "${command}": ${refused.result}`,
    )
  }
}

/**
 * Copying rows into shards must not set triggers off.
 * @returns the statements that make them again
 */
async function takeTriggersOff(client: PoolClient, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema::regnamespace and c.relname = any($1)
        and not t.tgisinternal
      order by c.oid, t.tgname`,
    [tables],
  )
  for (const { table, name } of rows) {
    await client.query(
      `drop trigger ${client.escapeIdentifier(name)} on ${client.escapeIdentifier(table)}`,
    )
  }
  return rows.map(({ definition }) => definition)
}

async function countWorkers(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*) from citus_get_active_worker_nodes()',
  )
  return rows[0]?.count ?? 0
}
