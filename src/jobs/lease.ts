import type { Reader } from '../database/database.ts'

// A lease is one process's exclusive work on one row: the row itself says who has it (`holder`, the name
// of the process's database sessions) and until when (`held_until`), counts who has taken it (`epoch`),
// and before when nobody does (`next_at`). Each table with these columns has statements made of the
// texts below. Whoever writes under a lease names its epoch, so that a process that was taken for dead
// writes nothing any more.

/** A row of one account. */
export interface RowKey {
  account_id: number
  id: number
}

/** One process's exclusive work on it; whoever takes it next has another epoch. */
export interface Lease extends RowKey {
  epoch: number
}

/** A row with work, and who took its last lease, where that was not given back. */
export interface DueRow extends Lease {
  holder: string | null
}

/** Another process has taken the lease: this one was taken for dead. */
export class LeaseLost extends Error {}

export type LeaseKey = [account_id: number, id: number, epoch: number]

/** The row that a statement under the lease has written; none where it was lost, or the work cancelled. */
export function held<Row>([row]: Row[]): Row {
  if (row === undefined) throw new LeaseLost()
  return row
}

/** The statements of a table whose rows are leased. */
export interface LeaseStatements {
  /** → rows with work that none of these processes has a lease of, of all accounts */
  due(db: Reader, parameters: [live: string[], limit: number]): Promise<DueRow[]>
  /** → the same, of one account */
  dueOf(
    db: Reader,
    parameters: [live: string[], limit: number, account_id: number],
  ): Promise<DueRow[]>
  /** Takes the lease → its epoch; no row where somebody has it who is not known to be gone. */
  take(
    db: Reader,
    parameters: [account_id: number, id: number, holder: string, gone: string | null],
  ): Promise<{ epoch: number }[]>
  /** Gives it back, unless somebody else has taken it, and leaves the row alone for so many seconds. */
  release(db: Reader, parameters: [...LeaseKey, seconds: number]): Promise<unknown>
  /** The same after the service failed over the row; `release` unless given. */
  fail?(db: Reader, parameters: [...LeaseKey, seconds: number]): Promise<unknown>
  /** → in how many seconds there is work, as things are; no row where there never is */
  nextDue?(db: Reader, parameters: [account_id: number, id: number]): Promise<{ seconds: number }[]>
}

/** SQL text: a lease is over when it was not renewed for so long, by the clock of the database. */
export const LEASE = `interval '60 seconds'`

/** SQL text of the condition that work on a row may begin: it is due, and none of $1 has its lease. */
export const isFree = (row: string, holder = 'holder') =>
  `${row}.next_at <= now() and (${row}.${holder} is null or ${row}.held_until <= now() or ${row}.${holder} <> all ($1::text[]))`

interface LeasedTable {
  table: string
  /** The column behind `account_id` in its key. */
  id: string
  /** The column of who has the lease; `holder` unless given. */
  holder?: string
}

/** SQL text, a further column of `take`: a holder that never gave the lease back died over the row. */
export const COUNT_DEATH = ', deaths = case when holder <> $3 then deaths + 1 else deaths end'

/** SQL text, a further column of `fail`: too many failures end the work on the row. */
export const COUNT_FAILURE = ', failures = failures + 1'

/**
 * SQL text of `take`.
 * @param and of a further condition
 * @param set of further columns
 */
export const takeText = ({ table, id, holder = 'holder' }: LeasedTable, and = '', set = '') => `
  update ${table} set ${holder} = $3, held_until = now() + ${LEASE}, epoch = epoch + 1${set}
   where account_id = $1 and ${id} = $2 and next_at <= now()${and}
     and (${holder} is null or held_until <= now() or ${holder} = $4)
  returning epoch`

/**
 * SQL text of `release` and `fail`. The time is cut to what the column keeps, which else would round it
 * up: a row with more work would not be due yet.
 * @param set of further columns
 */
export const releaseText = ({ table, id, holder = 'holder' }: LeasedTable, set = '') => `
  update ${table}
     set ${holder} = null, held_until = null,
         next_at = greatest(next_at, date_trunc('milliseconds', now() + $4::float8 * interval '1 second'))${set}
   where account_id = $1 and ${id} = $2 and epoch = $3`

/**
 * SQL text: whether the lease is soon over; no row where it was lost.
 * @param and of a further condition
 */
export const lookText = ({ table, id }: LeasedTable, and = '') => `
  select held_until < now() + ${LEASE} / 2 as is_ending from ${table}
   where account_id = $1 and ${id} = $2 and epoch = $3${and}`

/** SQL text: the lease goes on. */
export const keepText = ({ table, id }: LeasedTable) => `
  update ${table} set held_until = now() + ${LEASE} where account_id = $1 and ${id} = $2 and epoch = $3`
