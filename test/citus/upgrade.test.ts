import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { distribute } from '../../src/database/schema/distribute.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { openEmptyCluster } from '../support/database.ts'
import { onServer } from '../support/servers/nodes.ts'
import { until } from '../support/workers.ts'
import { COMPATIBLE, NEXT, nextFolder, revisedFunctions } from '../upgrade/support/next-version.ts'

// A cluster of this version gets what a next version would bring.

/** A table, and a function that runs on the node of an account. */
const NOTES = {
  '9000_notes.sql': `${COMPATIBLE}create table notes (
  account_id bigint not null references accounts,
  id bigint generated always as identity,
  primary key (account_id, id)
);
create function notes_of(of_account bigint) returns bigint language plpgsql stable as $$
begin
  return (select count(*) from notes where account_id = of_account);
end $$;
`,
}

let database: Awaited<ReturnType<typeof openEmptyCluster>>
before(async () => {
  database = await openEmptyCluster()
  const { pool } = database
  await migrate(pool)
  await distribute(pool)
  for (let account = 0; account < 6; account++) {
    await pool.query(`insert into accounts (name, cursor_secret) values ('shop', 'x')`)
  }
  for (let n = 0; n < 10; n++) {
    await pool.query(
      'insert into customers (account_id, name) select account_id, $1 from accounts',
      [`Customer ${n}`],
    )
  }
})
after(() => database.close())

const one = async (text: string) =>
  Object.values((await database.pool.query(text)).rows[0] ?? {})[0]

/** What of the schema only the coordinator has. */
const kept = async () =>
  (await one(`
    select array(select relname::text from pg_class c
                  where c.relnamespace = current_schema::regnamespace and c.relkind = 'r'
                    and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid))
        || array(select proname::text from pg_proc f
                  where f.pronamespace = current_schema::regnamespace
                    and not exists (select from pg_depend e where e.objid = f.oid and e.deptype = 'e')
                    and not exists (select from pg_dist_object d
                                     where d.classid = 'pg_proc'::regclass and d.objid = f.oid
                                       and (d.force_delegation or f.proargnames[1] is distinct from 'of_account')))`)) as string[]

test('new tables and functions go to the nodes', async () => {
  const folder = nextFolder({ ...NOTES, ...revisedFunctions(1) })
  assert.deepEqual(await migrate(database.pool, { folder }), [
    ...Object.keys(NOTES),
    'functions.sql',
  ])
  assert.deepEqual((await kept()).sort(), [
    'function_revisions',
    'migrations',
    'tax_catalogue',
    'tax_effects',
    'tax_rates',
    'taxes',
  ])
  assert.deepEqual((await distribute(database.pool)).tables, [])
})

test('indexes are built and rows filled on the nodes', async () => {
  const names = await migrate(database.pool, { folder: nextFolder() })
  assert.deepEqual(names, Object.keys(NEXT))
  assert.equal(await one('select count(*) from customers where nickname is distinct from name'), 0)
})

test('a migration waits for a writer of a node in small pieces', async () => {
  const { pool, nodes } = database
  const later = '9101_channels.sql'
  const folder = nextFolder({
    ...NEXT,
    [later]: `${COMPATIBLE}alter table customers add column channel text;`,
  })
  const told: string[] = []
  const node = nodes.at(-1) ?? ''
  const migrating = await onServer(node, async (writer) => {
    await writer.query('set citus.override_table_visibility = off')
    const { rows } = await writer.query<{ shard: string }>(
      `select relname as shard from pg_class where relname ~ '^customers_\\d+$' limit 1`,
    )
    await writer.query(`begin; set local citus.enable_manual_changes_to_shards = on`)
    await writer.query(`lock table ${rows[0]?.shard} in row exclusive mode`)
    const running = migrate(pool, { folder, log: (text) => told.push(text) })
    await Promise.race([until(async () => told.length > 0), running])
    await writer.query('commit')
    return { running }
  })
  assert.deepEqual(await migrating.running, [later])
  assert.match(told.join(), /waits for a lock/)
})
