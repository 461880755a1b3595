import { pause, pauseBefore } from './pauses.ts'
import type { EventStream, RequestOptions } from './types.ts'

/** The service sends a comment every 15 seconds: when nothing comes for so long, the line is dead. */
const SILENCE_MS = 45_000
/** Before a stream that ended is opened again. */
const REOPEN_MS = 1_000

/**
 * The feed as it grows. Where the stream ends, it is opened again behind the last event: nothing is
 * skipped or repeated. The first opening is given up like any call; after it nothing ends the
 * stream but a problem that will not pass.
 * @param open behind this cursor
 */
export function streamOf(
  open: (cursor: string | undefined, options: RequestOptions) => Promise<Response>,
  start: string | undefined,
  options: RequestOptions,
): EventStream<unknown> {
  let cursor = start
  async function* events() {
    let limits: RequestOptions = options
    for (;;) {
      const response = await open(cursor, limits)
      limits = { maxRetries: Infinity, timeoutMs: Infinity, ...options }
      for await (const { id, event, data } of framesOf(response, options.signal)) {
        cursor = id ?? cursor
        if (data !== '' && event !== 'closing') yield JSON.parse(data)
      }
      await pause(pauseBefore(1, REOPEN_MS, 0), options.signal)
    }
  }
  return {
    get cursor() {
      return cursor
    },
    [Symbol.asyncIterator]: events,
  }
}

interface Frame {
  id: string | undefined
  event: string
  data: string
}

/** What comes until the stream ends, breaks off or falls silent. */
async function* framesOf(response: Response, signal?: AbortSignal): AsyncGenerator<Frame> {
  let frame: Frame = { id: undefined, event: '', data: '' }
  for await (const line of linesOf(response, signal)) {
    if (line === '') {
      yield frame
      frame = { id: undefined, event: '', data: '' }
    }
    const [, name, value = ''] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    if (name === 'id') frame.id = value
    if (name === 'event') frame.event = value
    if (name === 'data') frame.data += frame.data === '' ? value : `\n${value}`
  }
}

async function* linesOf({ body }: Response, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = body?.getReader()
  const leave = () => void reader?.cancel().catch(() => {})
  signal?.addEventListener('abort', leave)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (reader) {
      const silence = setTimeout(leave, SILENCE_MS)
      // Broken off: as at any other end, what follows is asked for again.
      const chunk = await reader.read().catch(() => ({ done: true, value: undefined }))
      clearTimeout(silence)
      signal?.throwIfAborted()
      if (chunk.done) return
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split(/\r?\n/)
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    leave()
  }
}
