import { bumpNamesEpoch } from '../access/account-locks.ts'
import type { Actor, Viewer } from '../access/actor.ts'
import type { Deleted, Outcome, Precondition } from '../base/outcomes.ts'
import { refuseInvalid, refuseOtherFkId } from '../base/problems.ts'
import { withPairs } from '../base/values/addresses.ts'
import { toInstant } from '../base/values/date-time.ts'
import { mergedValues } from '../custom/rules.ts'
import type { Reader, Tx } from '../database/database.ts'
import { recordChange } from '../events/record.ts'
import type { Key, RecordDefinition } from './definitions.ts'
import { type Body, customFieldsOf, duplicate, recordNotFound } from './explained.ts'
import type { Field } from './kinds/values.ts'
import {
  changesRecord,
  decidedSellers,
  hiddenCustomers,
  mayOnlyRead,
  showsRecord,
  withSellers,
} from './portfolio/portfolio.ts'
import { missingReferences, type Resolved, withReferences } from './references/references.ts'
import {
  type Columns,
  type RecordRow,
  record_delete,
  record_find,
  record_insert,
  record_lock,
  record_update,
} from './sql.ts'

/** The columns a body writes: those it names or, of a whole record, all that can be written. */
export function columnsOf(definition: RecordDefinition, body: Body, whole: boolean): Columns {
  const columns: Columns = new Map()
  const sent = definition.hasPairs ? withPairs(body) : body
  for (const [name, field] of Object.entries(definition.fields)) {
    const { unset, toColumn, stays } = field
    const value = sent[name]
    if (!isColumn(field) || (value === undefined && (!whole || stays))) continue
    columns.set(
      name,
      value === undefined || value === null ? unset : toColumn ? toColumn(value as never) : value,
    )
  }
  return columns
}

/** Whether a body writes a column of the field's own. */
export function isColumn({ written, column }: Field): boolean {
  return written !== undefined && column === undefined
}

/** Creates a record; `owner` is the id of the record it belongs to, for kinds that have one. */
export async function createRecord(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  body: Body,
  owner?: number,
): Promise<Outcome> {
  await definition.rules?.lock(tx, actor.account_id)
  const columns = await columnsWith(tx, actor, definition, body)
  return insert(tx, actor, definition, columns(undefined, true), owner)
}

/** What gives the columns that a body writes, once it is known what is there. */
async function columnsWith(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  body: Body,
): Promise<(before: RecordRow | undefined, whole: boolean) => Columns> {
  const [sent] = await resolvedBodies(tx, actor, definition, [body])
  return (before, whole) => {
    const decided = decidedBody(actor, definition, sent as Resolved, before, whole)
    return columnsOf(definition, whole ? decided : mergedBody(before, decided), whole)
  }
}

/** Ids in the place of all that names other records. */
export async function resolvedBodies(
  tx: Tx,
  actor: Actor,
  { references, hasSellers }: RecordDefinition,
  bodies: Body[],
): Promise<(Resolved & { pointer?: string })[]> {
  const { account_id } = actor
  // A customer that the actor does not see is one that does not exist.
  const hidden = async (table: string, ids: number[]) =>
    table === 'customers' ? hiddenCustomers(tx, actor, ids) : new Set<number>()
  const referring = await withReferences(tx, account_id, references, bodies, hidden)
  if (!hasSellers) return referring
  const selling = await withSellers(
    tx,
    account_id,
    referring.map(({ body }) => body),
  )
  return selling.map((one, i) => ({
    ...one,
    errors: [...(referring[i]?.errors ?? []), ...one.errors],
  }))
}

/**
 * @param whole what the body leaves out becomes unset
 * @throws Problem where it names what does not exist, or sellers that are not for the actor to give
 */
export function decidedBody(
  actor: Actor,
  definition: RecordDefinition,
  { body, errors, pointer = '' }: Resolved & { pointer?: string },
  before: RecordRow | undefined,
  whole: boolean,
): Body {
  const { references, errorsOf, hasSellers } = definition
  const after = whole ? body : valuesAfter(before, body)
  refuseInvalid([
    ...errors,
    ...missingReferences(references, body, whole),
    ...(errorsOf?.(after) ?? []),
  ])
  const dated = datedBody(definition, actor.time_zone, body)
  return hasSellers
    ? decidedSellers(actor, { body: dated, pointer }, before?.id_users ?? undefined)
    : dated
}

/** With when the values are so that somebody dates: now, unless the body says when. */
function datedBody({ instants = [] }: RecordDefinition, zone: string, body: Body): Body {
  const dated = { ...body }
  for (const [name, of] of instants) {
    const [at, value] = [body[name], body[of]]
    if (typeof at === 'string') dated[name] = toInstant(at, zone)
    else if (value !== undefined) dated[name] = value === null ? null : new Date().toISOString()
    if (value === null) dated[name] = null
  }
  return dated
}

/** What a record has once the body has changed it. */
export function valuesAfter(before: Pick<RecordRow, 'document'> | undefined, body: Body): Body {
  return before ? { ...(JSON.parse(before.document) as Body), ...body } : body
}

async function insert(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  columns: Columns,
  owner: number | undefined,
): Promise<Outcome> {
  await definition.rules?.beforeWrite(tx, actor.account_id, null, columns)
  const created = await record_insert(tx, definition, actor.account_id, columns, owner)
  await definition.rules?.afterWrite?.(tx, actor.account_id, created)
  await event(tx, actor, definition, 'created', created)
  return {
    done: 'created',
    document: created.document,
    location: `${definition.path}/${created.id}`,
  }
}

