import type { Viewer } from '../access/actor.ts'
import { notFound, Problem, validationFailed } from '../base/problems.ts'
import { breaksRules, errorsByRules, isTakenValue, takenValues } from '../custom/failures.ts'
import { type CustomValues, mergedValues } from '../custom/rules.ts'
import type { Reader } from '../database/database.ts'
import {
  CHECK_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  UNIQUE_VIOLATION,
  violates,
} from '../database/failures.ts'
import { explainingConflicts } from '../database/retries.ts'
import { both, capital, msg } from '../texts/message.ts'
import { noun } from '../texts/nouns.ts'
import { customResourceOf, type Key, type RecordDefinition } from './definitions.ts'
import { showsCustomerOf, showsRecord } from './portfolio/portfolio.ts'
import { record_find, record_usedBy } from './sql.ts'

// Why a record was not written: constraints have the last word, and this says what they said.

export type Body = Record<string, unknown>

/** Those of a record's JSON. */
export function customFieldsOf(document: string): CustomValues {
  return (JSON.parse(document) as { custom_fields: CustomValues }).custom_fields
}

/** The record a write is about, as far as a problem needs to know. */
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
  viewer: Viewer,
  definition: RecordDefinition,
  { key, fk_id, upsert = false, sent }: Subject,
  work: () => Promise<T>,
): Promise<T> {
  const { account_id } = viewer
  return explainingConflicts(work, async (failure) => {
    if (violates(failure, UNIQUE_VIOLATION, `${definition.table}_account_id_fk_id_key`)) {
      const existing = await record_find(db, definition, account_id, { fk_id: String(fk_id) })
      if (!existing || upsert) return 'again'
      const isSeen = showsRecord(viewer, existing)
      return duplicate(definition, String(fk_id), isSeen ? existing.id : undefined)
    }
    if (isAnonymised(failure)) return anonymised(definition)
    if (sent && isAboutValues(failure))
      return (await explainedValues(db, viewer, definition, sent, upsert, failure)) ?? 'again'
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

export function anonymised({ owner }: Pick<RecordDefinition, 'owner'>): Problem {
  return new Problem(
    'customer_anonymised',
    owner
      ? msg`The customer is anonymised: it gets no addresses.`
      : msg`The customer is anonymised: its data is not written again.`,
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
  viewer: Viewer,
  definition: RecordDefinition,
  { body, to }: { body: Body; to?: Key },
  replaces: boolean,
  failure: unknown,
): Promise<Problem | undefined> {
  const { account_id } = viewer
  const resource = customResourceOf(definition)
  if (!resource || !isAboutValues(failure)) return undefined
  const row = to && (await record_find(db, definition, account_id, to))
  const mayKnow = async (id: number) => !definition.hasSellers || showsCustomerOf(db, viewer, id)
  const before = row ? customFieldsOf(row.document) : null
  const sent = (body['custom_fields'] ?? {}) as Record<string, string | null>
  const after = mergedValues(replaces ? {} : (before ?? {}), sent)
  const attempted = { resource, before, after }
  if (isTakenValue(failure)) return takenValues(db, account_id, attempted, failure, mayKnow)
  const errors = await errorsByRules(db, account_id, attempted)
  return errors.length ? validationFailed(errors) : undefined
}

/**
 * The problem where another record has the code.
 * @param existing_id undefined where it must not be told
 */
export function duplicate(
  { singular }: RecordDefinition,
  fk_id: string,
  existing_id: number | undefined,
): Problem {
  const record = noun(singular)
  const detail =
    existing_id === undefined
      ? msg`The fk_id "${fk_id}" belongs to another ${record}.`
      : msg`${capital(record)} ${existing_id} already has the fk_id "${fk_id}".`
  return new Problem('duplicate_fk_id', detail, {
    extra: existing_id === undefined ? {} : { existing_id },
    errors: [{ pointer: '/fk_id', code: 'duplicate_fk_id', detail }],
  })
}

function inUse({ singular }: RecordDefinition, id: number, kinds: string[]): Problem {
  return new Problem(
    'record_in_use',
    msg`${capital(noun(singular))} ${id} is used by ${both(kinds.map((kind) => noun(kind.replaceAll('_', ' '))))}.`,
    {
      extra: { used_by: kinds },
    },
  )
}

/** The problem where there is no such record. */
export function recordNotFound({ singular }: RecordDefinition, key: Key): Problem {
  return notFound(
    'id' in key
      ? msg`${capital(noun(singular))} ${key.id}`
      : msg`${capital(noun(singular))} with fk_id "${key.fk_id}"`,
  )
}
