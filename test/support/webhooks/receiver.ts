import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { certificate, certificateKey } from '../wire/certificate.ts'

export interface Received {
  method: string | undefined
  path: string | undefined
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Somebody else's server that webhooks call. */
export interface Receiver {
  port: number
  /** What has arrived whole. */
  received: Received[]
  /** Every connection there was, whether or not it brought a request. */
  connections: Socket[]
  close(): void
}

/** @param answer to each request; by default 204 */
export async function startReceiver(
  answer: (response: ServerResponse, request: Received) => unknown = (response) =>
    response.writeHead(204).end(),
  { secure = false } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const connections: Socket[] = []
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = request
    const one = { method, path, headers, body: Buffer.concat(await request.toArray()) }
    received.push(one)
    await answer(response, one)
  }
  const server = secure
    ? createSecureServer({ cert: certificate, key: certificateKey }, listener)
    : createServer(listener)
  server.on('connection', (socket: Socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, received, connections, close }
}
