import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { computeTaxLines } from '../../src/orders/amounts/tax-lines/compute.ts'
import type { TaxLineInput } from '../../src/orders/amounts/tax-lines/input.ts'
import { readCatalogue } from '../../src/taxes/file.ts'
import { fc } from '../support/random.ts'

// Taxes of any line, worked out once more in integers of the smallest unit and written apart: cents, and
// rates in 10^-4 percent.

const file = new URL('../../fiscal/taxes.json', import.meta.url)
const catalogue = readCatalogue(readFileSync(file), 'fiscal/taxes.json')
const FACTS = {
  op: '1000',
  quantity: '1',
  isFinalConsumer: false,
  date: '2026-11-25',
  regime: 'regular',
} as const
const compute = (lines: TaxLineInput[], date: string = FACTS.date) =>
  computeTaxLines(lines, { ...FACTS, date }, catalogue, 'verify')

/** n ÷ d, both not negative; a half goes up, or to the even side. */
function divide(n: bigint, d: bigint, isEven: boolean): bigint {
  const [q, r] = [n / d, n % d]
  if (2n * r < d) return q
  return 2n * r === d && isEven && q % 2n === 0n ? q : q + 1n
}
const WHOLE = 10n ** 6n
const atLeastZero = (n: bigint) => (n < 0n ? 0n : n)

interface Figures {
  base: bigint
  rate: bigint
  reduction: bigint
  deferral: bigint
  less: bigint
  own: bigint
  inter: bigint
}

const share = ({ base, rate }: Figures) => divide(base * rate, WHOLE, false)

/** What the value of a tax must be. */
const oracles: Record<string, (of: Figures) => bigint> = {
  pis: share,
  fcp: share,
  icms: (of) => share(of) - divide(of.base * of.rate * of.deferral, WHOLE * WHOLE, false),
  icms_st: (of) => atLeastZero(share(of) - of.less),
  fcp_st: (of) => atLeastZero(share(of) - of.less),
  difal: (of) => atLeastZero(share(of) - divide(of.own * of.inter, WHOLE, false)),
  cbs: ({ base, rate, reduction, deferral, less }) => {
    const effective = divide(rate * (WHOLE - reduction), WHOLE, true)
    const full = divide(base * effective, WHOLE, true)
    const deferred = divide(base * effective * deferral, WHOLE * WHOLE, true)
    return atLeastZero(full - deferred - less)
  },
}

/** Which figures a tax takes beside base and rate, by our names. */
const further: Record<string, Partial<Record<keyof Figures, keyof TaxLineInput>>> = {
  icms: { deferral: 'deferral' },
  icms_st: { less: 'deduction' },
  fcp_st: { less: 'deduction' },
  difal: { inter: 'inter_rate' },
  cbs: { reduction: 'reduction', deferral: 'deferral', less: 'returned' },
}

