import { isDeepStrictEqual } from 'node:util'
import { isDecimal } from '../../packages/model/order-row.ts'
import { toInstant } from '../base/values/date-time.ts'
import { mergedValues } from '../custom/rules.ts'
import {
  type ColumnOf,
  columnOf,
  type OrderColumn,
  orderColumns,
  type WrittenRow,
  writtenRows,
} from '../model/order.ts'
import type { TypedDiscount } from './amounts/figures.ts'
import {
  type Intermediary,
  type IntermediaryInput,
  wholeIntermediary,
} from './buyer/intermediary.ts'
import type { FieldsInput } from './input.ts'
import {
  type InstallmentInput,
  type KeptInstallment,
  keptInstallments,
} from './installments/kept.ts'
import type { OrderState } from './sql.ts'

/** What a column of a kind holds: instants in UTC, decimals as text. */
interface Stored {
  reference: number
  code: string
  text: string
  instant: string
  day: string
  money: string
  percentage: string
  texts: Record<string, string>
  installments: KeptInstallment[]
  yes_no: boolean
  numbered: number
  words: string[]
  intermediary: Intermediary | false
}

type StoredBy<R extends WrittenRow> = R extends { unset: null }
  ? Stored[R['kind']] | null
  : Stored[R['kind']]

/**
 * The fields a client writes, as the database takes them, and which discount of the order was typed. A
 * status that is null is the initial one.
 */
export type OrderFields = { [R in WrittenRow as ColumnOf<R>]: StoredBy<R> } & {
  typed_discount: TypedDiscount
  /** A line has a list of taxes. */
  has_taxes: boolean
  /** What taxes are levied on has the line's shares in it. */
  tax_base_includes_shares: boolean
}

/** Those of an order as it is read for a command. */
export function fieldsOf({ written }: Pick<OrderState, 'written'>): OrderFields {
  return written as unknown as OrderFields
}

const unset = Object.fromEntries(
  writtenRows.flatMap((row) => ('unset' in row ? [[columnOf(row), row.unset]] : [])),
)

/** A new order's fields where the client says nothing. */
export function defaultFields(): Omit<OrderFields, 'id_customer'> {
  const fields = {
    ...unset,
    date: new Date().toISOString(),
    typed_discount: 'money',
    has_taxes: false,
    tax_base_includes_shares: false,
  }
  return fields as Omit<OrderFields, 'id_customer'>
}

/** What stays of `base` in an order that moves: its reason was one for the status that it leaves. */
export function stayingFields<B extends Partial<OrderFields>>(
  base: B,
  before: Partial<OrderFields>,
  { id_order_status: to }: FieldsInput,
): B {
  const isMove = to !== undefined && to !== before.id_order_status
  return isMove ? { ...base, id_reason: null } : base
}

/** `base` with what was sent laid over it; local times are of `zone`. */
export function withInput<B extends Partial<OrderFields>>(
  base: B,
  sent: FieldsInput,
  zone: string,
): B & OrderFields {
  const fields: Record<string, unknown> = { ...base }
  for (const row of writtenRows) {
    const column = columnOf(row)
    const value = sent[column]
    if (value !== undefined) fields[column] = stored(row, value, fields[column], zone)
  }
  return fields as B & OrderFields
}

function stored(row: (typeof writtenRows)[number], sent: unknown, before: unknown, zone: string) {
  if (sent === null) return row.unset
  if (row.kind === 'instant') return toInstant(sent as string, zone)
  if (isDecimal(row)) return String(sent)
  if (row.kind === 'installments') return keptInstallments(sent as InstallmentInput[])
  if (row.kind === 'words') return eachOnce(sent as string[])
  if (row.kind === 'intermediary') return wholeIntermediary(sent as IntermediaryInput | false)
  if (row.kind === 'texts') return mergedValues((before ?? {}) as Texts, sent as Texts)
  return sent
}

/** Null of none. */
function eachOnce(words: string[]): string[] | null {
  return words.length > 0 ? [...new Set(words)].sort() : null
}

type Texts = Record<string, string>

/** The names of the fields in which two states differ: of a discount that is typed another way, that one. */
export function changedFields(before: OrderFields, after: OrderFields): OrderColumn[] {
  const { typed_discount: typed } = after
  const retyped = typed === 'money' ? 'discount_value' : 'discount_percentage'
  return orderColumns.filter(
    (column) =>
      !isDeepStrictEqual(before[column], after[column]) ||
      (column === retyped && before.typed_discount !== typed),
  )
}
