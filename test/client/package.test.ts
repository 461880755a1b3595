import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import { openBrowser } from '../support/wire/browser.ts'
import { type ClientStand, startClients } from '../support/wire/client.ts'
import { installClient, nodeOfTheMachine } from '../support/wire/packed-client.ts'

// The client as it is published: packed, and installed into an empty project.

const MAX_BYTES = 12_000
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
  at = await startClients({ CORS_ORIGIN: '*' })
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

test('all the JavaScript together is at most 12 kB', async () => {
  const scripts = shipped.filter((path) => path.endsWith('.js'))
  const texts = scripts.map((path) => readFile(installed(path.replace('package/', ''))))
  const { length } = gzipSync(Buffer.concat(await Promise.all(texts)), { level: 9 })
  assert.ok(length <= MAX_BYTES, `${length} bytes`)
})

/** Uses what depends on the platform: sending, streams, files, signatures. */
const PROGRAM = `
import { DuplicateFkIdError, PreconditionFailedError, pedidoClient, verifyWebhook } from '@pedido/client'

export async function use({ url, token, secret, webhook, image }) {
  const pedido = pedidoClient({ url, token })
  const stream = pedido.events.stream({ type: 'product.created' })
  const events = stream[Symbol.asyncIterator]()
  const first = events.next()
  while (stream.cursor === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
  const product = await pedido.products.create({ name: 'Feijão', fk_id: 'F-1', price: 7.1 })
  const { value } = await first
  await events.return()
  const names = []
  for await (const { name } of pedido.products.list()) names.push(name)
  const duplicate = await pedido.products.create({ name: 'Feijão', fk_id: 'F-1' }).catch((error) => error)
  await pedido.products.update(product.id, { price: 7.2 }, { ifMatch: product })
  const conflict = await pedido.products.delete(product.id, { ifMatch: product }).catch((error) => error)
  const bytes = Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0))
  await pedido.products.uploadImage(product.id, bytes)
  const { type } = await pedido.products.readImage(product.id)
  return {
    streamed: value.data.record.name,
    names,
    errors: [duplicate instanceof DuplicateFkIdError, conflict instanceof PreconditionFailedError],
    verified: await verifyWebhook(webhook.body, webhook.headers, secret),
    type,
  }
}`

const USED = {
  streamed: 'Feijão',
  names: ['Feijão'],
  errors: [true, true],
  verified: { id: '1' },
  type: 'image/webp',
}

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

function signedWebhook() {
  const body = '{"id":"1"}'
  const time = new Date()
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('1', time, body),
  }
  return { body, headers }
}

/** What the program is given, with an account of its own. */
async function given(name: string) {
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
  const image = (await sharp({ create }).png().toBuffer()).toString('base64')
  const { token } = await at.server.newAccount(name)
  return { url: at.address, token, secret: SECRET, webhook: signedWebhook(), image }
}

test('it works on the Node.js of the machine', async () => {
  const start = `
    import { use } from './program.js'
    const used = await use(JSON.parse(process.env.GIVEN))
    console.log(JSON.stringify({ node: Number(process.versions.node.split('.')[0]), ...used }))`
  await writeFile(join(folder, 'program.js'), PROGRAM)
  await writeFile(join(folder, 'start.js'), start)
  const { stdout } = await run(nodeOfTheMachine(), ['start.js'], {
    cwd: folder,
    env: { GIVEN: JSON.stringify(await given('node')) },
  })
  const { node, ...used } = JSON.parse(stdout)
  assert.ok(node >= 20, `Node.js ${node}`)
  assert.deepEqual(used, USED)
})

/** A page of another origin than the service's, with the package as it is shipped. */
const PAGE = `<!doctype html><title>client</title><script type="importmap">
  { "imports": { "@pedido/client": "/node_modules/@pedido/client/dist/index.js" } }</script>`

test('it works in a browser', async () => {
  await writeFile(join(folder, 'program.js'), PROGRAM)
  const files = createServer(async ({ url = '' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? await readFile(join(folder, url)) : PAGE)
  }).listen(0, '127.0.0.1')
  await once(files, 'listening')
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(files.address() as AddressInfo).port}`)
    const used = await page.evaluate(
      async (all) => {
        const program = '/program.js'
        const { use } = await import(program)
        return use(all)
      },
      await given('browser'),
    )
    assert.deepEqual(used, USED)
  } finally {
    await browser.close()
    files.close()
  }
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
for await (const part of pedido.orders.list({ fields: ['id', 'customer'], limit: 500 })) {
  console.log(part.id, part.customer.fk_id)
  // @ts-expect-error a property that was not asked for
  console.log(part.items)
}
for (const { fk_id } of (await pedido.users.list({ fields: ['fk_id'] }).page({ page: 2 })).data) console.log(fk_id)
// @ts-expect-error a property that there is not
pedido.orders.list({ fields: ['numero'] })
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
  const used = `
    import { receive as receiveIt, follow as followIt } from './readme.ts'
    const headers = JSON.parse(process.env.HEADERS ?? '')
    const ask = (body: string) => receiveIt(new Request('http://x', { method: 'POST', headers, body }), ['${SECRET}'])
    const statuses = [(await ask('{"id":"1"}')).status, (await ask('{}')).status]
    const stop = new AbortController()
    const taken: string[] = []
    await followIt(undefined, async ({ type }) => {
      if (taken.push(type) === 6) stop.abort()
    }, stop.signal).catch(() => {})
    console.log(JSON.stringify({ statuses, taken }))`
  await writeFile(join(folder, 'readme.ts'), blocksOf(page).join(''))
  await writeFile(join(folder, 'used.ts'), used)
  const { headers } = signedWebhook()
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
    taken: [
      'customer.created',
      'product.created',
      'order.created',
      'order.created',
      'order.created',
      'order.updated',
    ],
  })
})
