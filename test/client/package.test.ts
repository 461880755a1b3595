import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { type ClientStand, startClients } from '../support/client.ts'
import { installClient, nodeOfTheMachine } from '../support/packed-client.ts'

// The client as it is published: packed, and installed into an empty project.

const MAX_BYTES = 10_000
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

let folder: string
let at: ClientStand
let shipped: string[]

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-client-'))
  const packed = await installClient(folder)
  const { stdout } = await run('tar', ['-tzf', packed])
  shipped = stdout.trim().split('\n')
  at = await startClients()
})
after(async () => {
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const installed = (path: string) => join(folder, 'node_modules/@pedido/client', path)

test('what is shipped is JavaScript with its types, the pages and the licence', async () => {
  const others = shipped.filter((path) => !/^package\/dist\/[\w/-]+(\.d\.ts|\.js)$/.test(path))
  assert.deepEqual(others.sort(), [
    'package/LICENSE',
    'package/README.md',
    'package/README.pt-BR.md',
    'package/package.json',
  ])
  const { dependencies, type } = JSON.parse(await readFile(installed('package.json'), 'utf8'))
  assert.deepEqual([dependencies, type], [undefined, 'module'])
  const licence = await readFile(join(ROOT, 'LICENSE'), 'utf8')
  assert.equal(await readFile(installed('LICENSE'), 'utf8'), licence)
})

test('all the JavaScript together is at most 10 kB', async () => {
  const scripts = shipped.filter((path) => path.endsWith('.js'))
  const texts = scripts.map((path) => readFile(installed(path.replace('package/', ''))))
  const { length } = gzipSync(Buffer.concat(await Promise.all(texts)), { level: 9 })
  assert.ok(length <= MAX_BYTES, `${length} bytes`)
})

/** Uses what depends on the platform: sending, streams, files, signatures. */
const PROGRAM = `
import { DuplicateFkIdError, PreconditionFailedError, pedidoClient, verifyWebhook } from '@pedido/client'

const pedido = pedidoClient({ url: process.env.PEDIDO_URL, token: process.env.PEDIDO_TOKEN })
const stream = pedido.events.stream({ type: 'product.*' })
const events = stream[Symbol.asyncIterator]()
const first = events.next()
while (stream.cursor === undefined) await new Promise((resolve) => setTimeout(resolve, 10))

const product = await pedido.products.create({ name: 'Feijão', fk_id: 'F-1', price: 7.1 })
const { value } = await first
await events.return()
const names = []
for await (const { name } of pedido.products.list()) names.push(name)
const duplicate = await pedido.products.create({ name: 'Feijão', fk_id: 'F-1' }).catch((error) => error)
await pedido.products.update(product.id, { price: 7.2 })
const conflict = await pedido.products.delete(product.id, { ifMatch: product }).catch((error) => error)
const { webhook, secret } = JSON.parse(process.env.SIGNED)
const verified = await verifyWebhook(webhook.body, webhook.headers, secret)
console.log(JSON.stringify({
  node: Number(process.versions.node.split('.')[0]),
  streamed: value.data.record.name,
  names,
  errors: [duplicate instanceof DuplicateFkIdError, conflict instanceof PreconditionFailedError],
  verified,
}))
`

test('it works on the Node.js of the machine', async () => {
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const body = '{"id":"1"}'
  const time = new Date()
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('1', time, body),
  }
  await writeFile(join(folder, 'program.js'), PROGRAM)
  const { stdout } = await run(nodeOfTheMachine(), ['program.js'], {
    cwd: folder,
    env: {
      PEDIDO_URL: at.address,
      PEDIDO_TOKEN: at.server.token,
      SIGNED: JSON.stringify({ webhook: { body, headers }, secret }),
    },
  })
  const { node, ...found } = JSON.parse(stdout)
  assert.ok(node >= 20, `Node.js ${node}`)
  assert.deepEqual(found, {
    streamed: 'Feijão',
    names: ['Feijão'],
    errors: [true, true],
    verified: { id: '1' },
  })
})

/** What must compile, and what must not. */
const TYPED = `
import { type CloudEvent, type Order, type OrderInput, pedidoClient, ProblemError } from '@pedido/client'

const pedido = pedidoClient({ url: 'http://127.0.0.1:3000', token: '', maxRetries: 2 })
const input: OrderInput = { id_customer: 1, items: [{ id_item: 1, quantity: 2 }] }
const order: Promise<Order> = pedido.orders.create(input, { idempotencyKey: '1' })
export const total = (await order).total_value.toFixed(2)
for await (const { customer } of pedido.orders.list({ id_customer: 1 })) console.log(customer.name)
const { pagination } = await pedido.orders.list().page({ page: 2 })
export const pages: number = pagination.totalPages
export function named(event: CloudEvent): string | null {
  if (event.type === 'customer.updated') return event.data.record.email
  if (event.type === 'order.status_changed') return event.data.record.status.name
  return null
}
export const code = (error: unknown) => (error instanceof ProblemError ? error.errors[0]?.pointer : undefined)
// @ts-expect-error a name that there is not
pedido.orders.create({ id_costumer: 1 })
// @ts-expect-error a page is asked for by page()
pedido.orders.list({ page: 2 })
// @ts-expect-error a POST of something new has no version
pedido.orders.create(input, { ifMatch: 'x' })
`

async function compile(options: Record<string, unknown>): Promise<void> {
  const config = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      skipLibCheck: false,
      ...options,
    },
    files: ['typed.ts', 'readme.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '--pretty', 'false'], { cwd: folder }).catch((error) =>
    assert.fail(error.stdout),
  )
}

