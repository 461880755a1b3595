import type { Tx } from '../../database/database.ts'
import { views_lockAll, views_redact } from './sql.ts'

/** Stands for the name of a view that named a person. */
const NAME = '***'

/**
 * Takes out of saved views what mentions somebody whose data is removed: parameters of the list, and
 * the name.
 */
export async function redactViews(
  tx: Tx,
  account_id: number,
  mentions: (text: string) => boolean,
): Promise<void> {
  for (const { id, name, query } of await views_lockAll(tx, [account_id])) {
    const parameters = Object.entries(JSON.parse(query) as Record<string, string>)
    const others = parameters.filter(([, value]) => !mentions(value))
    const isNamed = mentions(name)
    if (!isNamed && others.length === parameters.length) continue
    const rest = JSON.stringify(Object.fromEntries(others))
    await views_redact(tx, [account_id, id, isNamed ? NAME : name, rest])
  }
}
