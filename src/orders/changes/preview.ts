import { type Db, inUndoneTransaction, singleRow } from '../../database/database.ts'
import { createDecided, type Decided } from '../creating/create.ts'
import { lineRow } from '../lines.ts'
import { items_new } from '../sql.ts'
import { placeholderIds, withoutPlaceholders } from './placeholders.ts'

/** Lines of a statement: 5 ms, in which the embedded database does nothing else. */
const LINES_AT_ONCE = 100

/**
 * The JSON of a new order as a create would leave it. The order is written and undone, so that
 * constraints speak; its lines are not written, which would hold a connection for as long as they are many.
 */
export async function previewOfNewOrder(db: Db, order: Decided): Promise<string> {
  const { actor, planned } = order
  const bare = { actor, planned: { ...planned, lines: [] } }
  const written = await inUndoneTransaction(db, (tx) => createDecided(tx, bare, placeholderIds))
  const document = withoutPlaceholders(written.document)
  const { created_at } = JSON.parse(document)
  const items: string[] = []
  for (let start = 0; start < planned.lines.length; start += LINES_AT_ONCE) {
    const rows = planned.lines.slice(start, start + LINES_AT_ONCE).map(lineRow)
    const lines = `[${rows.join(',')}]`
    items.push(singleRow(await items_new(db, [actor.account_id, created_at, lines])).items)
  }
  return withItems(document, items)
}

/** Its items come last. */
function withItems(document: string, items: string[]): string {
  return `${document.slice(0, -']}'.length)}${items.join(',')}]}`
}
