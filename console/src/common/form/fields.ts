import type { ReactNode } from 'react'
import { readDecimal } from '../../text/decimals.ts'
import type { Language } from '../../text/language.ts'
import { type FieldKind, isOfNumbers, kinds, numberKindOf } from './kinds.ts'

/** A field of a record: all that its form, its facts and its history need to know. */
export interface FieldOf {
  /** The property; of a field that the account has declared `custom_fields/` and its key. */
  name: string
  /** The property that writes it, where that is another. */
  writtenAs?: string
  label: string
  kind: FieldKind
  isRequired?: boolean
  hint?: string
  /** Characters that it takes at most. */
  maxLength?: number
  choices?: readonly { value: string; label: string }[]
  /** The kind of record that it refers to. */
  to?: string
  /** Of a list of rows: what stands in each. */
  columns?: readonly FieldOf[]
  /** Over the whole width of the form. */
  isWide?: boolean
  /** Behind the others in a form, and no column of a list that nobody has chosen it for. */
  isDetail?: boolean
  /** Told by others: shown, and in no form. */
  isGiven?: boolean
  /** Which day is meant where no year is typed; the nearer one where it is left out. */
  toward?: 'next' | 'last'
  /** What it is in a new record. */
  initial?: string
  /** What is said under it of what was typed, once it is left; it may fill in other fields. */
  beneath?: (typed: string, fill: Fill) => ReactNode
}

/** Fills in those of the fields in which nothing stands. → the labels of those that it has filled */
export type Fill = (values: Values) => string[]

/** What stands in the fields, as it is typed. */
export type Values = Readonly<Record<string, string>>

const CUSTOM = 'custom_fields/'

export const customName = (key: string) => `${CUSTOM}${key}`
export const isCustom = ({ name }: FieldOf) => name.startsWith(CUSTOM)
const writtenAs = ({ name, writtenAs = name }: FieldOf) => writtenAs
/** The key of a field that the account has declared. */
export const keyOf = ({ name }: FieldOf) => name.slice(CUSTOM.length)

/** The place that errors of the service name. */
export function pointerOf(field: FieldOf): string {
  if (!isCustom(field)) return `/${writtenAs(field)}`
  return `/${CUSTOM}${keyOf(field).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** What a record has there; undefined and null alike where it has nothing. */
export function rawOf(field: FieldOf, record: object): unknown {
  const of = record as Record<string, unknown>
  if (!isCustom(field)) return of[field.name]
  return (of['custom_fields'] as Record<string, string> | undefined)?.[keyOf(field)]
}

/** A record in its form; without a record a new one. */
export function valuesOf(
  fields: readonly FieldOf[],
  record: object | undefined,
  language: Language,
): Values {
  const shown = (field: FieldOf) => {
    if (!record) return field.initial ?? ''
    return shownOf(field, rawOf(field, record), language)
  }
  return Object.fromEntries(fields.map((field) => [field.name, shown(field)]))
}

const kindOf = (field: FieldOf) => kinds[field.kind]

/** A value for typing on; undefined and null alike are nothing. */
export function shownOf(field: FieldOf, value: unknown, language: Language): string {
  if (value === null || value === undefined) return ''
  if (field.kind === 'rows') return typedRows((value as object[]).map(cellsOf(field, language)))
  return kindOf(field).show(value, language)
}

const cellsOf =
  ({ columns = [] }: FieldOf, language: Language) =>
  (row: object): Values =>
    valuesOf(columns, row, language)

/** Rows as a form holds them, with what is typed in each cell. */
export const typedRows = (rows: readonly Values[]): string =>
  rows.length > 0 ? JSON.stringify(rows) : ''

export const rowsIn = (typed: string): readonly Values[] =>
  typed === '' ? [] : (JSON.parse(typed) as Values[])

/** What the service gets of a field that is not empty. */
function readOf(field: FieldOf, typed: string, language: Language): unknown {
  const { kind, columns = [] } = field
  if (kind !== 'rows') return kindOf(field).read(typed, language)
  return rowsIn(typed).map((cells) => changesOf(columns, {}, cells, language))
}

/** What was typed as a text that every language reads: `1234.5`. Custom fields are such texts. */
export function plainText({ kind }: FieldOf, typed: string, language: Language): string {
  return isOfNumbers(kind) ? (readDecimal(typed, language, numberKindOf(kind)) ?? typed) : typed
}

/** Whether something else than this kind of value was typed. */
export function isWrong(field: FieldOf, typed: string, language: Language): boolean {
  return typed.trim() !== '' && readOf(field, typed, language) === undefined
}

/** What the service is to change: the fields that differ, each as the service takes it. */
export function changesOf(
  fields: readonly FieldOf[],
  before: Values,
  now: Values,
  language: Language,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  const custom: Record<string, string | null> = {}
  for (const field of fields) {
    const typed = now[field.name] ?? ''
    if (typed === (before[field.name] ?? '')) continue
    const isEmpty = typed.trim() === '' && field.kind !== 'check'
    if (isCustom(field)) {
      custom[keyOf(field)] = isEmpty ? null : plainText(field, typed, language)
    } else if (isEmpty) {
      // An empty name is for the service to refuse, at its field.
      body[writtenAs(field)] = field.isRequired ? '' : null
    } else {
      body[writtenAs(field)] = readOf(field, typed, language)
    }
  }
  return Object.keys(custom).length > 0 ? { ...body, custom_fields: custom } : body
}
