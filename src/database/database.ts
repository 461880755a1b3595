import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
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

/**
 * Runs `work` in one transaction (read committed) and again from the start, up to five times, when
 * the database reports a serialization failure or a deadlock, or the connection is lost before the
 * commit, and more often where an id that it drew is taken. `work` must have no other effects.
 * @throws OutcomeUnknown where the connection was lost during the commit
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retrying(async () => {
    let isDone = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await holdingConnection(() => work(tx))
        isDone = true
        return result
      })
    } catch (error) {
      if (isDone && leavesInDoubt(error)) throw new OutcomeUnknown('commit', { cause: error })
      throw error
    }
  })
}

/** Runs `work` as `inTransaction` does, and undoes what it wrote. */
export async function inUndoneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return resultOfUndone(
    inTransaction(db, async (tx) => {
      throw new Undone(await work(tx))
    }),
  )
}

/** The result of work that `Undone` has ended. */
export async function resultOfUndone<T>(work: Promise<never>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}

/** Ends a transaction, or a part of one, without a commit, and takes its result along. */
export class Undone extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
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
