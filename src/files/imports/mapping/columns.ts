import { either, type Message, msg, verbatim } from '../../../texts/message.ts'
import { REASON_HEADINGS } from '../../headings.ts'
import type { Encoding } from '../reading/encoding.ts'
import { columnOf, letterOf } from '../reading/rows.ts'
import { type ImportField, isOwnNumber } from './field.ts'
import { ambiguousHeadings, declaredAs, fieldNamed, importFields } from './fields.ts'
import { type DateOrder, type DecimalMark, type Holding, isSetByService } from './marks.ts'
import { headingKey } from './words.ts'

/**
 * A heading, or a column's letters, and the field, or several that it feeds; null: nothing is taken
 * from it.
 */
export type Named = Record<string, string | string[] | null>

/** The fields that columns are named for, each with its column. */
export const namings = (columns: Named = {}) =>
  Object.entries(columns).flatMap(([column, named]) =>
    (named === null ? [] : [named]).flat().map((field) => ({ column, field })),
  )

/** The field that is checked and not written. */
export const TOTAL = 'total_value'

/** What a request says of a file, in place of what would be found out. */
export interface Mapping {
  columns?: Named
  /** The system whose export it is; `none`: columns go by their headings. */
  preset?: string
  decimal?: DecimalMark
  dates?: DateOrder
  encoding?: Encoding
  /** The sheet of a workbook, by its name. */
  sheet?: string
  /** The line of the headings; 0: there are none. */
  header_line?: number
}

/** What a column was taken for, and why. */
export interface Column {
  letter: string
  heading: string
  /** Null: nothing is taken from it. */
  field: string | null
  /** What else is taken from it: a CNPJ is the code and the document. */
  also?: string[]
  /** Letters of columns that are put behind it: a customer is a code and a store. */
  joined?: string[]
  /** For a person, in the language of who sent the file. */
  why: string
  decimal?: DecimalMark | null
  dates?: DateOrder
  /** What stands in it though nothing is taken from it. */
  holds?: Holding
  /** Of a file whose columns are yet to be named: how it begins, and what it may be. */
  sample?: string[]
  offered?: string[]
}

/** All fields that a column feeds. */
export const fieldsOf = ({ field, also = [] }: Pick<Column, 'field' | 'also'>): string[] =>
  field === null ? [] : [field, ...also]

/** The same while it is being found out. */
export interface Reading extends Omit<Column, 'why'> {
  why: Message
  /** By the mapping. */
  isLeftOut?: boolean
  /** What it feeds is said whole. */
  isListed?: boolean
}

/** What was found out of a table: how each of its columns is read. */
export interface Layout {
  /** The system whose export it is. */
  preset?: string | null
  /** 0: the table has no headings. */
  header_line: number
  columns: Column[]
}

const reasonKeys = Object.values(REASON_HEADINGS).map(headingKey)

/** Whether a column holds why lines were refused, which is no part of what they say. */
export function holdsReasons({ heading, field }: Pick<Column, 'heading' | 'field'>): boolean {
  return field === null && keysOf(heading).some((key) => reasonKeys.includes(key))
}

/** `Preço (R$)` is `Preço`, but `Desconto (R$)` is more than `Desconto`. */
export function keysOf(heading: string): string[] {
  const key = headingKey(heading)
  return [...new Set([key, key.replace(/ ?reais ?/, ' ').trim()])].filter((one) => one !== '')
}

/**
 * What each column is taken for: first what the mapping says, then what the headings say.
 * @param preset what the columns of the system's export are
 * @param unfound gets what the mapping names and the file has not
 */
