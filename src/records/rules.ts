import type { Actor } from '../access/actor.ts'
import type { FieldError } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import { msg } from '../texts/message.ts'

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
  /** A deletion makes it inactive, and keeps it. */
  keepsDeleted?: true
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
  /** Once a record was created or really changed. */
  afterWrite?(tx: Tx, account_id: number, written: WrittenRecord): Promise<void>
}

interface WrittenRecord extends ChangedRecord {
  version: number
}

type Companions = readonly (readonly [name: string, companion: string])[]
type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === undefined || value === null

const lonely = (companions: Companions, after: Values) =>
  companions.filter(([name, companion]) => !isEmpty(after[name]) && isEmpty(after[companion]))

/** The errors of a record that has a value, and not the one that goes with it. */
export function missingCompanions(companions: Companions, after: Values): FieldError[] {
  return lonely(companions, after).map(([name, companion]) => ({
    pointer: `/${companion}`,
    code: 'companion_required',
    detail: msg`is required beside ${name}.`,
  }))
}

/** The values that are missing there, the same as those that they go with: what a file leaves out. */
export function likeCompanions(companions: Companions, after: Values): Record<string, unknown> {
  return Object.fromEntries(
    lonely(companions, after).map(([name, companion]) => [companion, after[name]]),
  )
}

/** The errors of lists in which two rows have the same of what tells them apart. */
export function repeatedRows(lists: Readonly<Record<string, string>>, after: Values): FieldError[] {
  return Object.entries(lists).flatMap(([name, by]) => {
    const rows = (after[name] ?? []) as Values[]
    return rows.flatMap((row, i): FieldError[] => {
      if (rows.findIndex((other) => other[by] === row[by]) === i) return []
      const pointer = `/${name}/${i}/${by}`
      return [{ pointer, code: 'unique_items', detail: msg`stands twice in ${name}.` }]
    })
  })
}
