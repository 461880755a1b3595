// A process of its own for test/database/embedded.test.ts: `embedded-child.ts MODE DATA_DIR`.
import fs from 'node:fs'
import { openEmbedded } from '../../../src/database/embedded/embedded.ts'

const [mode, dataDir] = process.argv.slice(2) as [string, string]
const say = (text: string) => fs.writeSync(1, `${text}\n`)

/** Opens the folder and keeps it until stdin ends. */
async function hold() {
  const database = await openEmbedded(dataDir)
  say('ready')
  for await (const _ of process.stdin);
  await database.close()
}

/** Inserts for ever and says each id once its commit is acknowledged. */
async function write() {
  const { pool } = await openEmbedded(dataDir)
  await pool.query('create table acknowledged (id int primary key, text text)')
  for (let id = 1; ; id++) {
    await pool.query('insert into acknowledged values ($1, $2)', [id, 'x'.repeat(id)])
    say(String(id))
    if (id % 100 === 0) await pool.query('checkpoint')
  }
}

/** Has the disk fail under a commit's sync, or under the log that a large insert writes. */
async function failing(name: 'fsyncSync' | 'writeSync') {
  const isLog = watchLogDescriptors()
  const failed = Promise.withResolvers<Error>()
  const { pool, close } = await openEmbedded(dataDir, { onFailure: failed.resolve })
  await pool.query('create table t (text text)')
  const real = fs[name] as (descriptor: number, ...rest: unknown[]) => number
  fs[name] = ((descriptor: number, ...rest: unknown[]) => {
    if (isLog(descriptor)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    return real(descriptor, ...rest)
  }) as never
  const insert = (rows: number) =>
    pool
      .query(`insert into t select repeat('x', $1::int) from generate_series(1, $2)`, [1000, rows])
      .then(
        () => 'committed',
        () => 'refused',
      )
  const outcomes = [await insert(name === 'writeSync' ? 30_000 : 1), await insert(1)]
  say(JSON.stringify({ outcomes, failure: (await failed.promise).message }))
  await close()
  // PostgreSQL's own timers would hold the process for up to 10 s more.
  process.exit()
}

/** Has every write fail for a while, as on a full disk, and says what became of the rows. */
async function full() {
  const { pool, close } = await openEmbedded(dataDir)
  await pool.query('create table t (text text)')
  const real = fs.writeSync
  fs.writeSync = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  const insert = `insert into t select repeat('x', $1::int) from generate_series(1, 30000)`
  const refused = await pool.query(insert, [1000]).catch((error) => error)
  fs.writeSync = real
  await pool.query(`insert into t values ($1)`, ['after'])
  const { rows } = await pool.query('select text from t')
  say(JSON.stringify({ code: refused.code, rows }))
  await close()
}

function watchLogDescriptors(): (descriptor: number) => boolean {
  const paths = new Map<number, string>()
  const { openSync } = fs
  fs.openSync = (path, ...rest) => {
    const descriptor = openSync(path, ...rest)
    paths.set(descriptor, String(path))
    return descriptor
  }
  return (descriptor) => paths.get(descriptor)?.includes('pg_wal') === true
}

try {
  if (mode === 'hold') await hold()
  else if (mode === 'write') await write()
  else if (mode === 'full') await full()
  else await failing(mode as 'fsyncSync' | 'writeSync')
} catch (error) {
  say(`${(error as Error).name}: ${(error as Error).message}`)
  process.exitCode = 1
}
