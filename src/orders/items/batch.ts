import type { Actor } from '../../access/actor.ts'
import type { Precondition } from '../../base/outcomes.ts'
import type { FieldError } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { netOf } from '../amounts/discount.ts'
import { followLines, type LockedOrder, publish, replaceItems } from '../commands.ts'
import type { Written } from '../creating/create.ts'
import { itemsEvent, refuseLockedItems } from '../decisions.ts'
import {
  type ItemBody,
  type ItemInput,
  type ItemPatch,
  type ItemPatchInput,
  type ItemsPatch,
  resolveItems,
} from '../input.ts'
import { duplicateFkIds, type Line, newLines, patchedLine } from '../lines.ts'
import type { OrderKey } from '../reads/keys.ts'
import type { PointedInput } from '../references/codes.ts'
import { unknownReference } from '../references/references.ts'
import { type ItemRow, items_read, products_prices } from '../sql.ts'
import type { LineWork } from '../taxing/lines.ts'
import { lockForItems } from './commands.ts'
import { type PlannedItems, refusedOrMoved } from './taxes.ts'

/** Adds, changes and removes items of one order: one transaction, one event. */
export async function changeItems(
  tx: Tx,
  actor: Actor,
  key: OrderKey,
  changes: ItemsPatch,
  maxItems: number,
  precondition: Precondition,
): Promise<Written> {
  const order = await lockForItems(tx, actor, key, precondition, false)
  const { add = [], change = [], remove = [] } = changes
  const sent = Object.entries({ add, change, remove }).filter(([, part]) => part.length > 0)
  const pointers = sent.map(([name]) => `/${name}`)
  // What comes or goes is a change for sure; what changes may say what is stored.
  if (add.length + remove.length > 0) refuseLockedItems(order, pointers)
  const planned = await plannedItems(tx, actor, order, { changes, maxItems, at: '' })
  const { items, has_taxes } = await refusedOrMoved(tx, actor, order, planned)
  if (items.out.length + items.lines.length === 0) return order
  refuseLockedItems(order, pointers)
  await replaceItems(tx, actor, order, items)
  await followLines(tx, actor, order, has_taxes)
  return publish(tx, actor, order.id, itemsEvent(order), order)
}

interface BatchInput {
  changes: ItemsPatch
  maxItems: number
  /** Where the changes stand in the body. */
  at: string
}

/**
 * What becomes of an order's items: those that go, and lines that change or come, without their lists of taxes.
 * Changed lines are taken out and put back with their ids: two statements, however many they are.
 */
export async function plannedItems(
  tx: Tx,
  actor: Actor,
  { id }: LockedOrder,
  { changes, maxItems, at }: BatchInput,
): Promise<PlannedItems> {
  const { add = [], change = [], remove = [] } = changes
  const stored = await items_read(tx, [actor.account_id, id, null, null])
  const named = namedItems(stored, [
    ...remove.map((name, i) => ({ name, pointer: `${at}/remove/${i}` })),
    ...change.map((name, i) => ({ name, pointer: `${at}/change/${i}` })),
  ])
  const sent = await resolveItems(tx, actor, itemInputs(changes, at))
  const added = await newLines(
    tx,
    actor,
    sent.resolved.slice(0, add.length) as ItemInput[],
    (i) => `${at}/add/${i}`,
  )
  const patches = sent.resolved.slice(add.length) as ItemPatchInput[]
  const changed = await changedLines(tx, actor, named.items.slice(remove.length), patches, at)
  const gone = new Set(named.items.map((item) => item?.id))
  const staying = stored.filter((item) => !gone.has(item.id))
  const errors = [
    ...named.errors,
    ...sent.errors,
    ...changed.errors,
    ...added.errors,
    ...takenCodes(
      staying,
      changed.works.map((work) => work?.line),
      added.lines,
      at,
    ),
    ...tooMany(staying.length + change.length + add.length, maxItems, at),
  ]
  const removed = named.items.slice(0, remove.length).filter((item) => item !== undefined)
  const kept = changed.works.filter((work) => work !== undefined)
  const additions = added.lines.map((line, i): LineWork => {
    const item = sent.resolved[i] as ItemInput
    const isWrong = added.wrong.has(i)
    return { line, sent: item, stored: item.copied, isWrong, pointer: `${at}/add/${i}` }
  })
  const works = [...kept, ...additions]
  const out = [...removed, ...kept.flatMap(({ stored: item }) => item ?? [])]
  const net = () =>
    netOf(stored)
      .minus(netOf(out))
      .plus(netOf(works.map(({ line }) => line)))
  return { stored, removed, works, net, errors }
}

