import type { TSchema } from 'typebox'
import type { Actor } from '../access/actor.ts'
import { Problem } from '../base/problems.ts'
import type { Scope } from '../base/scopes.ts'
import { addressDefinition } from '../customers/schema.ts'
import type { Tx } from '../database/database.ts'
import { databaseProblem } from '../database/failures.ts'
import { tagOf } from '../http/openapi/info.ts'
import { compileValidator } from '../http/wire/validation.ts'
import { explainOrder, writeOrders } from '../orders/bulk/write.ts'
import type { OrderInput } from '../orders/input.ts'
import { settleLockedOrders } from '../orders/reads/locked.ts'
import { keysOfNamed, type Named } from '../records/bulk/named.ts'
import { overlapsOf, writeRules } from '../records/bulk/whole-rules.ts'
import { type BulkMode, type Written, writeRecords } from '../records/bulk/write.ts'
import {
  definitions,
  type LineDefinition,
  lines,
  type RecordDefinition,
} from '../records/definitions.ts'
import { type Body, explainedValues } from '../records/explained.ts'
import { linesIn, writeWithLines } from '../records/lines/bulk.ts'
import { MAX_RULES } from '../records/tax-rules/rules.ts'
import { orderLine, recordLine } from './schemas.ts'

/** A record by its own code, which its body has, too, or by its id. */
export interface BulkRecord extends Named {
  body: Body
  /** Of a file, which says less than a program does: see `RecordInput`. */
  fills?: true
}

/** A kind of record that is written by the thousand. */
export interface BulkResource {
  /** The end of its address, such as `customers`. */
  name: string
  /** The name of its tag, of its schemas, and the end of its operation's id. */
  tag: string
  title: string
  plural: string
  scope: Scope
  example: Record<string, unknown>
  /** The lines that its records come with. */
  line?: LineDefinition
  /** One record, in each mode. */
  schemas: Record<BulkMode, TSchema>
  /** Writes records, no two of which have a key in common. What is refused is not written. */
  write(tx: Tx, actor: Actor, records: BulkRecord[], mode: BulkMode): Promise<(Written | Problem)[]>
  /** Of kinds whose records may contradict each other: how those of a whole file are written. */
  whole?: Whole
  /** What a record names and writes, by code or id. */
  keysOf(record: BulkRecord): string[]
  /** How much there is to write of it, where one record is 1. */
  weightOf(body: Body): number
  /** What a failure of the database means for the one record that was written; else the failure. */
  explain(
    tx: Tx,
    actor: Actor,
    record: BulkRecord,
    error: unknown,
    mode: BulkMode,
  ): Promise<unknown>
}

/** A file of such records is written in one transaction, and looked at then: all of it stays, or nothing. */
export interface Whole {
  /** Records that there may be. */
  most: number
  /** Looks at no other record. */
  write: BulkResource['write']
  /** Once all are written: what contradicts what, by the ids and names of records. */
  contradictions(tx: Tx, account_id: number): Promise<[one: Contradicting, other: Contradicting][]>
}

interface Contradicting {
  id: number
  name: string
}

/** All of them, in an order in which each refers only to those before it. */
export function bulkResources(maxItems: number): BulkResource[] {
  return [...definitions.map(recordResource), orderResource(maxItems)]
}

/** The lines that records of a kind come with. */
const lineOf = ({ path }: RecordDefinition): LineDefinition | undefined =>
  [addressDefinition, ...lines].find(({ owner }) => owner.of.path === path)

function recordResource(one: RecordDefinition): BulkResource {
  const isStatus = one.path === '/order-statuses'
  const definition = isStatus ? { ...one, afterUpdate: settleLockedOrders } : one
  const { path, title, plural, family, example } = definition
  const line = lineOf(definition)
  const codesIn = (body: Body) => (line ? linesIn(line, body).map(({ fk_id }) => fk_id) : [])
  return {
    name: path.slice(1),
    tag: tagOf(plural),
    title,
    plural,
    scope: `${family}:write`,
    example,
    schemas: {
      put: recordLine(definition, line, 'put'),
      patch: recordLine(definition, line, 'patch'),
    },
    ...(line ? { line } : {}),
    ...(path === '/tax-rules' ? { whole: wholeTable(definition) } : {}),
    write: (tx, actor, records, mode) =>
      line
        ? writeWithLines(tx, actor, definition, line, records, mode)
        : writeRecords(tx, actor, definition, records, mode),
    keysOf: (record) => [
      ...keysOfNamed(record),
      ...codesIn(record.body).map((code) => `line ${code}`),
    ],
    weightOf: (body) => 1 + codesIn(body).length,
    explain: async (tx, actor, { fk_id, id, body }, error, mode) => {
      const sent = { body, to: fk_id === undefined ? { id: id as number } : { fk_id } }
      const explained = await explainedValues(tx, actor, definition, sent, mode === 'put', error)
      return explained ?? databaseProblem(error) ?? error
    },
  }
}

const wholeTable = (definition: RecordDefinition): Whole => ({
  most: MAX_RULES,
  write: (tx, actor, records, mode) => writeRules(tx, actor, definition, records, mode),
  contradictions: overlapsOf,
})

function orderResource(maxItems: number): BulkResource {
  const orderOf = ({ body, ...named }: BulkRecord) => ({ ...named, body: body as OrderInput })
  return {
    name: 'orders',
    tag: 'Orders',
    title: 'Order',
    plural: 'Orders',
    scope: 'orders:write',
    example: {
      fk_id: 'PED-2041',
      fk_id_customer: 'ERP-1001',
      items: [{ fk_id_item: 'DJ-32', quantity: 2, price: 19.9 }],
    },
    schemas: { put: orderLine('put', maxItems), patch: orderLine('patch', maxItems) },
    write: (tx, actor, records, mode) => writeOrders(tx, actor, records.map(orderOf), mode),
    keysOf: keysOfNamed,
    weightOf: ({ items }) => 1 + ((items as unknown[] | undefined) ?? []).length,
    explain: async (tx, actor, record, error, mode) => {
      const explained = await explainOrder(tx, actor, orderOf(record), error, mode)
      return explained instanceof Problem ? explained : (databaseProblem(explained) ?? explained)
    },
  }
}

/** A record that can be written, or why it can't. */
export type Checked = { record: BulkRecord } | { problem: Problem }

/** The same schema, by which a record needs no code. */
function withoutCode(schema: TSchema): TSchema {
  const { required = [] } = schema as { required?: string[] }
  return { ...schema, required: required.filter((name) => name !== 'fk_id') }
}

/**
 * What looks at one record before it is written: all errors that its schema finds, at once. With its id
 * it needs no code.
 */
export function checkerOf(
  { schemas }: BulkResource,
  mode: BulkMode,
): (value: unknown, id?: number) => Checked {
  const schema = schemas[mode]
  const validate = compileValidator({ schema })
  const validateNumbered = compileValidator({ schema: withoutCode(schema) })
  return (value, id) => {
    const checked = (id === undefined ? validate : validateNumbered)(value)
    if (!('error' in checked)) {
      const body = checked.value as Body & { fk_id?: string }
      return { record: { fk_id: body.fk_id, id, body } }
    }
    if (checked.error instanceof Problem) return { problem: checked.error }
    throw checked.error
  }
}
