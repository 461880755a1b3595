import type { FieldError } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { type Message, msg } from '../../texts/message.ts'
import { records_named } from './sql.ts'

// A record refers to another one by its id (`id_reason`) or by the client's own code for it
// (`fk_id_reason`). Behind this file there are only ids.

type Body = Record<string, unknown>

/** A property that refers to records of one kind. */
export interface Reference {
  /** The column, and the property that names a record by its id. */
  column: `id_${string}`
  table: string
  /** What such a record is called. */
  record: Message
  /** Each record names one. */
  isRequired: boolean
}

/** A body that names records by their ids. */
export interface Resolved {
  body: Body
  /** Records that do not exist, and properties that contradict each other. */
  errors: FieldError[]
}

/**
 * Ids in the place of codes, by one statement for each reference that bodies speak of.
 * @param hidden which of these records of a table are as good as not there
 */
export async function withReferences(
  tx: Tx,
  account_id: number,
  references: readonly Reference[],
  bodies: Body[],
  hidden: (table: string, ids: number[]) => Promise<ReadonlySet<number>>,
): Promise<Resolved[]> {
  let resolved = bodies.map((body): Resolved => ({ body, errors: [] }))
  for (const reference of references) {
    const { column, table } = reference
    const named = bodies.flatMap((body) => [body[column], body[`fk_${column}`]])
    const found = await recordsNamed(tx, table, account_id, named)
    const away = await hidden(table, [...new Set(found.values())])
    const known = new Map([...found].filter(([, id]) => !away.has(id)))
    resolved = resolved.map((one) => withIdOf(reference, one, known))
  }
  return resolved
}

/**
 * The errors of a body that names no record where one is needed.
 * @param whole what it leaves out becomes unset
 */
export function missingReferences(
  references: readonly Reference[],
  body: Body,
  whole: boolean,
): FieldError[] {
  const isMissing = ({ column, isRequired }: Reference) =>
    isRequired && (body[column] === null || (whole && body[column] === undefined))
  return references
    .filter(isMissing)
    .map(({ column }) => ({ pointer: `/${column}`, code: 'required', detail: msg`is required.` }))
}

/** The ids of records by each of these ids and codes that one has. None of them goes meanwhile. */
export async function recordsNamed(
  tx: Tx,
  table: string,
  account_id: number,
  named: unknown[],
): Promise<ReadonlyMap<unknown, number>> {
  const ids = named.filter((value) => typeof value === 'number')
  const codes = named.filter((value) => typeof value === 'string')
  const isAny = ids.length + codes.length > 0
  const found = isAny ? await records_named(tx, table, account_id, ids, codes) : []
  return new Map<unknown, number>(
    found.flatMap(({ id, fk_id }) => [[id, id] as const, [fk_id, id] as const]),
  )
}

function withIdOf(
  { column, record }: Reference,
  { body, errors }: Resolved,
  known: ReadonlyMap<unknown, number>,
): Resolved {
  const { [column]: id, [`fk_${column}`]: code, ...rest } = body
  if (id === undefined && code === undefined) return { body, errors }
  const unknown = [
    ...unknownErrors(record, column, id, known),
    ...unknownErrors(record, `fk_${column}`, code, known),
  ]
  const found = code === null ? null : known.get(code)
  const isContradicted = unknown.length === 0 && id !== undefined && code !== undefined
  const others =
    isContradicted && found !== id
      ? [{ pointer: `/fk_${column}`, ...contradiction(record, found ?? null, column, id) }]
      : []
  return {
    body: { ...rest, [column]: id === undefined ? found : id },
    errors: [...errors, ...unknown, ...others],
  }
}

/** What is wrong with a code that names another record than the id beside it. */
export function contradiction(
  record: Message,
  found: number | null,
  column: string,
  id: unknown,
): Pick<FieldError, 'code' | 'detail'> {
  const reference = found === null ? msg`names no ${record}` : msg`names ${record} ${found}`
  return { code: 'reference_contradiction', detail: msg`${reference}, but ${column} is ${id}.` }
}

/** Null names none, and clears. */
export function namesIn(sent: unknown): unknown[] {
  if (sent === undefined || sent === null) return []
  return Array.isArray(sent) ? sent : [sent]
}

/** Of a property that names records: those that do not exist. */
export function unknownErrors(
  record: Message,
  name: string,
  sent: unknown,
  known: ReadonlyMap<unknown, number>,
): FieldError[] {
  return namesIn(sent).flatMap((value, i): FieldError[] => {
    if (known.has(value)) return []
    const pointer = Array.isArray(sent) ? `/${name}/${i}` : `/${name}`
    const detail =
      typeof value === 'number'
        ? msg`names ${record} ${value}, which does not exist.`
        : msg`names ${record} "${String(value)}", which does not exist.`
    return [{ pointer, code: 'unknown_reference', detail }]
  })
}
