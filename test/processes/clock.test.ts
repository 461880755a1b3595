import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { killRunning, listening, PEDIDO, program } from '../support/service.ts'
import { until } from '../support/workers.ts'

// A clock that leaps while the service runs.

after(() => killRunning())

/** From SIGUSR2 on the clock of the process leaps by 100 days at each of its next readings. */
const LEAPS = `
const read = performance.now.bind(performance)
let [left, ahead] = [0, 0]
performance.now = () => {
  if (left-- > 0) ahead += 100 * 86_400_000
  return read() + ahead
}
process.on('SIGUSR2', () => { left = 200 })`

/** How often a job has run, by its metrics. */
async function runsOf(metrics: string, job: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  const [, count = '0'] =
    new RegExp(`^pedido_job_duration_seconds_count\\{.*job_name="${job}".*\\} (\\d+)$`, 'm').exec(
      text,
    ) ?? []
  return Number(count)
}

test('a clock that leaps by 100 days makes no timer that is over at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pedido-clock-'))
  const words = [`--import=data:text/javascript,${encodeURIComponent(LEAPS)}`, PEDIDO, 'serve']
  const settings = { DATA_DIR: folder, PORT: '0', METRICS_PORT: '0', LOG_REQUESTS: 'false' }
  const service = await listening(program(words, settings))
  const [, metrics = ''] = await service.printed(/"metrics":"([^"]+)"/)
  const before = await runsOf(metrics, 'look for what was left')
  service.child.kill('SIGUSR2')
  await until(async () => (await runsOf(metrics, 'look for what was left')) > before)
  assert.equal((await fetch(`${service.address}/health/ready`)).status, 200)
  const { stderr } = await service.stop('SIGTERM')
  assert.doesNotMatch(stderr, /TimeoutOverflowWarning/)
  await rm(folder, { recursive: true })
})
