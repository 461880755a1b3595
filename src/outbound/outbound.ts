import dns, { type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { constants } from 'node:os'
import { DateTime } from 'luxon'
import { Agent, buildConnector, Pool, request } from 'undici'
import { refuseInvalid } from '../base/problems.ts'
import { type Message, msg } from '../texts/message.ts'
import { type Allowed, problemOf, type Target, targetOf } from './addresses.ts'

/** From the call to the end of the answer. */
const TOTAL_MS = 15_000
/** Of these, for looking the name up and for connecting. */
const CONNECT_MS = 5_000
/** What is kept of an answer, in bytes. */
const EXCERPT_BYTES = 2048
/** For reading what somebody waits for: somebody's keys. */
const READ_MS = 5_000
/**
 * Connections to one host. Webhooks of many accounts may have the same one, and a slow one of them
 * must not use up all: each has far fewer calls under way.
 */
const CONNECTIONS = 64
const HOSTS = 1000
const DAY_S = 24 * 60 * 60

/** Stable: they stand in the list of deliveries. */
export type FailureReason = 'timeout' | 'dns' | 'refused_address' | 'tls' | 'connection'

/** The receiver answered. */
interface Answered {
  /** Milliseconds, from the call to the end of the answer. */
  ms: number
  status: number
  /** The first 2 KB of the answer as text that PostgreSQL can store. */
  excerpt: string
  /** Seconds that `Retry-After` asks for, at most a day; undefined where it says nothing. */
  retryAfter: number | undefined
}

/** What was read. */
interface Document {
  status: number
  /** Empty where the status is not 200. */
  text: string
}

/** What is asked by `ask`. */
interface Question {
  method: string
  headers: Record<string, string>
  body?: string | undefined
}

/** Its answer. */
interface Reply {
  status: number
  /** Its media type; empty where it has none. */
  type: string
  text: string
}

/** There was no whole answer. */
interface Failed {
  ms: number
  failure: FailureReason
  /** For a person. */
  detail: string
}

/** The one way by which the service calls addresses that others have chosen. */
export interface Outbound {
  /**
   * Looks whether this address may be called, to tell the person who enters it. What counts is
   * looked at again for each connection.
   * @throws Problem with all that is wrong, at `/url`
   */
  checkTarget(url: string): Promise<void>
  /**
   * Sends exactly these bytes and follows no redirect.
   * @param signal for stopping the service
   * @throws the reason of `signal`, and nothing else
   */
  post(
    url: string,
    headers: Record<string, string>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<Answered | Failed>
  /**
   * Reads a document, following no redirect, for five seconds at most. Throws nothing.
   * @param mostBytes a longer one is a failure
   */
  read(url: string, mostBytes: number): Promise<Document | Failed>
  /**
   * Asks for an answer that is read whole, whatever its status, following no redirect, for five
   * seconds at most. Throws nothing.
   * @param mostBytes a longer one is a failure
   */
  ask(url: string, question: Question, mostBytes: number): Promise<Reply | Failed>
  /** Waits for the calls under way. */
  close(): Promise<void>
}

export type Lookup = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

interface Options {
  /** The setting `WEBHOOK_ALLOW`. */
  allowed?: readonly Allowed[] | undefined
  timeoutMs?: number
  lookup?: Lookup
}

export function openOutbound(options: Options = {}): Outbound {
  const { allowed = [], timeoutMs = TOTAL_MS, lookup = dns.lookup } = options
  const agent = new Agent({
    allowH2: false,
    connections: CONNECTIONS,
    maxOrigins: HOSTS,
    // One limit is for all of a call.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, pool) =>
      new Pool(origin, {
        ...pool,
        connect: guardedConnect(targetOf(new URL(origin)), allowed, lookup),
      }),
  })

  async function post(
    url: string,
    headers: Record<string, string>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<Answered | Failed> {
    const start = performance.now()
    const ms = () => Math.round(performance.now() - start)
    const limit = limited(signal, timeoutMs)
    try {
      const calling = request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'user-agent': 'Pedido' },
        body,
        signal: limit.signal,
      })
      // While it waits for a connection undici notes the signal, but does not end the call.
      const answer = await Promise.race([calling, limit.over])
      const excerpt = await readExcerpt(answer.body)
      const retryAfter = readRetryAfter(answer.headers['retry-after'])
      return { ms: ms(), status: answer.statusCode, excerpt, retryAfter }
    } catch (error) {
      signal.throwIfAborted()
      return { ms: ms(), ...failureOf(error as Error) }
    } finally {
      limit.end()
    }
  }

  async function read(url: string, mostBytes: number): Promise<Document | Failed> {
    const question = { method: 'GET', headers: { accept: 'application/json' } }
    return readWhole(url, { ...question, dispatcher: agent, timeoutMs }, (status) =>
      status === 200 ? mostBytes : 0,
    )
  }

  async function ask(url: string, question: Question, mostBytes: number): Promise<Reply | Failed> {
    return readWhole(url, { ...question, dispatcher: agent, timeoutMs }, () => mostBytes)
  }

  return {
    checkTarget: (url) => checkTarget(url, allowed, lookup),
    post,
    read,
    ask,
    close: () => agent.close(),
  }
}

