import assert from 'node:assert/strict'
import { type Command, listening, PEDIDO, program, type Service } from '../support/service.ts'
import { keepAliveClient, until } from '../support/workers.ts'

/**
 * Listens, accepts nobody, and runs the service on its socket, one after the other: what systemd does.
 */
const HOLDER = `
import { spawnSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
const [, file, times] = process.argv
const sockets = () => readdirSync('/proc/self/fd').filter((one) => {
  try { return readlinkSync('/proc/self/fd/' + one).startsWith('socket:') } catch { return false }
})
const before = sockets()
createServer().listen(0, '127.0.0.1', function () {
  const [socket] = sockets().filter((one) => !before.includes(one))
  const script = 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"'
  const stdio = ['ignore', 'inherit', 'inherit', Number(socket)]
  const words = ['-c', script, 'sh', process.execPath, file, 'serve']
  for (let i = 0; i < Number(times); i++) process.exitCode ||= spawnSync('sh', words, { stdio }).status
  this.close()
})`

/** Starts the service on a socket that is held for so many of its runs. Linux alone. */
export function startOnHeldSocket(
  times: number,
  settings: Record<string, string>,
): Promise<Service> {
  const words = ['--input-type=module', '-e', HOLDER, PEDIDO, String(times)]
  return listening(program(words, settings))
}

/** Ends the run that began last. */
export function endRun({ output }: Pick<Command, 'output'>): void {
  const pids = Array.from(output().matchAll(/^pid (\d+)$/gm), ([, pid]) => Number(pid))
  process.kill(pids.at(-1) ?? 0, 'SIGTERM')
}

/** Clients that make changes without a pause, each of which must be answered 201. */
export function startChanges(service: Pick<Service, 'address'>, token: string, clients: number) {
  let [answers, isStopping] = [0, false]
  const work = async () => {
    const client = keepAliveClient(service as Service, token)
    while (!isStopping) {
      const { status } = await client.send('/users', { method: 'POST', body: { name: 'Ana' } })
      assert.equal(status, 201)
      answers++
    }
    client.close()
  }
  const working = Promise.all(Array.from({ length: clients }, work))
  // It may fail before anybody waits for it.
  working.catch(() => {})
  return {
    /** Resolves when so many more were answered; rejects where one failed. */
    more(count: number) {
      const from = answers
      return Promise.race([until(() => answers >= from + count), working])
    },
    async stop() {
      isStopping = true
      await working
    },
  }
}
