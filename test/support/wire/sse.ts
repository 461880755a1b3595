import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { FeedEvent } from '../feed.ts'

/** What stands between two empty lines of a stream. */
interface Frame {
  id?: string
  event?: string
  data?: string
  retry?: string
  /** It has a comment. */
  isComment: boolean
}

export interface EventStream {
  status: number
  headers: IncomingHttpHeaders
  /** The last id, as a client keeps it. */
  lastId(): string
  /** The next frame with data or a comment; undefined at the end. */
  next(): Promise<Frame | undefined>
  /** So many events, passing over comments. */
  take(count: number): Promise<FeedEvent[]>
  /** The reason that the service gave; undefined where the stream was cut off without one. */
  closing(): Promise<string | undefined>
  response: IncomingMessage
  leave(): void
}

/**
 * Opens a stream of events as any client would; nothing is retried.
 * @param address of the service, with what stands after `/events/stream`
 */
export async function openStream(
  address: string,
  token: string | null,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const authorization = token === null ? {} : { Authorization: `Bearer ${token}` }
    const sending = request(`${address}/events/stream${query}`, {
      agent: false,
      headers: { Accept: 'text/event-stream', ...authorization, ...headers },
    })
    sending.on('error', reject)
    sending.on('response', resolve)
    sending.end()
  })
  response.setEncoding('utf8')
  // A connection that is cut off ends the stream like any other end.
  response.on('error', () => {})
  const frames = framesOf(response)
  let lastId = ''
  const next = async () => {
    for (;;) {
      const { value: frame } = await frames.next()
      if (frame?.id !== undefined) lastId = frame.id
      if (!frame || frame.data !== undefined || frame.isComment || frame.retry) return frame
    }
  }
  const take = async (count: number) => {
    const events: FeedEvent[] = []
    while (events.length < count) {
      const frame = await next()
      if (!frame || frame.event === 'closing') throw new Error(`ended: ${JSON.stringify(frame)}`)
      if (frame.data !== undefined) events.push(JSON.parse(frame.data))
    }
    return events
  }
  const closing = async () => {
    for (let frame = await next(); frame; frame = await next()) {
      if (frame.event === 'closing') return JSON.parse(frame.data ?? '{}').reason
    }
    return undefined
  }
  const { statusCode: status = 0 } = response
  const leave = () => void response.destroy()
  return {
    status,
    headers: response.headers,
    response,
    lastId: () => lastId,
    next,
    take,
    closing,
    leave,
  }
}

async function* framesOf(response: IncomingMessage): AsyncGenerator<Frame, undefined> {
  let text = ''
  try {
    for await (const chunk of response) {
      text += chunk
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const one of whole) yield frameOf(one)
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ECONNRESET') throw error
  }
  return undefined
}

function frameOf(text: string): Frame {
  const lines = text.split('\n')
  const fields = lines.flatMap((line) => {
    const [, name, value] = /^(\w+): (.*)$/.exec(line) ?? []
    return name ? [[name, value]] : []
  })
  return { ...Object.fromEntries(fields), isComment: lines.some((line) => line.startsWith(':')) }
}
