import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts somebody else's server, for webhooks and traces: it takes all and counts. It is a process
 * of its own, so that what it costs is not the service's.
 */
export async function startReceiver() {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [import.meta.filename], { stdio: [...stdio] })
  const [text] = (await once(child.stdout, 'data')) as [Buffer]
  const address = text.toString().trim()
  const count = async () =>
    (await (await fetch(address)).json()) as { events: number; bytes: number }
  return { address, count, stop: () => child.kill() }
}

function receive(): void {
  const ids = new Set<string>()
  let bytes = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ events: ids.size, bytes }))
      return
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => {
      ids.add(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`http://127.0.0.1:${port}\n`)
  })
}

if (import.meta.main) receive()
