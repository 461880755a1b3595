import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CAREFUL, type PostgresServer, startPostgres } from '../support/servers/postgres.ts'
import { freePort } from '../support/wire/free-port.ts'
import { asWritten, commandsOf, layOut } from './guide.ts'

// From nothing to a server in use, as docs/production.md says.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let server: Parameters<typeof layOut>[0]
let postgres: PostgresServer
before(async () => {
  const root = await mkdtemp(join(tmpdir(), 'pedido-server-'))
  const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: ROOT })
  const packed = join(ROOT, 'dist', stdout.trim().split('\n').at(-1) ?? '')
  postgres = await startPostgres(CAREFUL)
  const [port, metricsPort] = [await freePort(), await freePort()]
  server = { root, packed, postgres: postgres.url, port, metricsPort }
  layOut(server)
})
after(async () => {
  const pid = Number(await readFile(join(server.root, 'pid'), 'utf8').catch(() => ''))
  if (pid) process.kill(pid, 'SIGKILL')
  await postgres.close()
  await rm(server.root, { recursive: true, force: true })
})

async function chapter(number: string): Promise<string[]> {
  const printed: string[] = []
  for (const block of commandsOf(number)) printed.push(await asWritten(block, server))
  return printed
}

test('it is installed, set up and serves, with its first owner and token', async () => {
  const [, install = ''] = commandsOf('1')
  await asWritten(install, server)
  await chapter('2')
  await chapter('3')
  const [log = '', doctor = '', made = ''] = await chapter('4')
  assert.match(log, /Pedido listens on/)
  assert.match(doctor, /database/i)
  const [, link = '', token = ''] = made.trim().split('\n')
  assert.match(link, /^https:\/\/pedido\.example\.com\/console\//)
  const headers = { authorization: `Bearer ${token}` }
  const orders = await fetch(`http://127.0.0.1:${server.port}/orders`, { headers })
  assert.equal(orders.status, 200)
})

test('it is ready behind its proxy, and measured', async () => {
  assert.match((await chapter('5')).join(''), /200 OK/)
  assert.match((await chapter('7')).join(''), /^# (HELP|TYPE) /m)
})

test('it is saved, takes a new version without an end, and the backup is good', async () => {
  await chapter('8')
  const [verified = ''] = await chapter('6')
  assert.match(verified, /The backup is whole/)
  const ready = await fetch(`http://127.0.0.1:${server.port}/health/ready`)
  assert.equal(ready.status, 200)
})
