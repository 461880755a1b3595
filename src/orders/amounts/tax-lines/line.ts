import { itemFigures } from '../../../../packages/model/item.ts'
import { kindOfTax, type TaxRow, taxOfRow, taxRows } from '../../../../packages/model/taxes.ts'
import type { CatalogueRows } from '../../../taxes/catalogue.ts'
import type { RuleKind } from '../../../taxes/rules/rule.ts'
import type { AmountsMode } from '../amounts.ts'
import type { Derived, DeriveOptions, RuledTax } from '../by-rules/derive.ts'
import { givenTax, openKinds } from '../by-rules/given.ts'
import {
  type AmountError,
  contradiction,
  type FigureLine,
  type FiguresInput,
  figure,
  figureInput,
  isNear,
  isUnset,
} from '../figures.ts'
import { computeTaxLines, type TaxLine, type TaxLines } from './compute.ts'
import {
  isDecimal,
  isOfRule,
  originOf,
  type StoredTax,
  type TaxLineFacts,
  type TaxLineInput,
} from './input.ts'

// The list of taxes of a line and the nine fields of three of them, as one: what is sent, what is stored.

/** Each with the name that the catalogue has for it. */
const rows: readonly (TaxRow & { readonly tax: string })[] = taxRows.map((row) => ({
  ...row,
  tax: taxOfRow(row),
}))
const PARTS = ['base', 'rate', 'value'] as const

/** A tax as a line keeps it, with numbers. Of the three with columns it has no base, rate and value. */
export interface KeptTax {
  readonly tax: string
  readonly effect: -1 | 0 | 1
  readonly origin: StoredTax['origin']
  readonly [property: string]: unknown
}

/** The taxes of a line beside its other figures. */
export interface LineTaxes {
  taxes: readonly KeptTax[]
  /** What those without columns add to the line, as a decimal. */
  outside_other: string
}

export const NO_TAXES: LineTaxes = { taxes: [], outside_other: '0' }

/** A line as it is stored. */
export interface StoredLine extends LineTaxes {
  readonly figures: Readonly<FigureLine>
}

/** What is said of a line's taxes: its list, and the nine fields. */
export type TaxesInput = FiguresInput & { readonly taxes?: readonly TaxLineInput[] | null }

/** A line with its taxes, and what is wrong with them; pointers are relative to the line. */
export interface TaxedLine extends LineTaxes {
  figures: FigureLine
  /** Taxes that stay, and of which there are none on the date. */
  closed: string[]
  /** The CFOP that follows from a rule; null where none was asked. */
  cfop: string | null
  errors: AmountError[]
}

/** What an account's rules make of a line. */
export interface Ruling {
  readonly kinds: readonly RuleKind[]
  taxesOf(asked: DeriveOptions): Ruled
}

/** Taxes as somebody would have sent them, and the CFOP. */
type Ruled = Pick<Derived, 'sent' | 'cfop'>

const NOTHING: Ruled = { sent: [], cfop: null }

const NO_TAX_LINES = {
  lines: [],
  outside: '0',
  outsideOther: '0',
  closed: [],
  errors: [],
} satisfies TaxLines

/** Whether a line has a list of taxes: its own, or the one that is stored. */
export function hasTaxList(sent: TaxesInput, stored: LineTaxes | undefined): boolean {
  const { taxes } = sent
  return taxes === undefined ? (stored?.taxes.length ?? 0) > 0 : (taxes?.length ?? 0) > 0
}

/**
 * The taxes of a line that has a list of them. A list that is sent replaces what is stored; without one the
 * nine fields are laid over it. A field that the list says, too, must agree with it.
 * @param line its other figures, which are done
 * @param ruling what rules add of the kinds of which nothing is given
 */
