import { databaseProblem } from '../../database/failures.ts'
import type { EventHub } from '../hub.ts'

/** Why a stream ends; its last event says so. */
export type Ending = 'shutdown' | 'slow' | 'unauthorized' | 'cursor_gone'

/** One page of the feed as Server-Sent Events. */
export interface Frames<P> {
  frames: string[]
  cursor: P
  hasMore: boolean
}

/** What a stream is made from. */
export interface Source<P> {
  account_id: number
  start: P
  /** Undefined where the feed does not go on from this cursor. */
  read: (cursor: P) => Promise<Frames<P> | undefined>
  /** The id that says where to go on. */
  idOf: (cursor: P) => string
}

interface Pace {
  STREAM_HEARTBEAT_MS: number
  STREAM_STALL_MS: number
}

/** Characters from which on what there is goes to the client in a chunk of its own. */
const CHUNK = 16_384
/** An ended stream whose client takes nothing is cut off after this time. */
const LINGER_MS = 1_000

/**
 * One client's stream: a reader of the feed that reads on when the client has taken what was read
 * before, so that nothing is queued for it.
 */
export class EventStream {
  readonly #hub: EventHub
  readonly #pace: Pace
  readonly #cut: () => void
  readonly #over = new AbortController()
  #ending: Ending | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param cut breaks the client's connection off */
  constructor(hub: EventHub, pace: Pace, cut: () => void) {
    this.#hub = hub
    this.#pace = pace
    this.#cut = cut
  }

  /** Lets the stream say why and end. Behind what its client has not taken, but not for long. */
  end(ending: Ending): void {
    if (this.#over.signal.aborted) return
    this.#ending = ending
    this.#over.abort()
    clearTimeout(this.#timer)
    const stall = this.#pace.STREAM_STALL_MS
    const linger = ending === 'slow' ? stall / 3 : LINGER_MS
    this.#timer = setTimeout(this.#cut, linger)
  }

  /** The client is gone. */
  leave(): void {
    this.#over.abort()
    clearTimeout(this.#timer)
  }

  /** What the client gets, as far as it takes it. */
  async *frames<P extends { position: number }>(source: Source<P>): AsyncGenerator<string> {
    const over = this.#over.signal
    let cursor = source.start
    let sentId = source.idOf(cursor)
    yield* this.#given(`retry: 1000\nid: ${sentId}\n\n`)
    let spoken = performance.now()
    while (!over.aborted) {
      const page = await this.#read(source, cursor)
      for (const chunk of chunksOf(page.frames)) {
        if (over.aborted) break
        yield* this.#given(chunk)
        spoken = performance.now()
      }
      cursor = page.cursor
      if (page.frames.length > 0) sentId = source.idOf(cursor)
      if (page.hasMore || over.aborted) continue
      const left = spoken + this.#pace.STREAM_HEARTBEAT_MS - performance.now()
      if (left > 0) {
        await this.#hub.untilPlaced(source.account_id, cursor.position, left, over)
      } else {
        const id = source.idOf(cursor)
        // Who wants few of many events need not look through the others again.
        yield* this.#given(id === sentId ? ': \n\n' : `: \nid: ${id}\n\n`)
        sentId = id
        spoken = performance.now()
      }
    }
    if (this.#ending) yield `event: closing\ndata: {"reason":"${this.#ending}"}\n\n`
  }

  /** A database that is away has nothing new: the stream stays and looks again. */
  async #read<P>(source: Source<P>, cursor: P): Promise<Frames<P>> {
    try {
      const page = await source.read(cursor)
      if (page) return page
      this.end('cursor_gone')
    } catch (error) {
      if (databaseProblem(error)?.code !== 'unavailable') throw error
    }
    return { frames: [], cursor, hasMore: false }
  }

  /** Comes back when the client's side asks for more. */
  async *#given(text: string): AsyncGenerator<string> {
    this.#timer = setTimeout(() => this.end('slow'), this.#pace.STREAM_STALL_MS)
    const stall = this.#timer
    yield text
    clearTimeout(stall)
  }
}

function* chunksOf(frames: string[]): Generator<string> {
  let chunk = ''
  for (const frame of frames) {
    chunk += frame
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