interface Call extends Question {
  dispatcher: Agent
  timeoutMs: number
}

/** @param mostBytesOf an answer with this status; 0: it is not read */
async function readWhole(
  url: string,
  { method, headers, body, dispatcher, timeoutMs }: Call,
  mostBytesOf: (status: number) => number,
): Promise<Reply | Failed> {
  const start = performance.now()
  const limit = limited(new AbortController().signal, Math.min(READ_MS, timeoutMs))
  try {
    const calling = request(url, {
      dispatcher,
      method,
      headers: { ...headers, 'user-agent': 'Pedido' },
      ...(body === undefined ? {} : { body }),
      signal: limit.signal,
    })
    const answer = await Promise.race([calling, limit.over])
    const status = answer.statusCode
    const mostBytes = mostBytesOf(status)
    const bytes = await firstBytes(answer.body, mostBytes + 1)
    const type = [answer.headers['content-type'] ?? ''].flat()[0] ?? ''
    if (mostBytes === 0) return { status, type, text: '' }
    if (bytes.length <= mostBytes) return { status, type, text: bytes.toString() }
    throw new CallFailure('connection', `The answer is longer than ${mostBytes} bytes.`)
  } catch (error) {
    return { ms: Math.round(performance.now() - start), ...failureOf(error as Error) }
  } finally {
    limit.end()
  }
}

async function checkTarget(text: string, allowed: readonly Allowed[], lookup: Lookup) {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuseUrl([msg`must be an address such as https://erp.example.com/orders.`])
  }
  const problems: Message[] = []
  if (url.username !== '' || url.password !== '') {
    problems.push(msg`must not hold a user name or a password: send them in a header.`)
  }
  if (text.includes('#')) problems.push(msg`must not have a fragment ("#").`)
  const target = targetOf(url)
  const problem = await problemToRegister(target, allowed, lookup)
  if (problem !== undefined) problems.push(problem)
  refuseUrl(problems)
}

function refuseUrl(problems: Message[]): void {
  refuseInvalid(problems.map((detail) => ({ pointer: '/url', code: 'url', detail })))
}

async function problemToRegister(target: Target, allowed: readonly Allowed[], lookup: Lookup) {
  const addresses = await addressesOf(target.host, lookup).catch(() => [undefined])
  const problem = firstProblem(target, addresses, allowed)
  if (problem !== undefined || addresses[0] !== undefined) return problem
  return msg`must be of a host that can be found: "${target.host}" has no address.`
}

/** @throws Error where it has none, or the answer takes too long */
function addressesOf(host: string, lookup: Lookup): Promise<string[]> {
  if (isIP(host) !== 0) return Promise.resolve([host])
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  const timer = setTimeout(reject, CONNECT_MS, new Error('The look-up took too long.'))
  lookup(host, { all: true }, (error, found) => {
    clearTimeout(timer)
    if (error) reject(error)
    else resolve(found.map(({ address }) => address))
  })
  return promise
}

