import type { Pool, PoolClient } from 'pg'

/** Whether the tables of this database are spread over the nodes of a Citus cluster. */
export async function isDistributed(client: Pick<Pool | PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ citus: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as citus`,
  )
  if (!rows[0]?.citus) return false
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('orders')`,
  )
  return rowCount === 1
}

/**
 * Lists call it for each row, which Citus allows where it is told that this is understood: it asks
 * only for rows of the node that it runs on. Not in the migration: without the extension only a
 * superuser may name a setting that is not known.
 */
const ALLOW_IN_LISTS = `
  alter function current_order_json(bigint, bigint)
    set citus.allow_nested_distributed_execution = on`

/**
 * Settings of this transaction, in which the schema changes: tables that refer to one another, and
 * functions, can't be made over several connections to a node at once.
 */
export async function changeNodesInTurn(client: PoolClient): Promise<void> {
  await client.query('set local citus.enable_unsafe_triggers = on')
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await client.query('set local client_min_messages = warning')
}

/** From here on \`set local\` holds on the nodes, too. */
export async function setOnNodes(client: PoolClient): Promise<void> {
  await client.query(`set local citus.propagate_set_commands = 'local'`)
}

/** Gives the nodes what a migration has made: its tables, which are empty yet, and its functions. */
export async function giveToNodes(client: PoolClient): Promise<void> {
  for (const table of await undistributedTables(client)) await distributeTable(client, table)
  await delegateFunctions(client)
}

/** The tables of accounts that are not distributed, each after those it refers to. */
export async function undistributedTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    with recursive tables as (
      select c.oid, c.relname as name
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
       where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
         and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    ), depths as (
      select oid, 0 as depth from tables
      union
      select k.conrelid, d.depth + 1 from depths d join pg_constraint k on k.contype = 'f' and k.confrelid = d.oid
    )
    select t.name from tables t join depths d using (oid)
     group by t.oid, t.name order by max(d.depth), t.oid`)
  return rows.map(({ name }) => name)
}

/** Spreads a table over the nodes by account, each account's rows beside its others. */
export async function distributeTable(client: PoolClient, table: string): Promise<void> {
  const companion = table === 'accounts' ? 'none' : 'accounts'
  const words = [table, 'account_id', companion]
  await client.query(
    'select create_distributed_table($1::regclass, $2, colocate_with => $3)',
    words,
  )
}

/**
 * Gives the functions that are new to all nodes of a Citus cluster. Those that are about one account,
 * by the name of their first argument, then run as a whole on its node; the others are what they and
 * triggers call.
 * @returns their names
 */
export async function delegateFunctions(client: PoolClient): Promise<string[]> {
  await client.query(ALLOW_IN_LISTS)
  const { rows } = await client.query<{ name: string }>(`
    select p.proname as name,
           case when p.proargnames[1] = 'of_account'
             then create_distributed_function(p.oid::regprocedure, 'of_account', 'orders', true)
             else create_distributed_function(p.oid::regprocedure) end
      from pg_proc p
      left join pg_dist_object d on d.classid = 'pg_proc'::regclass and d.objid = p.oid
     where p.pronamespace = current_schema::regnamespace
       and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
       and (d.objid is null or (p.proargnames[1] = 'of_account' and d.force_delegation is not true))
     order by p.oid`)
  return rows.map(({ name }) => name)
}
