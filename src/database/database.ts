import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { withoutRests } from '../base/giving-way/pieces.ts'
import { leavesInDoubt, OutcomeUnknown } from './failures.ts'
import { holdingConnection, type OpenDatabase } from './pool.ts'
import { retrying } from './retries.ts'

/** What a single statement that only reads runs on. A transaction can't be begun on it. */
export type Reader = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>

/** What transactions are begun on. */
export type Db = Kysely<unknown>

/** An open transaction: what a command takes, so that forgetting it does not compile. */
export type Tx = Transaction<unknown>

/** An open database, with the query builder over its pool. */
export interface Database extends OpenDatabase {
  /** Under which PostgreSQL shows this process's connections; no other process ever has it. */
  sessions: string
  db: Db
  /** The same database for single statements that only read: asked again if a connection is lost. */
  reads: Reader
  /** The same database for short statements that find rows by their keys, or draw ids, and no others. */
  pipelined: Reader
}

/** Ends a transaction, or a part of one, without a commit: what it wrote is undone, and this is its result. */
type Undo<T> = (result: T) => never

/**
 * Runs `work` in one transaction (read committed) and again from the start, up to five times, when
 * the database reports a serialization failure or a deadlock, or the connection is lost before the
 * commit, and more often where an id that it drew is taken. `work` must have no other effects.
 * @throws OutcomeUnknown where the connection was lost during the commit
 */
export function inTransaction<T>(db: Db, work: (tx: Tx, undo: Undo<T>) => Promise<T>): Promise<T> {
  return retrying(() =>
    undoable(async (undo) => {
      let isDone = false
      try {
        return await db.transaction().execute(async (tx) => {
          const result = await holdingConnection(() => withoutRests(() => work(tx, undo)))
          isDone = true
          return result
        })
      } catch (error) {
        if (isDone && leavesInDoubt(error)) throw new OutcomeUnknown('commit', { cause: error })
        throw error
      }
    }),
  )
}

/** Runs `work` as `inTransaction` does, and undoes what it wrote. */
export function inUndoneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx, undo) => undo(await work(tx)))
}

/** The result of work that ends by itself, or by undoing what it did. */
export async function undoable<T>(work: (undo: Undo<T>) => Promise<T>): Promise<T> {
  const undone = new Undone<T>()
  try {
    return await work((result) => {
      undone.result = result
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
    return undone.result as T
  }
}

/** Rolls back, and is no failure. */
class Undone<T> extends Error {
  result: T | undefined
}

/** A statement with its parameters' types, as a function. */
export interface Statement<Row, P extends unknown[]> {
  (db: Reader, parameters: P): Promise<Row[]>
  readonly text: string
}

/**
 * A statement in plain SQL, sent with its parameters as it stands (prepared once a connection).
 * For the hot paths and wherever SQL says it better than a builder.
 */
export function statement<Row, P extends unknown[] = unknown[]>(text: string): Statement<Row, P> {
  const run = async (db: Reader, parameters: P): Promise<Row[]> =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows
  return Object.assign(run, { text })
}

/** The row of a statement that gives one in any case. */
export function singleRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a statement gave no row')
  return row
}
