import { bumpNamesEpoch } from '../../access/account-locks.ts'
import type { Actor } from '../../access/actor.ts'
import { type FieldError, Problem, validationFailed } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import type { Condition } from '../../database/list.ts'
import { inSavepoint } from '../../database/savepoint.ts'
import { recordChanges } from '../../events/record.ts'
import { msg } from '../../texts/message.ts'
import {
  columnsOf,
  decidedBody,
  isColumn,
  mergedBody,
  putRecord,
  resolvedBodies,
  updateRecord,
  valuesAfter,
} from '../commands.ts'
import type { RecordDefinition } from '../definitions.ts'
import { anonymised, type Body, duplicate } from '../explained.ts'
import { changesRecord, mayOnlyRead, showsRecord } from '../portfolio/portfolio.ts'
import { likeCompanions } from '../rules.ts'
import type { RecordRow } from '../sql.ts'
import { finderOf, type Named } from './named.ts'
import {
  type LockedRecord,
  records_count,
  records_drawIds,
  records_lock,
  records_lockChosen,
  records_read,
  records_write,
} from './sql.ts'

// Many records of one kind, each step by one statement for all of them.

/** What is not sent becomes unset (`put`), or stays (`patch`). In both, a record that is new is created. */
export type BulkMode = 'put' | 'patch'

/** A record by its own code or its id; no two of a batch have the same. */
export interface RecordInput extends Named {
  body: Body
  /** Of kinds with an owner: its id; undefined where the owner is new itself. */
  owner?: number | undefined
  /** What goes with a value, and is neither sent nor there, becomes the same. */
  fills?: true
}

/** What became of a record. */
export interface Written {
  id: number
  status: 'created' | 'updated' | 'unchanged'
}

/** A record of a batch, with the one that it names. */
export interface PlannedRecord {
  sent: RecordInput
  before: LockedRecord | undefined
  problem: Problem | undefined
}

/** Writes records; what is refused is not written, and the others are. */
export async function writeRecords(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  if (definition.rules) return writeOneByOne(tx, actor, definition, records, mode)
  const planned = await planRecords(tx, actor, definition, records, mode)
  const written = await writePlanned(
    tx,
    actor,
    definition,
    planned.filter(({ problem }) => !problem),
    mode,
  )
  const results = written.values()
  return planned.map(({ problem }) => problem ?? (results.next().value as Written))
}