/** Each new and each changed item as it was sent, with where it stands in the body. */
export function itemInputs(
  { add = [], change = [] }: ItemsPatch,
  at: string,
): PointedInput<ItemBody | ItemPatch>[] {
  return [
    ...add.map((sent, i) => ({ sent, pointer: `${at}/add/${i}` })),
    ...change.map((item, i) => ({ sent: patchOf(item), pointer: `${at}/change/${i}` })),
  ]
}

interface Named {
  id?: number
  fk_id?: string | null
}

/** Its own code says which item it is, unless an id does; then it is the new code. */
function patchOf(change: Named & ItemPatch): ItemPatch {
  const { id, fk_id, ...rest } = change
  return id === undefined || fk_id === undefined ? rest : { fk_id, ...rest }
}

/** The items that are meant, each once; undefined in the place of one that the order does not have. */
function namedItems(
  stored: ItemRow[],
  named: { name: Named; pointer: string }[],
): { items: (ItemRow | undefined)[]; errors: FieldError[] } {
  const byId = new Map(stored.map((item) => [item.id, item]))
  const byCode = new Map(stored.map((item) => [item.fk_id, item]))
  const seen = new Set<ItemRow>()
  const errors: FieldError[] = []
  const items = named.map(({ name: { id, fk_id }, pointer }) => {
    const [item, at, label] =
      id === undefined
        ? [fk_id ? byCode.get(fk_id) : undefined, `${pointer}/fk_id`, `"${fk_id}"`]
        : [byId.get(id), `${pointer}/id`, `${id}`]
    if (!item)
      errors.push(unknownReference(at, msg`names item ${label}, which the order doesn’t have.`))
    else if (seen.has(item))
      errors.push({
        pointer: at,
        code: 'unique_items',
        detail: msg`names item ${label} once more.`,
      })
    else seen.add(item)
    return item
  })
  return { items, errors }
}

async function changedLines(
  tx: Tx,
  actor: Actor,
  items: (ItemRow | undefined)[],
  patches: ItemPatchInput[],
  at: string,
): Promise<{ works: (LineWork | undefined)[]; errors: FieldError[] }> {
  const prices = await clearedPrices(tx, actor, items, patches)
  const errors: FieldError[] = []
  const works = items.map((item, i): LineWork | undefined => {
    const patch = patches[i]
    if (!item || !patch) return undefined
    const price = prices.get(patch.id_item ?? item.id_item) ?? null
    const { line, errors: own } = patchedLine(item, patch, actor.amounts, price)
    errors.push(
      ...own.map((fieldError) => ({
        ...fieldError,
        pointer: `${at}/change/${i}${fieldError.pointer ?? ''}`,
      })),
    )
    const pointer = `${at}/change/${i}`
    return { line, sent: patch, stored: item, isWrong: own.length > 0, pointer }
  })
  return { works, errors }
}

/** Prices that are cleared fall back to the products'. */
async function clearedPrices(
  tx: Tx,
  { account_id }: Actor,
  items: (ItemRow | undefined)[],
  patches: ItemPatchInput[],
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
function takenCodes(
  staying: ItemRow[],
  changed: (Line | undefined)[],
  added: Line[],
  at: string,
): FieldError[] {
  const planned = [
    ...staying.map((line) => ({ line, pointer: '' })),
    ...changed.flatMap((line, i) => (line ? [{ line, pointer: `${at}/change/${i}` }] : [])),
    ...added.map((line, i) => ({ line, pointer: `${at}/add/${i}` })),
  ]
  return duplicateFkIds(
    planned.map(({ line }) => line),
    (i) => planned[i]?.pointer ?? '',
  )
}

function tooMany(count: number, maxItems: number, at: string): FieldError[] {
  if (count <= maxItems) return []
  const detail = msg`The order would have ${count} items; it can have ${maxItems}.`
  return [{ pointer: `${at}/add`, code: 'max_items', detail }]
}
