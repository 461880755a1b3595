// A process of its own for test/database/embedded.test.ts: `embedded-child.ts MODE DATA_DIR`,
// with disk-faults.ts preloaded.
import fs from 'node:fs'
import { openEmbedded } from '../../../src/database/embedded/embedded.ts'
import { letDiskBe } from '../files/disk-faults.ts'

const [mode, dataDir] = process.argv.slice(2) as [string, string]
const print = (text: string) => fs.writeSync(1, `${text}\n`)

/** Opens the folder and keeps it until stdin ends. */
async function hold() {
  const database = await openEmbedded(dataDir)
  print('ready')
  for await (const _ of process.stdin);
  await database.close()
}

/** Inserts for ever and says each id once its commit is acknowledged. */
async function write() {
  const { pool } = await openEmbedded(dataDir)
  await pool.query('create table acknowledged (id int primary key, text text)')
  for (let id = 1; ; id++) {
    await pool.query('insert into acknowledged values ($1, $2)', [id, 'x'.repeat(id)])
    print(String(id))
    if (id % 100 === 0) await pool.query('checkpoint')
  }
}

/** Says what each commit syncs, then what a checkpoint does. */
async function syncs() {
  const { pool, close } = await openEmbedded(dataDir)
  await pool.query('create table t (id int)')
  const { rows } = await pool.query(`select pg_relation_filepath('t') as path`)
  await pool.query('checkpoint')
  letDiskBe('told')
  for (let id = 0; id < 20; id++) await pool.query('insert into t values ($1)', [id])
  print('checkpoint')
  await pool.query('checkpoint')
  letDiskBe('sound')
  print(rows[0].path)
  await close()
}

/** Has the disk fail under a commit's sync, or under the log that a large insert writes. */
async function failing(fault: 'fsyncSync' | 'writeSync') {
  const failed = Promise.withResolvers<Error>()
  const { pool, close } = await openEmbedded(dataDir, { onFailure: failed.resolve })
  await pool.query('create table t (text text)')
  letDiskBe(fault)
  const insert = (rows: number) =>
    pool
      .query(`insert into t select repeat('x', $1::int) from generate_series(1, $2)`, [1000, rows])
      .then(
        () => 'committed',
        () => 'refused',
      )
  const outcomes = [await insert(fault === 'writeSync' ? 30_000 : 1), await insert(1)]
  print(JSON.stringify({ outcomes, failure: (await failed.promise).message }))
  await close()
}

/** Has the thread of the database break after a commit. */
async function broken() {
  // A service has its sockets.
  const alive = setInterval(() => {}, 1_000)
  const failed = Promise.withResolvers<Error>()
  const { pool, close } = await openEmbedded(dataDir, { onFailure: failed.resolve })
  await pool.query('create table t (text text)')
  letDiskBe('broken')
  const insert = pool.query(`insert into t values ('a')`).catch(() => {})
  const { message } = await failed.promise
  await insert
  const next = await pool.query('select').then(
    () => 'answered',
    () => 'refused',
  )
  print(JSON.stringify({ message, next }))
  clearInterval(alive)
  await close()
}

/** Has every write fail for a while, as on a full disk, and says what became of the rows. */
async function full() {
  const { pool, close } = await openEmbedded(dataDir)
  await pool.query('create table t (text text)')
  letDiskBe('full')
  const insert = `insert into t select repeat('x', $1::int) from generate_series(1, 30000)`
  const refused = await pool.query(insert, [1000]).catch((error) => error)
  letDiskBe('sound')
  await pool.query(`insert into t values ($1)`, ['after'])
  const { rows } = await pool.query('select text from t')
  print(JSON.stringify({ code: refused.code, rows }))
  await close()
}

try {
  if (mode === 'hold') await hold()
  else if (mode === 'write') await write()
  else if (mode === 'syncs') await syncs()
  else if (mode === 'broken') await broken()
  else if (mode === 'full') await full()
  else await failing(mode as 'fsyncSync' | 'writeSync')
} catch (error) {
  print(`${(error as Error).name}: ${(error as Error).message}`)
  process.exitCode = 1
}