export function taxedLine(
  sent: TaxesInput,
  line: FigureLine,
  facts: TaxLineFacts,
  catalogue: CatalogueRows,
  mode: AmountsMode,
  stored?: StoredLine,
  ruling?: Ruling,
): TaxedLine {
  const kinds = ruling?.kinds ?? []
  const before = sent.taxes === undefined && stored ? storedTaxes(stored, kinds) : []
  const merged = mergedTaxes(sent, before)
  const taxes = merged.map(({ line }) => line)
  const isKept = (one: TaxLine) =>
    !isEmptied(one, merged.find(({ line }) => line.tax === one.tax)?.isListed ?? false)
  const compute = (ruled: readonly RuledTax[]) =>
    computeTaxLines([...taxes, ...ruled.map(({ line }) => line)], facts, catalogue, mode, before)
  const given = taxes.length + before.length > 0 ? compute([]) : NO_TAX_LINES
  const { sent: ruled, cfop } =
    ruling && given.errors.length === 0 ? openTaxes(ruling, given.lines.filter(isKept)) : NOTHING
  const made = ruled.length > 0 ? compute(ruled) : given
  const errors = made.errors.map((one) => ({ ...one, pointer: pointerAsSent(one.pointer, merged) }))
  const kept = made.lines.filter((one) => isKept(one) || isRuled(one, ruled))
  return {
    figures: withColumns(line, kept),
    taxes: kept.map((one) => keptTax(one, originIn(ruled, one))),
    outside_other: made.outsideOther,
    closed: made.closed,
    cfop,
    errors: errors.length > 0 ? errors : disagreements(sent, merged, kept),
  }
}

/** Taxes of the kinds that rules are to work out and of which the line has none. */
function openTaxes({ kinds, taxesOf }: Ruling, given: readonly TaxLine[]): Ruled {
  const open = openKinds(kinds, given)
  return open.length > 0 ? taxesOf({ kinds: open, given: given.map(givenTax) }) : NOTHING
}

const isRuled = ({ tax }: TaxLine, ruled: readonly RuledTax[]) =>
  ruled.some(({ line }) => line.tax === tax)

function originIn(ruled: readonly RuledTax[], { tax, origin }: TaxLine): StoredTax['origin'] {
  const rule = ruled.find(({ line }) => line.tax === tax)?.rule
  return rule ? originOf(rule) : origin
}

/**
 * The taxes of a line as they are stored, each with its base, rate and value.
 * @param kinds of which those that came from rules are worked out anew; none unless given
 */
export function storedTaxes(
  { figures, taxes }: StoredLine,
  kinds: readonly RuleKind[] = [],
): StoredTax[] {
  const isAnew = ({ tax, origin }: KeptTax) =>
    isOfRule(origin) && kinds.some((kind) => kind === kindOfTax(tax))
  const list = taxes
    .filter((one) => !isAnew(one))
    .map(({ effect: _, effective_rate: __, ...tax }): StoredTax => {
      const row = rowOf(tax.tax)
      return row ? { ...tax, ...columnsOf(row, figures) } : tax
    })
  const others = rows.flatMap((row): StoredTax[] => {
    const { tax } = row
    const isThere = PARTS.some((part) => figures[itemFigures[row[part]].column] !== '0')
    const isListed = taxes.some((one) => one.tax === tax)
    return isThere && !isListed ? [{ tax, origin: 'given', ...columnsOf(row, figures) }] : []
  })
  return [...list, ...others]
}

