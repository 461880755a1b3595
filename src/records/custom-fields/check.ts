import { holderOf } from '../../custom/failures.ts'
import { indexed, isIndexed, type Rule, valueError } from '../../custom/rules.ts'
import { singleRow, type Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import { MOST_LISTED } from './definition.ts'
import {
  type BreakingRecord,
  type Declaration,
  fields_setProgress,
  fields_setStatus,
  records_ends,
  records_next,
  rules_activate,
  rules_end,
  rules_ofField,
  values_add,
} from './sql.ts'

/** Records that one step looks at: a writer who meets one of them waits for some 20 ms. */
const STEP = 1_000

/** What a step of a check has found. */
export interface Checked {
  /** No records are left to be looked at. */
  isDone: boolean
  /** So many break the rule, by all steps so far, and the first of them. */
  breaking: number
  breaking_records: BreakingRecord[]
}

/**
 * Looks at the next records that there were before a rule, keeps their values where the rule wants
 * them found again, and ends the check behind the last of them: then the rule is active or, where
 * records break it, gone.
 * @param isAlone nobody can write records of the account meanwhile
 */
export async function checkStep(
  tx: Tx,
  account_id: number,
  field: Declaration,
  rule: Rule,
  isAlone: boolean,
): Promise<Checked & { position: number }> {
  const isLocked = isIndexed(rule) && !isAlone
  const records = await records_next(tx, account_id, field, STEP, isLocked)
  const faulty = records.flatMap(({ id, value }): BreakingRecord[] => {
    const fieldError = valueError(rule, value ?? undefined)
    return fieldError ? [{ id, detail: fieldError.detail.in(field.language) }] : []
  })
  const twice = await keepValues(tx, account_id, field, rule, records, faulty)
  const found = [...faulty, ...twice].sort((a, b) => a.id - b.id)
  const breaking = field.breaking + found.length
  const breaking_records = [...field.breaking_records, ...found].slice(0, MOST_LISTED)
  const position = records.at(-1)?.id ?? field.position
  const isDone = records.length < STEP
  const { first, last } = await records_ends(tx, account_id, field.resource)
  const progress = isDone ? 100 : percent(position, first ?? position, last ?? position)
  const json = JSON.stringify(breaking_records)
  await fields_setProgress(tx, [account_id, field.id, progress, position, breaking, json])
  if (isDone) await endCheck(tx, account_id, field.id, rule, breaking === 0)
  return { isDone, breaking, breaking_records, position }
}

/** It is not done before it is done. */
function percent(position: number, first: number, last: number): number {
  return Math.min(99, Math.floor((100 * (position - first)) / Math.max(1, last - first)))
}

/** @returns the records whose value of a unique field another one has */
async function keepValues(
  tx: Tx,
  account_id: number,
  { resource, breaking_records, language }: Declaration,
  rule: Rule,
  records: { id: number; value: string | null }[],
  faulty: BreakingRecord[],
): Promise<BreakingRecord[]> {
  const bad = new Set(faulty.map(({ id }) => id))
  const right = isIndexed(rule) ? records.filter(({ id }) => !bad.has(id)) : []
  if (right.length === 0) return []
  const values = right.map(({ value }) => indexed(rule.type, value ?? undefined))
  const { kept } = singleRow(
    await values_add(tx, [
      account_id,
      rule.id,
      right.map(({ id }) => id),
      values.map(({ number }) => number),
      values.map(({ text }) => text),
      right.map(({ value }) => rule.unique && Boolean(value)),
    ]),
  )
  const isKept = new Set(kept)
  const twice = right.filter(({ id }) => !isKept.has(id))
  const room = Math.max(0, MOST_LISTED - breaking_records.length)
  return Promise.all(
    twice.map(async ({ id, value }, i) => {
      const other = i < room ? await holderOf(tx, account_id, rule, value ?? '') : undefined
      const [record, quoted] = [noun(resource.slice(0, -1)), JSON.stringify(value)]
      const detail =
        other === undefined
          ? msg`has the same value as another ${record}: ${quoted}.`
          : msg`has the same value as ${record} ${other}: ${quoted}.`
      return { id, detail: detail.in(language) }
    }),
  )
}

/** What held before goes where the rule holds, and holds on where it does not. */
async function endCheck(
  tx: Tx,
  account_id: number,
  id_field: number,
  rule: Rule,
  holds: boolean,
): Promise<void> {
  const others = (await rules_ofField(tx, [account_id, id_field])).filter(
    ({ id }) => id !== rule.id,
  )
  const gone = holds ? others.map(({ id }) => id) : [rule.id]
  await rules_end(tx, [account_id, gone])
  if (holds) await rules_activate(tx, [account_id, rule.id])
  await fields_setStatus(tx, [account_id, id_field, holds ? 'active' : 'refused'])
}