const decimals = (name: string) => (['base', 'less', 'own'].includes(name) ? 2 : 4)
const text = (name: string, units: bigint) => {
  const places = decimals(name)
  const digits = units.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const cents = (most: number) => fc.bigInt({ min: 1n, max: BigInt(most) })
const percent = (most: number) =>
  fc.oneof(
    fc.bigInt({ min: 1n, max: BigInt(most) * 10_000n }),
    // Halves of a cent, which are rounded to one side or the other.
    fc.constantFrom(500n, 1_000n, 9_000n, 50_000n, 125_000n),
  )
const figures = fc.record<Figures>({
  base: fc.oneof(cents(400_000), fc.constantFrom(192_500n, 100_000n, 50n, 350n)),
  rate: percent(50),
  reduction: fc.oneof(fc.constant(0n), percent(60)),
  deferral: fc.oneof(fc.constant(0n), percent(60)),
  less: fc.oneof(fc.constant(0n), cents(200)),
  own: cents(400_000),
  inter: percent(12),
})
const taxes = fc.constantFrom(...Object.keys(oracles))

function lineOf(tax: string, of: Figures): TaxLineInput {
  const others = Object.entries(further[tax] ?? {}).map(([ours, name]) => [
    name,
    text(ours, of[ours as keyof Figures]),
  ])
  return {
    tax,
    base: text('base', of.base),
    rate: text('rate', of.rate),
    ...Object.fromEntries(others),
  }
}
/** With the tax of the other state, where a difference is with one. */
const listOf = (line: TaxLineInput, of: Figures): TaxLineInput[] =>
  line.tax === 'difal' ? [{ tax: 'icms', base: text('base', of.own), value: 0 }, line] : [line]

const RUNS = { numRuns: 3_000 }
/** More is given back than is due: refused. */
const isReturnedTooMuch = (tax: string, of: Figures) =>
  tax === 'cbs' && (oracles['cbs']?.({ ...of, less: 0n }) ?? 0n) < of.less

test('a value follows from base, rate and what is taken off, to the cent', () => {
  fc.assert(
    fc.property(taxes, figures, (tax, of) => {
      fc.pre(!isReturnedTooMuch(tax, of))
      const { lines, errors } = compute(listOf(lineOf(tax, of), of))
      assert.deepEqual(errors, [])
      const expected = Number(oracles[tax]?.(of)) / 100
      assert.equal(Number(lines.find((one) => one.tax === tax)?.value), expected)
    }),
    RUNS,
  )
})

test('a value is right within a cent, and two cents away it is refused', () => {
  fc.assert(
    fc.property(taxes, figures, fc.constantFrom(-2n, -1n, 0n, 1n, 2n), (tax, of, away) => {
      const right = oracles[tax]?.(of) ?? 0n
      const value = right + away
      // Of nothing nothing can be taken off; and where a part is 0 any small rate gives it.
      fc.pre(!isReturnedTooMuch(tax, of) && value > 0n && right > 0n && tax !== 'difal')
      const sent = { ...lineOf(tax, of), value: text('base', value) }
      const { errors } = compute(listOf(sent, of))
      assert.deepEqual(
        errors.map(({ pointer, expected }) => [pointer, Number(expected)]),
        away === 2n || away === -2n ? [['/taxes/0/value', Number(right) / 100]] : [],
      )
    }),
    RUNS,
  )
})

test('a total is moved by the sum of effect × value, in whatever order the taxes stand', () => {
  const values = fc.uniqueArray(fc.tuple(fc.constantFrom(...catalogue.taxes), cents(1_000_000)), {
    selector: ([{ tax }]) => tax,
  })
  const days = fc.constantFrom('2026-12-31', '2027-01-01')
  fc.assert(
    fc.property(values, days, fc.boolean(), (all, date, isFlagged) => {
      const lines = all.map(([{ tax }, value]) => ({
        tax,
        value: text('base', value),
        ...(isFlagged && tax === 'icms_deson' ? { deducts: true } : {}),
        ...(isFlagged && /_st$/.test(tax) && /^(pis|cofins)/.test(tax) ? { adds: true } : {}),
      }))
      const made = compute(lines, date)
      const sumOf = (some: typeof made.lines) =>
        some.reduce((sum, { value, effect }) => sum + effect * Math.round(Number(value) * 100), 0)
      const others = made.lines.filter(({ tax }) => !['ipi', 'icms', 'icms_st'].includes(tax))
      assert.equal(Math.round(Number(made.outside) * 100), sumOf(made.lines))
      assert.equal(Math.round(Number(made.outsideOther) * 100), sumOf(others))
      assert.ok(isFlagged || made.lines.every(({ effect }) => effect >= 0))
      const turned = compute(lines.toReversed(), date)
      assert.deepEqual(turned.lines, made.lines)
      assert.equal(turned.errors.length, made.errors.length)
    }),
  )
})

test('base and rate follow from the value and the other one', () => {
  fc.assert(
    fc.property(fc.constantFrom('pis', 'icms', 'cbs', 'fcp_st'), figures, (tax, of) => {
      fc.pre(!isReturnedTooMuch(tax, of) && (oracles[tax]?.(of) ?? 0n) > 0n)
      const line = lineOf(tax, of)
      const value = text('base', oracles[tax]?.(of) ?? 0n)
      const { rate: _, ...withoutRate } = line
      const made = compute([{ ...withoutRate, value }])
      assert.deepEqual(made.errors, [])
      const derived = made.lines[0]
      // The rate that was found gives the value, and is taken as it is.
      const again = compute([{ ...line, rate: derived?.rate ?? '0', value }])
      assert.deepEqual(again.errors, [])
      assert.equal(Number(derived?.value), Number(value))
    }),
    RUNS,
  )
})
