import { channel } from 'node:diagnostics_channel'

// What the service emits of its work, each kind at a channel of Node's. Whoever emits looks first
// whether there are listeners, so a topic without them costs nothing.

interface Topic<T> {
  readonly hasListeners: boolean
  emit(message: T): void
  /** @returns what ends it */
  listen(listener: (message: T) => void): () => void
}

function topic<T>(name: string): Topic<T> {
  const own = channel(`pedido:${name}`)
  return {
    get hasListeners() {
      return own.hasSubscribers
    },
    emit: (message) => own.publish(message),
    listen(listener) {
      const subscriber = (message: unknown) => listener(message as T)
      own.subscribe(subscriber)
      return () => own.unsubscribe(subscriber)
    },
  }
}

/** A request was answered. */
export const requestAnswered = topic<{
  method: string
  /** The pattern, such as `/orders/:id`; `none` where there is no such address. */
  route: string
  status: number
  ms: number
}>('request')

/** A statement came back from the database, or failed there. */
export const statementRan = topic<{
  text: string
  /** Of `performance.now`. */
  start: number
  ms: number
  /** That it gave or wrote; 0 where it failed. */
  rows: number
  hasFailed: boolean
}>('statement')

/** A connection of the pool was got, or none in time. */
export const connectionTaken = topic<{ ms: number; wasInTime: boolean }>('connection')

/** Committed events have got positions in their feed. */
export const eventsPlaced = topic<{ type: string; count: number }[]>('events')

/** An event was sent to a webhook. */
export const webhookAttempted = topic<{
  /** `delivered`, `http_3xx` to `http_5xx`, or why there was no answer. */
  outcome: string
  ms: number
}>('webhook')

/** A job has run. */
export const jobRan = topic<{ job: string; ms: number; hasFailed: boolean }>('job')

/** The embedded database was looked after. */
export const upkeepDone = topic<{ tookCheckpoint: boolean }>('upkeep')

/** Requests were not kept for `GET /requests`, as too many waited to be written. */
export const requestsLost = topic<{ count: number }>('requests-lost')

/** Lines of the log were lost, as nobody took them. */
export const logLinesLost = topic<{ count: number }>('log')

/** It was looked what is wrong with the installation; by the names of `conditionNames`. */
export const conditionsFound = topic<ReadonlySet<string>>('conditions')
