import type { Actor } from '../access/actor.ts'
import { type FieldError, Problem } from '../base/problems.ts'
import type { Tx } from '../database/database.ts'
import {
  type BulkMode,
  type PlannedRecord,
  planRecords,
  type RecordInput,
  type Written,
  writePlanned,
} from '../records/bulk/write.ts'
import type { RecordDefinition } from '../records/definitions.ts'
import type { Body } from '../records/explained.ts'
import { msg } from '../texts/message.ts'
import { addressDefinition } from './schema.ts'

/** A customer with addresses, which are written by their own codes; others that it has stay. */
interface Customer {
  planned: PlannedRecord
  addresses: PlannedRecord[]
  problem: Problem | undefined
}

/** Writes customers with their addresses; a customer is refused with each of its addresses. */
export async function writeCustomers(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<(Written | Problem)[]> {
  const customers = await plan(tx, actor, definition, records, mode)
  const accepted = customers.filter(({ problem }) => !problem)
  const written = await writePlanned(
    tx,
    actor,
    definition,
    accepted.map(({ planned }) => planned),
    mode,
  )
  const owned = accepted.flatMap(({ addresses }, i) =>
    addresses.map((address) => ({
      ...address,
      sent: { ...address.sent, owner: written[i]?.id },
    })),
  )
  const changed = await writePlanned(tx, actor, addressDefinition, owned, mode)
  const touched = new Set(
    owned.flatMap(({ sent }, i) => (changed[i]?.status === 'unchanged' ? [] : [sent.owner])),
  )
  const results = written.values().map(({ id, status }): Written => {
    return { id, status: status === 'unchanged' && touched.has(id) ? 'updated' : status }
  })
  return customers.map(({ problem }) => problem ?? (results.next().value as Written))
}

async function plan(
  tx: Tx,
  actor: Actor,
  definition: RecordDefinition,
  records: RecordInput[],
  mode: BulkMode,
): Promise<Customer[]> {
  const sent = records.map(({ body: { addresses, ...body }, ...named }) => ({
    ...named,
    body,
    addresses: (addresses ?? []) as (Body & { fk_id: string })[],
  }))
  const planned = await planRecords(tx, actor, definition, sent, mode)
  const all = sent.flatMap(({ addresses }, i) =>
    addresses.map((body) => ({ fk_id: body.fk_id, body, owner: planned[i]?.before?.id })),
  )
  const plans = await planRecords(tx, actor, addressDefinition, uniqueByCode(all), mode)
  const byCode = new Map(plans.map((one) => [one.sent.fk_id, one]))
  return planned.map((customer, i) => {
    const addresses = sent[i]?.addresses ?? []
    const its = addresses.map(({ fk_id }) => byCode.get(fk_id) as PlannedRecord)
    const problem = customer.problem ?? problemOf(addresses, its)
    return { planned: customer, addresses: its, problem }
  })
}

function uniqueByCode(addresses: RecordInput[]): RecordInput[] {
  return [...new Map(addresses.map((one) => [one.fk_id, one])).values()]
}

function problemOf(sent: { fk_id: string }[], planned: PlannedRecord[]): Problem | undefined {
  const twice = sent.flatMap(({ fk_id }, i): FieldError[] =>
    sent.findIndex((other) => other.fk_id === fk_id) === i
      ? []
      : [
          {
            pointer: `/addresses/${i}/fk_id`,
            code: 'duplicate_fk_id',
            detail: msg`"${fk_id}" stands twice in this customer.`,
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
      pointer: `/addresses/${i}${fieldError.pointer}`,
    })),
  )
  return new Problem('duplicate_fk_id', detail, { errors: [...errors, ...twice] })
}

/** The codes of a customer's addresses: two customers of a batch must not have the same one. */
export function addressCodes({ addresses }: Body): string[] {
  return ((addresses ?? []) as { fk_id: string }[]).map(({ fk_id }) => fk_id)
}
