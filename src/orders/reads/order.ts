import { parse, stringify } from 'lossless-json'
import type { Viewer } from '../../access/actor.ts'
import { inScope, isRestricted, type RowScope } from '../../access/row-scope.ts'
import { batched } from '../../base/batched.ts'
import { notFound, type Problem } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { idOfKey, type OrderKey, orderNotFound } from './keys.ts'
import { orders_build, orders_readStored, orders_readStoredMany } from './sql.ts'

/**
 * An order that the viewer may see: the one way to read it by its key.
 * @throws Problem `not_found`, the same where there is none and where it is not for the viewer
 */
export async function readOrder(
  db: Reader,
  { account_id, only }: Viewer,
  key: OrderKey,
): Promise<{ id: number; document: string }> {
  const id = await idOfKey(db, account_id, key)
  const document = id === undefined ? undefined : await currentDocument(db, account_id, id)
  if (id === undefined || !document || !shows(only, document)) throw orderNotFound(key)
  return { id, document }
}

/** The stored JSON, or the built one where a name in it has changed since: then a second statement. */
async function currentDocument(db: Reader, account_id: number, id: number) {
  const stored = await storedOrders(db)(account_id, id)
  if (stored?.document) return stored.document
  const [built] = stored ? await orders_build(db, [account_id, id]) : []
  return built?.document ?? undefined
}

/** Judged by what is shown: whose the order was a moment before tells nothing. */
function shows(only: RowScope, document: string): boolean {
  if (!isRestricted(only)) return true
  const { user, branch_company } = JSON.parse(document) as Record<string, { id: number } | null>
  return inScope(only, {
    id_user: user?.id ?? null,
    id_branch_company: branch_company?.id ?? null,
  })
}

/** Undefined where there is no such order. */
type Stored = { document: string | null } | undefined
type Load = (account_id: number, id: number) => Promise<Stored>

const MOST_AT_ONCE = 100

/** For each database that orders are read from. */
const loads = new WeakMap<Reader, Load>()

/**
 * Reads in one statement what requests ask for in one turn of the event loop; but at once where
 * nothing is under way, as then there is seldom more to come. A read never joins a statement that
 * has been sent, so each sees everything that was committed before its request came.
 */
function storedOrders(db: Reader): Load {
  const known = loads.get(db)
  if (known) return known
  const load = batched<number, Stored>({
    most: MOST_AT_ONCE,
    atOnce: 1,
    thenWaits: 'a turn',
    run: (account_id, ids) => readStored(db, account_id, ids),
  })
  loads.set(db, load)
  return load
}

async function readStored(
  db: Reader,
  account_id: number,
  ids: readonly number[],
): Promise<Stored[]> {
  const [first, ...others] = ids
  if (first !== undefined && others.length === 0) {
    const [stored] = await orders_readStored(db, [account_id, first])
    return [stored]
  }
  const rows = await orders_readStoredMany(db, [account_id, ids])
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** Which item of an order: by its id, or by the client's own code. */
export type ItemKey = { id: number } | { fk_id: string }

/**
 * One item as it stands in its order, with the order's own JSON. From there, so that it shows what
 * the order shows; without rounding, as a unit price can have more digits than a double carries.
 */
export async function readOrderItem(
  db: Reader,
  viewer: Viewer,
  order_key: OrderKey,
  key: ItemKey,
): Promise<{ item: string; order: string }> {
  const { id, document: order } = await readOrder(db, viewer, order_key)
  const { items } = parse(order) as { items: { id: unknown; fk_id: string | null }[] }
  const found = items.find((item) =>
    'id' in key ? String(item.id) === String(key.id) : item.fk_id === key.fk_id,
  )
  const item = found && stringify(found)
  if (item === undefined) throw itemNotFound(id, key)
  return { item, order }
}

export function itemNotFound(id_order: number, key: ItemKey): Problem {
  const item = 'id' in key ? msg`Item ${key.id}` : msg`An item with fk_id "${key.fk_id}"`
  return notFound(msg`${item} of order ${id_order}`)
}
