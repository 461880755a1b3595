import type { Fault } from '../../base/refusals.ts'
import type { Reader } from '../../database/database.ts'
import { noun } from '../../texts/nouns.ts'
import { say, type Text } from '../../texts/text.ts'
import { type CodeField, codeFields, references_findCodes } from './sql.ts'

// A reference goes by the record's id (`id_customer`) or by the client's own code for it
// (`fk_id_customer`). Behind this file there are only ids.

/** What was sent, with ids in the place of codes. */
export type WithIds<S> = { [K in keyof S as Exclude<K, `fk_id_${string}`>]: S[K] }

/** An object that refers to records, and where it stands in the body. */
export interface Place<S extends object> {
  sent: S
  pointer: string
}

/** Stands for a code that nobody has, until its fault is told: no record has this id. */
export const UNKNOWN_ID = 0

/**
 * Replaces codes by ids, with one statement for all places, and none where there is no code. All
 * codes that nobody has, and those that contradict the id beside them, are among the faults.
 */
export async function withIds<S extends object>(
  db: Reader,
  account_id: number,
  places: Place<S>[],
): Promise<Resolved<WithIds<S>[]>> {
  const each = await withIdsEach(db, account_id, places)
  return {
    resolved: each.map(({ resolved }) => resolved),
    faults: each.flatMap(({ faults }) => faults),
  }
}

interface Resolved<T> {
  resolved: T
  faults: Fault[]
}

/** The same, with the faults of each place by itself. */
export async function withIdsEach<S extends object>(
  db: Reader,
  account_id: number,
  places: Place<S>[],
): Promise<Resolved<WithIds<S>>[]> {
  const ids = await idsOfCodes(db, account_id, places)
  return places.map(({ sent, pointer }) => {
    const faults: Fault[] = []
    const known: Partial<Record<string, unknown>> = { ...sent }
    for (const field of codeFields) {
      const name = `fk_${field}`
      const code = known[name]
      if (code === undefined) continue
      delete known[name]
      const found = idOf(ids, field, code)
      const fault = faultOf(field, code, found, known[field])
      if (fault) faults.push({ pointer: `${pointer}/${name}`, ...fault })
      known[field] ??= found
    }
    return { resolved: known as WithIds<S>, faults }
  })
}

type Ids = Partial<Record<CodeField, Record<string, number> | null>>

async function idsOfCodes(db: Reader, account_id: number, places: Place<object>[]): Promise<Ids> {
  const wanted = new Map<CodeField, Set<string>>()
  for (const { sent } of places) {
    for (const field of codeFields) {
      const code = (sent as Partial<Record<string, unknown>>)[`fk_${field}`]
      if (typeof code !== 'string') continue
      const codes = wanted.get(field) ?? new Set()
      wanted.set(field, codes.add(code))
    }
  }
  if (wanted.size === 0) return {}
  const codes = codeFields.map((field) => {
    const ofField = wanted.get(field)
    return ofField ? [...ofField] : null
  })
  const [found] = await references_findCodes(db, [account_id, ...codes])
  return found?.ids ?? {}
}

/** null is no code: it clears the reference. */
function idOf(ids: Ids, field: CodeField, code: unknown): number | null {
  if (code === null) return null
  const known = ids[field] ?? {}
  return Object.hasOwn(known, String(code)) ? (known[String(code)] as number) : UNKNOWN_ID
}

function faultOf(
  field: CodeField,
  code: unknown,
  found: number | null,
  id: unknown,
): Pick<Fault, 'code' | 'detail'> | undefined {
  const record = recordOf(field)
  if (found === UNKNOWN_ID)
    return {
      code: 'unknown_reference',
      detail: say`names ${record} "${code}", which does not exist.`,
    }
  if (id === undefined || id === found) return undefined
  const said = found === null ? say`names no ${record}` : say`names ${record} ${found}`
  return { code: 'reference_contradiction', detail: say`${said}, but ${field} is ${id}.` }
}

/** What a field refers to, in words. */
export function recordOf(field: CodeField): Text {
  return noun(field === 'id_item' ? 'product' : field.slice(3).replaceAll('_', ' '))
}

/**
 * The same pointer, or that of the code where the body refers by code: a fault stands where the
 * client wrote.
 */
export function pointerAsSent(pointer: string, body: unknown): string {
  const path = pointer.split('/').slice(1)
  const field = path.pop() ?? ''
  const holder = path.reduce<unknown>(
    (at, key) => (at as Partial<Record<string, unknown>> | undefined)?.[key],
    body,
  ) as Partial<Record<string, unknown>> | undefined
  const isByCode = holder?.[field] === undefined && holder?.[`fk_${field}`] !== undefined
  return isByCode ? ['', ...path, `fk_${field}`].join('/') : pointer
}