const blocksOf = (page: string) =>
  Array.from(page.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code)

test('its types and the code of its README compile in projects of each kind', async () => {
  const readme = await readFile(installed('README.md'), 'utf8')
  await writeFile(join(folder, 'typed.ts'), TYPED)
  await writeFile(join(folder, 'readme.ts'), `${blocksOf(readme).join('')}`)
  const node = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] }
  await compile({ module: 'nodenext', lib: ['es2023'], ...node })
  await compile({
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom'],
    exactOptionalPropertyTypes: true,
    ...node,
  })
})

test('the code of its README does what the page says', async () => {
  const page = await readFile(installed('README.md'), 'utf8')
  const twin = await readFile(installed('README.pt-BR.md'), 'utf8')
  assert.deepEqual(blocksOf(twin), blocksOf(page), 'the Portuguese page has the same code')
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const used = `
    import { receive as receiveIt, follow as followIt } from './readme.ts'
    const headers = JSON.parse(process.env.HEADERS ?? '')
    const ask = (body: string) => receiveIt(new Request('http://x', { method: 'POST', headers, body }), ['${secret}'])
    const statuses = [(await ask('{"id":"1"}')).status, (await ask('{}')).status]
    const stop = new AbortController()
    const taken: string[] = []
    await followIt(undefined, async ({ type }) => {
      if (taken.push(type) === 4) stop.abort()
    }, stop.signal).catch(() => {})
    console.log(JSON.stringify({ statuses, taken }))`
  await writeFile(join(folder, 'readme.ts'), blocksOf(page).join(''))
  await writeFile(join(folder, 'used.ts'), used)
  const time = new Date()
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('1', time, '{"id":"1"}'),
  }
  const { token } = await at.server.newAccount('readme')
  const env = { PEDIDO_URL: at.address, PEDIDO_TOKEN: token, HEADERS: JSON.stringify(headers) }
  const { stdout } = await run(process.execPath, ['used.ts'], { cwd: folder, env })
  const lines = stdout.trim().split('\n')
  assert.match(lines[0] ?? '', /^\d+ 226\.8$/)
  assert.match(stdout, /^1 of 1$/m)
  assert.match(stdout, /^\/id_customer /m)
  assert.match(stdout, /^true$/m)
  assert.deepEqual(JSON.parse(lines.at(-1) ?? ''), {
    statuses: [204, 401],
    taken: ['customer.created', 'product.created', 'order.created', 'order.updated'],
  })
})