/**
 * Changes the fields that the body names. Writing what is there already changes nothing. With an
 * owner, another owner's record is none.
 */
export async function updateRecord(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  key: Key,
  body: Body,
  precondition: Precondition,
  owner?: number,
): Promise<Outcome> {
  await definition.rules?.lock(tx, actor.account_id)
  const columns = await columnsWith(tx, actor, definition, body)
  const before = await lockForChange(tx, actor, definition, key, 'update', owner)
  precondition(before.document)
  return update(tx, actor, definition, before, columns(before, false))
}

/** @throws Problem where there is none for the actor to see, or to change */
async function lockForChange(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  key: Key,
  purpose: 'update' | 'delete',
  owner: number | undefined,
): Promise<RecordRow> {
  const before = await record_lock(tx, definition, actor.account_id, key, purpose)
  if (!isOf(before, owner) || !showsRecord(actor, before)) throw recordNotFound(definition, key)
  if (!changesRecord(actor, before)) throw mayOnlyRead()
  return before
}

/** A change of a record, whose custom fields change one by one. */
export function mergedBody(before: Pick<RecordRow, 'document'> | undefined, body: Body): Body {
  const sent = body['custom_fields'] as Record<string, string | null> | null | undefined
  if (!sent) return body
  return {
    ...body,
    custom_fields: mergedValues(before ? customFieldsOf(before.document) : {}, sent),
  }
}

function isOf(row: RecordRow | undefined, owner: number | undefined): row is RecordRow {
  return row !== undefined && (owner === undefined || row.owner === owner)
}

/** Writes columns that no body can, such as a product's image, as any other change of the record. */
export async function setColumns(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  id: number,
  columns: Columns,
): Promise<void> {
  const before = await record_lock(tx, definition, actor.account_id, { id }, 'update')
  if (!before) throw recordNotFound(definition, { id })
  await update(tx, actor, definition, before, columns)
}

async function update(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  before: RecordRow,
  columns: Columns,
  what: 'updated' | 'deleted' = 'updated',
): Promise<Outcome> {
  await definition.rules?.beforeWrite(tx, actor.account_id, before.id, columns)
  const after = await record_update(tx, definition, actor.account_id, before.id, columns)
  if (!after) return { done: 'updated', document: before.document }
  await definition.rules?.afterWrite?.(tx, actor.account_id, after)
  await event(tx, actor, definition, what, after, before.document)
  await definition.afterUpdate?.(tx, actor, before, after)
  if (after.embedded !== before.embedded) await bumpNamesEpoch(tx, actor.account_id)
  return { done: 'updated', document: after.document }
}

/**
 * Creates the record with this fk_id, or replaces it whole: fields that the body leaves out become
 * unset. With an owner, the fk_id must not be that of another owner's record.
 */
export async function putRecord(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  fk_id: string,
  body: Body,
  precondition: Precondition,
  owner?: number,
): Promise<Outcome> {
  refuseOtherFkId(fk_id, body['fk_id'])
  await definition.rules?.lock(tx, actor.account_id)
  const columns = await columnsWith(tx, actor, definition, { ...body, fk_id })
  const before = await record_lock(tx, definition, actor.account_id, { fk_id }, 'update')
  const isSeen = before && showsRecord(actor, before)
  if (before && (!isSeen || !isOf(before, owner)))
    throw duplicate(definition, fk_id, isSeen ? before.id : undefined)
  if (before && !changesRecord(actor, before)) throw mayOnlyRead()
  precondition(before?.document ?? null)
  return before
    ? update(tx, actor, definition, before, columns(before, true))
    : insert(tx, actor, definition, columns(undefined, true), owner)
}

/** With an owner, another owner's record is none. */
export async function deleteRecord(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  key: Key,
  precondition: Precondition,
  owner?: number,
): Promise<Deleted> {
  await definition.rules?.lock(tx, actor.account_id)
  const before = await lockForChange(tx, actor, definition, key, 'delete', owner)
  precondition(before.document)
  const { id } = before
  if (definition.rules?.keepsDeleted) {
    await update(tx, actor, definition, before, new Map([['active', false]]), 'deleted')
    return { done: 'deleted', id }
  }
  await definition.rules?.beforeDelete(tx, actor.account_id, id)
  await record_delete(tx, definition, actor.account_id, id)
  await event(tx, actor, definition, 'deleted', { ...before, version: before.version + 1 })
  return { done: 'deleted', id }
}

/** The JSON of one record. */
export async function readRecord(
  db: Reader,
  viewer: Viewer,
  definition: RecordDefinition,
  key: Key,
  owner?: number,
): Promise<string> {
  const row = await record_find(db, definition, viewer.account_id, key)
  if (!isOf(row, owner) || !showsRecord(viewer, row)) throw recordNotFound(definition, key)
  return row.document
}

async function event(
  tx: Tx,
  actor: Actor,
  { events }: RecordDefinition,
  what: 'created' | 'updated' | 'deleted',
  { id, version, document }: RecordRow,
  before?: string,
): Promise<void> {
  if (!events) return
  const type = `${events}.${what}`
  await recordChange(tx, actor, events, {
    type,
    id_record: id,
    version,
    data: document,
    ...(before === undefined ? {} : { before }),
  })
}
