import type { Actor } from '../access/actor.ts'
import type { Tx } from '../database/database.ts'

/** A record before or after its change. */
export interface ChangedRecord {
  id: number
  /** Its JSON. */
  document: string
}

/** What another feature does inside the transaction in which a record has changed. */
export type AfterUpdate = (
  tx: Tx,
  actor: Actor,
  before: ChangedRecord,
  after: ChangedRecord,
) => Promise<void>

/** What a kind of record observes beyond its fields, inside the transaction of the write. */
export interface RecordRules {
  /** Before a record is looked up or written: takes the locks the rules need. */
  lock(tx: Tx, account_id: number): Promise<void>
  /** Before `columns` are written to record `id`, or to a new one where it is null. */
  beforeWrite(
    tx: Tx,
    account_id: number,
    id: number | null,
    columns: Map<string, unknown>,
  ): Promise<void>
  /** Before record `id` is deleted. */
  beforeDelete(tx: Tx, account_id: number, id: number): Promise<void>
}