export function taken(
  resource: string,
  headings: string[],
  mapping: Mapping,
  declared: readonly ImportField[],
  preset: OfPreset | undefined,
  unfound: (detail: Message) => void,
): Reading[] {
  const columns = headings.map(
    (heading, i): Reading => ({
      letter: letterOf(i),
      heading,
      field: null,
      why: msg`no field has this heading`,
    }),
  )
  const open = new Set(columns)
  for (const [name, named] of Object.entries(mapping.columns ?? {})) {
    const found = namedColumn(columns, name)
    if ('detail' in found) unfound(found.detail)
    else {
      const why = named === null ? msg`the mapping leaves it out` : msg`the mapping says so`
      takeAsMapped(found.column, named, open, why)
    }
  }
  const own = importFields[resource] ?? []
  const isTaken = (name: string) => columns.some((column) => fieldsOf(column).includes(name))
  if (preset) takeByPreset(preset, columns, open)
  for (const column of open) {
    const asExported = own.find(({ exact }) => exact?.includes(column.heading))
    const field = asExported ?? declaredAs(resource, column.heading, declared)
    if (field && !isTaken(field.name)) take(column, field, open)
  }
  const rivals = (column: Reading) => rivalsFor(resource, declared, column, isTaken)
  const takeEach = (fields: readonly ImportField[], isFree: (column: Reading) => boolean) => {
    for (const field of fields) {
      const isOf = (one: Reading) => !(field.kind === 'code' && isNameBesideId(one, columns))
      const isOpen = (one: Reading) => isFree(one) && isOf(one)
      if (!isTaken(field.name)) takeByHeading(field, open, isOpen)
    }
  }
  takeEach(own, (column) => rivals(column).length === 0)
  takeEach(declared, (column) => rivals(column).length === 1)
  // A heading that a declared field had no need of.
  const isShared = (column: Reading) => declared.some((field) => fits(column, field))
  takeEach(own, (column) => isShared(column) && rivals(column).length === 0)
  for (const column of open) {
    const name = column.heading
    // The total in an export of ours is what was, and no figure to be checked.
    if (!fieldNamed(resource, name, declared) || isTaken(name) || name === TOTAL) continue
    // Other systems have an id, too; those of exports stand beside this.
    if (name === 'id' && !headings.includes('fk_id')) continue
    column.field = name
    column.why = msg`its heading`
    open.delete(column)
  }
  keepDocument(own, columns, mapping, isTaken)
  if (resource === 'tax-rules' && !isTaken('fk_id') && !isTaken('id')) nameIsCode(columns)
  for (const column of open) {
    const { why, offered } = whyNot(resource, declared, column, columns, isTaken)
    column.why = why
    if (offered) column.offered = offered
  }
  return columns
}

/** Tables of rules are written by hand, and have names where records of systems have codes. */
function nameIsCode(columns: readonly Reading[]): void {
  const column = columns.find((one) => fieldsOf(one).includes('name'))
  if (column) column.also = [...(column.also ?? []), 'fk_id']
}

/** What is known of the columns of another system's export. */
export interface OfPreset {
  label: string
  columns: Named
  joined?: Readonly<Record<string, readonly string[]>>
}

/** What the mapping has not named, and no field that it has taken. */
function takeByPreset(
  { label, columns: known, joined = {} }: OfPreset,
  columns: readonly Reading[],
  open: Set<Reading>,
): void {
  const headed = (heading: string) => {
    const found = columns.filter((one) => headingKey(one.heading) === headingKey(heading))
    const exact = found.filter((one) => one.heading === heading)
    const [column, another] = exact.length > 0 ? exact : found
    return another ? undefined : column
  }
  const before = new Set(columns.flatMap(fieldsOf))
  for (const [heading, named] of Object.entries(known)) {
    const column = headed(heading)
    if (!column || !open.has(column)) continue
    const free = named === null ? [] : [named].flat().filter((name) => !before.has(name))
    if (named !== null && free.length === 0) continue
    const behind = (joined[heading] ?? []).flatMap((one) => headed(one) ?? [])
    takeAsMapped(column, named === null ? null : free, open, msg`the preset ${label} says so`)
    column.isListed = free.length > 0
    if (behind.length > 0) column.joined = behind.map(({ letter }) => letter)
    for (const one of behind) {
      if (!open.delete(one)) continue
      one.isLeftOut = true
      one.why = msg`it is put behind “${heading}”`
    }
  }
}

