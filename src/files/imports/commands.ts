import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { contains, containsCustomers, rowScopeOf, sightOf } from '../../access/row-scope.ts'
import type { Deleted, Outcome, Precondition } from '../../base/outcomes.ts'
import { notFound, Problem, refuseInvalid, refuseParameters } from '../../base/problems.ts'
import { requireScope, type Scope } from '../../base/scopes.ts'
import { escapePointer } from '../../base/values/pointers.ts'
import { lineError } from '../../base/values/texts.ts'
import { type Db, type Reader, singleRow, type Tx } from '../../database/database.ts'
import { LostRace, UNIQUE_VIOLATION, violates } from '../../database/failures.ts'
import { type Message, msg } from '../../texts/message.ts'
import { type Mapping, namings } from './mapping/columns.ts'
import { fieldNamed, importFields, importResources } from './mapping/fields.ts'
import { hasPreset } from './presets/presets.ts'
import type { FileFormat } from './reading/kinds.ts'
import { MAX_IMPORTS, MAX_MAPPINGS } from './schema.ts'
import {
  import_mappings_count,
  import_mappings_delete,
  import_mappings_find,
  import_mappings_insert,
  import_mappings_lock,
  import_mappings_update,
  import_parts_delete,
  import_refusals_delete,
  imports_begin,
  imports_cancel,
  imports_count,
  imports_find,
  imports_forgetOldest,
  imports_lock,
  imports_map,
  imports_run,
} from './sql.ts'

const OWN_SCOPES: Record<string, Scope> = {
  customers: 'customers:write',
  products: 'products:write',
  orders: 'orders:write',
  'tax-rules': 'taxes:write',
}

/** What a token must be allowed to bring in files of such records, and to see what became of them. */
export function scopeOf(resource: string): Scope {
  return OWN_SCOPES[resource] ?? 'reference:write'
}

/** The resources whose files a token may bring in. */
export function resourcesOf({ scopes }: Actor): string[] {
  return importResources.filter(
    (resource) => scopes.includes('*') || scopes.includes(scopeOf(resource)),
  )
}

/** A file that has been sent. */
export interface FileInput {
  /** The import that keeps it. */
  id: number
  name: string | null
  format: FileFormat
  encoding: string | null
  bytes: number
}

/** Makes room for one more import. @throws Problem where there are too many that wait or run */
export async function refuseTooManyImports(db: Db, account_id: number): Promise<void> {
  const { count } = singleRow(await imports_count(db, [account_id]))
  if (count < MAX_IMPORTS) return
  const forgotten = await imports_forgetOldest(db, [account_id, 1 + count - MAX_IMPORTS])
  if (forgotten.length > 0) return
  const detail = msg`The account has ${MAX_IMPORTS} imports that wait or run, the most: run or cancel some.`
  throw new Problem('limit_reached', detail)
}

/** Begins with a file: it is tried, or done at once. */
export async function beginImport(
  tx: Tx,
  { account_id }: Actor,
  { id, name, format, encoding, bytes }: FileInput,
  isDryRun: boolean,
): Promise<Outcome> {
  const state = isDryRun ? 'checking' : 'running'
  const { document } = singleRow(
    await imports_begin(tx, [account_id, id, state, name, format, encoding, bytes]),
  )
  return { done: 'created', document, location: `/imports/${id}` }
}

/** A file of orders or customers tells of them, so it is for who sees all that its import may write. */
function isFor(
  actor: Actor,
  row: { resource: string } & Parameters<typeof rowScopeOf>[0],
): boolean {
  const { only, restricted_read_all_customers } = actor
  if (row.resource === 'orders') return contains(only, rowScopeOf(row))
  if (row.resource !== 'customers') return true
  return containsCustomers(only, sightOf({ ...row, restricted_read_all_customers }))
}

/** The imports `r` that `isFor` lets through, as conditions. */
export function importsFor({ only: { users, branches, customers } }: Actor): RawBuilder<unknown>[] {
  const within = (resource: string, column: string, ids: readonly number[]) =>
    sql`(r.resource <> ${resource} or r.${sql.ref(column)} <@ ${ids}::bigint[])`
  return [
    ...(users ? [within('orders', 'only_users', users)] : []),
    ...(branches ? [within('orders', 'only_branches', branches)] : []),
    ...(customers ? [within('customers', 'only_users', customers)] : []),
  ]
}

/** The import as it is just now, for who may see it. */
export async function findImport(db: Reader, actor: Actor, id: number) {
  const [row] = await imports_find(db, [actor.account_id, id])
  if (!row || !isFor(actor, row)) throw notFound(msg`Import ${id}`)
  requireScope(actor.scopes, scopeOf(row.resource))
  return row
}

async function lockImport(tx: Tx, actor: Actor, id: number, precondition: Precondition) {
  const [row] = await imports_lock(tx, [actor.account_id, id])
  if (!row || !isFor(actor, row)) throw notFound(msg`Import ${id}`)
  requireScope(actor.scopes, scopeOf(row.resource))
  precondition(row.document)
  return row
}

/** Does what was tried. @throws Problem where it was not, or is over */
export async function runImport(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id, scopes, id_token, token_name, request_id } = actor
  const { users, branches } = actor.only
  const { state } = await lockImport(tx, actor, id, precondition)
  if (state !== 'checked') throw wrongState(id, state, msg`run`, msg`checked`)
  await import_refusals_delete(tx, [account_id, id])
  const { document } = singleRow(
    await imports_run(tx, [
      account_id,
      id,
      scopes,
      users,
      branches,
      id_token,
      token_name,
      request_id,
    ]),
  )
  return { done: 'updated', document }
}

/**
 * Says what the columns of a file are, which then is tried, or done where that was asked for. What the
 * mapping does not speak of stays as it was said before.
 * @throws Problem where the import is written, or over
 */
