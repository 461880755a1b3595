import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reply } from '../support/call.ts'
import { query } from '../support/servers/postgres.ts'
import { anOrder, assertUnavailable, type Stand, startStand } from '../support/servers/stand.ts'
import { until } from '../support/workers.ts'

// What /health/ready says of the nodes of a Citus cluster. In place of Citus the database has what
// it would tell: two workers, each of which answers, refuses or is silent.

let stand: Stand
before(async () => {
  const addressOf = async (url: string) => {
    await query(
      url,
      `
      create table pg_dist_node (nodename text, nodeport integer, groupid integer, noderole text,
                                 shouldhaveshards boolean);
      insert into pg_dist_node values ('db0', 5432, 0, 'primary', false), ('db1', 5432, 1, 'primary', true),
                                      ('db2', 5432, 2, 'primary', true), ('db3', 5432, 2, 'secondary', true);
      create table answers (nodename text, success boolean);
      insert into answers values ('db1', true), ('db2', true);
      create sequence asked;
      create function run_command_on_workers(command text)
        returns table (nodename text, nodeport integer, success boolean, result text) language plpgsql as $$
        begin
          perform nextval('asked');
          execute command;
          perform pg_sleep(60) from answers a where a.success is null;
          return query select a.nodename, 5432, a.success, '' from answers a;
        end $$;`,
    )
    return url
  }
  stand = await startStand({}, { addressOf })
})
after(() => stand.close())

const answer = (db1: boolean | null, db2: boolean | null) =>
  stand.sql(`update answers set success = case nodename when 'db1' then $1::boolean else $2 end`, [
    db1,
    db2,
  ])

/** The first answer that is not of the time before. */
async function untilReady(isNew: (reply: Reply) => boolean): Promise<Reply> {
  let last: Reply | undefined
  await until(async () => {
    last = await stand.call('/health/ready')
    return isNew(last)
  })
  return last as Reply
}

const shown = ({ status, body }: Reply) => [status, body.status, body.nodes]

test('all nodes are there', async () => {
  const reply = await stand.call('/health/ready')
  assert.deepEqual(shown(reply), [200, 'ok', { total: 2, reachable: 2 }])
})

test('some nodes are out of reach: the others serve', async () => {
  await answer(true, false)
  const reply = await untilReady(({ body }) => body.status !== 'ok')
  assert.deepEqual(shown(reply), [200, 'degraded', { total: 2, reachable: 1 }])
})

test('all nodes are out of reach: nobody is served', async () => {
  await answer(false, false)
  assertUnavailable(await untilReady(({ status }) => status !== 200))
})

test('the answer does not wait for nodes that don’t tell', async () => {
  await answer(true, null)
  const reply = await untilReady(({ status }) => status === 200)
  assert.deepEqual(shown(reply), [200, 'degraded', { total: 2, reachable: null }])
})

test('nodes are not asked each time', async () => {
  const asked = async () => (await stand.sql(`select nextval('asked')::int as count`))[0]?.['count']
  const before = Number(await asked())
  await Promise.all(Array.from({ length: 50 }, () => stand.call('/health/ready')))
  assert.ok(Number(await asked()) - before < 10)
})

test('the coordinator is gone: nobody is served', async () => {
  await stand.postgres.halt('SIGINT')
  assertUnavailable(await untilReady(({ status }) => status !== 200))
})

test('a service starts while a node is away, for the accounts of the others', async () => {
  const addressOf = async (address: string) => {
    // Which account is there first, all nodes are asked.
    await query(
      address,
      `
      create function is_reached() returns boolean language plpgsql as $$
        begin
          if current_query() like '%accounts limit 1%' then
            raise exception using errcode = '08006',
              message = 'connection to the remote node pedido@db1:5432 failed with the following error: Connection refused';
          end if;
          return true;
        end $$;
      alter table accounts enable row level security;
      create policy reached on accounts using (is_reached());
      create role clerk login;
      grant all on schema public to clerk;
      grant all on all tables in schema public to clerk;
      grant all on all sequences in schema public to clerk;`,
    )
    const url = new URL(address)
    url.username = 'clerk'
    return url.href
  }
  const other = await startStand({}, { addressOf })
  assert.equal((await other.call('/orders', anOrder())).status, 201)
  await other.close()
})
