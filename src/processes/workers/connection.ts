import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { RETRY_SOON, Refusal } from '../../base/refusals.ts'
import { refusalText } from '../../http/wire/client-errors.ts'
import { AnswerFrame, RequestFrame } from './frames.ts'
import { writePreface } from './preface.ts'
import type { Relay } from './relay.ts'
import type { Upstream } from './upstream.ts'

/** A request that outlives this many workers is not tried on one more: it may be what ends them. */
const MOST_LOST = 3
/** A worker that drops a connection is dying; its end is told within this time. */
const DEATH_NOTICE_MS = 5_000
/** As Fastify's: a client's idle connection is closed after this time. */
const IDLE_MS = 72_000
/** A worker's queue of new connections was full. */
const CONNECT_AGAIN_MS = 10

/** A request on its way to an answer. */
interface Turn {
  request: RequestFrame
  /** Undefined until something of it has come. */
  answer: AnswerFrame | undefined
  /** The request's bytes so far, to repeat it; undefined where it is too large for that. */
  kept: Buffer[] | undefined
  /** The answer's bytes so far; undefined once the client gets them as they come. */
  held: Buffer[] | undefined
  /** Bytes in `kept` and `held`, which the relay counts. */
  size: number
  /** The workers that died over it. */
  lost: string[]
}

/**
 * A client's connection. One request at a time is with a worker; what the client sends ahead waits
 * here. Each request may be with another worker.
 */
export class Connection {
  readonly #relay: Relay
  readonly #client: Socket
  /** With a request's number it is the request's id. */
  readonly #id = randomUUID().slice(0, 24)
  #number = 0
  #turn: Turn | undefined
  /** What the client sent after the request that is under way. */
  #ahead: Buffer[] = []
  #upstream: Upstream | undefined
  #socket: Socket | undefined
  #isConnected = false
  #timer: NodeJS.Timeout | undefined
  #clientEnded = false

