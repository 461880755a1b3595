import Big from 'big.js'
import {
  sameBase,
  type TaxLineProperty,
  taxesOfColumns,
  type taxLineProperties,
} from '../../../../packages/model/taxes.ts'
import { type CatalogueRows, taxOnDate } from '../../../taxes/catalogue.ts'
import { msg } from '../../../texts/message.ts'
import type { AmountsMode } from '../amounts.ts'
import { type AmountError, isZero, ZERO } from '../figures.ts'
import { formErrors } from './form.ts'
import { isDecimal, type StoredTax, type TaxLineFacts, type TaxLineInput } from './input.ts'
import { type LineTaxes, type SettledTax, settleTax } from './settle-line.ts'

/** A tax of a line, worked out: decimals as canonical texts, and what was sent beside them. */
export type TaxLine = Omit<TaxLineInput, keyof typeof taxLineProperties> & {
  readonly [P in TaxLineProperty]?: string | boolean
} & {
  readonly base: string
  readonly rate: string
  readonly value: string
  /** The rate that was used, where it is lower than `rate`. */
  readonly effective_rate?: string
  /** What the value does to the total. */
  readonly effect: -1 | 0 | 1
  /** `derived`: only a rate was given, or nothing. */
  readonly origin: StoredTax['origin']
}

/** All taxes of a line. */
export interface TaxLines {
  /** In the order of the catalogue. Not to be used when there are `errors`. */
  lines: TaxLine[]
  /** What they do to the line's total, as a decimal; and those of them that have no columns of their own. */
  outside: string
  outsideOther: string
  /** Of those that stay as they are stored: there is none of it on the date. */
  closed: string[]
  /** Pointers are relative to the line: `/taxes/0/value`. */
  errors: AmountError[]
}

/**
 * The taxes of a line from the list that was sent: their form is held to the catalogue, the third of
 * base, rate and value follows from the other two, and what is sent and could be derived must agree within
 * 0.01 in `verify`. A rate alone takes the base that its tax usually has; a tax that has a national rate
 * takes that where the line names neither.
 *
 * Of taxes that are stored, bases and what is deducted keep their ratio to the operation's value and
 * quantities theirs to the line's, rates stay and values follow. What was sent of one is laid over it.
 * @returns errors of the codes `tax_unknown`, `tax_twice`, `tax_closed`, `unknown_property`, `pattern`,
 *   `required`, `base_required`, `rate_missing`, `reform_bases_differ`, `amount_contradiction`,
 *   `amount_out_of_range`
 */
export function computeTaxLines(
  sent: readonly TaxLineInput[],
  facts: TaxLineFacts,
  catalogue: CatalogueRows,
  mode: AmountsMode,
  stored: readonly StoredTax[] = [],
): TaxLines {
  const none = { lines: [], outside: '0', outsideOther: '0', closed: [] }
  const errors = formErrors(sent, catalogue)
  if (errors.length > 0) return { ...none, errors }
  const done = new Map<string, SettledTax>()
  const storedBy = new Map(stored.map((line) => [line.tax, line]))
  const context = contextOf(sent, facts, catalogue, mode, storedBy, done)
  const lines: TaxLine[] = []
  const closed: string[] = []
  let outside = ZERO
  let outsideOther = ZERO
  for (const definition of catalogue.taxes) {
    const { tax } = definition
    const i = sent.findIndex((one) => one.tax === tax)
    const line = sent[i] ?? storedBy.get(tax)
    if (line === undefined) continue
    const settled = settleTax(line, definition, context)
    const on = taxOnDate(catalogue, tax, facts.regime, facts.date)
    const isClosed = on.effect === null && !isZero(settled.value)
    if (isClosed && i < 0) closed.push(tax)
    const found =
      isClosed && i >= 0 ? [...settled.errors, closedTax(tax, facts.date)] : settled.errors
    errors.push(...found.map((one) => ({ ...one, pointer: `/taxes/${i}${one.pointer}` })))
    done.set(tax, settled)
    const { line: body } = settled
    const effect = on.only_if !== null && !body[on.only_if] ? 0 : (on.effect ?? 0)
    if (effect !== 0) {
      const moved = settled.value.times(effect)
      outside = outside.plus(moved)
      if (!taxesOfColumns.includes(tax)) outsideOther = outsideOther.plus(moved)
    }
    lines.push(shown(body, settled, effect))
  }
  if (mode === 'verify') errors.push(...differentBases(sent, done))
  return { lines, outside: outside.toFixed(), outsideOther: outsideOther.toFixed(), closed, errors }
}

function contextOf(
  sent: readonly TaxLineInput[],
  facts: TaxLineFacts,
  catalogue: CatalogueRows,
  mode: AmountsMode,
  stored: ReadonlyMap<string, StoredTax>,
  done: ReadonlyMap<string, SettledTax>,
): LineTaxes {
  const { date, regime, before } = facts
  const now = { op: new Big(facts.op), quantity: new Big(facts.quantity) }
  const named = (tax: string) => sent.find((one) => one.tax === tax) ?? stored.get(tax)
  return {
    ...now,
    before: before ? { op: new Big(before.op), quantity: new Big(before.quantity) } : now,
    isFinalConsumer: facts.isFinalConsumer,
    date,
    isVerified: mode === 'verify',
    storedOf: (tax) => stored.get(tax),
    isSent: (tax) => sent.some((one) => one.tax === tax),
    settledOf: (tax) => done.get(tax),
    taxValue: (tax) => done.get(tax)?.value ?? ZERO,
    taxBase: (tax) => done.get(tax)?.base ?? ZERO,
    taxRate: (tax) => new Big(named(tax)?.rate ?? 0),
    nationalRateOf: (tax) => taxOnDate(catalogue, tax, regime, date).rate,
    hasNationalRates: (tax) => catalogue.rates.some((row) => row.tax === tax),
  }
}

/** There is none of a tax on a day. */
export function closedTax(tax: string, date: string): AmountError {
  const detail = msg`There is no ${tax} on ${date}: leave it out, or give the order another tax date.`
  return { pointer: '/tax', code: 'tax_closed', detail }
}

/** IBS and CBS are of one base; a value alone has none. */
function differentBases(
  sent: readonly TaxLineInput[],
  done: ReadonlyMap<string, SettledTax>,
): AmountError[] {
  const based = sent.flatMap(({ tax }, i) => {
    const base = sameBase.includes(tax) ? done.get(tax)?.base : undefined
    return base && !isZero(base) ? [{ tax, base, i }] : []
  })
  const [first, ...others] = based
  if (!first) return []
  return others
    .filter(({ base }) => !base.eq(first.base))
    .map(
      ({ tax, base, i }): AmountError => ({
        pointer: `/taxes/${i}/base`,
        code: 'reform_bases_differ',
        detail: msg`The base of ${tax} is ${base.toFixed()}, and that of ${first.tax} ${first.base.toFixed()}: IBS and CBS have one base.`,
      }),
    )
}

function shown(line: TaxLineInput, { figures, origin }: SettledTax, effect: -1 | 0 | 1): TaxLine {
  const tax: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(line)) {
    if (value === undefined) continue
    tax[name] = isDecimal(name) && !figures[name] ? new Big(value).toFixed() : value
  }
  for (const [name, value] of Object.entries(figures)) tax[name] = value.toFixed()
  return Object.assign(tax, { effect, origin }) as unknown as TaxLine
}
