import { sql } from 'kysely'
import { Problem } from '../base/problems.ts'
import { type Tx, undoable } from './database.ts'
import { databaseFailure, isTakenId } from './failures.ts'

/** Runs a part of a transaction. Where it fails, what it did is undone and the transaction can go on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    // On a connection that is lost this fails, too; why is what happened first.
    await sql`rollback to savepoint part`.execute(tx).catch(() => {
      throw error
    })
    await sql`release savepoint part`.execute(tx)
    throw error
  }
}

/** Runs a part of a transaction for its result alone: what it wrote is undone. */
export function inUndoneSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return undoable((undo) => inSavepoint(tx, async () => undo(await work())))
}

/**
 * Writes many at once. What a constraint refuses takes all of them along: then their halves are written by
 * themselves, down to the one that it is about.
 * @param write does it in a savepoint: a failure leaves nothing behind
 * @param refuse what comes of the one that is refused
 * @returns a result for each, in their order
 */
export async function inHalves<Item, Result>(
  items: Item[],
  write: (items: Item[]) => Promise<Result[]>,
  refuse: (item: Item, error: unknown) => Promise<Result>,
): Promise<Result[]> {
  try {
    return await write(items)
  } catch (error) {
    if (!isAboutData(error)) throw error
    const [only, ...others] = items
    if (only && others.length === 0) return [await refuse(only, error)]
    const middle = items.length >> 1
    return [
      ...(await inHalves(items.slice(0, middle), write, refuse)),
      ...(await inHalves(items.slice(middle), write, refuse)),
    ]
  }
}

/** A value out of range, or what a constraint says: of what was sent, and not of the database. */
function isAboutData(error: unknown): boolean {
  if (error instanceof Problem) return true
  return /^2[23]/.test(databaseFailure(error)?.code ?? '') && !isTakenId(error)
}
