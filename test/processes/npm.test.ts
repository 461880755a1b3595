import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isAlive } from '../../src/base/system/is-alive.ts'
import { lockDataDir } from '../../src/database/embedded/data-dir-lock.ts'
import { killRunning, listening, program, type Service, start } from '../support/service.ts'
import { halfSent } from '../support/wire/half-sent.ts'

// `npm start`, as people, containers and supervisors begin and end it.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let folder: string
let dataDir: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-npm-'))
  dataDir = join(folder, 'data')
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

/** A process group of its own, as a terminal makes one. */
function npmStart(): Promise<Service> {
  const settings = { HOME: folder, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
  return listening(start('npm', ['start'], settings, { cwd: ROOT, detached: true }))
}

/** The process that serves. */
const pidOfService = async () =>
  Number((await readFile(join(dataDir, 'database.pid'), 'utf8')).split(' ')[0])

const refuses = (address: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket.destroy() === undefined))
    socket.once('error', () => resolve(true))
  })

/** Port and data folder are free again: nobody is left. */
async function assertNobodyLeft({ address }: Service): Promise<void> {
  assert.ok(await refuses(address))
  const lock = await lockDataDir(dataDir)
  lock.release()
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} to npm ends the service, and npm ends after it`, async () => {
    const service = await npmStart()
    const running = await halfSent(service, service.token ?? '', JSON.stringify({ name: 'last' }))
    service.child.kill(signal)
    while (!(await refuses(service.address)));
    assert.equal(service.child.exitCode, null, 'npm waits')
    assert.equal(await running.finish(), 201)
    const { stdout } = await service.ended
    assert.ok(stdout.includes(`Pedido stops: ${signal}`))
    await assertNobodyLeft(service)
  })
}

test('Ctrl-C, which the terminal tells everybody and npm once more, is one', async () => {
  const service = await npmStart()
  const running = await halfSent(service, service.token ?? '', JSON.stringify({ name: 'last' }))
  process.kill(-(service.child.pid ?? 0), 'SIGINT')
  while (!(await refuses(service.address)));
  assert.equal(await running.finish(), 201)
  await service.ended
  await assertNobodyLeft(service)
})

test('Ctrl-C, pressed again and again, does not wait', async () => {
  const service = await npmStart()
  await halfSent(service, service.token ?? '', JSON.stringify({ name: 'never sent' }))
  const { child } = service
  const press = () => process.kill(-(child.pid ?? 0), 'SIGINT')
  const pid = await pidOfService()
  press()
  while (!(await refuses(service.address)));
  // One that the service has not heard yet and the next are one signal. Once the service is gone, npm
  // takes what it ended with for its own end, and a signal then would end npm in its stead.
  const again = setInterval(() => isAlive(pid) && press(), 20)
  child.once('exit', () => clearInterval(again))
  assert.equal((await service.ended).code, 130)
  await assertNobodyLeft(service)
})

test('a signal to what npm has started, and to that alone, ends both', async () => {
  const service = await npmStart()
  process.kill(await pidOfService(), 'SIGTERM')
  await service.ended
  await assertNobodyLeft(service)
})

test('a killed npm leaves no service behind', async () => {
  const service = await npmStart()
  service.child.kill('SIGKILL')
  const { stdout } = await service.ended
  assert.match(stdout, /Pedido stops: npm has ended/)
  await assertNobodyLeft(service)
})

test('on Windows cmd.exe finds the exec of the scripts in the folder of package.json', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  for (const name of ['start', 'dev', 'pedido']) assert.match(scripts[name], /^exec node /)
  assert.match(await readFile(join(ROOT, 'exec.cmd'), 'utf8'), /^@%\*$/m)
})

test('a Node.js that is too old says so in a sentence', async () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })"
  const words = [`--import=data:text/javascript,${encodeURIComponent(pretend)}`]
  for (const [LANG, told] of [
    ['C', /^Pedido needs Node\.js 24 or newer; this is 20\.20\.2 .*\n$/],
    ['pt_BR.UTF-8', /^O Pedido precisa do Node\.js 24 ou mais novo; este é o 20\.20\.2 .*\n$/],
  ] as const) {
    const { code, stdout, stderr } = await program(
      [...words, join(ROOT, 'bin/pedido.cjs'), 'serve'],
      { DATA_DIR: join(folder, 'unmade'), LANG },
    ).ended
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, told)
  }
  // What an old parser would stumble over before it came to the sentence.
  const entry = await readFile(join(ROOT, 'bin/pedido.cjs'), 'utf8')
  assert.doesNotMatch(entry, /^import|\?\.|\?\?|=>|async|await|import\(/m)
})
