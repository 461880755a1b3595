import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { file, multipart } from '../../../test/support/wire/multipart.ts'
import type { Stand } from './stand.ts'

/** The noisy neighbour at its service. */
export interface Client extends Pick<Stand, 'address' | 'noisy'> {
  /** Whether it is to leave off. */
  isOver(): boolean
  /** How many answers had each status; 0 where there was none. */
  answers: Map<number, number>
}

export interface Sent {
  method?: string
  body?: Buffer | string | object
  headers?: Record<string, string>
  /** An address of this machine to come from. */
  from?: string
  token?: string | null
}

const agent = new Agent({ keepAlive: true })

/** Sends the head of a request, whose body is the caller's. */
export function open(
  { address, noisy }: Client,
  path: string,
  { method = 'POST', headers = {}, from, token = noisy.token }: Omit<Sent, 'body'>,
) {
  const options: RequestOptions = {
    method,
    agent,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(from && { localAddress: from }),
  }
  return request(address + path, options)
}

/** → the status and the body, which is '' where none was asked for */
export async function send(
  client: Client,
  path: string,
  { body, ...options }: Sent = {},
): Promise<{ status: number; text: string }> {
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body)
  const headers = { ...(isJson && { 'content-type': 'application/json' }), ...options.headers }
  const method = options.method ?? (body === undefined ? 'GET' : 'POST')
  const answer = await new Promise<{ status: number; text: string }>((resolve) => {
    const sending = open(client, path, { ...options, method, headers })
    const failed = () => resolve({ status: 0, text: '' })
    sending.on('error', failed).on('response', async (response: IncomingMessage) => {
      const status = response.statusCode ?? 0
      const isFile = !/json/.test(response.headers['content-type'] ?? '')
      // Of files only the bytes are wanted, as somebody has them who saves them.
      if (isFile) response.resume().on('close', () => resolve({ status, text: '' }))
      else await text(response).then((all) => resolve({ status, text: all }), failed)
    })
    sending.end(isJson ? JSON.stringify(body) : body)
  })
  count(client, answer.status)
  return answer
}

export function count({ answers }: Client, status: number): void {
  answers.set(status, (answers.get(status) ?? 0) + 1)
}

/** A form with one file. */
export function form(content: Buffer, filename: string): Sent {
  const { body, headers } = multipart([file(content, { filename })])
  return { body: body as Buffer, headers: headers as Record<string, string> }
}
