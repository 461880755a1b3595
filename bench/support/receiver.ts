// Somebody else's server, for webhooks and traces: takes all and counts. Its own process, so that what
// it costs is not the service's.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  process.stdout.write(`Receiver listens on http://127.0.0.1:${port}\n`)
})
