import type { Actor } from '../../access/actor.ts'
import type { Deleted, Outcome, Precondition } from '../../base/outcomes.ts'
import { type FieldError, notFound, Problem, refuseInvalid } from '../../base/problems.ts'
import { requireScope, type Scope } from '../../base/scopes.ts'
import { escapePointer } from '../../base/values/pointers.ts'
import { composed } from '../../base/values/texts.ts'
import { type Reader, singleRow, type Tx } from '../../database/database.ts'
import { orderFilters } from '../../orders/reads/filters/filters.ts'
import { msg } from '../../texts/message.ts'
import {
  type ViewRow,
  views_count,
  views_delete,
  views_find,
  views_insert,
  views_lock,
  views_update,
} from './sql.ts'

// Lists that people have saved. One belongs to the member who saved it, or is shared: then it is the
// account's, as its statuses and categories are, and who may change these may change it.

/** Who may make, change and delete what everybody sees. */
const SHARING: Scope = 'reference:write'

/** So many views a member has, and as many are shared. */
const MAX_VIEWS = 100

/** Characters of all parameters of a view: they have to fit into an address. */
const MAX_QUERY = 8000

const words = ['today', 'yesterday', 'this_week', 'this_month', 'last_month']

/** What the address of each list takes: parameters of the service, and days by a word. */
const lists: Record<string, { parameters: ReadonlySet<string>; days: readonly string[] }> = {
  orders: {
    parameters: new Set([...Object.keys(orderFilters), 'sort']),
    days: ['date', 'delivery'],
  },
}

interface ViewBody {
  resource: string
  name: string
  query: Record<string, string>
  columns?: string[] | null
  shared?: boolean
}

export async function createView(tx: Tx, actor: Actor, body: ViewBody): Promise<Outcome> {
  const { account_id, token_name } = actor
  const { resource, name, query, columns = null, shared = false } = body
  refuseUnknown(resource, query)
  const owner = ownerOf(actor, shared)
  await refuseMany(tx, account_id, owner)
  const text = JSON.stringify(query)
  const row = [owner, resource, composed(name), text, columns, token_name] as const
  const { id } = singleRow(await views_insert(tx, [account_id, ...row]))
  const document = await readView(tx, actor, id)
  return { done: 'created', document, location: `/views/${id}` }
}

/** Whose a view becomes; null: the account's. */
function ownerOf({ scopes, id_member }: Actor, shared: boolean): number | null {
  if (shared) {
    requireScope(scopes, SHARING)
    return null
  }
  if (id_member !== null) return id_member
  const detail = msg`A view that is not shared belongs to a member; a token is no member.`
  throw new Problem('session_required', detail)
}

function refuseUnknown(resource: string, query: Record<string, string>): void {
  const list = lists[resource]
  const errors = Object.entries(query).flatMap(([name, value]): FieldError[] => {
    const pointer = `/query/${escapePointer(name)}`
    if (list?.days.includes(name)) {
      if (words.includes(value)) return []
      return [{ pointer, code: 'enum', detail: msg`must be one of ${words}.` }]
    }
    if (list?.parameters.has(name) || name.startsWith('custom.')) return []
    const detail = msg`The list of ${resource} has no such parameter.`
    return [{ pointer, code: 'unknown_property', detail }]
  })
  const length = Object.entries(query).reduce(
    (sum, [name, value]) => sum + (name + value).length,
    0,
  )
  if (length > MAX_QUERY) {
    const detail = msg`must have at most ${MAX_QUERY} characters in all.`
    errors.push({ pointer: '/query', code: 'max_length', detail })
  }
  refuseInvalid(errors)
}

async function refuseMany(db: Reader, account_id: number, owner: number | null): Promise<void> {
  const { count } = singleRow(await views_count(db, [account_id, owner]))
  if (count < MAX_VIEWS) return
  const detail =
    owner === null
      ? msg`The account has ${MAX_VIEWS} shared views, the most.`
      : msg`The member has ${MAX_VIEWS} views, the most.`
  throw new Problem('limit_reached', detail)
}

const viewNotFound = (id: number) => notFound(msg`View ${id}`)

/** The JSON of a view that the actor sees. */
export async function readView(
  db: Reader,
  { account_id, id_member }: Pick<Actor, 'account_id' | 'id_member'>,
  id: number,
): Promise<string> {
  const [row] = await views_find(db, [account_id, id, id_member])
  if (!row) throw viewNotFound(id)
  return row.document
}

async function lockView(tx: Tx, { account_id, id_member, scopes }: Actor, id: number) {
  const [row] = await views_lock(tx, [account_id, id, id_member])
  if (!row) throw viewNotFound(id)
  if (row.shared) requireScope(scopes, SHARING)
  return row
}

/** Changes what is sent of a view. One that is shared no more becomes the member's own. */
export async function updateView(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Partial<ViewBody>,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id, token_name } = actor
  const before = await lockView(tx, actor, id)
  precondition(before.document)
  if (body.query) refuseUnknown(before.resource, body.query)
  const shared = body.shared ?? before.shared
  const owner = ownerOf(actor, shared)
  if (shared !== before.shared) await refuseMany(tx, account_id, owner)
  const { name, query, columns } = changed(before, body)
  const { document } = singleRow(
    await views_update(tx, [account_id, id, owner, name, query, columns, token_name]),
  )
  return { done: 'updated', document }
}

function changed(before: ViewRow, { name, query, columns }: Partial<ViewBody>) {
  return {
    name: name === undefined ? before.name : composed(name),
    query: query === undefined ? before.query : JSON.stringify(query),
    columns: columns === undefined ? before.columns : columns,
  }
}

export async function deleteView(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Deleted> {
  const { document } = await lockView(tx, actor, id)
  precondition(document)
  await views_delete(tx, [actor.account_id, id])
  return { done: 'deleted', id }
}
