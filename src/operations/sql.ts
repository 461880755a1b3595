import { sql } from 'kysely'
import { type Reader, singleRow, statement, type Tx } from '../database/database.ts'

/** Whether the database takes no changes: a replica, or one that is full and was locked. */
export const database_readOnly = statement<{ read_only: boolean }, []>(
  "select current_setting('transaction_read_only')::boolean as read_only",
)

/**
 * Whether commits wait for a synchronous standby that is away: fewer are connected than the setting asks
 * for, as far as this user may see that (`pg_monitor`), or a commit has waited for five seconds.
 */
export const database_standbyAway = statement<{ is_away: boolean }, []>(`
  select names <> '' and current_setting('synchronous_commit') not in ('off', 'local')
         and (connected.unknown = 0
                and connected.confirming < coalesce(substring(names from '(?i)^ *(?:first|any)? *([0-9]+) *[(]')::integer, 1)
              or exists (select from pg_stat_activity
                          where wait_event = 'SyncRep' and query_start < now() - interval '5 seconds')) as is_away
    from current_setting('synchronous_standby_names') as names
   cross join lateral (
     select count(*) filter (where sync_state in ('sync', 'quorum')) as confirming,
            count(*) filter (where sync_state is null) as unknown
       from pg_stat_replication) as connected`)

/** → what tells this database from all others, also from one that was restored from its backup */
export const database_identity = statement<{ identity: string }, []>(`
  select (select system_identifier from pg_control_system()) || '-'
         || (select oid from pg_database where datname = current_database()) as identity`)

/** What a database is, and whether this user may work in it. `clock_ms` is its own, since 1970. */
export const database_facts = statement<
  {
    version: string
    version_number: number
    bytes: number
    clock_ms: number
    may_use: boolean
    may_create: boolean
    has_trigrams: boolean
  },
  []
>(`
  select current_setting('server_version') as version,
         current_setting('server_version_num')::integer as version_number,
         pg_database_size(current_database()) as bytes,
         floor(extract(epoch from clock_timestamp()) * 1000)::bigint as clock_ms,
         has_schema_privilege('public', 'usage') as may_use,
         has_schema_privilege('public', 'create') as may_create,
         exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams`)

/** → how the server is set, sizes in bytes */
export const server_settings = statement<
  {
    fsync: boolean
    full_page_writes: boolean
    synchronous_commit: boolean
    autovacuum: boolean
    track_counts: boolean
    shared_buffers: number
    max_wal_size: number
    bytes: number
  },
  []
>(`
  select current_setting('fsync')::boolean as fsync,
         current_setting('full_page_writes')::boolean as full_page_writes,
         current_setting('synchronous_commit') <> 'off' as synchronous_commit,
         current_setting('autovacuum')::boolean as autovacuum,
         current_setting('track_counts')::boolean as track_counts,
         pg_size_bytes(current_setting('shared_buffers'))::float8 as shared_buffers,
         pg_size_bytes(current_setting('max_wal_size'))::float8 as max_wal_size,
         pg_database_size(current_database())::float8 as bytes`)

// What follows asks what not every database has: no statements that each could check.

/** How many checkpoints came by the clock and were asked for, since the server's counters began. */
export async function checkpoints_count(
  db: Reader,
  version_number: number,
): Promise<{ timed: number; requested: number }> {
  const counted = sql<{ timed: number; requested: number }>
  const asked =
    version_number >= 170_000
      ? counted`select num_timed::float8 as timed, num_requested::float8 as requested from pg_stat_checkpointer`
      : counted`select checkpoints_timed::float8 as timed, checkpoints_req::float8 as requested from pg_stat_bgwriter`
  return singleRow((await asked.execute(db)).rows)
}

/** How many nodes of a Citus cluster hold accounts. */
export async function nodes_count(db: Reader): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from pg_dist_node
     where noderole = 'primary' and shouldhaveshards`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many of them the coordinator reaches, each within a second; 2 s for all. */
export async function nodes_countReachable(tx: Tx): Promise<number> {
  await sql`set local citus.node_connection_timeout = '1s'`.execute(tx)
  await sql`set local statement_timeout = '2s'`.execute(tx)
  const { rows } = await sql<{ reachable: number }>`
    select count(*) filter (where n.groupid = 0 or w.success) as reachable
      from pg_dist_node n
      left join run_command_on_workers('select 1') w
        on w.nodename = n.nodename and w.nodeport = n.nodeport
     where n.noderole = 'primary' and n.shouldhaveshards`.execute(tx)
  return rows[0]?.reachable ?? 0
}
