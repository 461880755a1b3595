import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { killRunning, PEDIDO, start } from '../support/service.ts'
import { startOnAny } from '../support/telemetry/started.ts'
import { freePort } from '../support/wire/free-port.ts'
import { until } from '../support/workers.ts'

// Whatever becomes of the log, the service serves, says how many lines were lost, and ends when it is
// told to.

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pedido-log-targets-'))
})
after(() => {
  killRunning()
  return rm(folder, { recursive: true, force: true })
})

/** A service that logs much of each request, on a server in two processes. */
const startChatty = async () =>
  startOnAny(
    {
      DATA_DIR: await mkdtemp(join(folder, 'data-')),
      LOG_LEVEL: 'debug',
      METRICS_PORT: String(await freePort()),
    },
    () => ({ WORKERS: '2' }),
  )

const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`unknown_${i}`, i]))

/** A hundred requests, each of which is told with all its faults. */
async function refuseMany(service: { address: string }, token: string): Promise<void> {
  await Promise.all(Array.from({ length: 100 }, () => refuseOne(service, token)))
}

async function refuseOne({ address }: { address: string }, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify(unknown)
  const answer = await fetch(`${address}/customers`, { method: 'POST', headers, body })
  assert.equal(answer.status, 422)
  await answer.arrayBuffer()
}

async function linesLost({ METRICS_PORT }: Record<string, string>): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
  return Number(/^pedido_log_lines_lost_total (\d+)$/m.exec(text)?.[1] ?? 0)
}

test('a log that nobody reads loses lines, which are counted, and told when it goes again', async () => {
  const { service, token, settings, close } = await startChatty()
  service.child.stdout?.pause()
  await until(async () => {
    await refuseMany(service, token)
    return (await linesLost(settings)) > 10
  })
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 200)
  service.child.stdout?.resume()
  const [, lost] = await service.printedAnew(/"lost":(\d+),"msg":"\d+ lines of the log were lost/)
  assert.ok(Number(lost) > 10)
  assert.equal((await close()).code, 0)
  for (const line of service.output().trimEnd().split('\n')) JSON.parse(line)
})

test('a log that nobody reads does not hold up the end', async () => {
  const { service, token, settings, close } = await startChatty()
  service.child.stdout?.pause()
  await until(async () => {
    await refuseMany(service, token)
    return (await linesLost(settings)) > 0
  })
  const ended = new Promise((resolve) => service.child.once('exit', resolve))
  service.child.kill('SIGTERM')
  assert.equal(await ended, 0)
  service.child.stdout?.resume()
  await close()
})

test('a log whose reader is gone ends nothing', async () => {
  const { service, token, close } = await startChatty()
  service.child.stdout?.destroy()
  service.child.stderr?.destroy()
  await refuseMany(service, token)
  assert.equal((await close()).code, 0)
})

// A device whose writes fail as on a full disk; Linux alone has it.
if (process.platform === 'linux') {
  test('a log on a full disk ends nothing', async () => {
    const port = await freePort()
    const words = ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, PEDIDO, 'serve']
    const dataDir = join(folder, 'full')
    const command = start('/bin/sh', words, { DATA_DIR: dataDir, PORT: String(port) })
    const address = `http://127.0.0.1:${port}`
    await until(
      async () => (await fetch(`${address}/health/ready`).catch(() => undefined))?.ok ?? false,
    )
    for (let i = 0; i < 20; i++) {
      assert.equal((await fetch(`${address}/orders`)).status, 401)
    }
    command.child.kill('SIGTERM')
    assert.equal((await command.ended).code, 0)
  })
}
