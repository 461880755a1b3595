import { sql } from 'kysely'
import { type Tx, undoable } from './database.ts'

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
