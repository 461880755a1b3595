import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openEmptyDatabase, serverUrl } from '../support/database.ts'
import { type Ended, killRunning, pedido, run, start, startService } from '../support/service.ts'

// What a person can put right is told in a sentence: what is wrong, where, and what to do.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-start-'))
  await chmod(folder, 0o755)
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

function assertTold({ code, stdout, stderr }: Ended, ...told: (RegExp | string)[]): void {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\[object|Error:/m)
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  for (const one of told) {
    assert.ok(typeof one === 'string' ? stderr.includes(one) : one.test(stderr), stderr)
  }
}

test('a taken port is told before anything is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const dataDir = join(folder, 'unmade')
  const ended = await run(['serve'], { DATA_DIR: dataDir, PORT: String(port) })
  other.close()
  assertTold(ended, `127.0.0.1:${port} is in use already; choose another PORT.`)
  assert.ok(!existsSync(dataDir))
})

test('an address of another machine is told', async () => {
  const dataDir = join(folder, 'unmade')
  const ended = await run(['serve'], { DATA_DIR: dataDir, HOST: '203.0.113.7', PORT: '0' })
  assertTold(ended, /203\.0\.113\.7 is no address of this machine; choose another HOST/)
  assert.ok(!existsSync(dataDir))
})

test('a file in the place of the data folder, or above it, is told', async () => {
  const file = join(folder, 'file')
  await writeFile(file, 'mine')
  const settings = (path: string) => ({ DATA_DIR: path, PORT: '0' })
  assertTold(await run(['serve'], settings(file)), file, /where a folder should be/)
  assertTold(await run(['serve'], settings(join(file, 'data'))), file, /is below a file/)
  assert.equal(await readFile(file, 'utf8'), 'mine')
})

/** `serve` as a user who is nobody, where the tests run as root; else as their own. */
function asOther(settings: Record<string, string>): Promise<Ended> {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  return start(process.execPath, [main, 'serve'], { PORT: '0', ...settings }, other).ended
}

// Windows has no such rights, and its folders no such owners.
if (process.platform !== 'win32') {
  test('a folder that this user may not use is told, with the user', async () => {
    const closed = join(folder, 'closed')
    await mkdir(closed, { mode: 0o555 })
    assertTold(await asOther({ DATA_DIR: closed }), closed, /may not be used by the user \S+:/)
    assertTold(await asOther({ DATA_DIR: join(closed, 'in') }), closed, /may not be used by/)
    assert.deepEqual(await readdir(closed), [])
  })

  test('files of another user in an open folder are told', async () => {
    const open = join(folder, 'open')
    await mkdir(open)
    if (process.getuid?.() === 0) await chown(open, 65_534, 65_534)
    const lock = join(open, 'database.lock')
    await writeFile(lock, '', { mode: 0o400 })
    if (process.getuid?.() !== 0) await chmod(lock, 0o400)
    assertTold(await asOther({ DATA_DIR: open }), lock, /may not be used by the user/)
  })
}

test('a misspelled DATABASE_URL starts nothing on the embedded database', async () => {
  const dataDir = join(folder, 'unmade')
  const given = { DATABSE_URL: 'postgres://pedido:hunter2@db/pedido', DATA_DIR: dataDir }
  const { code, stdout, stderr } = await run(['serve'], { ...given, PORT: '0' })
  assert.deepEqual([code, stdout], [1, ''])
  assert.equal(
    stderr,
    'Wrong settings:\n  DATABSE_URL is no setting: DATABASE_URL was probably meant. Rename it, or unset it.\n',
  )
  assert.ok(!existsSync(dataDir))
})

test('other misspelled settings are named and the start goes on', async () => {
  const service = await startService({ DATA_DIR: join(folder, 'named'), RATE_LIMITS: '5' })
  const { code, stderr } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  assert.equal(stderr, 'RATE_LIMITS is no setting and does nothing; RATE_LIMIT is one.\n')
})

async function assertServesOnAfterSigterm(
  settings: Record<string, string>,
  path: string,
): Promise<void> {
  const service = await startService({ SHUTDOWN_DELAY_MS: '4000', ...settings })
  const status = async (of: string) => {
    const headers = { Authorization: `Bearer ${service.token}` }
    return (await fetch(`${service.address}${of}`, { headers })).status
  }
  assert.equal(await status('/health/ready'), 200)
  service.child.kill('SIGTERM')
  while ((await status('/health/ready')) !== 503);
  assert.deepEqual([await status('/health/live'), await status(path)], [200, 200])
  const { code, stdout } = await service.ended
  assert.equal(code, 0)
  assert.match(stdout, /Pedido stops: SIGTERM/)
  assert.equal(stdout.trimEnd().split('\n').length, 2, `what is planned is no error:\n${stdout}`)
  await assert.rejects(status('/health/live'), TypeError)
}

test('after SIGTERM the service is not ready, and serves for SHUTDOWN_DELAY_MS', () =>
  assertServesOnAfterSigterm({ DATA_DIR: join(folder, 'named') }, '/orders'))

test('a terminal gets a log for people, and the first token with what to do', async () => {
  const dataDir = join(folder, 'terminal')
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  // A pipe that passes for a terminal.
  const words = ['--import=data:text/javascript,process.stdout.isTTY=true', main, 'serve']
  const command = start(process.execPath, words, { DATA_DIR: dataDir, PORT: '0' })
  await command.printed(/curl -H .*\n/)
  const token = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim()
  command.child.kill('SIGTERM')
  const { code, stdout } = await command.ended
  assert.equal(code, 0)
  assert.match(stdout, /Pedido listens on http:/)
  assert.match(stdout, /Pedido stops: SIGTERM/)
  assert.match(stdout, new RegExp(`curl -H 'Authorization: Bearer ${token}' http://\\S+/orders`))
  assert.ok(stdout.includes(join(dataDir, 'admin-token')))
  assert.doesNotMatch(stdout, /"msg"|"level"/)
})

if (serverUrl !== undefined) {
  test('so it is with workers, and their taken port is told', async () => {
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
    const refused = await run(['serve'], settings)
    const grant = `grant usage, create on schema public to ${role};`
    assertTold(refused, role, grant)
    assert.doesNotMatch(refused.stderr, /hunter2/)
    await pool.query(grant)
    const extension = `grant create on database ${new URL(url).pathname.slice(1)} to ${role};`
    assertTold(await run(['serve'], settings), 'pg_trgm', extension)
    await pool.query(extension)
    const service = pedido(['serve'], settings)
    await service.printed(/Pedido listens/)
    service.child.kill('SIGTERM')
    assert.equal((await service.ended).code, 0)

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
}
