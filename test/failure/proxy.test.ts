import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endRun, startChanges, startOnHeldSocket } from '../processes/held-socket.ts'
import { type Stand, startStand } from '../support/servers/stand.ts'
import { killRunning, type Service, start, startService } from '../support/service.ts'
import { freePort } from '../support/wire/free-port.ts'
import { keepAliveClient, until } from '../support/workers.ts'

// What a proxy in front gets while the service behind it stops: every answer, and no closed connection.

const CLIENTS = 12
const RUNS = 4
const DELIVERED = fileURLToPath(new URL('../../deploy/proxy/nginx.conf', import.meta.url))
const hasNginx = spawnSync('nginx', ['-v']).status === 0

let stand: Stand
let folder: string
const settings = () => ({
  DATABASE_URL: stand.postgres.url,
  DATA_DIR: stand.folder,
  TRUST_PROXY: '1',
  PUBLIC_URL: 'https://pedido.example.com',
  LOG_SLOW_STATEMENT_MS: '0',
})
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-proxy-'))
  stand = await startStand()
})
after(async () => {
  killRunning()
  await stand.close()
  await rm(folder, { recursive: true, force: true })
})

const portOf = ({ address }: Service) => Number(new URL(address).port)

/** Whether somebody listens there. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

for (const WORKERS of ['1', '2']) {
  test(`after SIGTERM what a proxy keeps open serves once more, and closes (WORKERS=${WORKERS})`, async () => {
    const service = await startService({ ...settings(), WORKERS })
    const [kept, other] = [1, 2].map(() => keepAliveClient(service, stand.token))
    assert.equal((await kept?.send('/orders'))?.headers['connection'], 'keep-alive')
    service.child.kill('SIGTERM')
    await until(async () => (await other?.send('/health/ready'))?.status === 503)
    const answer = await kept?.send('/users', { method: 'POST', body: { name: 'Ana' } })
    assert.deepEqual([answer?.status, answer?.headers['connection']], [201, 'close'])
    assert.equal((await service.ended).code, 0)
  })
}

/** nginx as delivered, without TLS, in front of a service. */
async function startNginx(service: Service) {
  const port = await freePort()
  const delivered = await readFile(DELIVERED, 'utf8')
  const site = delivered
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${portOf(service)};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replaceAll(/^ *(http2|ssl_certificate\w*) .*$/gm, '')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = paths.map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')
  const conf = join(folder, 'nginx.conf')
  await writeFile(
    conf,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}
     http { access_log off; ${temporary} ${site} }`,
  )
  const nginx = start('nginx', ['-c', conf, '-e', 'stderr'], {})
  await until(() => isOpen(port))
  return { nginx, address: `http://127.0.0.1:${port}` }
}

if (hasNginx && process.platform === 'linux') {
  test('nginx answers no change with 502 while the service behind it restarts', async () => {
    const service = await startOnHeldSocket(RUNS, settings())
    const { nginx, address } = await startNginx(service)
    const changes = startChanges({ address }, stand.token, CLIENTS)
    await changes.more(100)
    for (let i = 1; i < RUNS; i++) {
      endRun(service)
      await service.printedAnew(/Pedido listens on /)
      await changes.more(100)
    }
    await changes.stop()
    nginx.child.kill('SIGTERM')
    await nginx.ended
    endRun(service)
    assert.equal((await service.ended).code, 0)
  })
}
