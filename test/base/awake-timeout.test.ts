import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

// A process that was paused has not waited: an answer that came meanwhile is heard before its time is up.

const TIMEOUT_MS = 400

/** Waits for an answer on stdin, says what came first, and pauses itself meanwhile if it shall. */
const script = (pauses: boolean) => `
  import { writeSync } from 'node:fs'
  import { awakeTimeout } from '${new URL('../../src/base/awake-timeout.ts', import.meta.url)}'
  const say = (text) => writeSync(1, text + '\\n')
  process.stdin.resume()
  await new Promise((resolve) => setTimeout(resolve))
  const endTimeout = awakeTimeout(${TIMEOUT_MS}, () => {
    say('expired')
    process.exit()
  })
  process.stdin.once('data', () => {
    endTimeout()
    say('heard')
    process.exit()
  })
  say('waits')
  ${pauses ? `process.kill(process.pid, 'SIGSTOP')` : ''}`

function startWaiting(pauses: boolean) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script(pauses)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, line: async () => (await lines.next()).value as string }
}

test('without an answer the time is up', async () => {
  const { line } = startWaiting(false)
  assert.deepEqual([await line(), await line()], ['waits', 'expired'])
})

// Windows pauses no process.
if (process.platform !== 'win32') {
  test('time in which the process was paused is no false alarm', async () => {
    const { child, line } = startWaiting(true)
    assert.equal(await line(), 'waits')
    const since = performance.now()
    child.stdin.write('answer\n')
    while (performance.now() < since + 2 * TIMEOUT_MS) await setImmediate()
    const ended = once(child, 'exit')
    // Once more as long as it lives: it may pause itself after the first.
    const waking = setInterval(() => child.kill('SIGCONT'), 10)
    assert.equal(await line(), 'heard')
    await ended
    clearInterval(waking)
  })
}
