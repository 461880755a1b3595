import assert from 'node:assert/strict'
import { type Ended, startService } from '../support/service.ts'

// What starts and stops of the service are held to, on either database.

/** What a person can put right is told in a sentence: what is wrong, where, and what to do. */
export function assertTold({ code, stdout, stderr }: Ended, ...told: (RegExp | string)[]): void {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.doesNotMatch(stderr, /^\s+at |node:internal|\[object|Error:/m)
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  for (const one of told) {
    assert.ok(typeof one === 'string' ? stderr.includes(one) : one.test(stderr), stderr)
  }
}

/** After SIGTERM it is not ready, and serves until `SHUTDOWN_DELAY_MS` are over. */
export async function assertServesOnAfterSigterm(
  settings: Record<string, string>,
  path: string,
): Promise<void> {
  // Statements may be slow on a machine that is busy.
  const quiet = { LOG_SLOW_STATEMENT_MS: '0' }
  const service = await startService({ SHUTDOWN_DELAY_MS: '4000', ...quiet, ...settings })
  const status = async (of: string) => {
    const headers = { Authorization: `Bearer ${service.token}` }
    return (await fetch(`${service.address}${of}`, { headers })).status
  }
  assert.equal(await status('/health/ready'), 200)
  service.child.kill('SIGTERM')
  while ((await status('/health/ready')) !== 503);
  assert.deepEqual([await status('/health/live'), await status(path)], [200, 200])
  const { code, stdout } = await service.ended
  assert.equal(code, 0)
  assert.match(stdout, /Pedido stops: SIGTERM/)
  assert.equal(stdout.trimEnd().split('\n').length, 2, `what is planned is no error:\n${stdout}`)
  await assert.rejects(status('/health/live'), TypeError)
}