  constructor(relay: Relay, client: Socket) {
    this.#relay = relay
    this.#client = client
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk))
    client.on('drain', () => this.#socket?.resume())
    client.on('end', () => this.#atClientEnd())
    client.setTimeout(IDLE_MS)
    client.on('timeout', () => this.#atTimeout())
    // What went wrong is the client's affair; 'close' follows.
    client.on('error', () => {})
    client.on('close', () => this.#atClientClose())
  }

  /** An answer is awaited of which the client has nothing yet. */
  get owesAnswer(): boolean {
    return this.#turn !== undefined && this.#turn.held !== undefined
  }

  get isIdle(): boolean {
    return this.#turn === undefined
  }

  /** Lets go of its worker unless that works on a request. */
  leaveIfIdle(): void {
    if (!this.#turn) this.#leave()
  }

  /** Ends an idle connection: the service stops. */
  closeIfIdle(): void {
    if (!this.#turn) this.#client.destroySoon()
  }

  destroy(): void {
    this.#client.destroy()
  }

  #fromClient(chunk: Buffer): void {
    if (this.#turn === undefined) this.#begin(chunk)
    else if (this.#turn.request.isWhole) this.#putAside(chunk)
    else this.#pass(this.#turn, chunk)
  }

  #putAside(chunk: Buffer): void {
    this.#ahead.push(chunk)
    this.#client.pause()
  }

  #begin(chunk: Buffer): void {
    // An empty line before a request is to be ignored (RFC 9112, 2.2).
    let from = 0
    while (chunk[from] === 13 || chunk[from] === 10) from++
    if (from === chunk.length) return
    const request = new RequestFrame()
    this.#number++
    this.#turn = { request, answer: undefined, kept: [], held: [], size: 0, lost: [] }
    this.#findWorker(this.#turn)
    this.#pass(this.#turn, from === 0 ? chunk : chunk.subarray(from))
  }

  /** Sends bytes of the request on, and keeps them. */
  #pass(turn: Turn, chunk: Buffer): void {
    const taken = turn.request.take(chunk)
    const part = taken === chunk.length ? chunk : chunk.subarray(0, taken)
    turn.kept?.push(part)
    if (this.#socket === undefined) {
      // No worker has them yet, so they are kept whatever their size; and there come no more.
      this.#count(turn, part.length)
      this.#client.pause()
    } else {
      if (turn.kept && !this.#relay.hasRoom(turn.size + part.length)) this.#forget(turn)
      if (turn.kept) this.#count(turn, part.length)
      if (!this.#socket.write(part)) this.#client.pause()
    }
    if (taken < chunk.length) this.#putAside(chunk.subarray(taken))
    if (turn.request.isWhole && turn.answer?.isWhole) this.#finish(turn)
  }

  #count(turn: Turn, bytes: number): void {
    turn.size += bytes
    this.#relay.keptBytes += bytes
  }

  #forget(turn: Turn): void {
    turn.kept = undefined
    this.#count(turn, -turn.size)
  }

  /** Gives the request to a worker: the connection's own, unless another is the better one. */
  #findWorker(turn: Turn): void {
    const upstream = this.#relay.choose(this.#upstream)
    if (upstream !== undefined && upstream === this.#upstream && this.#socket) return
    this.#leave()
    if (upstream === undefined) {
      this.#relay.awaiting.add(this)
      this.#timer = setTimeout(() => this.#refuseUnavailable(), this.#relay.options.waitMs)
      return
    }
    this.#connect(upstream, turn)
  }

  /** A worker is there: told to those that await one. */
  workerFound(): void {
    this.#relay.awaiting.delete(this)
    clearTimeout(this.#timer)
    if (this.#turn) this.#repeat(this.#turn)
  }

  #repeat(turn: Turn): void {
    if (turn.kept === undefined) {
      this.#refuseUnknown()
      return
    }
    turn.answer = undefined
    this.#findWorker(turn)
    if (!this.#socket) return
    for (const part of turn.kept) this.#socket.write(part)
    if (!turn.request.isWhole && this.#ahead.length === 0) this.#client.resume()
  }

  #connect(upstream: Upstream, turn: Turn): void {
    const socket = connect({ path: upstream.path })
    this.#upstream = upstream
    this.#socket = socket
    this.#isConnected = false
    upstream.connections.add(this)
    socket.on('connect', () => {
      this.#isConnected = true
    })
    socket.on('data', (chunk: Buffer) => this.#fromWorker(chunk))
    socket.on('drain', () => {
      if (this.#turn && !this.#turn.request.isWhole) this.#client.resume()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket === socket) this.#atUpstreamClose()
    })
    const { remoteAddress: address = '', remotePort: port = 0 } = this.#client
    writePreface(socket, { id: this.#id, number: this.#number, address, port, lost: turn.lost })
  }

  #leave(): void {
    const upstream = this.#upstream
    const socket = this.#socket
    this.#upstream = undefined
    this.#socket = undefined
    socket?.destroy()
    if (!upstream) return
    upstream.connections.delete(this)
    upstream.noticeDrained()
  }

  #fromWorker(chunk: Buffer): void {
    const turn = this.#turn
    if (turn === undefined) {
      // A worker says nothing unasked.
      this.#leave()
    } else if (turn.request.isOpaque) {
      this.#release(turn)
      this.#toClient(chunk)
    } else {
      this.#passAnswer(turn, chunk)
    }
  }

  #passAnswer(turn: Turn, chunk: Buffer): void {
    turn.answer ??= new AnswerFrame(turn.request.isHead)
    const { answer } = turn
    const taken = answer.take(chunk)
    const part = taken === chunk.length ? chunk : chunk.subarray(0, taken)
    if (answer.isInformational && answer.isWhole) {
      this.#passInformational(turn, part)
      if (taken < chunk.length) this.#fromWorker(chunk.subarray(taken))
      return
    }
    if (turn.held === undefined) this.#toClient(part)
    else this.#hold(turn, answer, turn.held, part)
    if (answer.isWhole && turn.request.isWhole) this.#finish(turn)
  }

  #passInformational(turn: Turn, part: Buffer): void {
    const before = turn.held?.length ? Buffer.concat([...turn.held, part]) : part
    turn.held = []
    turn.answer = undefined
    // The client was told so by the worker that died.
    if (turn.lost.length === 0) this.#toClient(before)
  }

  /** Answers are passed on whole, so that a worker's death in the middle harms none. */
  #hold(turn: Turn, answer: AnswerFrame, held: Buffer[], part: Buffer): void {
    held.push(part)
    if (!answer.hasHead) return
    const isShort = answer.length !== undefined && this.#relay.hasRoom(turn.size + answer.length)
    if (!answer.isWhole && isShort) {
      this.#count(turn, part.length)
      return
    }
    const bytes = held.length === 1 ? part : Buffer.concat(held)
    this.#release(turn)
    this.#toClient(this.#relay.isStopping ? this.#withClose(answer, bytes) : bytes)
  }

  /** From here on the client has a part of the answer: the request can't be repeated. */
  #release(turn: Turn): void {
    turn.held = undefined
    if (isEndless(turn)) this.#client.setTimeout(this.#relay.options.stallMs)
    this.#forget(turn)
    this.#upstream?.noticeDrained()
  }

  /** Tells the client that there will be no further answer on this connection. */
  #withClose(answer: AnswerFrame, bytes: Buffer): Buffer {
    answer.isLast = true
    const end = bytes.indexOf('\r\n\r\n')
    const head = bytes.toString('latin1', 0, end)
    const closing = head.replace(/\r\nconnection: keep-alive/i, '\r\nConnection: close')
    return Buffer.concat([Buffer.from(closing, 'latin1'), bytes.subarray(end)])
  }

  #toClient(bytes: Buffer): void {
    if (!this.#client.write(bytes)) this.#socket?.pause()
  }

  #finish(turn: Turn): void {
    this.#turn = undefined
    if (isEndless(turn)) this.#client.setTimeout(IDLE_MS)
    this.#count(turn, -turn.size)
    if (turn.answer?.isLast || this.#clientEnded || this.#relay.isStopping) {
      this.#client.destroySoon()
      return
    }
    if (this.#upstream && !this.#upstream.isOpen) this.#leave()
    if (this.#ahead.length > 0) {
      const ahead = this.#ahead
      this.#ahead = []
      this.#fromClient(Buffer.concat(ahead))
    }
    if (this.#ahead.length === 0 && this.#client.isPaused()) this.#client.resume()
  }

  #atUpstreamClose(): void {
    const turn = this.#turn
    if (turn === undefined) this.#leave()
    else if (isAnswered(turn) || (this.#clientEnded && !turn.request.isWhole)) {
      this.#client.destroySoon()
    } else if (turn.held === undefined) this.#client.destroy()
    else if (this.#upstream?.hasEnded) this.#recover(turn)
    else if (this.#isConnected) {
      this.#timer = setTimeout(() => this.#client.destroy(), DEATH_NOTICE_MS)
    } else {
      // It never had the request: nothing of it was carried out.
      this.#socket = undefined
      this.#timer = setTimeout(() => this.#repeat(turn), CONNECT_AGAIN_MS)
    }
  }

  /** Its worker's process is gone. */
  upstreamEnded(): void {
    // What the worker sent before its death is still read, up to the end.
    if (this.#socket && !this.#socket.closed) return
    clearTimeout(this.#timer)
    if (this.#turn) this.#recover(this.#turn)
    else this.#leave()
  }

  /** The worker died before the client had anything of the answer. */
  #recover(turn: Turn): void {
    const name = this.#upstream?.name
    this.#leave()
    if (name !== undefined) turn.lost.push(name)
    turn.held = []
    if (turn.lost.length > MOST_LOST) this.#refuseUnknown()
    else this.#repeat(turn)
  }

  #refuseUnknown(): void {
    this.#refuse(
      new Refusal(
        'outcome_unknown',
        'The process that worked on this request ended. Look whether it was carried out before you repeat it; with an Idempotency-Key it can be repeated at once.',
        { headers: RETRY_SOON },
      ),
    )
  }

  #refuseUnavailable(): void {
    this.#relay.awaiting.delete(this)
    this.#refuse(
      new Refusal('unavailable', 'No worker process is ready.', {
        headers: RETRY_SOON,
      }),
    )
  }

  #refuse(refusal: Refusal): void {
    this.#client.end(refusalText(refusal, this.#requestId()))
    // Whatever else comes is not read.
    this.#client.destroySoon()
  }

  #requestId(): string {
    return this.#id + this.#number.toString(16).padStart(12, '0')
  }

  /** The client sends nothing more; what it has sent is still answered. */
  #atClientEnd(): void {
    this.#clientEnded = true
    if (!this.#turn) this.#client.destroySoon()
    // Half a request: the worker says what is wrong with it.
    else if (!this.#turn.request.isWhole) this.#socket?.end()
  }

  /** The client sent nothing and took nothing for a time. */
  #atTimeout(): void {
    const turn = this.#turn
    // That a worker cut a stream off is not seen here while nothing of it is read.
    const isStalled = turn !== undefined && isEndless(turn) && this.#client.writableLength > 0
    if (turn === undefined || isStalled) this.#client.destroy()
  }

  #atClientClose(): void {
    clearTimeout(this.#timer)
    const turn = this.#turn
    this.#turn = undefined
    if (turn) this.#count(turn, -turn.size)
    this.#leave()
    this.#relay.forget(this)
  }
}

/** It comes without a length, such as a stream of events. */
function isEndless({ answer }: Turn): boolean {
  return answer?.length === undefined
}

/** The client has the whole answer, or all that the worker had of one without a known length. */
function isAnswered({ answer }: Turn): boolean {
  return answer?.isWhole === true || (answer?.hasHead === true && answer.length === undefined)
}
