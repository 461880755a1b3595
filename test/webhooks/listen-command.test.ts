import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifyWebhook } from '../../packages/client/src/index.ts'
import { callService } from '../support/call.ts'
import { killRunning, pedido, run, type Service, startService } from '../support/service.ts'
import { startReceiver } from '../support/webhooks/receiver.ts'
import { freePort } from '../support/wire/free-port.ts'
import { until } from '../support/workers.ts'

// `pedido listen` as a person types it, against a running service.

let folder: string
let service: Service
let settings: Record<string, string>
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-listen-'))
  service = await startService({ DATA_DIR: join(folder, 'data') })
  settings = { PEDIDO_URL: service.address, PEDIDO_TOKEN: service.token ?? '' }
})
after(async () => {
  await service.stop('SIGTERM')
  killRunning()
  await rm(folder, { recursive: true })
})

const create = (path: string, body: object) =>
  callService(service, service.token ?? '', path, { method: 'POST', body })

/** What it has shown so far, without times. */
const shownBy = (listening: ReturnType<typeof pedido>) =>
  listening
    .output()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^\S+ /, '').replace(/ \(\d+ ms\)$/, ''))

/** Makes events until one is shown: it listens. */
async function untilListening(listening: ReturnType<typeof pedido>): Promise<void> {
  await until(async () => {
    await create('/customers', { name: 'Ouvindo' })
    return listening.output() !== ''
  })
}

test('events reach an address of this machine, signed, and what it answered is shown', async () => {
  const receiver = await startReceiver((response, { body }) =>
    response.writeHead(JSON.parse(body.toString()).data.record.name === 'Errado' ? 500 : 204).end(),
  )
  const to = `http://127.0.0.1:${receiver.port}/pedido`
  const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const words = ['listen', '--to', to, '--type', 'customer.*,product.created', '--secret', secret]
  try {
    const listening = pedido(words, settings)
    await untilListening(listening)
    for (const name of ['Mercado Aurora', 'Errado']) await create('/customers', { name })
    await create('/users', { name: 'Ana' })
    await create('/products', { name: 'Café' })
    await listening.printed(/ product\.created \/products\/1 → 204 \(\d+ ms\)\n/)
    assert.match(
      shownBy(listening).slice(-3).join('\n'),
      /^customer\.created \/customers\/\d+ → 204\ncustomer\.created \/customers\/\d+ → 500\nproduct\.created \/products\/1 → 204$/,
    )
    for (const { headers, body, path } of receiver.received) {
      assert.equal(path, '/pedido')
      const event = await verifyWebhook(body, headers as Record<string, string>, secret)
      assert.equal(event.id, headers['webhook-id'])
    }
    listening.child.kill('SIGINT')
    const { code, stderr } = await listening.ended
    assert.equal(code, 0, stderr)
    assert.ok(stderr.includes(`Events go to ${to}, signed with ${secret}`))

    await create('/products', { name: 'Chá' })
    const [, cursor = ''] = /--cursor (\S+)/.exec(stderr) ?? []
    const again = pedido([...words, '--cursor', cursor], settings)
    await again.printed(/\n/)
    assert.deepEqual(shownBy(again), ['product.created /products/2 → 204'])
    again.child.kill('SIGTERM')
    assert.equal((await again.ended).code, 0)
  } finally {
    receiver.close()
  }
})

test('a program that does not listen is shown, and what can’t be meant is told', async () => {
  const nobody = ['listen', '--to', `http://127.0.0.1:${await freePort()}/`]
  const listening = pedido(nobody, settings)
  await untilListening(listening)
  assert.match(shownBy(listening)[0] ?? '', /^customer\.created \S+ → connect ECONNREFUSED/)
  listening.child.kill('SIGTERM')
  assert.equal((await listening.ended).code, 0)

  const wrong: [string[], RegExp][] = [
    [[], /--to takes an address/],
    [['--to', 'localhost:8080'], /--to takes an address/],
    [['--to', 'http://localhost:1/', '--secret', 'whsec_'], /--secret takes a secret/],
  ]
  for (const [words, message] of wrong) {
    const { code, stderr } = await run(['listen', ...words], settings)
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  const unknown = await run(
    ['listen', '--to', 'http://localhost:1/', '--type', 'pedido.*'],
    settings,
  )
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /--type: .*pedido\.\*/)
})
