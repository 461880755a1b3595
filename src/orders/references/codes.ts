import type { Viewer } from '../../access/actor.ts'
import type { FieldError } from '../../base/problems.ts'
import type { Reader } from '../../database/database.ts'
import { hiddenCustomers } from '../../records/portfolio/portfolio.ts'
import { contradiction } from '../../records/references/references.ts'
import { type Message, msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { type CodeField, codeFields, references_findCodes } from './sql.ts'

// A reference goes by the record's id (`id_customer`) or by the client's own code for it
// (`fk_id_customer`). Behind this file there are only ids.

/** What was sent, with ids in the place of codes. */
export type WithIds<S> = { [K in keyof S as Exclude<K, `fk_id_${string}`>]: S[K] }

/** An object that refers to records, and where it stands in the body. */
export interface PointedInput<S extends object> {
  sent: S
  pointer: string
  /** The customer that the order has: its writer may name it, whoever sees it else. */
  id_customer?: number | undefined
}

/** Stands for a code that nobody has, until its error is reported: no record has this id. */
export const UNKNOWN_ID = 0

/**
 * Replaces codes by ids, with one statement for all inputs, and none where there is no code. All
 * codes that nobody has, and those that contradict the id beside them, are among the errors.
 */
export async function withIds<S extends object>(
  db: Reader,
  viewer: Viewer,
  inputs: PointedInput<S>[],
): Promise<Resolved<WithIds<S>[]>> {
  const each = await withIdsEach(db, viewer, inputs)
  return {
    resolved: each.map(({ resolved }) => resolved),
    errors: each.flatMap(({ errors }) => errors),
  }
}

interface Resolved<T> {
  resolved: T
  errors: FieldError[]
}

/** The same, with the errors of each input by itself. */
export async function withIdsEach<S extends object>(
  db: Reader,
  viewer: Viewer,
  inputs: PointedInput<S>[],
): Promise<Resolved<WithIds<S>>[]> {
  const codes = inputs.map(({ sent }) => codesOf(sent))
  const ids = await idsOfCodes(db, viewer.account_id, codes.flat())
  const named = [...(ids.get('id_customer')?.values() ?? [])]
  const hidden = await hiddenCustomers(db, viewer, named)
  return inputs.map(({ sent, pointer, id_customer }, i) => {
    const own = codes[i] ?? []
    if (own.length === 0) return { resolved: sent as WithIds<S>, errors: [] }
    const errors: FieldError[] = []
    const known = withoutCodes(sent)
    for (const { field, code } of own) {
      const id = code === null ? null : (ids.get(field)?.get(code) ?? UNKNOWN_ID)
      const isHidden = field === 'id_customer' && id !== id_customer && hidden.has(id ?? UNKNOWN_ID)
      const found = isHidden ? UNKNOWN_ID : id
      const fieldError = errorOf(field, code, found, known[field])
      if (fieldError) errors.push({ pointer: `${pointer}/fk_${field}`, ...fieldError })
      known[field] ??= found
    }
    return { resolved: known as WithIds<S>, errors }
  })
}

/** A code where it was sent; null is none, and clears the reference. */
interface CodeInput {
  field: CodeField
  code: string | null
}

const fieldOf = new Map(codeFields.map((field) => [`fk_${field}`, field]))

function codesOf(sent: object): CodeInput[] {
  const codes: CodeInput[] = []
  for (const [name, code] of Object.entries(sent)) {
    const field = fieldOf.get(name)
    if (field && code !== undefined) codes.push({ field, code })
  }
  return codes
}

/** Copied and not deleted from: V8 keeps an object whose properties go as a slow table. */
function withoutCodes(sent: object): Partial<Record<string, unknown>> {
  const others: Partial<Record<string, unknown>> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!fieldOf.has(name)) others[name] = value
  }
  return others
}

type Ids = ReadonlyMap<CodeField, Map<string, number>>

/** The ids of codes, each asked for once. One that nobody has is `UNKNOWN_ID`. */
async function idsOfCodes(db: Reader, account_id: number, sent: CodeInput[]): Promise<Ids> {
  const ids = new Map<CodeField, Map<string, number>>()
  const fields: CodeField[] = []
  const codes: string[] = []
  for (const { field, code } of sent) {
    if (code === null) continue
    const ofField = ids.get(field) ?? new Map<string, number>()
    ids.set(field, ofField)
    if (ofField.has(code)) continue
    ofField.set(code, UNKNOWN_ID)
    fields.push(field)
    codes.push(code)
  }
  if (codes.length === 0) return ids
  const [row] = await references_findCodes(db, [account_id, fields, codes])
  row?.ids.forEach((id, i) => {
    ids.get(fields[i] as CodeField)?.set(codes[i] as string, id ?? UNKNOWN_ID)
  })
  return ids
}

function errorOf(
  field: CodeField,
  code: string | null,
  found: number | null,
  id: unknown,
): Pick<FieldError, 'code' | 'detail'> | undefined {
  const record = recordOf(field)
  if (found === UNKNOWN_ID)
    return {
      code: 'unknown_reference',
      detail: msg`names ${record} "${code}", which does not exist.`,
    }
  if (id === undefined || id === found) return undefined
  return contradiction(record, found, field, id)
}

/** What a field refers to, in words. */
export function recordOf(field: CodeField): Message {
  return noun(field === 'id_item' ? 'product' : field.slice(3).replaceAll('_', ' '))
}

/**
 * The same pointer, or that of the code where the body refers by code: an error stands where the
 * client wrote.
 */
export function pointerAsSent(pointer: string, body: unknown): string {
  const path = pointer.split('/').slice(1)
  const field = path.pop() ?? ''
  const holder = path.reduce<unknown>(
    (at, key) => (at as Partial<Record<string, unknown>> | undefined)?.[key],
    body,
  ) as Partial<Record<string, unknown>> | undefined
  const isByCode =
    field !== 'id' && holder?.[field] === undefined && holder?.[`fk_${field}`] !== undefined
  return isByCode ? ['', ...path, `fk_${field}`].join('/') : pointer
}
