import { type FieldError, type Problem, validationFailed } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'

/** By what a record of a batch is found: its code, its id, or both, which must be of one record. */
export interface Named {
  fk_id?: string | undefined
  id?: number | undefined
}

/** The codes and ids that name records. */
export function namesOf(records: readonly Named[]): { codes: string[]; ids: number[] } {
  return {
    codes: records.flatMap(({ fk_id }) => fk_id ?? []),
    ids: records.flatMap(({ id }) => id ?? []),
  }
}

/** The same as texts, of which no two are alike: no code begins with `id:`. */
export function keysOfNamed({ fk_id, id }: Named): string[] {
  return [...(fk_id === undefined ? [] : [fk_id]), ...(id === undefined ? [] : [`id:${id}`])]
}

interface Found {
  id: number
  fk_id: string | null
}

/**
 * What finds the record that each of a batch names, among those that were locked. A code goes before an
 * id that nobody has, as in a file of another account, and one that is not seen is as one that nobody
 * has. Who names a record without a code by its id may give it one.
 * @param kind what such a record is called
 */
export function finderOf<Row extends Found>(
  kind: string,
  rows: readonly Row[],
  isSeen: (row: Row) => boolean,
): (named: Named) => { before: Row | undefined; problem?: Problem } {
  const byCode = new Map(rows.map((row) => [row.fk_id, row]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set<number>()
  const record = noun(kind)
  const refused = (code: FieldError['code'], detail: FieldError['detail']) => ({
    before: undefined,
    problem: validationFailed([{ pointer: '/id', code, detail }]),
  })
  return ({ fk_id, id }) => {
    const numbered = id === undefined ? undefined : byId.get(id)
    const seen = numbered && isSeen(numbered) ? numbered : undefined
    const coded = fk_id === undefined ? undefined : byCode.get(fk_id)
    if (fk_id === undefined && !seen) {
      return refused('unknown_reference', msg`names ${record} ${id}, which does not exist.`)
    }
    const isGiven = seen?.fk_id === null && !coded
    if (seen && fk_id !== undefined && seen !== coded && !isGiven) {
      const reference =
        seen.fk_id === null ? msg`names ${record} ${id}` : msg`names ${record} "${seen.fk_id}"`
      return refused('reference_contradiction', msg`${reference}, but fk_id is "${fk_id}".`)
    }
    const before = coded ?? seen
    if (!before) return { before }
    if (taken.has(before.id)) {
      return refused('duplicate_fk_id', msg`names ${record} ${before.id}, as another record does.`)
    }
    taken.add(before.id)
    return { before }
  }
}
