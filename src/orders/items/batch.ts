import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import { type Fault, refuseFaults } from '../../base/refusals.ts'
import type { Tx } from '../../database/database.ts'
import { type LockedOrder, publish, replaceItems, type Written } from '../commands.ts'
import { duplicateFkIds, isStored, type Line, newLines, patchedLine } from '../lines.ts'
import { refuseLockedItems } from '../plans.ts'
import type { OrderKey } from '../reads/keys.ts'
import { withIds } from '../references/codes.ts'
import { unknownReference } from '../references/references.ts'
import type { ItemsPatch, SentItem, SentItemPatch } from '../sent.ts'
import { type ItemRow, items_read, products_prices } from '../sql.ts'
import { lockForItems } from './commands.ts'

/** Adds, changes and removes items of one order: one transaction, one event. */
export async function changeItems(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  { add = [], change = [], remove = [] }: ItemsPatch,
  maxItems: number,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockForItems(tx, actor, key, precondition, false)
  const stored = await items_read(tx, [actor.account_id, order.id, null, null])
  const named = namedItems(stored, [
    ...remove.map((name, i) => ({ name, pointer: `/remove/${i}` })),
    ...change.map((name, i) => ({ name, pointer: `/change/${i}` })),
  ])
  const sent = await withIds<object>(tx, actor.account_id, [
    ...add.map((item, i) => ({ sent: item, pointer: `/add/${i}` })),
    ...change.map((item, i) => ({ sent: patchOf(item), pointer: `/change/${i}` })),
  ])
  const added = await newLines(
    tx,
    actor,
    sent.resolved.slice(0, add.length) as SentItem[],
    (i) => `/add/${i}`,
  )
  const patches = sent.resolved.slice(add.length) as SentItemPatch[]
  const changed = await changedLines(tx, actor, named.items.slice(remove.length), patches)
  const gone = new Set(named.items.map((item) => item?.id))
  const staying = stored.filter(({ id }) => !gone.has(id))
  refuseFaults([
    ...named.faults,
    ...sent.faults,
    ...changed.faults,
    ...added.faults,
    ...takenCodes(staying, changed.lines, added.lines),
    ...tooMany(staying.length + change.length + add.length, maxItems),
  ])
  return write(tx, actor, order, {
    removed: named.items.slice(0, remove.length) as ItemRow[],
    changed: changed.lines as Line[],
    stored,
    added: added.lines,
  })
}

interface Named {
  id?: number
  fk_id?: string | null
}

/** Its own code says which item it is, unless an id does; then it is the new code. */
function patchOf<S extends Named>(change: S): object {
  const { id, fk_id, ...rest } = change
  return id === undefined || fk_id === undefined ? rest : { fk_id, ...rest }
}

/** The items that are meant, each once; undefined in the place of one that the order does not have. */
function namedItems(
  stored: ItemRow[],
  named: { name: Named; pointer: string }[],
): { items: (ItemRow | undefined)[]; faults: Fault[] } {
  const byId = new Map(stored.map((item) => [item.id, item]))
  const byCode = new Map(stored.map((item) => [item.fk_id, item]))
  const seen = new Set<ItemRow>()
  const faults: Fault[] = []
  const items = named.map(({ name: { id, fk_id }, pointer }) => {
    const [item, at, said] =
      id === undefined
        ? [fk_id ? byCode.get(fk_id) : undefined, `${pointer}/fk_id`, `"${fk_id}"`]
        : [byId.get(id), `${pointer}/id`, `${id}`]
    if (!item)
      faults.push(unknownReference(at, `names item ${said}, which the order doesn’t have.`))
    else if (seen.has(item))
      faults.push({ pointer: at, code: 'unique_items', detail: `names item ${said} once more.` })
    else seen.add(item)
    return item
  })
  return { items, faults }
}

async function changedLines(
  tx: Tx,
  actor: Actor,
  items: (ItemRow | undefined)[],
  patches: SentItemPatch[],
): Promise<{ lines: (Line | undefined)[]; faults: Fault[] }> {
  const prices = await clearedPrices(tx, actor, items, patches)
  const faults: Fault[] = []
  const lines = items.map((item, i) => {
    const patch = patches[i]
    if (!item || !patch) return undefined
    const price = prices.get(patch.id_item ?? item.id_item) ?? null
    const { line, faults: own } = patchedLine(item, patch, actor.amounts, price)
    faults.push(
      ...own.map((fault) => ({ ...fault, pointer: `/change/${i}${fault.pointer ?? ''}` })),
    )
    return line
  })
  return { lines, faults }
}

/** Prices that are cleared fall back to the products'. */
async function clearedPrices(
  tx: Tx,
  { account_id }: Actor,
  items: (ItemRow | undefined)[],
  patches: SentItemPatch[],
): Promise<Map<number, string | null>> {
  const products = patches.flatMap(({ price, id_item }, i) => {
    const id = id_item ?? items[i]?.id_item
    return price === null && id !== undefined ? [id] : []
  })
  if (products.length === 0) return new Map()
  const rows = await products_prices(tx, [account_id, products])
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** Codes that two items of the order would have. */
function takenCodes(staying: ItemRow[], changed: (Line | undefined)[], added: Line[]): Fault[] {
  const planned = [
    ...staying.map((line) => ({ line, pointer: '' })),
    ...changed.flatMap((line, i) => (line ? [{ line, pointer: `/change/${i}` }] : [])),
    ...added.map((line, i) => ({ line, pointer: `/add/${i}` })),
  ]
  return duplicateFkIds(
    planned.map(({ line }) => line),
    (i) => planned[i]?.pointer ?? '',
  )
}

function tooMany(count: number, maxItems: number): Fault[] {
  if (count <= maxItems) return []
  const detail = `The order would have ${count} items; it can have ${maxItems}.`
  return [{ pointer: '/add', code: 'max_items', detail }]
}

/** Changed lines are taken out and put back with their ids: two statements, however many they are. */
async function write(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  plan: { removed: ItemRow[]; changed: Line[]; stored: ItemRow[]; added: Line[] },
): Promise<Written> {
  const byId = new Map(plan.stored.map((item) => [item.id, item]))
  const changed = plan.changed.filter((line) => !isStored(line, byId.get(line.id ?? 0)))
  const out = [...plan.removed, ...changed.flatMap(({ id }) => byId.get(id ?? 0) ?? [])]
  const lines = [...changed, ...plan.added]
  if (out.length + lines.length === 0) return order
  refuseLockedItems(order)
  await replaceItems(tx, actor, order, out, lines)
  return publish(tx, actor, order.id, 'order.updated', order)
}
