/** The result of a call. `withResponse` gives the answer's head beside it. */
export interface Call<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

export interface Answer<T> {
  data: T
  /** Its body has been read. */
  response: Response
  request_id: string
  /** How often the request was sent. */
  attempts: number
}

/** What each call takes, all of it also for all calls of a client. Times are in milliseconds. */
export interface CommonOptions {
  /** For one attempt; 30 000 unless given. A long poll's `wait` comes on top. */
  attemptTimeoutMs?: number
  /** For the whole call with its retries and pauses; 120 000 unless given. */
  timeoutMs?: number
  /** How often a request is sent again; 5 times unless given. */
  maxRetries?: number
  /** Told before each pause, for a log. */
  onRetry?: (retry: Retry) => void
  headers?: Record<string, string>
}

export interface Retry {
  /** Why: a `PedidoError`. */
  error: Error
  /** The attempt that failed, from 1. */
  attempt: number
  pauseMs: number
}

export interface RequestOptions extends CommonOptions {
  /** Ends the call, which then fails with the signal's reason. */
  signal?: AbortSignal
}

export interface HeaderOptions {
  /** Instead of a key drawn for the call: one of your own, that a later process can use again. */
  idempotencyKey: string
  /** Only if the record is still as it was read: a record as the client gave it, or an `ETag`. */
  ifMatch: object | string
  /** Only if there is no such record yet. */
  ifNew: boolean
  /** `strong`: what others wrote shows at once, also where the service reads from a replica. */
  consistency: 'strong'
  /** The record as it was at this instant. */
  at: string
  /** Why a locked order is corrected: its status then locks nothing. */
  correction: string
  /** What is added to the record of those that it refers to. */
  expand: readonly 'customer'[]
}

/** The options of a call: those of all calls, and what this one takes besides. */
export type Options<Headers extends keyof HeaderOptions = never> = RequestOptions &
  Partial<Pick<HeaderOptions, Headers>>

/** Records that are sent one after the other. */
export type Records<T> = Iterable<T> | AsyncIterable<T>

/** The content of a file. */
export type FileContent = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>

/** A list is gone through by its cursors: pages are asked for by `page`. */
export type ListQuery<Query, Field> = Omit<Query, 'page' | 'offset' | 'pagination' | 'fields'> &
  ('fields' extends keyof Query ? { fields?: readonly Field[] } : unknown)

/** A page is asked for by its number, where the list has such, else by a cursor. */
export type PageQuery<Query> = Omit<
  Query,
  'fields' | ('page' extends keyof Query ? 'cursor' | 'pagination' : never)
>

/** A list, of which nothing is read before it is asked for. */
export interface List<Item, Query, Page, CursorPage> extends AsyncIterable<Item> {
  /** One page with its envelope; what is given here comes on top of the list's query. */
  page(query?: PageQuery<Query>): Call<With<Page, Item>>
  /** All pages by cursors, each with the `next_cursor` to go on from. */
  pages(): AsyncIterable<With<CursorPage, Item>>
}

/** An envelope with these records in it. */
type With<Envelope, Item> = Omit<Envelope, 'data'> & { data: Item[] }

/** Events as they happen, until the loop is left or the signal ends it. */
export interface EventStream<Event> extends AsyncIterable<Event> {
  /** Behind the event that was given last. With it as `cursor` another stream goes on from there. */
  readonly cursor: string | undefined
}
