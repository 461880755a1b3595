import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callService } from '../support/call.ts'
import { openEmptyDatabase } from '../support/database.ts'
import { killRunning, pedido, run, startService } from '../support/service.ts'
import { assertServesOnAfterSigterm, assertTold } from './starts.ts'

// The real command on a PostgreSQL of its own.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-on-server-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

test('two processes on one server: the first steps, and a token revoked in one', async () => {
  const { url = '', close } = await openEmptyDatabase()
  const onServer = { DATABASE_URL: url, DATA_DIR: join(folder, 'images-only') }
  const first = await startService(onServer)
  await first.printed(/pedido account create NAME/)
  assert.equal((await run(['account', 'create', 'Aurora'], onServer)).stdout, '1\n')
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'shop', '--scope', '*']
  const token = (await run(words, onServer)).stdout.trim()
  // The last token that manages tokens can't be revoked: one more stays.
  await run(words, onServer)
  const second = await startService(onServer)
  assert.equal((await callService(first, token, '/orders')).status, 200)
  assert.equal((await callService(second, token, '/orders')).status, 200)

  assert.equal((await callService(first, token, '/tokens/1', { method: 'DELETE' })).status, 200)
  const revoked = performance.now()
  assert.equal((await callService(first, token, '/orders')).status, 401)
  const isTaken = async () => (await callService(second, token, '/orders')).status !== 401
  for (let asked = revoked; await isTaken(); asked = performance.now()) {
    assert.ok(asked - revoked < 2000, 'a revoked token works for 2 s at most')
  }
  const ends = await Promise.all([first.stop('SIGTERM'), second.stop('SIGTERM')])
  assert.deepEqual(
    ends.map(({ code }) => code),
    [0, 0],
  )
  await close()
})

test('workers serve for SHUTDOWN_DELAY_MS as well, and their taken port is told', async () => {
  const { url = '', close } = await openEmptyDatabase()
  const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'team'), WORKERS: '2' }
  // Without an account the start says how to make one.
  assert.equal((await run(['account', 'create', 'team'], { DATABASE_URL: url })).code, 0)
  await assertServesOnAfterSigterm(settings, '/openapi.json')
  const service = await startService(settings)
  const { port, host } = new URL(service.address)
  assertTold(await run(['serve'], { ...settings, PORT: port }), `${host} is in use already`)
  await service.stop('SIGTERM')
  await close()
})

test('a right that is missing in PostgreSQL is told with the grant to run', async () => {
  const { url = '', pool, close } = await openEmptyDatabase()
  const role = `pedido_${process.pid}`
  await pool.query(`create role ${role} login password 'hunter2'`)
  const theirs = new URL(url)
  theirs.username = role
  theirs.password = 'hunter2'
  const settings = { DATABASE_URL: theirs.href, DATA_DIR: join(folder, 'server'), PORT: '0' }
  const grant = `grant usage, create on schema public to ${role};`
  // PostgreSQL says something else to whom the schema is closed than to who may not create in it.
  for (const close of ['revoke all on schema public from public', 'grant usage on schema public']) {
    await pool.query(close.startsWith('grant') ? `${close} to ${role}` : close)
    const refused = await run(['serve'], settings)
    assertTold(refused, role, grant)
    assert.doesNotMatch(refused.stderr, /hunter2/)
  }
  await pool.query(grant)
  const extension = `grant create on database ${new URL(url).pathname.slice(1)} to ${role};`
  assertTold(await run(['serve'], settings), 'pg_trgm', extension)
  await pool.query(extension)
  const service = pedido(['serve'], settings)
  await service.printed(/Pedido listens/)
  service.child.kill('SIGTERM')
  assert.equal((await service.ended).code, 0)

  await pool.query(`alter table migrations owner to current_user`)
  await pool.query(`revoke all on migrations from ${role}`)
  for (const words of [['doctor'], ['status'], ['backup', join(folder, 'closed.zip')]]) {
    const { code, stdout, stderr } = await run(words, settings)
    const told = stdout + stderr
    assert.deepEqual([code, told.includes(`lacks a right`)], [1, true], told)
    assert.match(told, /grant \S+ to pedido_\d+;/)
    assert.doesNotMatch(told, /^ +at /m, 'no stack')
  }

  theirs.pathname = '/nowhere'
  const nowhere = await run(['serve'], { ...settings, DATABASE_URL: theirs.href })
  assertTold(nowhere, /\/nowhere: the database does not exist/)
  theirs.searchParams.set('sslmode', 'no-verify')
  const encrypted = await run(['serve'], { ...settings, DATABASE_URL: theirs.href })
  // A server with TLS, as Citus sets it up by itself, gets as far as the name of the database.
  const { rows } = await pool.query<{ ssl: 'on' | 'off' }>('show ssl')
  const reason = {
    on: /\/nowhere: the database does not exist/,
    off: /the server has no TLS\. Take sslmode out of DATABASE_URL/,
  }
  assertTold(encrypted, reason[rows[0]?.ssl ?? 'off'])
  await close()
  const other = await openEmptyDatabase()
  await other.pool.query(`drop role if exists ${role}`).catch(() => {})
  await other.close()
})
