import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { App } from '../../../src/http/app.ts'

export interface WireAnswer {
  status: number
  headers: Record<string, string>
  /** Parsed where it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  body: any
}

/** Listens on a free port of this machine. */
export async function listen(app: App): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/**
 * Opens a connection, lets `write` send what it likes, and gives all answers that arrived once the
 * server has ended the connection.
 */
export async function talk(
  port: number,
  write: (socket: Socket) => unknown,
): Promise<WireAnswer[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  // A server that stops reading may reset the connection after its answer.
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.on('end', () => socket.end())
  await once(socket, 'connect')
  await write(socket)
  await closed
  return answersIn(Buffer.concat(received))
}

/** Header lines of a request; each ends as HTTP wants it. */
export function lines(...texts: string[]): string {
  return texts.map((text) => `${text}\r\n`).join('')
}

function answersIn(bytes: Buffer): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`not an HTTP answer: ${rest}`)
    const [first = '', ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      fields.map((field) => {
        const [name = '', value = ''] = field.split(/: (.*)/s)
        return [name.toLowerCase(), value]
      }),
    )
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    const length = status === 100 ? 0 : Number(headers['content-length'] ?? 0)
    const text = rest.subarray(end + 4, end + 4 + length).toString()
    const isJson = headers['content-type']?.includes('json') && text !== ''
    if (status !== 100) answers.push({ status, headers, body: isJson ? JSON.parse(text) : text })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}
