import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Service } from './service.ts'

const PAUSE_MS = 5

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever comes
  body: any
}

export interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** Called once the service has it in hand, where it asks to be told: `Expect: 100-continue`. */
  onTaken?: () => void
}

/**
 * A client with one connection that it keeps: nothing is retried, each failure is an error.
 * @param localAddress where it comes from
 */
export function keepAliveClient({ address }: Service, token: string, localAddress = '127.0.0.1') {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
  const send = (
    path: string,
    { method = 'GET', body, headers = {}, onTaken }: Sent = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? '' : JSON.stringify(body)
      const outgoing = request(address + path, {
        agent,
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(text && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(text),
          }),
          ...headers,
        },
      })
      outgoing.on('error', reject)
      if (onTaken) outgoing.on('continue', onTaken)
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const all = Buffer.concat(chunks).toString()
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, body: all === '' ? undefined : JSON.parse(all) })
        })
      })
      outgoing.end(text)
    })
  return { send, close: () => agent.destroy() }
}

/** The pids of the workers that are ready and have not died, as the service's log tells. */
export function livingWorkers({ output }: Service): number[] {
  const pids = (word: string) =>
    Array.from(output().matchAll(new RegExp(`"${word}":(\\d+)`, 'g')), ([, pid]) => Number(pid))
  const ended = new Set(pids('ended'))
  return pids('ready').filter((pid) => !ended.has(pid))
}

/** Until the service has noticed that these workers are gone, and has as many others. */
export async function untilReplaced(service: Service, gone: number[]): Promise<void> {
  await until(() => {
    const living = livingWorkers(service)
    return living.length === gone.length && !living.some((pid) => gone.includes(pid))
  })
}

/** Looks again until it is so. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(PAUSE_MS)
}
