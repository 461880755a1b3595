import { readFile } from 'node:fs/promises'
import { type TSchema, Type } from 'typebox'
import { Problem } from '../../base/problems.ts'
import { OperatorError } from '../../base/system/operator-error.ts'
import { packageFile } from '../../base/system/package.ts'
import { closed, nullable, text } from '../../http/schemas.ts'
import { parseJsonLine } from '../../http/wire/json-body.ts'
import { compileValidator } from '../../http/wire/validation.ts'
import { lines, msg } from '../../texts/message.ts'
import type { Arguments } from './finding.ts'
import { predicates } from './predicates/all.ts'

// The rules that the tax offices apply to an invoice, as rows of a file (docs/invoice-check.md).

export const levels = ['error', 'warning'] as const

/** A rule: which code refuses what, from which day to which. */
export interface CheckRow {
  /** The code of the refusal, or a word where Pedido itself has to know. */
  readonly code: string
  /** Codes of the same fault under other rules. */
  readonly also: readonly string[]
  readonly rule: string
  readonly level: (typeof levels)[number]
  readonly since: string | null
  readonly until: string | null
  /** Sellers' states whose office applies it; null: all. */
  readonly states: readonly string[] | null
  /** What decides it (`predicates/`), and what it is told. */
  readonly check: string
  readonly args: Arguments
  readonly pt: string
  readonly en: string
  readonly source: string
}

export interface CheckFile {
  readonly date: string
  readonly checks: readonly CheckRow[]
  /** Codes of public tables, by name. A rule whose list is missing finds nothing. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

const RELEASED = new URL('fiscal/invoice-checks.json', packageFile)
const day = Type.String({ format: 'date' })
const sentence = text(500, { minLength: 1 })
const listOf = (row: TSchema, maxItems: number) => Type.Array(row, { maxItems })
const codes = (maxItems: number) => listOf(text(40, { minLength: 1 }), maxItems)

const validate = compileValidator({
  schema: closed({
    date: day,
    checks: listOf(
      closed({
        code: text(40, { minLength: 1 }),
        also: codes(20),
        rule: text(20),
        level: Type.String({ enum: [...levels] }),
        since: nullable(day),
        until: nullable(day),
        states: nullable(codes(27)),
        check: Type.String({ enum: Object.keys(predicates) }),
        args: Type.Object({}, { additionalProperties: true }),
        pt: sentence,
        en: sentence,
        source: sentence,
      }),
      1_000,
    ),
    lists: Type.Record(Type.String(), codes(100_000)),
  }),
})

/**
 * Reads a file of rules.
 * @param name as messages call it
 * @throws OperatorError that tells every fault, with its row
 */
export function readCheckFile(bytes: Buffer, name: string): CheckFile {
  try {
    const checked = validate(parseJsonLine(bytes))
    if ('error' in checked) throw checked.error
    return checked.value as CheckFile
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const faults = error.errors.map(({ pointer = '', detail }) => msg`${pointer} ${detail}`)
    throw new OperatorError(
      faults.length > 0
        ? msg`${name} has faults:\n${lines(faults)}`
        : msg`${name}: ${error.detail}`,
    )
  }
}

let released: Promise<CheckFile> | undefined

/** The rules of this release. */
export function releasedChecks(): Promise<CheckFile> {
  released ??= readFile(RELEASED).then((bytes) =>
    readCheckFile(bytes, 'fiscal/invoice-checks.json'),
  )
  return released
}