/** What lines have of each tax, as decimals by its name. */
export function taxesTotal(lines: readonly StoredLine[]): ReadonlyMap<string, string> {
  const values = lines.flatMap((line) => storedTaxes(line))
  const sums = [...Map.groupBy(values, ({ tax }) => tax)].map(([tax, all]) => {
    const sum = all.reduce((total, { value }) => total.plus(value ?? 0), figure('0'))
    return [tax, sum.toFixed()] as const
  })
  return new Map(sums.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether base, rate and value of a tax are fields of a line, and nothing else need be said of it. */
export const hasFields = (tax: string): boolean => rowOf(tax) !== undefined

const rowOf = (tax: string) => rows.find((row) => row.tax === tax)

const columnsOf = (row: TaxRow, figures: Readonly<FigureLine>) =>
  Object.fromEntries(PARTS.map((part) => [part, figures[itemFigures[row[part]].column]]))

/** A tax that is sent, and how. */
interface Merged {
  readonly line: TaxLineInput
  /** It stands in the list, and not in the fields alone. */
  readonly isListed: boolean
  /** Of base, rate and value those that come from the fields. */
  readonly ofFields: readonly (typeof PARTS)[number][]
}

/** The list as it was sent, filled with the nine fields. */
function mergedTaxes(sent: TaxesInput, before: readonly StoredTax[]): Merged[] {
  const merged = (sent.taxes ?? []).map((line): Merged => ({ line, isListed: true, ofFields: [] }))
  for (const row of rows) {
    const { tax } = row
    const isThere = before.some((one) => one.tax === tax)
    const sentParts = PARTS.filter((part) =>
      isThere ? sent[row[part]] !== undefined : !isUnset(sent[row[part]]),
    )
    if (sentParts.length === 0) continue
    const i = merged.findIndex(({ line }) => line.tax === tax)
    const { line, isListed } = merged[i] ?? { line: { tax }, isListed: false }
    const open = sentParts.filter((part) => line[part] === undefined)
    const fields = Object.fromEntries(open.map((part) => [part, sent[row[part]]]))
    const one = { line: { ...line, ...fields }, isListed, ofFields: open }
    if (i < 0) merged.push(one)
    else merged[i] = one
  }
  return merged
}

/** At the field where that was sent. */
function pointerAsSent(pointer: string, merged: readonly Merged[]): string {
  const [, i, name] = /^\/taxes\/(-?\d+)\/(\w+)$/.exec(pointer) ?? []
  const one = merged[Number(i)]
  if (!one) return '/taxes'
  const row = rowOf(one.line.tax)
  const part = PARTS.find((each) => each === name)
  if (row && part && (one.ofFields.includes(part) || !one.isListed)) return `/${row[part]}`
  if (one.isListed || !row) return pointer
  return `/${row[one.ofFields[0] ?? 'value']}`
}

/** What is said by the fields and in the list must be the same. */
function disagreements(
  sent: TaxesInput,
  merged: readonly Merged[],
  lines: readonly TaxLine[],
): AmountError[] {
  return rows.flatMap((row) => {
    const { tax } = row
    const listed = merged.find(({ line, isListed }) => isListed && line.tax === tax)
    const made = lines.find((one) => one.tax === tax)
    if (!listed || !made) return []
    return PARTS.flatMap((part): AmountError[] => {
      const inField = figureInput(sent[row[part]])
      const inList = figure(made[part])
      if (!inField || listed.ofFields.includes(part) || isNear(inField, inList)) return []
      return [contradiction(row[part], inField, inList, `taxes: ${tax} ${part}`)]
    })
  })
}

/** Nothing is left of a tax whose fields were cleared. */
function isEmptied(line: TaxLine, isListed: boolean): boolean {
  if (isListed || PARTS.some((part) => line[part] !== '0')) return false
  const {
    tax: _,
    effect: __,
    origin: ___,
    base: ____,
    rate: _____,
    value: ______,
    ...others
  } = line
  return Object.keys(others).length === 0
}

/** The line with the columns of the three taxes that have some. */
function withColumns(line: FigureLine, lines: readonly TaxLine[]): FigureLine {
  const figures = { ...line }
  for (const row of rows) {
    const made = lines.find(({ tax }) => tax === row.tax)
    for (const part of PARTS) figures[itemFigures[row[part]].column] = made?.[part] ?? '0'
  }
  return figures
}

/** As it is stored: with numbers, which have at most 15 digits, and without what columns have. */
function keptTax(line: TaxLine, origin: StoredTax['origin']): KeptTax {
  const hasColumns = rowOf(line.tax) !== undefined
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(line)) {
    if (hasColumns && PARTS.some((part) => part === name)) continue
    kept[name] = isDecimal(name) ? Number(value) : value
  }
  return Object.assign(kept, { origin }) as unknown as KeptTax
}
