import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { canMount, onSmallDisk } from '../processes/disks.ts'
import { callService } from '../support/call.ts'
import { killRunning, run, startService } from '../support/service.ts'
import { metricsOf, sampleOf } from '../support/telemetry/metrics.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { until } from '../support/workers.ts'

// What is wrong is told where people look: status, doctor, metrics and the operator's mail.

const received: { to: string; message: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, { envelope }, done) => {
    void text(stream).then((message) => {
      const [to] = envelope.rcptTo.map(({ address }) => address)
      received.push({
        to: to ?? '',
        message: message.replaceAll('=\r\n', '').replaceAll('\r\n ', ' '),
      })
      done()
    })
  },
})

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-conditions-'))
  await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
})
after(async () => {
  killRunning()
  await new Promise<void>((done) => void smtp.close(done))
  await rm(folder, { recursive: true, force: true })
})

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [FIRST, SECOND] = [keyOf(1), keyOf(2)]

const faultsOf = async (command: string, settings: Record<string, string>) => {
  const { stdout, code } = await run([command], { ...settings, LANG: 'en' })
  const about = Array.from(stdout.matchAll(/^FAULT {2}(\S+)/gm), ([, name]) => name)
  return { code, about }
}

test('a key that is missing is told by all, and by mail at its beginning and its end', async () => {
  const { port } = smtp.server.address() as AddressInfo
  const { service, token, settings, close } = await startOnAny({
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    SECRET_KEY: FIRST,
    METRICS_PORT: '0',
    WEBHOOK_ALLOW: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'pedido@example.com',
    PUBLIC_URL: 'https://pedido.example.com',
    OPERATOR_EMAIL: 'operator@example.com',
  })
  const body = { url: 'http://127.0.0.1:9/' }
  assert.equal((await callService(service, token, '/webhooks', { body })).status, 201)
  assert.deepEqual(await faultsOf('status', settings), { code: 0, about: [] })
  await service.stop('SIGTERM')

  const changed = { ...settings, SECRET_KEY: SECOND }
  // It tells of the server, too: that of the tests syncs nothing.
  const { about } = await faultsOf('doctor', changed)
  assert.deepEqual(
    about.filter((one) => one !== 'durability'),
    ['secrets'],
  )
  const other = await startService(changed)
  await until(() => received.length > 0)
  assert.deepEqual(await faultsOf('status', changed), { code: 1, about: ['secrets'] })
  const metrics = await metricsOf(other)
  assert.equal(sampleOf(metrics, 'pedido_condition', { condition: 'secrets' }), 1)
  assert.equal(sampleOf(metrics, 'pedido_condition', { condition: 'disk' }), 0)
  await other.stop('SIGTERM')
  // A start repeats nothing, and tells what is over.
  const again = await startService(changed)
  const isTold = { condition: 'secrets' }
  await until(async () => sampleOf(await metricsOf(again), 'pedido_condition', isTold) === 1)
  await again.stop('SIGTERM')
  const mended = await startService({ ...settings, SECRET_KEY: `${SECOND},${FIRST}` })
  await until(() => received.length > 1)
  await mended.stop('SIGTERM')
  assert.deepEqual(
    received.map(({ to }) => to),
    ['operator@example.com', 'operator@example.com'],
  )
  for (const [i, words] of ['is not well', 'is well again'].entries()) {
    const { message = '' } = received[i] ?? {}
    assert.ok(message.includes('secrets') && message.includes(words), message)
  }
  assert.match(received[0]?.message ?? '', /SECRET_KEY lacks/)
  await close()
})

if (canMount) {
  test('a disk that is full is a fault', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'))
    const { code, stdout } = await onSmallDisk(dataDir, ['status', '--json'])
    assert.equal(code, 1)
    const { faults } = JSON.parse(stdout)
    assert.deepEqual(
      faults.map(({ about, text }: { about: string; text: string }) => [about, text]),
      [['disk', `DATA_DIR: ${dataDir}, 20 MiB free`]],
    )
  })
}
