import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { statement } from '../../src/database/database.ts'
import { type Server, startServer } from '../harness.ts'
import { openDatabase, serverUrl } from '../support/database.ts'
import { type Sample, sample } from '../support/sample.ts'

// What the coordinator of a Citus cluster says when it loses a node, raised by triggers in its
// words, as they were met when nodes were crashed under load.

let server: Server
let ids: Sample
before(async () => {
  server = await startServer({}, false)
  ids = await sample(server)
  await server.pool.query(`
    create table told (code text, message text, times integer, at_commit boolean);
    create sequence runs;
    create function fail_as_told() returns trigger language plpgsql as $$
      declare
        one told;
      begin
        select * into one from told where at_commit = (tg_name = 'fail_at_commit');
        if found and nextval('runs') <= one.times then
          raise exception using errcode = one.code, message = one.message;
        end if;
        return null;
      end $$;
    create trigger fail_in_statement after insert on orders for each row execute function fail_as_told();
    create constraint trigger fail_at_commit after insert on orders deferrable initially deferred
      for each row execute function fail_as_told();
  `)
})
after(() => server.close())

interface Failure {
  code: string
  message: string
  times: number
  at_commit?: boolean
}

/** Creates an order while the database fails so; what came of it, and how often it was tried. */
async function create({ code, message, times, at_commit = false }: Failure, headers = {}) {
  await server.pool.query(`select setval('runs', 1, false)`)
  await server.pool.query('delete from told')
  await server.pool.query('insert into told values ($1, $2, $3, $4)', [
    code,
    message,
    times,
    at_commit,
  ])
  const before = await countOrders()
  const body = { id_customer: ids.customer }
  const answer = await server.send('POST', '/orders', { body, headers })
  const { rows } = await server.pool.query<{ runs: number }>(`select nextval('runs') - 1 as runs`)
  return { answer, made: (await countOrders()) - before, runs: rows[0]?.runs }
}

async function countOrders(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>('select count(*) from orders')
  return rows[0]?.count ?? 0
}

const NODE = '10.0.0.2:5432'
const CLOSED = `server closed the connection unexpectedly
\tThis probably means the server terminated abnormally
\tbefore or while processing the request.`
const REMOTE = `connection to the remote node pedido@${NODE} failed with the following error:`

const lost: [code: string, message: string][] = [
  ['XX000', CLOSED],
  ['XX000', 'SSL SYSCALL error: EOF detected'],
  ['XX000', `failure on connection marked as essential: ${NODE}`],
  ['58030', `failed to COPY to shard 102008 on ${NODE}`],
  ['08006', `${REMOTE} connection not open`],
  ['08006', `${REMOTE} ${CLOSED}`],
  ['57P01', 'terminating connection due to administrator command'],
]

for (const [code, message] of lost) {
  const what = `${code} ${message.slice(0, 110).replaceAll('\n', ' ')}`

  test(`a node lost once is not noticed: ${what}`, async () => {
    const { answer, made, runs } = await create({ code, message, times: 1 })
    assert.deepEqual([answer.status, made, runs], [201, 1, 2])
  })

  test(`a node lost again and again is 503: ${what}`, async () => {
    const key = { 'idempotency-key': what.replaceAll(/\W/g, '-') }
    const { answer, made, runs } = await create({ code, message, times: 100 }, key)
    assertUnavailable(answer)
    assert.deepEqual([made, runs], [0, 5])
  })
}

const away: [code: string, message: string][] = [
  ['08006', `${REMOTE} Connection refused`],
  ['08006', `${REMOTE} FATAL:  the database system is starting up`],
  ['08006', `could not establish any connections to the node ${NODE} after 30000 ms`],
]

for (const [code, message] of away) {
  test(`a node that is away is 503 at once: ${message.slice(60)}`, async () => {
    const { answer, made, runs } = await create({ code, message, times: 100 })
    assertUnavailable(answer)
    assert.deepEqual([made, runs], [0, 1])
  })
}

function assertUnavailable({ status, headers, body }: Awaited<ReturnType<Server['send']>>): void {
  const what = [status, body.code, body.detail]
  assert.deepEqual(what, [503, 'unavailable', 'A node of the database can’t be reached just now.'])
  assert.match(String(headers['retry-after']), /^\d+$/)
}

const inDoubt = {
  code: 'XX000',
  message: 'could not commit transaction for shard 102008 on at least one active node',
  times: 1,
  at_commit: true,
}

test('a node lost while it makes an order: without a key the service finds out, too', async () => {
  const { answer, made, runs } = await create(inDoubt)
  assert.deepEqual([answer.status, made, runs], [201, 1, 2])
})

test('a node that is lost again and again: without a key nobody knows', async () => {
  const { answer, made } = await create({ ...inDoubt, times: 1_000_000 })
  assert.deepEqual([answer.status, answer.body.code, made], [503, 'outcome_unknown', 0])
  assert.match(String(answer.headers['retry-after']), /^\d+$/)
  assert.equal((await server.send('GET', `/orders/${answer.body.possible_id}`)).status, 404)
})

test('a node lost while it commits: with a key the service finds out', async () => {
  const { answer, made } = await create(inDoubt, { 'idempotency-key': 'in-doubt' })
  assert.deepEqual([answer.status, made], [201, 1])
})

test('a node lost before the commit is no riddle', async () => {
  const [code, message] = ['XX000', `failure on connection marked as essential: ${NODE}`]
  const { answer, made } = await create({ code, message, times: 1, at_commit: true })
  assert.deepEqual([answer.status, made], [201, 1])
})

test('what only looks like it stays what it is', async () => {
  const broken = await create({
    code: 'XX000',
    message: 'cache lookup failed for type 7',
    times: 1,
  })
  assert.deepEqual([broken.answer.status, broken.answer.body.code], [500, 'internal_error'])
  const message = 'could not read block 3 in file "base/5/1259": Input/output error'
  const { answer } = await create({ code: '58030', message, times: 1 })
  assert.deepEqual([answer.status, answer.body.detail], [503, 'The disk of the database fails.'])
})

if (serverUrl !== undefined) {
  const failing = statement<{ run: number }, [message: string, times: number]>(
    'select fail_first($1, $2) as run',
  )

  test('a read is asked again on another connection', async () => {
    const database = await openDatabase(server.config, false)
    try {
      await database.pool.query(`
        create sequence runs;
        create function fail_first(message text, times integer) returns bigint language plpgsql as $$
          begin
            if nextval('runs') <= times then
              raise exception using errcode = 'XX000', message = message;
            end if;
            return currval('runs');
          end $$`)
      for (const reader of ['reads', 'pipelined'] as const) {
        await database.pool.query(`select setval('runs', 1, false)`)
        const [row] = await failing(database[reader], ['SSL SYSCALL error: EOF detected', 1])
        assert.equal(row?.run, 2, reader)
      }
      await assert.rejects(failing(database.reads, [CLOSED, 100]), /server closed the connection/)
    } finally {
      await database.close()
    }
  })
}
