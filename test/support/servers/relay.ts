import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What the network between a client and the service does with one request. */
export type Fate =
  | 'pass'
  /** Its connection breaks before the service has it. */
  | 'drop'
  /** The service answers, and nothing of it arrives. */
  | 'lose'
  /** The service answers, and half of it arrives. */
  | 'cut'
  /** The service answers, and nobody is told anything. */
  | 'silence'
  /** A proxy says 502 without having asked the service. */
  | 'refuse'
  /** A proxy says 504 although the service has the request. */
  | 'forget'
  /** It arrives late. */
  | 'delay'

export interface Relay {
  url: string
  /** The first bytes of each request that was sent, in their order. */
  requests: string[]
  /** Breaks all connections off. */
  cut(): void
  close(): void
}

const LONGEST_DELAY_MS = 30

/**
 * A network that treats each request as `fateOf` says.
 * @param target the address of the service
 */
export async function startRelay(
  target: string,
  fateOf: (request: string) => Fate,
): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const requests: string[] = []

  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    const end = () => {
      for (const socket of [client, service]) open.delete(socket.destroy())
    }
    for (const socket of [client, service]) {
      open.add(socket)
      socket.on('error', end).on('close', end)
    }
    let fate: Fate = 'pass'
    /** What is late stays in its order. */
    let sent = Promise.resolve()
    const proxySays = (status: string) =>
      client.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    client.on('data', (chunk) => {
      const head = chunk.toString('latin1')
      // A body may come by itself: it shares the fate of its head.
      if (/^[A-Z]+ \/.* HTTP\/1\.1\r\n/.test(head)) {
        requests.push(head)
        fate = fateOf(head)
      }
      if (fate === 'drop') end()
      else if (fate === 'refuse') proxySays('502 Bad Gateway')
      else if (fate === 'delay') {
        sent = sent.then(() => pause(Math.random() * LONGEST_DELAY_MS))
        sent = sent.then(() => void service.write(chunk))
      } else service.write(chunk)
    })
    service.on('data', (chunk: Buffer) => {
      if (fate === 'lose') end()
      else if (fate === 'forget') proxySays('504 Gateway Timeout')
      else if (fate === 'cut') {
        client.end(chunk.subarray(0, chunk.length / 2))
        service.destroy()
      } else if (fate !== 'silence') client.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
