import type { Sight } from './row-scope.ts'
import type { ActorRow } from './sql.ts'

/** A token that was presented, with its account's settings. */
export interface TokenHolder extends Omit<ActorRow, 'only_users' | 'only_branches' | 'delete_at'> {
  /** The orders that it sees and writes, and the customers that it reads. */
  only: Sight
  /** The token itself: it seals stored answers that hold secrets. */
  secret: string
}

/** Whose reading it is: every read of orders and customers asks for it, so that it keeps to what the token may see. */
export type Viewer = Pick<TokenHolder, 'account_id' | 'only'>

/** Who changes something, and in which request: what commands and events know of the caller. */
export interface Actor extends TokenHolder {
  request_id: string
  /** Where the request stands in the caller's trace; null where it sent none. */
  traceparent: string | null
  /** Why a locked order is corrected: its lock does not hold for who says so. */
  correction?: string
  /** The version of a record that the change restores. */
  restored_version?: number
}
