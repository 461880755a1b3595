import { createHash } from 'node:crypto'
import { type TSchema, Type } from 'typebox'
import { type FieldError, Problem } from '../base/problems.ts'
import { OperatorError } from '../base/system/operator-error.ts'
import { unescapePointer } from '../base/values/pointers.ts'
import { closed, decimal, nullable, text } from '../http/schemas.ts'
import { parseJsonLine } from '../http/wire/json-body.ts'
import { compileValidator } from '../http/wire/validation.ts'
import { lines, type Message, msg } from '../texts/message.ts'
import {
  type CatalogueRows,
  conditions,
  rateStatuses,
  regimes,
  roundings,
  spheres,
} from './catalogue.ts'

// The file of the catalogue, as docs/taxes.md describes it.

/** A file that was read and has no faults. */
export interface CatalogueFile extends CatalogueRows {
  /** Of which day it is: a file replaces those of earlier days. */
  date: string
  sha256: string
}

const oneOf = (values: readonly string[]) => Type.String({ enum: [...values] })
const day = Type.String({ format: 'date' })
const key = Type.String({
  pattern: '^[a-z][a-z0-9_]{1,29}$',
  'x-message': msg`must be 2 to 30 small letters, digits and underscores.`,
})
const source = text(500, { minLength: 1 })
const pattern = nullable(Type.String({ format: 'regex', minLength: 1, maxLength: 500 }))

const listOf = (row: TSchema) => Type.Array(row, { maxItems: 10_000 })

const validate = compileValidator({
  schema: closed({
    date: day,
    taxes: listOf(
      closed({
        tax: key,
        name_pt: text(100, { minLength: 1 }),
        name_en: text(100, { minLength: 1 }),
        sphere: oneOf(spheres),
        rounding: oneOf(roundings),
        code_pattern: pattern,
        class_pattern: pattern,
        sequence: Type.Integer({ minimum: 1, maximum: 10_000 }),
        source,
      }),
    ),
    effects: listOf(
      closed({
        tax: key,
        regime: oneOf(['any', ...regimes]),
        since: day,
        effect: nullable(Type.Integer({ minimum: -1, maximum: 1 })),
        only_if: nullable(oneOf(conditions)),
        in_product_value: Type.Boolean(),
        source,
      }),
    ),
    rates: listOf(
      closed({
        tax: key,
        since: day,
        until: nullable(day),
        rate: decimal(3, 4),
        status: oneOf(rateStatuses),
        source,
      }),
    ),
  }),
})

/**
 * Reads a file of the catalogue.
 * @param name as messages call it
 * @throws OperatorError that tells every fault, with its row
 */
export function readCatalogue(bytes: Buffer, name: string): CatalogueFile {
  const value = parsed(bytes, name)
  const checked = validate(value)
  if ('error' in checked) {
    if (!(checked.error instanceof Problem)) throw checked.error
    throw faulty(name, checked.error.errors, value)
  }
  const rows = checked.value as Omit<CatalogueFile, 'sha256'>
  const errors = contradictions(rows)
  if (errors.length > 0) throw faulty(name, errors, value)
  return { ...rows, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function parsed(bytes: Buffer, name: string): unknown {
  try {
    return parseJsonLine(bytes)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new OperatorError(msg`${name}: ${error.detail} Nothing was loaded.`)
  }
}

/** What the schema does not see: rows that contradict others. */
function contradictions({ taxes, effects, rates }: CatalogueRows): RowError[] {
  const known = new Set(taxes.map(({ tax }) => tax))
  const begun = new Set(effects.flatMap(({ tax, regime }) => (regime === 'any' ? [tax] : [])))
  const isUnknown = ({ tax }: { tax: string }) =>
    !known.has(tax) && (['tax', msg`is not among the taxes.`] as const)
  return [
    ...faultsOf('taxes', taxes, [
      repeated(taxes, 'tax', ({ tax }) => tax),
      repeated(taxes, 'sequence', ({ sequence }) => String(sequence)),
      ({ tax }) => !begun.has(tax) && (['tax', msg`has no effect for the regime "any".`] as const),
    ]),
    ...faultsOf('effects', effects, [
      isUnknown,
      repeated(effects, 'since', ({ tax, regime, since }) => `${tax} ${regime} ${since}`),
      ({ effect, only_if }) =>
        effect === null &&
        only_if !== null &&
        (['only_if', msg`must be null where effect is null.`] as const),
    ]),
    ...faultsOf('rates', rates, [
      isUnknown,
      repeated(rates, 'since', ({ tax, since }) => `${tax} ${since}`),
      ({ since, until }) =>
        until !== null && until < since && (['until', msg`must not be before since.`] as const),
    ]),
  ]
}

/** What is wrong with a row: the property, and why; false where nothing is. */
type Rule<Row> = (row: Row, i: number) => false | readonly [property: string, detail: Message]

function faultsOf<Row>(
  list: string,
  rows: readonly Row[],
  rules: readonly Rule<Row>[],
): RowError[] {
  return rows.flatMap((row, i) =>
    rules.flatMap((rule) => {
      const found = rule(row, i)
      return found ? [{ pointer: `/${list}/${i}/${found[0]}`, detail: found[1] }] : []
    }),
  )
}

function repeated<Row>(
  rows: readonly Row[],
  property: string,
  keyOf: (row: Row) => string,
): Rule<Row> {
  const first = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const key = keyOf(row)
    if (!first.has(key)) first.set(key, i)
  }
  return (row, i) => {
    const before = first.get(keyOf(row)) ?? i
    return before < i && [property, msg`is that of row ${before + 1}, too.`]
  }
}

/** What is wrong with the file, and where. */
type RowError = Pick<FieldError, 'pointer' | 'detail'>

function faulty(name: string, faults: readonly RowError[], value: unknown): OperatorError {
  const shown = faults.map(({ pointer = '', detail }) => inRow(pointer, detail, value))
  return new OperatorError(msg`${name} has faults, and nothing was loaded:\n${lines(shown)}`)
}

/** A fault with the row that a person looks for. */
function inRow(pointer: string, detail: Message, value: unknown): Message {
  const [list = '', i, ...property] = pointer.split('/').slice(1).map(unescapePointer)
  if (i === undefined) return list === '' ? msg`The file ${detail}` : msg`${list} ${detail}`
  const row = (value as Record<string, Record<string, unknown>[]>)[list]?.[Number(i)] ?? {}
  const names = [row['tax'], row['regime'], row['since']].filter((one) => typeof one === 'string')
  const shown = names.length > 0 ? ` (${names.join(' ')})` : ''
  return msg`${list}, row ${Number(i) + 1}${shown}: ${[...property, ''].join(' ')}${detail}`
}
