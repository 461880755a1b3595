import {
  ConnectionError,
  nameOf,
  PedidoError,
  ProblemError,
  type RequestInfo,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts'
import * as errorClasses from './generated/errors.ts'
import type { Problem } from './generated/problem.ts'
import type { BulkResult } from './generated/resources.ts'
import { LONGEST_TIMER_MS, pause, pauseBefore } from './pauses.ts'
import type { Answer, CommonOptions, RequestOptions } from './types.ts'

export interface Settings extends CommonOptions {
  /** Where the service is, such as `https://pedido.example.com`. */
  url: string
  /**
   * None is sent unless given: a page of the service itself signs in by a cookie. A function is asked
   * before each request: for tokens of an issuer that the account trusts.
   */
  token?: string | TokenSource
  /** In place of a token: one that short-lived access tokens are got for, by OAuth 2.0. */
  client?: ClientCredentials
  /** Instead of the platform's own. */
  fetch?: typeof fetch
  /** About how long the first pause before a retry is; it doubles with each. 500 unless given. */
  firstPauseMs?: number
}

/**
 * Gives the token to send. Asked again at once where the service has refused one: with another, the
 * request is sent once more.
 */
export type TokenSource = (refused?: string) => string | Promise<string>

export interface ClientCredentials {
  /** The `id` of a token. */
  id: number | string
  /** That token itself. */
  secret: string
  /** All that it has, unless given. */
  scopes?: readonly string[]
}

export interface Request {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  /** As `fetch` takes it: nothing here looks into it, and each attempt sends it anew. */
  body?: RequestInit['body']
  idempotencyKey: string | undefined
  /** Added to the time of an attempt: how long the service may hold the answer back. */
  waitMs: number
  options: RequestOptions
}

/**
 * Sends a request until it is answered for good. Attempts share one id and one `Idempotency-Key`,
 * so a change is made once, however often its answer was lost.
 * @param read takes what is needed from an answer that is a success
 * @throws PedidoError the last attempt's, or the signal's reason
 */
export async function send<T>(
  settings: Settings,
  request: Request,
  read: (response: Response) => Promise<T>,
): Promise<Answer<T>> {
  const { signal, ...own } = request.options
  const limits = { ...LIMITS, ...defined(settings), ...defined(own) }
  const info = {
    address: `${request.method} ${request.path.split('?')[0]}`,
    request_id: randomName(),
    idempotencyKey: request.idempotencyKey,
  }
  const end = Date.now() + limits.timeoutMs
  const headers = headersOf(settings, request, info.request_id)
  const attempt = (ms: number) =>
    attemptOnce({ settings, request, headers, info, signal, ms }, read)
  for (let attempts = 1; ; attempts++) {
    try {
      const left = end - Date.now()
      return await attempt(Math.min(left, limits.attemptTimeoutMs + request.waitMs)).then(
        (answer) => ({ ...answer, attempts }),
      )
    } catch (error) {
      if (!(error instanceof PedidoError)) throw error
      error.attempts = attempts
      const pauseMs = pauseBefore(attempts, limits.firstPauseMs, retryAfter(error))
      if (!error.mayPass || attempts > limits.maxRetries || Date.now() + pauseMs >= end) throw error
      limits.onRetry?.({ error, attempt: attempts, pauseMs })
      await pause(pauseMs, signal)
    }
  }
}

const LIMITS = {
  attemptTimeoutMs: 30_000,
  timeoutMs: 120_000,
  maxRetries: 5,
  firstPauseMs: 500,
  onRetry: undefined as CommonOptions['onRetry'],
}

/** What is there: an option that is undefined is one that was not given. */
function defined<T extends object>(options: T): T {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as T
}

interface Attempt {
  settings: Settings
  request: Request
  headers: Headers
  info: RequestInfo
  signal: AbortSignal | undefined
  ms: number
}

async function attemptOnce<T>(
  { settings, request, headers, info, signal, ms }: Attempt,
  read: (response: Response) => Promise<T>,
): Promise<Omit<Answer<T>, 'attempts'>> {
  signal?.throwIfAborted()
  // Called without a receiver: browsers refuse their own `fetch` as a method of something else.
  const { fetch: ask = globalThis.fetch } = settings
  const late = new TimeoutError(info, ms)
  const stop = new AbortController()
  const follow = () => stop.abort(signal?.reason)
  const timer = setTimeout(() => stop.abort(late), Math.min(ms, LONGEST_TIMER_MS))
  signal?.addEventListener('abort', follow, { once: true })
  try {
    const { method, path, body = null } = request
    const init: RequestInit = { method, headers, body, signal: stop.signal, redirect: 'manual' }
    const address = settings.url.replace(/\/+$/, '') + path
    const response = await authorized(settings.token, headers, stop.signal, () =>
      ask(address, init),
    )
    if (!response.ok) throw await problem(response, info)
    const request_id = response.headers.get('X-Request-Id') ?? info.request_id
    return { data: await read(response), response, request_id }
  } catch (error) {
    if (error instanceof PedidoError) throw error
    if (signal?.aborted) throw signal.reason
    if (stop.signal.aborted) throw late
    if (error instanceof BadContent) {
      throw new UnexpectedAnswerError(info, error.response, error.text, error.cause)
    }
    throw new ConnectionError(info, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', follow)
  }
}

/** Asks with a token, and once more where that is refused and there is another. */
async function authorized(
  token: Settings['token'],
  headers: Headers,
  signal: AbortSignal,
  ask: () => Promise<Response>,
): Promise<Response> {
  // Others may wait for the same token, and go on.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const askWith = async (one: string | undefined) => {
    if (one !== undefined) headers.set('Authorization', `Bearer ${one}`)
    return ask()
  }
  const tokenFor = (refused?: string) =>
    Promise.race([typeof token === 'function' ? token(refused) : token, aborted])
  const sent = await tokenFor()
  const response = await askWith(sent)
  const other = response.status === 401 ? await tokenFor(sent) : sent
  if (other === sent) return response
  await response.body?.cancel()
  return askWith(other)
}

function headersOf(settings: Settings, request: Request, request_id: string): Headers {
  return new Headers({
    Accept: 'application/json',
    'X-Request-Id': request_id,
    ...(request.idempotencyKey === undefined ? {} : { 'Idempotency-Key': request.idempotencyKey }),
    ...request.headers,
    ...settings.headers,
    ...request.options.headers,
  })
}

async function problem(response: Response, info: RequestInfo): Promise<PedidoError> {
  const text = await response.text()
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
  const body = parsed(text)
  const problem = isProblem ? body : problemOf(Object(body))
  if (problem === undefined) return new UnexpectedAnswerError(info, response, text)
  const classes: Record<string, ProblemClass | undefined> = errorClasses
  const known = problem as Problem
  return new (classes[nameOf(known.code)] ?? ProblemError)(known, response.headers, info)
}

/** What a client is refused with, which has the form of OAuth 2.0 (RFC 6749, 5.2). */
function problemOf(body: { error?: string; error_description?: string }): object | undefined {
  const { error: code, error_description: detail } = body
  return detail === undefined ? undefined : { ...body, code, title: code, detail, errors: [] }
}

type ProblemClass = new (...given: ConstructorParameters<typeof ProblemError>) => ProblemError

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A success that has something else in it than it should. */
class BadContent extends Error {
  readonly response: Response
  readonly text: string

  constructor(response: Response, text: string, cause?: unknown) {
    super('', { cause })
    this.response = response
    this.text = text
  }
}

/** The JSON of an answer. Where it ends early, the request may be sent again. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  const { headers } = response
  if (!/^application\/json\b/.test(headers.get('Content-Type') ?? '')) {
    throw new BadContent(response, text)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BadContent(response, text, error)
  }
}

/**
 * The results of so many lines. Where they end early, or say that the service gave up, the lines may
 * be sent again.
 */
export async function readResults(response: Response, count: number): Promise<BulkResult[]> {
  const text = await response.text()
  try {
    const results = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as BulkResult)
    if (results.length === count && results.at(-1)?.status !== 'failed') return results
    throw new Error(results.at(-1)?.detail ?? 'results are missing')
  } catch (error) {
    throw new BadContent(response, text, error)
  }
}

/** Milliseconds that the service asks to wait. */
function retryAfter(error: PedidoError): number {
  const { headers } = error as Partial<ProblemError>
  const text = headers?.get('Retry-After') ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const time = Date.parse(text)
  return Number.isNaN(time) ? 0 : Math.max(0, time - Date.now())
}

/** 128 random bits. (`crypto.randomUUID` is missing on pages that came without TLS.) */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