export async function mapImport(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { mapping: Mapping; dry_run?: boolean },
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id, scopes, id_token, token_name, request_id } = actor
  const { users, branches } = actor.only
  const found = await lockImport(tx, actor, id, precondition)
  const { state } = found
  if (state !== 'needs_mapping' && state !== 'checked') {
    throw wrongState(id, state, msg`be given a mapping`, msg`needs_mapping or checked`)
  }
  const mapping = { ...(JSON.parse(found.mapping) as Mapping), ...body.mapping }
  refuseInvalid(
    unknownFields(found.resource, mapping).map((fieldError) => ({
      ...fieldError,
      pointer: `/mapping${fieldError.pointer}`,
    })),
  )
  const encoding = found.encoding && (body.mapping.encoding ?? found.encoding)
  await import_refusals_delete(tx, [account_id, id])
  const isDryRun = body.dry_run ?? found.dry_run
  const next = isDryRun ? 'checking' : 'running'
  const by = [scopes, users, branches, id_token, token_name, request_id] as const
  const how = [next, isDryRun, JSON.stringify(mapping), encoding] as const
  const { document } = singleRow(await imports_map(tx, [account_id, id, ...by, ...how]))
  return { done: 'updated', document }
}

/** Ends it: what was done stays, the rest is left. */
export async function cancelImport(
  tx: Tx,
  actor: Actor,
  id: number,
  precondition: Precondition,
): Promise<Outcome> {
  const { account_id } = actor
  const { state } = await lockImport(tx, actor, id, precondition)
  const [row] = await imports_cancel(tx, [account_id, id])
  if (!row)
    throw wrongState(id, state, msg`be cancelled`, msg`checking, checked, running or needs_mapping`)
  await import_parts_delete(tx, [account_id, id])
  return { done: 'updated', document: row.document }
}

function wrongState(id: number, state: string, verb: Message, needed: Message): Problem {
  const detail = msg`Import ${id} is ${state}; one that is ${needed} can ${verb}.`
  return new Problem('import_state', detail)
}

/** What a mapping names that is not of the resource: fields, and a preset; each with why and where. */
export function unknownFields(
  resource: string,
  { columns = {}, preset }: Mapping,
): { pointer: string; code: 'enum'; detail: Message }[] {
  const known = importFields[resource]?.map(({ name }) => name).join(', ')
  const fields = namings(columns).flatMap(({ column, field }) => {
    if (fieldNamed(resource, field)) return []
    const detail = msg`${field} is no field of ${resource}: ${known}.`
    return [{ pointer: `/columns/${escapePointer(column)}`, code: 'enum' as const, detail }]
  })
  if (preset === undefined || hasPreset(resource, preset)) return fields
  const detail = msg`${preset} has no export of ${resource} that is known.`
  return [...fields, { pointer: '/preset', code: 'enum', detail }]
}

/** The mapping of this name, where there is one of such records. */
export async function savedMapping(
  db: Reader,
  { account_id }: Actor,
  name: string,
  resource: string,
): Promise<Mapping | undefined> {
  const [row] = await import_mappings_find(db, [account_id, name])
  return row?.resource === resource ? (JSON.parse(row.mapping) as Mapping) : undefined
}

export async function readMapping(db: Reader, actor: Actor, name: string): Promise<string> {
  const [row] = await import_mappings_find(db, [actor.account_id, name])
  if (!row) throw mappingNotFound(name)
  requireScope(actor.scopes, scopeOf(row.resource))
  return row.document
}

const mappingNotFound = (name: string) => notFound(msg`Import mapping "${name}"`)

/** Creates the mapping of this name, or replaces it. */
export async function putMapping(
  tx: Tx,
  { account_id, scopes }: Actor,
  name: string,
  { resource, ...mapping }: Mapping & { resource: string },
  precondition: Precondition,
): Promise<Outcome> {
  requireScope(scopes, scopeOf(resource))
  const [before] = await import_mappings_lock(tx, [account_id, name])
  if (before) requireScope(scopes, scopeOf(before.resource))
  precondition(before?.document ?? null)
  const text = JSON.stringify(mapping)
  if (before) {
    const { document } = singleRow(
      await import_mappings_update(tx, [account_id, before.id, resource, text]),
    )
    return { done: 'updated', document }
  }
  const detail = lineError(name)
  if (detail) refuseParameters([{ parameter: 'name', code: 'format', detail }])
  const { count } = singleRow(await import_mappings_count(tx, [account_id]))
  if (count >= MAX_MAPPINGS) {
    throw new Problem('limit_reached', msg`The account has ${MAX_MAPPINGS} mappings, the most.`)
  }
  await import_mappings_insert(tx, [account_id, name, resource, text]).catch(racing)
  const { document } = singleRow(await import_mappings_find(tx, [account_id, name]))
  const location = `/import-mappings/${encodeURIComponent(name)}`
  return { done: 'created', document, location }
}

/** Somebody else was faster: the transaction is run again, and finds that one. */
function racing(error: unknown): never {
  const isTaken = violates(error, UNIQUE_VIOLATION, 'import_mappings_account_id_name_key')
  throw isTaken ? new LostRace('the mapping was made by somebody else') : error
}

export async function deleteMapping(
  tx: Tx,
  actor: Actor,
  name: string,
  precondition: Precondition,
): Promise<Deleted> {
  const [row] = await import_mappings_lock(tx, [actor.account_id, name])
  if (!row) throw mappingNotFound(name)
  requireScope(actor.scopes, scopeOf(row.resource))
  precondition(row.document)
  await import_mappings_delete(tx, [actor.account_id, row.id])
  return { done: 'deleted', id: row.id }
}
