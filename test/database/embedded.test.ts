import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { DataDirInUse, lockDataDir } from '../../src/database/embedded/data-dir-lock.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { isStaleStatement } from '../../src/database/failures.ts'
import type { OpenDatabase } from '../../src/database/pool.ts'

const root = fs.mkdtempSync(join(tmpdir(), 'pedido-embedded-'))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(root, { recursive: true, force: true })
})

/** A folder with a new, closed database: copied, because making one takes 3 s. */
function madeFolder(name: string): string {
  const folder = join(root, name)
  fs.cpSync(join(root, 'made'), folder, { recursive: true })
  return folder
}

before(async () => (await openEmbedded(join(root, 'made'))).close())

function start(mode: string, dataDir: string) {
  const support = join(import.meta.dirname, '..', 'support')
  const faults = join(support, 'files', 'disk-faults.ts')
  const script = join(support, 'servers', 'embedded-child.ts')
  const child = spawn(process.execPath, ['--import', faults, script, mode, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.add(child)
  const lines: string[] = []
  let heard = Promise.withResolvers<void>()
  let closed = false
  const hear = () => {
    heard.resolve()
    heard = Promise.withResolvers()
  }
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => {
    lines.push(line)
    hear()
  })
  reader.on('close', () => {
    closed = true
    hear()
  })
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')])
  return {
    child,
    lines,
    ended,
    /** The line with this number, from 0. */
    async line(index: number): Promise<string> {
      while (lines[index] === undefined && !closed) await heard.promise
      return lines[index] ?? `(${mode} ended after ${lines.length} lines)`
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('durability', () => {
  test('each commit reaches the disk, and a checkpoint syncs the data files', async () => {
    const folder = madeFolder('syncs')
    const child = start('syncs', folder)
    await child.ended
    const path = child.lines.pop() ?? ''
    const ofCommits = child.lines.slice(0, child.lines.indexOf('checkpoint'))
    const ofLog = ofCommits.filter((synced) => synced.includes('/pg_wal/'))
    assert.ok(ofLog.length >= 20, `${ofLog.length} syncs`)
    const ofCheckpoint = child.lines.slice(ofCommits.length + 1)
    assert.ok(ofCheckpoint.includes(join(folder, 'database', path)), ofCheckpoint.join('\n'))
    assert.ok(ofCheckpoint.some((synced) => synced.endsWith('/global/pg_control')))
  })

  test('kill -9 loses nothing that was acknowledged', async () => {
    const folder = madeFolder('killed')
    const writer = start('write', folder)
    await writer.line(250)
    await writer.kill()
    const { pool, close } = await openEmbedded(folder)
    const { rows } = await pool.query('select id, length(text) as length from acknowledged')
    const found = new Map(rows.map((row) => [row.id, row.length]))
    for (const id of writer.lines) assert.equal(found.get(Number(id)), Number(id))
    await close()
  })

  for (const fault of ['fsyncSync', 'writeSync']) {
    test(`a disk that fails in ${fault} refuses every query and keeps what it had`, async () => {
      const folder = madeFolder(fault)
      const child = start(fault, folder)
      const { outcomes, failure } = JSON.parse(await child.line(0))
      assert.deepEqual(outcomes, ['refused', 'refused'])
      assert.match(failure, /disk is full or failing/)
      await child.ended
      const { pool, close } = await openEmbedded(folder)
      assert.equal((await pool.query('select from t')).rowCount, fault === 'fsyncSync' ? 1 : 0)
      await close()
    })
  }

  test('a full disk refuses what does not fit and goes on once there is room', async () => {
    const child = start('full', madeFolder('full'))
    assert.deepEqual(JSON.parse(await child.line(0)), { code: '53100', rows: [{ text: 'after' }] })
    await child.ended
  })

  test('a thread that breaks ends the database, and loses nothing', async () => {
    const folder = madeFolder('broken')
    const child = start('broken', folder)
    assert.deepEqual(JSON.parse(await child.line(0)), {
      message: 'the thread broke',
      next: 'refused',
    })
    await child.ended
    assert.equal(child.child.exitCode, 0)
    const { pool, close } = await openEmbedded(folder)
    assert.equal((await pool.query('select from t')).rowCount, 1)
    await close()
  })

  test('a first start that was cut off starts over', async () => {
    const folder = join(root, 'cut-off')
    fs.mkdirSync(join(folder, 'database.partial'), { recursive: true })
    fs.writeFileSync(join(folder, 'database.partial', 'PG_VERSION'), '18\n')
    const { pool, close } = await openEmbedded(folder)
    assert.equal((await pool.query('select 1 as one')).rows[0].one, 1)
    await close()
    assert.deepEqual(fs.readdirSync(folder), ['database', 'database.lock', 'database.made'])
  })
})

describe('the lock on the data folder', () => {
  test('a second process is told who has it; kill -9 of the holder frees it', async () => {
    const folder = madeFolder('held')
    const holder = start('hold', folder)
    assert.equal(await holder.line(0), 'ready')
    const second = start('hold', folder)
    const message = await second.line(0)
    assert.ok(message.includes(folder) && message.includes(`process ${holder.child.pid}`), message)
    await second.ended
    assert.equal(second.child.exitCode, 1)
    await assert.rejects(openEmbedded(folder), DataDirInUse)
    await holder.kill()
    await (await openEmbedded(folder)).close()
  })

  test('a pid file whose pid now belongs to someone else does not block', async () => {
    const folder = madeFolder('reused-pid')
    fs.writeFileSync(join(folder, 'database.pid'), `${process.pid} elsewhere\n`)
    const { close } = await openEmbedded(folder)
    await assert.rejects(openEmbedded(folder), DataDirInUse)
    await close()
    assert.ok(!fs.existsSync(join(folder, 'database.pid')))
  })

  test('of processes that start together on a new folder exactly one wins', async () => {
    const folder = join(root, 'raced')
    const racers = Array.from({ length: 4 }, () => start('hold', folder))
    const outcomes = await Promise.all(racers.map((racer) => racer.line(0)))
    assert.equal(outcomes.filter((outcome) => outcome === 'ready').length, 1, outcomes.join('\n'))
    for (const { child } of racers) child.stdin?.end()
    await Promise.all(racers.map(({ ended }) => ended))
    assert.deepEqual(racers.map(({ child }) => child.exitCode).sort(), [0, 1, 1, 1])
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700)
  })

  test('the lock goes from one to the next, one at a time', async () => {
    const folder = fs.mkdtempSync(join(root, 'lock-'))
    for (let round = 0; round < 50; round++) {
      const results = await Promise.allSettled([lockDataDir(folder), lockDataDir(folder)])
      const locks = results.filter((result) => result.status === 'fulfilled')
      assert.equal(locks.length, 1)
      locks[0]?.value.release()
    }
  })
})

describe('the time-out of statements', () => {
  const endless = 'do $$ begin loop perform 1; end loop; end $$'
  const lasting = (ms: number) => `do $$
    declare finish timestamptz := clock_timestamp() + interval '${ms} ms';
    begin while clock_timestamp() < finish loop perform 1; end loop; end $$`

  test('cancels a statement, and leaves those of other databases alone', async () => {
    const { pool: other, close: closeOther } = await openEmbedded(madeFolder('unlimited'))
    const { pool, close } = await openEmbedded(madeFolder('limited'), { statementTimeoutMs: 500 })
    const longer = other.query(lasting(2_000))
    const client = await pool.connect()
    await client.query('begin')
    await client.query('create table t (id int)')
    await client.query('savepoint s')
    await assert.rejects(client.query(endless), { code: '57014' })
    await client.query('rollback to s; commit')
    client.release()
    assert.equal((await pool.query('select from t')).rowCount, 0)
    await longer
    await Promise.all([close(), closeOther()])
  })

  test('is what a session or a transaction says', async () => {
    const { pool, close } = await openEmbedded(madeFolder('set'), { statementTimeoutMs: 500 })
    await pool.query('set statement_timeout = 0')
    await pool.query(lasting(1_500))
    await pool.query('reset statement_timeout')
    await assert.rejects(pool.query(endless), { code: '57014' })
    await assert.rejects(pool.query(`set local statement_timeout = 100; ${endless}`), {
      code: '57014',
    })
    await close()
  })
})

describe('the pg driver on the embedded database', () => {
  let database: OpenDatabase
  before(async () => {
    database = await openEmbedded(undefined)
    await database.pool.query('create table t (id int primary key, text text)')
  })
  after(() => database.close())

  test('a client given back in the middle of a transaction leaves nothing to the next', async () => {
    const { pool } = database
    const insert = 'insert into t values ($1, $2)'
    await pool.query(insert, [1, 'kept'])
    const client = await pool.connect()
    await client.query('begin')
    await client.query(insert, [2, 'lost'])
    await client.query(`set local work_mem = '1MB'`)
    await client.query('listen lost')
    client.release(new Error('broken'))
    await pool.query(insert, [3, 'kept'])
    const { rows } = await pool.query('select id from t where text = $1 order by id', ['kept'])
    assert.deepEqual(rows, [{ id: 1 }, { id: 3 }])
    assert.equal((await pool.query('select id from t where id = $1', [2])).rowCount, 0)
    assert.equal((await pool.query('select pg_listening_channels()')).rowCount, 0)
  })

  test('a client destroyed with queries under way leaves nothing to the next', async () => {
    const { pool } = database
    for (let round = 0; round < 20; round++) {
      const client = await pool.connect()
      await client.query('begin')
      const pending = [client.query('insert into t values ($1)', [50]), client.query('select 1')]
      client.release(true)
      await Promise.allSettled(pending)
      assert.equal((await pool.query('select id from t where id = $1', [50])).rowCount, 0)
    }
  })

  test('errors carry their code and constraint, and the transaction can be rolled back', async () => {
    const { pool } = database
    await pool.query('insert into t values ($1)', [10])
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into t values ($1)', [11])
    const duplicate = client.query('insert into t values ($1)', [10])
    await assert.rejects(duplicate, { code: '23505', constraint: 't_pkey' })
    await assert.rejects(client.query('select $1::int', [1]), { code: '25P02' })
    await client.query('rollback')
    client.release()
    assert.equal((await pool.query('select from t where id = $1', [11])).rowCount, 0)
    await assert.rejects(pool.query('select * from nowhere where id = $1', [1]), { code: '42P01' })
    await assert.rejects(pool.query('selec $1', [1]), { code: '42601' })
    assert.equal((await pool.query('select $1::int as n', [7])).rows[0].n, 7)
  })

  test('Kysely prepares its statements and rolls back on an exception', async () => {
    const kysely = new Kysely<{ t: { id: number; text: string | null } }>({
      dialect: new PostgresDialect({ pool: database.pool }),
    })
    const failing = kysely.transaction().execute(async (tx) => {
      await tx.insertInto('t').values({ id: 20, text: 'a' }).execute()
      throw new Error('changed my mind')
    })
    await assert.rejects(failing, /changed my mind/)
    const found = await kysely.selectFrom('t').select('id').where('id', '=', 20).execute()
    assert.deepEqual(found, [])
    const prepared = await sql<{ n: string }>`
      select count(*) as n from pg_prepared_statements where statement like '%"t"%'`.execute(kysely)
    assert.ok(Number(prepared.rows[0]?.n) >= 2)
  })

  test('large rows, parameters and results', async () => {
    const text = 'é'.repeat(1 << 20)
    const { rows } = await database.pool.query(
      `select $1::text as text, repeat('x', 1000000) as x from generate_series(1, 10)`,
      [text],
    )
    assert.equal(rows.length, 10)
    assert.ok(rows.every((row) => row.text === text && row.x.length === 1_000_000))
  })

  test('the event loop turns between the rows of a long answer', async () => {
    let turns = 0
    let isOver = false
    const turn = () => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    const seen = new Set<number>()
    const client = await database.pool.connect()
    const rows = new pg.Query(`select repeat('x', 1000) from generate_series(1, 10000)`)
    rows.on('row', () => seen.add(turns))
    const ended = once(rows, 'end')
    turn()
    client.query(rows)
    await ended
    isOver = true
    client.release()
    // Ten megabytes, in pieces of 64 KB.
    assert.ok(seen.size > 50, `in ${seen.size} turns`)
  })

  test('LISTEN and NOTIFY on one client', async () => {
    const client = await database.pool.connect()
    const payloads: (string | undefined)[] = []
    client.on('notification', ({ payload }) => payloads.push(payload))
    await client.query('listen here')
    await client.query(`select pg_notify('here', $1)`, ['hello'])
    assert.deepEqual(payloads, ['hello'])
    client.release(true)
  })

  test('a chain of queries lets the event loop turn', async () => {
    let turned = false
    setTimeout(() => {
      turned = true
    }, 1)
    // Without a turn the timer never fires, however many queries.
    let queries = 0
    while (!turned && queries < 10_000) await database.pool.query('select $1::int', [queries++])
    assert.ok(turned)
  })

  test('a statement whose result a migration changed is prepared anew', async () => {
    const { pool } = database
    await pool.query('create table changing (id int)')
    const read = () => pool.query('select * from changing where id = $1', [1])
    await read()
    await pool.query('alter table changing add column text text')
    assert.equal((await read()).fields.length, 2)

    const client = await pool.connect()
    const readInside = async () => {
      await client.query('begin')
      const result = client.query('select * from changing where id = $1', [1])
      return await result.finally(() => client.query('rollback'))
    }
    await client.query('alter table changing add column more text')
    await assert.rejects(readInside(), isStaleStatement)
    assert.equal((await readInside()).fields.length, 3)
    client.release()
  })

  test('beyond 500 texts statements run unnamed', async () => {
    const { pool } = database
    for (let n = 0; n < 600; n++) await pool.query(`select $1::int as n${n}`, [n])
    const { rows } = await pool.query('select count(*)::int as n from pg_prepared_statements')
    assert.ok(rows[0].n > 400 && rows[0].n <= 500, String(rows[0].n))
  })
})
