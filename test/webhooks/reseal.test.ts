import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newSecretKey } from '../../src/base/secret-box.ts'
import { callService, type Reply } from '../support/call.ts'
import { killRunning, run, type Service, startService } from '../support/service.ts'
import { receive } from '../support/webhooks/outbound.ts'
import { verified } from '../support/webhooks/webhooks.ts'

// Another SECRET_KEY, as an operator brings it in: the real commands on the embedded database.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-reseal-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

test('a key is changed without losing a secret', async () => {
  const [old, young] = [newSecretKey(), newSecretKey()]
  const receiver = await receive()
  let token = ''
  const settings = (key: string) => ({
    DATA_DIR: folder,
    SECRET_KEY: key,
    WEBHOOK_ALLOW: '127.0.0.1',
  })
  /** Runs the service with this key for some requests. */
  const serving = async <T>(key: string, work: (service: Service) => Promise<T>): Promise<T> => {
    const service = await startService(settings(key))
    token ||= service.token ?? ''
    const result = await work(service)
    assert.equal((await service.stop('SIGTERM')).code, 0)
    return result
  }
  const ask = async (service: Service, path: string, body: object = {}): Promise<Reply['body']> => {
    const reply = await callService(service, token, path, { body })
    assert.ok(reply.status < 300, JSON.stringify(reply.body))
    return reply.body.data
  }
  const reseal = (key: string) => run(['webhooks', 'reseal'], settings(key))
  const done = (webhooks: number, providers: number) =>
    `Webhooks sealed anew: ${webhooks}.\nSign-in providers sealed anew: ${providers}.\n`

  const secrets = await serving(old, async (service) => {
    const body = {
      url: `http://127.0.0.1:${receiver.port}/`,
      types: ['order.*'],
      headers: { 'X-Loja': '7' },
    }
    const { id, secret } = await ask(service, '/webhooks', body)
    const rotated = await ask(service, `/webhooks/${id}/rotate-secret`)
    await ask(service, '/webhooks', { ...body, headers: {} })
    const provider = {
      name: 'Aurora',
      issuer: 'http://127.0.0.1:9',
      client_id: 'pedido',
      client_secret: 'kept by both',
    }
    const kept = await callService(service, token, '/sign-in-provider', {
      method: 'PUT',
      body: provider,
    })
    assert.equal(kept.status, 200, JSON.stringify(kept.body))
    return [secret, rotated.secret]
  })
  assert.equal((await reseal(old)).stdout, done(0, 0))

  const foreign = await reseal(young)
  assert.deepEqual([foreign.code, foreign.stdout], [1, ''])
  assert.match(
    foreign.stderr,
    /^Webhooks sealed anew: 0\.\n.*: 0\.\nThese could not be:\nWebhook 1 of account 1: (?:.|\n)*\nThe sign-in provider of account 1: /m,
  )
  assert.doesNotMatch(foreign.stderr, /^\s+at /m)

  const resealed = await reseal(`${young},${old}`)
  assert.deepEqual([resealed.code, resealed.stdout], [0, done(2, 1)])
  assert.equal((await reseal(`${young},${old}`)).stdout, done(0, 0))

  await serving(young, (service) => ask(service, '/webhooks/1/test'))
  const [received] = receiver.received
  assert.ok(received)
  verified(received, ...secrets)
  assert.equal(received.headers['x-loja'], '7')
  await serving(old, async (service) => {
    const refused = await callService(service, token, '/webhooks/1/test', { method: 'POST' })
    assert.deepEqual([refused.status, refused.body.code], [503, 'secret_key_missing'])
  })
})

test('without a key there is nothing to seal with', async () => {
  const keyless = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
  const { code, stderr } = await run(['webhooks', 'reseal'], keyless)
  assert.deepEqual([code, stderr], [1, 'There is no key: set SECRET_KEY.\n'])
})
