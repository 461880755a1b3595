import type { FieldErrorCode } from './generated/errors.ts'
import type { Problem } from './generated/problem.ts'
import type { FieldError } from './generated/resources.ts'

/** What is known of a request, whatever became of it. */
export interface RequestInfo {
  /** `PATCH /orders/42`, for a person who reads the message. */
  address: string
  /** Finds the request in the service's log. All attempts of one call share it. */
  request_id: string
  /** The key that a change was sent with: sent again with it, it is made once. */
  idempotencyKey: string | undefined
}

/** Every error of the client. What was aborted by a signal fails with the signal's reason instead. */
export class PedidoError extends Error {
  /** What became of the request: a code of the service, or one of the client's own. */
  readonly code: string
  readonly request_id: string
  readonly idempotencyKey: string | undefined
  /** How often the request was sent. */
  attempts = 1
  /** Whether the same request may succeed a moment later. */
  readonly mayPass: boolean

  constructor(code: string, text: string, of: RequestInfo, mayPass: boolean, cause?: unknown) {
    super(`${of.address}: ${text} (${code}, request ${of.request_id})`, { cause })
    this.name = nameOf(code)
    this.code = code
    this.request_id = of.request_id
    this.idempotencyKey = of.idempotencyKey
    this.mayPass = mayPass
  }
}

/** `order_locked` is an `OrderLockedError`, also where a bundler has shortened the class's name. */
export function nameOf(code: string): string {
  const words = code.replace(/_error$/, '').split('_')
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`
}

/** There was no whole answer: whether a change was made is not known. */
export class ConnectionError extends PedidoError {
  constructor(of: RequestInfo, cause: unknown, text = 'no whole answer came', code = 'connection') {
    super(code, text, of, true, cause)
  }
}

/** No answer came in the time of an attempt, or of the whole call. */
export class TimeoutError extends ConnectionError {
  constructor(of: RequestInfo, ms: number) {
    super(of, undefined, `no answer in ${Math.round(ms)} ms`, 'timeout')
  }
}

const PASSING = [408, 429]

/** Something else answered than the service: a proxy, or a server at another address. */
export class UnexpectedAnswerError extends PedidoError {
  readonly status: number
  readonly headers: Headers
  /** How the answer begins. */
  readonly body: string

  constructor(of: RequestInfo, { status, headers }: Response, body: string, cause?: unknown) {
    const mayPass = status >= 500 || PASSING.includes(status) || cause !== undefined
    super('unexpected_answer', `unexpected answer with status ${status}`, of, mayPass, cause)
    this.status = status
    this.headers = headers
    this.body = body.slice(0, 2_000)
  }
}

/** A problem of the service. Each code has a class of its own. */
export class ProblemError<Code extends string = string> extends PedidoError {
  declare readonly code: Code
  readonly status: number
  readonly title: string
  /** For a person. */
  readonly detail: string
  /** All the errors of the request, each with its place, a code and a sentence. */
  readonly errors: (Omit<FieldError, 'code'> & { code: FieldErrorCode })[]
  readonly headers: Headers
  /** With what the service says besides, such as the totals of `total_moves_with_date`. */
  readonly meta: Problem['meta']

  constructor(problem: Problem, headers: Headers, of: RequestInfo) {
    const { type, title, status, detail, code, request_id, errors, meta, ...others } = problem
    const mayPass = status >= 500 || PASSING.includes(status) || code === 'idempotency_in_flight'
    super(code, detail, { ...of, request_id }, mayPass)
    this.status = status
    this.title = title
    this.detail = detail
    this.errors = errors
    this.headers = headers
    this.meta = meta
    Object.assign(this, others)
  }

  /** The record's present `ETag`, which comes with `precondition_failed`. */
  get etag(): string | undefined {
    return this.headers.get('ETag') ?? undefined
  }
}
