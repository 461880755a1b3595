import type { ActorRow } from './sql.ts'

/** A token that was presented, with its account's settings. */
export interface TokenHolder extends ActorRow {
  /** The token itself: it seals stored answers that hold secrets. */
  secret: string
}

/** Who changes something, and in which request: what commands and events know of the caller. */
export interface Actor extends TokenHolder {
  request_id: string
  /** Where the request stands in the caller's trace; null where it sent none. */
  traceparent: string | null
}