/** One address that is refused is enough: nobody knows which one will be connected to. */
function firstProblem(
  target: Target,
  addresses: (string | undefined)[],
  allowed: readonly Allowed[],
): Message | undefined {
  return addresses
    .map((address) => problemOf(target, address, allowed))
    .find((problem) => problem !== undefined)
}

class CallFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * Connects only to addresses that may be called. They are looked at here because a name may have
 * others than a moment before: the answer that is looked at is the one that is connected to. Node
 * looks no IP address up, so one in the URL is looked at first, and all are once more afterwards.
 */
function guardedConnect(
  target: Target,
  allowed: readonly Allowed[],
  lookup: Lookup,
): buildConnector.connector {
  const refused = (addresses: string[]) => {
    const problem = firstProblem(target, addresses, allowed)
    return problem === undefined
      ? undefined
      : new CallFailure('refused_address', `The address ${problem}`)
  }
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_MS,
    // With it, `lookup` is always asked for all addresses.
    autoSelectFamily: true,
    lookup: (host, options, done) =>
      lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(new CallFailure('dns', error.message), [])
        done(refused(found.map(({ address }) => address)) ?? null, found)
      }),
  })
  return (options, done) => {
    const literal = isIP(target.host) === 0 ? undefined : refused([target.host])
    if (literal) return done(literal, null)
    connect(options, (...[error, socket]) => {
      if (error) return done(connectFailure(error), null)
      const { remoteAddress } = socket
      const failure = remoteAddress === undefined ? closed() : refused([remoteAddress])
      if (!failure) return done(null, socket)
      socket.destroy()
      done(failure, null)
    })
  }
}

const closed = () => new CallFailure('connection', 'The receiver closed the connection.')

/** Gives the failure to connect its reason: what the system does not know is TLS’s. */
function connectFailure(error: NodeJS.ErrnoException): CallFailure {
  if (error instanceof CallFailure) return error
  const { code = '', message } = error
  const reason = /TIMEDOUT|_TIMEOUT$/.test(code)
    ? 'timeout'
    : code in constants.errno && code !== 'EPROTO'
      ? 'connection'
      : 'tls'
  return new CallFailure(reason, message || code)
}

/**
 * A signal that aborts after a time, too, until it is ended; `over` rejects when it does. Measured:
 * `AbortSignal.any` with `AbortSignal.timeout` takes 20 µs more a call (of 90), and keeps 1 KB of
 * each for the whole time.
 */
function limited(signal: AbortSignal, timeoutMs: number) {
  const limit = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  over.catch(() => {})
  const stop = (reason: unknown) => {
    limit.abort(reason)
    reject(reason)
  }
  const detail = `There was no whole answer within ${timeoutMs} ms.`
  const timer = setTimeout(() => stop(new CallFailure('timeout', detail)), timeoutMs)
  const stopped = () => stop(signal.reason)
  if (signal.aborted) stopped()
  else signal.addEventListener('abort', stopped)
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
  }
  return { signal: limit.signal, over, end }
}

function failureOf(error: Error): Omit<Failed, 'ms'> {
  if (error instanceof CallFailure) return { failure: error.reason, detail: error.message }
  return { failure: 'connection', detail: error.message }
}

/** Reads no further than that: it ends the connection of whoever sends more. */
async function firstBytes(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

async function readExcerpt(body: AsyncIterable<Buffer>): Promise<string> {
  const beginning = await firstBytes(body, EXCERPT_BYTES)
  // As of a stream: a character that is cut in two at the end is left out.
  const text = new TextDecoder().decode(beginning, { stream: true })
  // PostgreSQL stores every character but this.
  return text.replaceAll('\0', '\uFFFD')
}

/** `Retry-After` in seconds from now, or undefined where it is neither seconds nor an HTTP date. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const [text = ''] = [header].flat()
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : Math.ceil(DateTime.fromHTTP(text).diffNow().as('seconds'))
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), DAY_S)
}
