import type { Actor } from '../../access/actor.ts'
import { type FieldError, Problem } from '../../base/problems.ts'
import type { Tx } from '../../database/database.ts'
import { msg } from '../../texts/message.ts'
import { noun } from '../../texts/nouns.ts'
import {
  type BulkMode,
  type PlannedRecord,
  planRecords,
  type RecordInput,
  type Written,
  writePlanned,
} from '../bulk/write.ts'
import type { LineDefinition, RecordDefinition } from '../definitions.ts'
import type { Body } from '../explained.ts'

/** A record with lines, which are written by their own codes; others that it has stay. */
interface WithLines {
  planned: PlannedRecord
  lines: PlannedRecord[]
  problem: Problem | undefined
}

/** The property of a record of a batch that holds its lines. */
export const linesProperty = ({ table }: LineDefinition): string => table

/** Writes records with their lines; a record is refused with each of its lines. */
export async function writeWithLines(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  line: LineDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  const owners = await plan(tx, actor, definition, line, records, mode)
  const accepted = owners.filter(({ problem }) => !problem)
  const written = await writePlanned(
    tx,
    actor,
    definition,
    accepted.map(({ planned }) => planned),
    mode,
  )
  const owned = accepted.flatMap(({ lines }, i) =>
    lines.map((one) => ({ ...one, sent: { ...one.sent, owner: written[i]?.id } })),
  )
  const changed = await writePlanned(tx, actor, line, owned, mode)
  const touched = new Set(
    owned.flatMap(({ sent }, i) => (changed[i]?.status === 'unchanged' ? [] : [sent.owner])),
  )
  const results = written.values().map(({ id, status }): Written => {
    return { id, status: status === 'unchanged' && touched.has(id) ? 'updated' : status }
  })
  return owners.map(({ problem }) => problem ?? (results.next().value as Written))
}

async function plan(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  line: LineDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<WithLines[]> {
  const sent = records.map(({ body, ...named }) => {
    const { [linesProperty(line)]: _, ...own } = body
    return { ...named, body: own, lines: linesIn(line, body) }
  })
  const planned = await planRecords(tx, actor, definition, sent, mode)
  const all = sent.flatMap(({ lines }, i) =>
    lines.map((body) => ({ fk_id: body.fk_id, body, owner: planned[i]?.before?.id })),
  )
  const plans = await planRecords(tx, actor, line, uniqueByCode(all), mode)
  const byCode = new Map(plans.map((one) => [one.sent.fk_id, one]))
  return planned.map((owner, i) => {
    const own = sent[i]?.lines ?? []
    const lines = own.map(({ fk_id }) => byCode.get(fk_id) as PlannedRecord)
    return { planned: owner, lines, problem: owner.problem ?? problemOf(line, own, lines) }
  })
}

function uniqueByCode(lines: RecordInput[]): RecordInput[] {
  return [...new Map(lines.map((one) => [one.fk_id, one])).values()]
}

function problemOf(
  line: LineDefinition,
  sent: { fk_id: string }[],
  planned: PlannedRecord[],
): Problem | undefined {
  const owner = noun(line.owner.of.singular)
  const twice = sent.flatMap(({ fk_id }, i): FieldError[] =>
    sent.findIndex((other) => other.fk_id === fk_id) === i
      ? []
      : [
          {
            pointer: `/${linesProperty(line)}/${i}/fk_id`,
            code: 'duplicate_fk_id',
            detail: msg`"${fk_id}" stands twice in this ${owner}.`,
          },
        ],
  )
  const others = planned.flatMap(({ problem }, i) => (problem ? [{ problem, i }] : []))
  const [first] = others
  const detail = first?.problem.detail ?? twice[0]?.detail
  if (detail === undefined) return undefined
  const errors = others.flatMap(({ problem, i }) =>
    problem.errors.map((fieldError) => ({
      ...fieldError,
      pointer: `/${linesProperty(line)}/${i}${fieldError.pointer}`,
    })),
  )
  return new Problem('duplicate_fk_id', detail, { errors: [...errors, ...twice] })
}

/** The lines that a record of a batch comes with. Two records of a batch must not have the same one. */
export function linesIn(line: LineDefinition, body: Body): (Body & { fk_id: string })[] {
  return (body[linesProperty(line)] ?? []) as (Body & { fk_id: string })[]
}
