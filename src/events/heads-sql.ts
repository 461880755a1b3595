import { statement } from '../database/database.ts'

/** Where the feed of a new account's events ends: at nothing yet. */
export const event_heads_insert = statement<never, [account_id: number]>(
  'insert into event_heads (account_id) values ($1)',
)
