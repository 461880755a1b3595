import { bumpNamesEpoch } from '../access/account-locks.ts'
import type { Actor } from '../access/actor.ts'
import type { Deleted, Outcome, Precondition } from '../base/outcomes.ts'
import { notFound, Refusal, refuseOtherFkId, validationFailed } from '../base/refusals.ts'
import { withPairs } from '../base/values/addresses.ts'
import { breaksRules, faultsByRules, isTakenValue, takenValues } from '../custom/failures.ts'
import { type CustomValues, mergedValues } from '../custom/rules.ts'
import type { Reader, Tx } from '../database/database.ts'
import {
  CHECK_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  violates,
} from '../database/failures.ts'
import { explainingConflicts } from '../database/retries.ts'
import { recordChange } from '../events/record.ts'
import { noun } from '../texts/nouns.ts'
import { both, capital, say } from '../texts/text.ts'
import { customResourceOf, type Key, type RecordDefinition } from './definitions.ts'
import type { Field } from './fields.ts'
import {
  type Columns,
  type RecordRow,
  record_delete,
  record_find,
  record_insert,
  record_lock,
  record_update,
  record_usedBy,
} from './sql.ts'

export type Body = Record<string, unknown>

/** The columns a body writes: those it names or, of a whole record, all that can be written. */
export function columnsOf(definition: RecordDefinition, body: Body, whole: boolean): Columns {
  const columns: Columns = new Map()
  const sent = definition.hasPairs ? withPairs(body) : body
  for (const [name, field] of Object.entries(definition.fields)) {
    const { unset, toColumn } = field
    const value = sent[name]
    if (!isColumn(field) || (value === undefined && !whole)) continue
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
  return insert(tx, actor, definition, columnsOf(definition, body, true), owner)
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
  const before = await record_lock(tx, definition, actor.account_id, key, 'update')
  if (!isOf(before, owner)) throw recordNotFound(definition, key)
  precondition(before.document)
  return update(
    tx,
    actor,
    definition,
    before,
    columnsOf(definition, mergedBody(before, body), false),
  )
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

/** Those of a record's JSON. */
function customFieldsOf(document: string): CustomValues {
  return (JSON.parse(document) as { custom_fields: CustomValues }).custom_fields
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
): Promise<Outcome> {
  await definition.rules?.beforeWrite(tx, actor.account_id, before.id, columns)
  const after = await record_update(tx, definition, actor.account_id, before.id, columns)
  if (!after) return { done: 'updated', document: before.document }
  await event(tx, actor, definition, 'updated', after, before.document)
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
  const columns = columnsOf(definition, { ...body, fk_id }, true)
  const before = await record_lock(tx, definition, actor.account_id, { fk_id }, 'update')
  if (before && owner !== undefined && before.owner !== owner)
    throw duplicate(definition, fk_id, before.id)
  precondition(before?.document ?? null)
  return before
    ? update(tx, actor, definition, before, columns)
    : insert(tx, actor, definition, columns, owner)
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
  const before = await record_lock(tx, definition, actor.account_id, key, 'delete')
  if (!isOf(before, owner)) throw recordNotFound(definition, key)
  precondition(before.document)
  const { id } = before
  await definition.rules?.beforeDelete(tx, actor.account_id, id)
  await record_delete(tx, definition, actor.account_id, id)
  await event(tx, actor, definition, 'deleted', { ...before, version: before.version + 1 })
  return { done: 'deleted', id }
}

/** The JSON of one record. */
export async function readRecord(
  db: Reader,
  account_id: number,
  definition: RecordDefinition,
  key: Key,
  owner?: number,
): Promise<string> {
  const row = await record_find(db, definition, account_id, key)
  if (!isOf(row, owner)) throw recordNotFound(definition, key)
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

/** The record a write is about, as far as a refusal needs to know. */
interface Subject {
  /** By what the write finds it. */
  key?: Key
  /** The fk_id that the write gives it. */
  fk_id?: unknown
  /** The write would update the record that has the fk_id. */
  upsert?: boolean
  /** What is sent, and the record that it changes. */
  sent?: { body: Body; to?: Key }
}

/**
 * Runs a write of a record (one transaction) and, where a constraint refused it, says which record
 * has the fk_id already, or what uses the record that was to be deleted.
 */
export async function explained<T>(
  db: Reader,
  account_id: number,
  definition: RecordDefinition,
  { key, fk_id, upsert = false, sent }: Subject,
  work: () => Promise<T>,
): Promise<T> {
  return explainingConflicts(work, async (failure) => {
    if (violates(failure, UNIQUE_VIOLATION, `${definition.table}_account_id_fk_id_key`)) {
      const existing = await record_find(db, definition, account_id, { fk_id: String(fk_id) })
      return existing && !upsert ? duplicate(definition, String(fk_id), existing.id) : 'again'
    }
    if (isAnonymised(failure)) return anonymised(definition)
    if (sent && isAboutValues(failure))
      return (await explainedValues(db, account_id, definition, sent, upsert, failure)) ?? 'again'
    if (failure.code === FOREIGN_KEY_VIOLATION && key !== undefined) {
      const used = 'id' in key ? key : await record_find(db, definition, account_id, key)
      if (!used) return 'again'
      const { id } = used
      const kinds = await record_usedBy(db, definition, account_id, id)
      return kinds.length ? inUse(definition, id, kinds) : 'again'
    }
    return undefined
  })
}

/** The database refused to write a customer, or an address of one, whose data was removed. */
function isAnonymised(failure: unknown): boolean {
  return violates(failure, CHECK_VIOLATION, 'customers_anonymised')
}

export function anonymised({ owner }: Pick<RecordDefinition, 'owner'>): Refusal {
  return new Refusal(
    'customer_anonymised',
    owner
      ? say`The customer is anonymised: it gets no addresses.`
      : say`The customer is anonymised: its data is not written again.`,
  )
}

const isAboutValues = (failure: unknown) => breaksRules(failure) || isTakenValue(failure)

/**
 * What the database had against the custom fields of a record; undefined where it is about something
 * else, or over by now.
 * @param to the record that the body changes
 * @param replaces what the body leaves out becomes unset
 */
export async function explainedValues(
  db: Reader,
  account_id: number,
  definition: RecordDefinition,
  { body, to }: { body: Body; to?: Key },
  replaces: boolean,
  failure: unknown,
): Promise<Refusal | undefined> {
  const resource = customResourceOf(definition)
  if (!resource || !isAboutValues(failure)) return undefined
  const row = to && (await record_find(db, definition, account_id, to))
  const before = row ? customFieldsOf(row.document) : null
  const sent = (body['custom_fields'] ?? {}) as Record<string, string | null>
  const after = mergedValues(replaces ? {} : (before ?? {}), sent)
  const attempted = { resource, before, after }
  if (isTakenValue(failure)) return takenValues(db, account_id, attempted, failure)
  const faults = await faultsByRules(db, account_id, attempted)
  return faults.length ? validationFailed(faults) : undefined
}

/** The refusal where another record has the code. */
export function duplicate(
  { singular }: RecordDefinition,
  fk_id: string,
  existing_id: number,
): Refusal {
  const detail = say`${capital(noun(singular))} ${existing_id} already has the fk_id "${fk_id}".`
  return new Refusal('duplicate_fk_id', detail, {
    extra: { existing_id },
    faults: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
  })
}

function inUse({ singular }: RecordDefinition, id: number, kinds: string[]): Refusal {
  return new Refusal(
    'record_in_use',
    say`${capital(noun(singular))} ${id} is used by ${both(kinds.map(noun))}.`,
    {
      extra: { used_by: kinds },
    },
  )
}

/** The refusal where there is no such record. */
export function recordNotFound({ singular }: RecordDefinition, key: Key): Refusal {
  return notFound(
    'id' in key
      ? say`${capital(noun(singular))} ${key.id}`
      : say`${capital(noun(singular))} with fk_id "${key.fk_id}"`,
  )
}
