import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startImage } from '../support/house/image.ts'
import { type Command, killRunning, listening, type Service, start } from '../support/service.ts'

// What is shipped, as somebody has it who has nothing else: installed from its file by npm.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The Node.js of this process comes first. */
const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
const run = promisify(execFile)

let folder: string
/** Where it is installed. */
let app: string
let service: Service
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-package-'))
  app = join(folder, 'app')
  await mkdir(join(app, 'shop'), { recursive: true })
  const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: ROOT })
  const packed = join(ROOT, 'dist', stdout.trim().split('\n').at(-1) ?? '')
  await writeFile(join(app, 'package.json'), '{ "type": "module", "private": true }')
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier']
  await run('npm', ['install', ...quiet, packed], { cwd: app })
  const settings = { PATH, HOME: folder, PORT: '0', LOG_LEVEL: 'warn' }
  const words = ['--offline', 'pedido', 'serve']
  const options = { cwd: join(app, 'shop'), detached: true }
  service = await listening(start('npx', words, settings, options))
})
after(async () => {
  // The shell and the service of `npx` are in a group with it.
  if (service?.child.pid) process.kill(-service.child.pid, 'SIGKILL')
  killRunning()
  await rm(folder, { recursive: true, force: true })
})

test('the records are in the folder that it was started in', async () => {
  const token = await readFile(join(app, 'shop/data/admin-token'), 'utf8')
  assert.equal(token.trim(), service.token)
})

test('the console, the guides and the reference come with it', async () => {
  for (const path of ['/console/', '/docs', '/docs/backup.pt-BR', '/docs/js/scalar.js']) {
    const { status } = await fetch(`${service.address}${path}`)
    assert.equal(status, 200, path)
  }
})

test('the client comes with it, and an order goes in and out as PDF', async () => {
  const program = `
    import { pedidoClient } from 'pedido/client'
    const pedido = pedidoClient({ url: process.env.PEDIDO_URL, token: process.env.PEDIDO_TOKEN })
    await pedido.customers.create({ fk_id: 'C-1', name: 'Padaria São João' })
    const order = await pedido.orders.create({ fk_id: 'P-1', fk_id_customer: 'C-1' })
    console.log(order.id)`
  await writeFile(join(app, 'order.mjs'), program)
  const env = { ...process.env, PEDIDO_URL: service.address, PEDIDO_TOKEN: service.token }
  const { stdout } = await run(process.execPath, ['order.mjs'], { cwd: app, env })
  const headers = { authorization: `Bearer ${service.token}` }
  const document = `${service.address}/orders/${stdout.trim()}/document`
  const answer = await fetch(document, { headers })
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/pdf'])
})

test('no source and no tool of development is in it', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: app })
  const names = stdout.split('\n').map((path) => path.split('/node_modules/').at(-1))
  for (const name of ['typescript', 'vite', 'rolldown', '@aws-sdk/client-s3', 'node']) {
    assert.ok(!names.includes(name), name)
  }
  const { stdout: bytes } = await run('du', ['-sb', join(app, 'node_modules')])
  assert.ok(Number.parseInt(bytes, 10) < 120_000_000, bytes)
})

/** Of sharp's own library for images, which is linked and can be replaced by who wants to. */
const LINKED = /^@img\/sharp-/
const ALLOWED = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'OFL-1.1']
/** MIT by its file, which its package.json does not say. */
const UNSAID = ['png-js']

test('what it brings along may be passed on', async () => {
  const lock = await readFile(join(app, 'node_modules/pedido/npm-shrinkwrap.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, { license?: string }> }
  const others = Object.entries(packages).flatMap(([path, { license = 'none' }]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    const allowed = LINKED.test(name) ? [...ALLOWED, 'LGPL-3.0-or-later'] : ALLOWED
    const isAllowed = license.split(' AND ').every((one) => allowed.includes(one))
    return isAllowed || UNSAID.includes(name) ? [] : [`${name}: ${license}`]
  })
  assert.deepEqual(others, [])
  assert.ok(Object.keys(packages).length > 20)
})

describe('as a container image', () => {
  let container: Command
  let address: string
  let token: string
  before(async () => {
    const image = join(folder, 'image')
    await mkdir(image)
    container = await startImage(image, app)
    ;[, address = ''] = await container.printed(/Pedido listens on (http:[^,"]+)/)
    token = (await readFile(join(image, 'data/admin-token'), 'utf8')).trim()
  })

  test('an order goes in, as a user without rights, where nothing but /data and /tmp is written to', async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    }
    const send = (path: string, body: object) =>
      fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal((await send('/customers', { fk_id: 'C-1', name: 'Padaria São João' })).status, 201)
    assert.equal((await send('/orders', { fk_id: 'P-1', fk_id_customer: 'C-1' })).status, 201)
    const document = await fetch(`${address}/orders/fk_id/P-1`, { headers })
    assert.equal(document.status, 200)
    assert.equal((await fetch(`${address}/console/`)).status, 200)
  })

  test('its first process takes SIGTERM and ends with 0', async () => {
    const { pid } = container.child
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    process.kill(Number(children), 'SIGTERM')
    const { code, stdout } = await container.ended
    assert.equal(code, 0)
    assert.match(stdout, /Pedido stops: SIGTERM/)
  })
})
