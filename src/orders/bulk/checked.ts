import type { Actor } from '../../access/actor.ts'
import type { Problem } from '../../base/problems.ts'
import { type Tx, undoable } from '../../database/database.ts'
import { inSavepoint } from '../../database/savepoint.ts'
import { checkedStatuses, invoiceProblem } from '../invoice-check/gate.ts'

/** An order of a batch. */
interface Coming {
  /** Once it is written. */
  id?: number
  problem?: Problem
}

/**
 * Writes a batch. Where orders come into statuses that want their invoices to be right, and some are not, all are
 * undone, these are refused, and the others are written again.
 * @param targets the statuses into which orders come; null is the initial one
 * @param write writes those without a problem
 */
export async function writeRight(
  tx: Tx,
  actor: Actor,
  targets: ReadonlyMap<Coming, number | null>,
  write: () => Promise<void>,
  documentsOf: (ids: number[]) => Promise<Map<number, string>>,
): Promise<void> {
  const coming = await comingIntoChecked(tx, actor, targets)
  if (coming.length === 0) return write()
  const areRight = await undoable<boolean>((undo) =>
    inSavepoint(tx, async () => {
      await write()
      const documents = await documentsOf(coming.map(({ id }) => id as number))
      for (const order of coming) {
        const document = documents.get(order.id as number) as string
        const problem = await invoiceProblem(tx, actor, document)
        if (problem) order.problem = problem
      }
      return coming.every(({ problem }) => !problem) || undo(false)
    }),
  )
  if (!areRight) await write()
}

async function comingIntoChecked(
  tx: Tx,
  actor: Actor,
  targets: ReadonlyMap<Coming, number | null>,
): Promise<Coming[]> {
  if (!actor.checks_invoices) return []
  const isChecked = await checkedStatuses(tx, actor, [...targets.values()])
  return [...targets].flatMap(([order, to]) => (isChecked(to) ? [order] : []))
}