function takeAsMapped(
  column: Reading,
  named: string | string[] | null,
  open: Set<Reading>,
  why: Message,
): void {
  const [field = null, ...also] = named === null ? [] : [named].flat()
  column.field = field
  if (also.length > 0) column.also = also
  column.isListed = Array.isArray(named)
  column.isLeftOut = field === null
  column.why = why
  open.delete(column)
}

/**
 * A column of CPF or CNPJ that is named as the code stays the document, too, unless the mapping says
 * in a list what it feeds, or names another one.
 */
function keepDocument(
  own: readonly ImportField[],
  columns: readonly Reading[],
  mapping: Mapping,
  isTaken: (name: string) => boolean,
): void {
  const field = own.find(({ kind }) => kind === 'document')
  const column = columns.find((one) => one.field === 'fk_id' && holdsTaxId(one))
  if (!field || !column || column.isListed) return
  const isNamed = namings(mapping.columns).some((one) => one.field === field.name)
  if (!isNamed && (field.together || !isTaken(field.name))) column.also = [field.name]
}

/** Whether CPFs or CNPJs stand in a column, by its heading or by what is taken from it. */
export function holdsTaxId(column: Pick<Column, 'heading' | 'field' | 'also'>): boolean {
  const words = headingKey(column.heading).split(' ')
  return words.some((word) => /^(?:cpf|cnpj)$/.test(word)) || fieldsOf(column).includes('document')
}

/** The column that a mapping names, or why there is none. */
function namedColumn(columns: Reading[], name: string): { column: Reading } | { detail: Message } {
  const exact = columns.filter(({ heading }) => heading === name.trim())
  const alike = columns.filter(({ heading }) => headingKey(heading) === headingKey(name))
  const found = exact.length > 0 ? exact : alike
  if (found.length > 1) {
    const letters = found.map(({ letter }) => letter).join(', ')
    return {
      detail: msg`The mapping names “${name}”, which stands over several columns: name one by its letter (${letters}).`,
    }
  }
  const [column = columns[columnOf(name) ?? -1]] = found
  return column
    ? { column }
    : { detail: msg`The mapping names “${name}”, and the file has no such column.` }
}

function fits({ heading }: Reading, field: ImportField): boolean {
  if (isOwnNumber(field.kind)) return isNumberOf(heading, field)
  const keys = keysOf(heading)
  return keysFor(field).some((key) => keys.includes(key))
}

/** What a heading may mean that somebody else than the service has to decide. */
function ambiguousFor(resource: string, { heading }: Reading): string[] {
  const keys = keysOf(heading)
  const [, choices = []] =
    Object.entries(ambiguousHeadings[resource] ?? {}).find(([one]) =>
      keys.includes(headingKey(one)),
    ) ?? []
  return choices
}

/**
 * The fields that a column may be which a declared field may be, too: neither is guessed. None where
 * no declared field may be it.
 */
function rivalsFor(
  resource: string,
  declared: readonly ImportField[],
  column: Reading,
  isTaken: (name: string) => boolean,
): string[] {
  const open = (fields: readonly ImportField[]) =>
    fields.filter((field) => !isTaken(field.name) && fits(column, field)).map(({ name }) => name)
  const ofAccount = open(declared)
  if (ofAccount.length === 0) return []
  const others = ambiguousFor(resource, column).filter((name) => !isTaken(name))
  return [...new Set([...open(importFields[resource] ?? []), ...others, ...ofAccount])]
}

/**
 * The keys of a field's headings, in the order of preference. A code is first looked for in a column
 * that says so: `Situação (código)` beside `Situação`, which then is but its name.
 */