/** Locks the records that there are, and decides which of those sent are refused. */
export async function planRecords(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<PlannedRecord[]> {
  const { account_id } = actor
  if (records.length === 0) return []
  const bodies = records.map(({ body }) => body)
  const resolved = await resolvedBodies(tx, actor, definition, bodies)
  const found = await records_lock(tx, definition, account_id, records, presentOf(definition, mode))
  const find = finderOf(definition.singular, found, (row) => showsRecord(actor, row))
  return records.map((record, i) => {
    const { before, problem: unnamed } = find(record)
    const problem = unnamed ?? problemOf(actor, definition, record, before)
    const named = resolved[i]
    if (problem || !named) return { sent: record, before, problem }
    try {
      const filled = record.fills
        ? { ...named, body: filledBody(definition, named.body, before) }
        : named
      const body = decidedBody(actor, definition, filled, before, mode === 'put' || !before)
      return { sent: { ...record, body }, before, problem: undefined }
    } catch (error) {
      return { sent: record, before, problem: problemIn(error) }
    }
  })
}

function filledBody(
  { companions = [] }: RecordDefinition,
  body: Body,
  before?: LockedRecord,
): Body {
  if (companions.length === 0) return body
  return { ...body, ...likeCompanions(companions, valuesAfter(before, body)) }
}

function problemOf(
  actor: Actor,
  definition: RecordDefinition,
  { body, owner }: RecordInput,
  before: LockedRecord | undefined,
): Problem | undefined {
  if (before) {
    const code = String(before.fk_id)
    if (!showsRecord(actor, before)) return duplicate(definition, code, undefined)
    const isOthers = definition.owner !== undefined && before.owner !== owner
    if (isOthers) return duplicate(definition, code, actor.only.customers ? undefined : before.id)
    if (!changesRecord(actor, before)) return mayOnlyRead()
    return isAnonymised(before) ? anonymised(definition) : undefined
  }
  const errors = missingFields(definition, body)
  return errors.length ? validationFailed(errors) : undefined
}

/** Its data was removed for good. */
function isAnonymised({ document }: LockedRecord): boolean {
  return typeof (JSON.parse(document) as { anonymised_at?: unknown }).anonymised_at === 'string'
}

/** What a new record needs. The schema says so where all is sent. */
function missingFields({ fields }: RecordDefinition, body: Body): FieldError[] {
  return Object.entries(fields).flatMap(([name, { required }]) =>
    required && body[name] === undefined
      ? [{ pointer: `/${name}`, code: 'required', detail: msg`is required.` }]
      : [],
  )
}

/** Writes records of which none is refused. */
export async function writePlanned(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  planned: PlannedRecord[],
  mode: BulkMode,
): Promise<Written[]> {
  const news = planned.filter(({ before }) => !before)
  const drawn = news.length ? await records_drawIds(tx, definition, news.length) : []
  const next = drawn.values()
  const rows = planned.map(({ sent, before }) => ({
    ...sent,
    fk_id: sent.fk_id ?? before?.fk_id ?? null,
    id: before?.id ?? (next.next().value as number),
    before,
  }))
  const changed = await writeRows(tx, actor, definition, rows, mode)
  return rows.map(({ id, before }) => ({
    id,
    status: !before ? 'created' : changed.has(id) ? 'updated' : 'unchanged',
  }))
}

/** A record to be written, with the one that is there, where it is not new. */
interface Row {
  id: number
  fk_id: string | null
  body: Body
  owner?: number | undefined
  before: LockedRecord | undefined
}

/** → ids of those that are new or really changed */
async function writeRows(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  rows: Row[],
  mode: BulkMode,
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const owned = definition.owner ? [definition.owner.column] : []
  const names = Object.entries(definition.fields).flatMap(([name, field]) =>
    isColumn(field) ? [name] : [],
  )
  const changedRows = await records_write(tx, [
    actor.account_id,
    definition.table,
    owned,
    names,
    `[${rows.map((row) => rowJson(definition, row, mode)).join()}]`,
  ])
  const changed = new Set(changedRows.map(({ id }) => id))
  await publish(
    tx,
    actor,
    definition,
    rows.filter(({ id }) => changed.has(id)),
  )
  return changed
}

/**
 * Changes the first records that fulfil conditions, whether they have codes or not.
 * @param bodyOf what a record gets
 * @returns how many really changed, and how many are left that fulfil the conditions
 */
export async function updateChosen(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  { conditions, limit }: { conditions: Condition[]; limit: number },
  bodyOf: (before: RecordRow) => Body,
): Promise<{ changed: number; left: number }> {
  const found = await records_lockChosen(tx, definition, actor.account_id, conditions, limit)
  const rows = found.map((before) => {
    return { id: before.id, fk_id: before.fk_id, body: bodyOf(before), before }
  })
  const { size } = await writeRows(tx, actor, definition, rows, 'patch')
  const left = found.length < limit ? 0 : await records_count(tx, definition, conditions)
  return { changed: size, left }
}

/** As `write_records` takes it. What is there goes back as it came: a number would be rounded. */
function rowJson(
  definition: RecordDefinition,
  { id, fk_id, body, owner, before }: Row,
  mode: BulkMode,
): string {
  const whole = mode === 'put' ? body : mergedBody(before, body)
  const columns = columnsOf(definition, whole, mode === 'put' || !before)
  const unsent = before ? {} : newValues(definition)
  const named = { ...unsent, ...Object.fromEntries(columns), id, fk_id }
  const row = JSON.stringify(
    definition.owner ? { ...named, [definition.owner.column]: owner } : named,
  )
  return `{"old":${before?.present ?? '{}'},"new":${row}}`
}

const stayingOf = ({ fields }: RecordDefinition) =>
  Object.entries(fields).filter(([, field]) => field.stays && isColumn(field))

/** The columns of a record that a write needs: of a whole one those that it need not say. */
function presentOf(definition: RecordDefinition, mode: BulkMode): 'all' | string[] {
  return mode === 'patch' ? 'all' : stayingOf(definition).map(([name]) => name)
}

/** What a new record has where a whole one need not say it. */
function newValues(definition: RecordDefinition): Body {
  return Object.fromEntries(stayingOf(definition).map(([name, { unset }]) => [name, unset]))
}

/** Writes the events of records that are new or changed, and makes orders that show them stale. */
async function publish(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  rows: Row[],
): Promise<void> {
  const { events, embedded } = definition
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const found = await records_read(tx, definition, actor.account_id, ids)
  const after = new Map(found.map((row) => [row.id, row]))
  if (events) {
    const changes = rows.map(({ id, before }) => {
      const { version, document: data } = after.get(id) as RecordRow
      const type = `${events}.${before ? 'updated' : 'created'}`
      return { type, id_record: id, version, data, ...(before ? { before: before.document } : {}) }
    })
    await recordChanges(tx, actor, events, changes)
  }
  const isShown = rows.some(
    ({ id, before }) => before && before.embedded !== after.get(id)?.embedded,
  )
  if (embedded.length > 0 && isShown) await bumpNamesEpoch(tx, actor.account_id)
}

/**
 * Writes records whose kind has rules from one to the next, such as that one order status is
 * initial. There is a handful of them.
 */
async function writeOneByOne(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  const results: (Written | Problem)[] = []
  for (const record of records) {
    const writing = inSavepoint(tx, () => writeOne(tx, actor, definition, record, mode))
    results.push(await writing.catch(problemIn))
  }
  return results
}

async function writeOne(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  sent: RecordInput,
  mode: BulkMode,
): Promise<Written> {
  const { fk_id, body } = sent
  let known: string | null = null
  const note = (current: string | null) => {
    known = current
    const errors = current === null ? missingFields(definition, body) : []
    if (errors.length) throw validationFailed(errors)
  }
  const found = await records_lock(tx, definition, actor.account_id, [sent], [])
  const { before, problem } = finderOf(definition.singular, found, () => true)(sent)
  if (problem) throw problem
  const outcome =
    before && mode === 'patch'
      ? await updateRecord(tx, actor, definition, { id: before.id }, body, note)
      : await putRecord(tx, actor, definition, fk_id as string, body, note)
  const { document } = outcome as { document: string }
  const { id } = JSON.parse(document) as { id: number }
  if (outcome.done === 'created') return { id, status: 'created' }
  return { id, status: document === known ? 'unchanged' : 'updated' }
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}
