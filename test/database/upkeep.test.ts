import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { upkeep } from '../../src/database/embedded/upkeep.ts'

test('upkeep checkpoints a grown log and vacuums', async () => {
  const { pool, close } = await openEmbedded(undefined)
  await pool.query('create table t (text text)')
  await pool.query(
    `insert into t select repeat(md5(i::text), 20) from generate_series(1, 150000) i`,
  )
  await pool.query('delete from t')
  await pool.query('select pg_stat_force_next_flush()')
  await upkeep(pool, { busy: false })
  const { rows } = await pool.query(`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as log,
           pg_relation_size('t')::float8 as size from pg_control_checkpoint()`)
  assert.ok(rows[0].log < 16 * 1024 * 1024, `log ${rows[0].log}`)
  assert.equal(rows[0].size, 0)
  await close()
})

test('while requests come, upkeep of a large table waits until it needs it four times over', async () => {
  const { pool, close } = await openEmbedded(undefined, { withoutUpkeep: true })
  for (const [table, rows] of [
    ['large', 30_000],
    ['small', 1_000],
  ] as const) {
    await pool.query(`create table ${table} (id int, text text) with (fillfactor = 50)`)
    await pool.query(
      `insert into ${table} select i, repeat('x', 200) from generate_series(1, ${rows}) i`,
    )
    await pool.query('select pg_stat_force_next_flush()')
    await pool.query(`vacuum (analyze) ${table}`)
  }
  const leave = async (table: string, rows: number) => {
    await pool.query(`delete from ${table} where id <= ${rows}`)
    await pool.query('select pg_stat_force_next_flush()')
  }
  const dead = async () => {
    const { rows } = await pool.query<{ dead: number }>(
      `select n_dead_tup::int as dead from pg_stat_user_tables
        where relname in ('large', 'small') order by relname`,
    )
    return rows.map((row) => row.dead)
  }
  await leave('large', 10_000)
  await leave('small', 300)
  for (let round = 0; round < 4; round++) await upkeep(pool, { busy: true })
  assert.deepEqual(await dead(), [10_000, 0])
  for (let round = 0; round < 4; round++) await upkeep(pool, { busy: false })
  assert.deepEqual(await dead(), [0, 0])
  await leave('large', 28_000)
  await upkeep(pool, { busy: true })
  assert.deepEqual(await dead(), [0, 0])
  await close()
})