function keysFor({ kind, headings }: ImportField): string[] {
  const codes =
    kind === 'code' || kind === 'codes' ? headings.map((one) => headingKey(`${one} código`)) : []
  return [...new Set([...codes, ...headings.map(headingKey)])]
}

/**
 * The service's own number of a record, by just the heading that exports have for it: the `Customer
 * ID` of another system is none.
 */
const isNumberOf = (heading: string, { headings }: ImportField) =>
  headings.slice(1).includes(heading.trim())

/** Where a column stands among those that its field may be taken from. */
export function preferenceOf(field: ImportField | undefined, heading: string): number {
  const keys = keysOf(heading)
  const at = field ? keysFor(field).findIndex((key) => keys.includes(key)) : -1
  return at < 0 ? -1 : at
}

function takeByHeading(
  field: ImportField,
  open: Set<Reading>,
  isFree: (column: Reading) => boolean,
): void {
  const free = [...open].filter(isFree)
  if (isOwnNumber(field.kind)) {
    const [own, another] = free.filter(({ heading }) => isNumberOf(heading, field))
    if (own && !another) take(own, field, open)
    return
  }
  for (const key of keysFor(field)) {
    const found = free.filter(({ heading }) => keysOf(heading).includes(key))
    const [first] = found
    if (!first || !open.has(first)) continue
    if (found.length > 1) return
    take(first, field, open)
    if (!field.together) return
  }
}

function take(column: Reading, { name }: ImportField, open: Set<Reading>): void {
  column.field = name
  column.why = msg`its heading`
  open.delete(column)
}

/** `Cotação` beside `Cotação (id)`, as exports have it, is a name. */
function isNameBesideId({ heading }: Reading, columns: readonly Reading[]): boolean {
  return columns.some((one) => one.heading === `${heading} (id)`)
}

/** `Cliente (id)`, as exports have it: the service's own number, and no code. */
const isOwnId = ({ heading }: Reading) => /\(id\)\s*$/i.test(heading)

/** Whether another column has the code of what this one names: `Cliente` beside `Cliente (código)`. */
function isNameBesideCode({ heading }: Reading, columns: readonly Reading[]): boolean {
  const key = headingKey(`${heading} código`)
  return columns.some((one) => one.heading !== heading && keysOf(one.heading).includes(key))
}

/** Names that one reason tells at most. */
const MOST_RIVALS = 5

/** Why nothing is taken from a column, and what it may be where somebody has to decide it. */
function whyNot(
  resource: string,
  declared: readonly ImportField[],
  column: Reading,
  columns: readonly Reading[],
  isTaken: (name: string) => boolean,
): { why: Message; offered?: string[] } {
  if (keysOf(column.heading).length === 0) return { why: msg`it has no heading` }
  if (holdsReasons(column)) return { why: msg`it tells why lines were refused` }
  if (isSetByService(resource, column.heading)) return { why: msg`the service sets it itself` }
  if (isOwnId(column)) return { why: msg`the service numbers its records itself` }
  if (isNameBesideCode(column, columns) || isNameBesideId(column, columns))
    return { why: msg`a name is not needed beside its code` }
  const rivals = rivalsFor(resource, declared, column, isTaken)
  const choices = rivals.length > 1 ? rivals : ambiguousFor(resource, column)
  if (choices.length > 0) {
    const offered = choices.slice(0, MOST_RIVALS)
    return {
      why: msg`it may be ${either(offered.map(verbatim))}: say which in the mapping`,
      offered,
    }
  }
  const all = [...(importFields[resource] ?? []), ...declared]
  const fitting = all.filter((field) => fits(column, field))
  const open = fitting.find(({ name }) => !isTaken(name))
  if (open) {
    const why = msg`several columns may be ${open.name}: say which in the mapping`
    return { why, offered: [open.name] }
  }
  const [other] = fitting
  return {
    why: other ? msg`another column was taken for ${other.name}` : msg`no field has this heading`,
  }
}
