import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Ended, killRunning, PEDIDO, run, start, startService } from '../support/service.ts'
import { fullDisks, readOnlyDisks } from './disks.ts'
import { assertServesOnAfterSigterm, assertTold } from './starts.ts'

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
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  return start(process.execPath, [PEDIDO, 'serve'], { PORT: '0', ...settings }, other).ended
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

if (process.platform === 'linux') {
  test('a place that takes no folders is told', async () => {
    for (const dataDir of ['/proc/pedido', '/proc/pedido/data'])
      assertTold(await asOther({ DATA_DIR: dataDir }), '/proc', /can be made in|may not be/)
  })
}

for (const { name, serve } of fullDisks) {
  test(`a disk too small for the first start (${name}) is told, with what it needs`, async () => {
    const full = join(folder, `full ${name}`)
    const { stdout, ...ended } = await serve(full)
    const [making, ...more] = stdout.trimEnd().split('\n')
    assert.match(making ?? '', /Pedido makes its database in/)
    assertTold({ ...ended, stdout: more.join('\n') }, full, /The disk of .* is full: .* 50 MB/)
    const left = (await readdir(full)).filter((file) => file !== 'database.lock')
    assert.deepEqual(left, [], 'no half of a database')
  })
}

for (const { name, serve } of readOnlyDisks) {
  test(`a disk that is mounted read-only (${name}) is told`, async () => {
    const closed = join(folder, `read-only ${name}`)
    assertTold(await serve(closed), closed, /is on a disk that is mounted read-only/)
  })
}

test('a database whose folder was emptied is told, and none is made in its place', async () => {
  const dataDir = join(folder, 'emptied')
  const settings = { DATA_DIR: dataDir, PORT: '0' }
  const saved = join(folder, 'emptied.zip')
  await (await startService(settings)).stop('SIGTERM')
  assert.equal((await run(['backup', saved], settings)).code, 0)
  await rm(join(dataDir, 'database'), { recursive: true })
  const told = /There was a database in .*emptied, and its folder .* is gone or empty/
  assertTold(await run(['serve'], settings), told, /pedido restore/)
  await mkdir(join(dataDir, 'database'))
  assertTold(await run(['serve'], settings), told)
  const doctor = await run(['doctor'], { ...settings, LANG: 'pt_BR.UTF-8' })
  assert.equal(doctor.code, 1)
  assert.match(doctor.stdout, /FAULT {2}database {4}Havia um banco de dados em/)
  assert.deepEqual(await readdir(join(dataDir, 'database')), [])
  // A backup comes back all the same, and what was moved is looked after as before.
  assert.equal((await run(['restore', saved], settings)).code, 0)
  const moved = { ...settings, DATA_DIR: join(folder, 'moved') }
  await rename(dataDir, moved.DATA_DIR)
  await (await startService(moved)).stop('SIGTERM')
  await rm(join(moved.DATA_DIR, 'database'), { recursive: true })
  assertTold(await run(['serve'], moved), /There was a database in .*moved, and its folder/)
})

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

test('after SIGTERM the service is not ready, and serves for SHUTDOWN_DELAY_MS', () =>
  assertServesOnAfterSigterm({ DATA_DIR: join(folder, 'named') }, '/orders'))

test('a terminal gets a log for people, and the first token with what to do', async () => {
  const dataDir = join(folder, 'terminal')
  // A pipe that passes for a terminal.
  const words = ['--import=data:text/javascript,process.stdout.isTTY=true', PEDIDO, 'serve']
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
