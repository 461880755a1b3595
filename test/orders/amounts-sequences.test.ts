import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { itemFigures } from '../../packages/model/item.ts'
import type { WrittenFigure } from '../../src/model/item.ts'
import type { AmountsMode, FigureLine, FiguresInput } from '../../src/orders/amounts/amounts.ts'
import { fc } from '../support/random.ts'
import { amount, derivable, price, quantity, rate, TAXES } from './amounts-lines.ts'
import * as oracle from './amounts-oracle.ts'
import { accepted, compute, figuresOf, readBack } from './amounts-oracle.ts'

// Lines that are changed again and again: whatever the changes, a line never contradicts itself, and
// comes to what it would as a new one.

const mode = fc.constantFrom<AmountsMode>('verify', 'trust')

/** Any mix of figures, each a number, cleared or absent. */
function patchOf(figures: Partial<Record<WrittenFigure, fc.Arbitrary<bigint>>>, cleared: number) {
  const arbitraries = Object.entries(figures).map(([name, units]) => {
    const number = units.map((value) => Number(oracle.write(name as WrittenFigure, value)))
    const isRequired = name === 'quantity' || name === 'price'
    const figure = fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      { weight: isRequired ? 0 : cleared, arbitrary: fc.constant(null) },
      { weight: 5, arbitrary: number },
    )
    return [name, figure] as const
  })
  return fc
    .record(Object.fromEntries(arbitraries))
    .map((all) =>
      Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined)),
    ) as fc.Arbitrary<FiguresInput>
}

const taxes = Object.fromEntries(
  TAXES.flatMap(([base, percent, value]) => [
    [base, amount],
    [percent, rate],
    [value, amount],
  ]),
)
const goods = {
  quantity,
  price,
  discount_value: amount,
  discount_percentage: rate.map((percent) => percent % 1_000_000n),
}
const nets = { total_item: amount, net_value: amount, net_unit_value: price }

/** The discount said once: said twice, the two need agree within a cent only. */
function oneDiscount({ discount_percentage, ...sent }: FiguresInput): FiguresInput {
  if (sent.discount_value !== undefined || discount_percentage === undefined) return sent
  return { ...sent, discount_percentage }
}

/** Applies the patches that are accepted, one after the other. */
function through(line: FigureLine, patches: FiguresInput[], how: AmountsMode): FigureLine[] {
  const lines: FigureLine[] = []
  let stored = line
  for (const sent of patches) {
    const { line: next, errors } = compute(sent, stored, how)
    if (errors.length > 0) continue
    lines.push(next)
    stored = next
  }
  return lines
}

function assertAgrees(line: FigureLine): void {
  const units = oracle.toUnits(line)
  assert.equal(units.net_value, units.total_item - units.discount_value)
  for (const [base, percent, value] of TAXES) {
    const isSt = base === 'base_icms_st'
    const deducted = isSt ? units.value_icms : 0n
    const tax = [units[base], units[percent], units[value]] as const
    const why = oracle.contradictionOf(tax, deducted, isSt && deducted === 0n)
    assert.equal(why, undefined, value)
  }
}

describe('whatever the changes', () => {
  test('base, rate and value never contradict each other, and a new line comes to the same', () => {
    const patch = patchOf({ ...goods, ...nets, ...taxes }, 1)
    let changed = 0
    fc.assert(
      fc.property(derivable, fc.array(patch, { minLength: 1, maxLength: 6 }), (made, patches) => {
        for (const line of through(made.line, patches, 'verify')) {
          assertAgrees(line)
          assert.deepEqual(figuresOf(accepted(readBack(line))), figuresOf(line))
          changed++
        }
      }),
      { numRuns: 2000 },
    )
    assert.ok(changed > 500)
  })

  test('a line comes to what it would from its typed figures alone', () => {
    const [ipi, icms, st] = TAXES
    const free = { ...goods, [ipi[0]]: amount, [ipi[1]]: rate, [icms[0]]: amount, [icms[1]]: rate }
    const patch = patchOf({ ...free, [st[0]]: amount, [st[1]]: rate }, 1).map(oneDiscount)
    const start = {
      quantity: 10,
      price: 9.9,
      discount_percentage: 5,
      aliq_ipi: 3.25,
      aliq_icms: 18,
    }
    const cents = fc.array(patch, { minLength: 1, maxLength: 8 })
    let changed = 0
    fc.assert(
      fc.property(cents, mode, (patches, how) => {
        for (const line of through(accepted(start), patches, how)) {
          const sent = readBack(line)
          const { quantity, price } = sent
          const typed = line.typed_discount === 'money' ? 'discount_value' : 'discount_percentage'
          const bases = TAXES.flatMap((names) => names.slice(0, 2))
          const names: WrittenFigure[] = [typed, ...bases]
          const rest = Object.fromEntries(names.map((name) => [name, sent[name]]))
          const fresh = accepted({ quantity, price, ...rest }, undefined, how)
          // The fourth decimal of a percentage that was typed once and is not any more.
          const { perc_desc } = line
          assert.deepEqual({ ...fresh, perc_desc }, line)
          changed++
        }
      }),
      { numRuns: 3000 },
    )
    assert.ok(changed > 4000)
  })
})

describe('when the net value changes', () => {
  const line = fc
    .record({ q: quantity, p: price, base: amount, percent: rate, lone: fc.boolean() })
    .filter(({ q, p }) => oracle.totalOf(q, p) < 10n ** 13n)
  const step = fc.record({ q: quantity, p: price })

  const cases: [string, (typeof TAXES)[number]][] = [
    ['IPI', TAXES[0]],
    ['ICMS', TAXES[1]],
    ['ICMS-ST', TAXES[2]],
  ]
  for (const [name, [base, percent, value]] of cases) {
    test(`${name}: base and a value alone keep their ratio to it, the rate stays`, () => {
      let compared = 0
      fc.assert(
        fc.property(line, step, mode, (was, { q, p }, how) => {
          const tax = was.lone
            ? { [value]: was.base }
            : { [base]: was.base, [percent]: was.percent }
          const goods = { quantity: was.q, price: was.p }
          const stored = accepted(oracle.toSent({ ...goods, ...tax }), undefined, how)
          const { line, errors } = compute(oracle.toSent({ quantity: q, price: p }), stored, how)
          const before = oracle.totalOf(was.q, was.p)
          const after = oracle.totalOf(q, p)
          if (errors.length > 0) return
          const follow = (part: bigint) =>
            before === 0n || before === after ? part : oracle.divide(part * after, before)
          const b = was.lone ? 0n : follow(was.base)
          const r = was.lone ? 0n : was.percent
          const v = was.lone ? follow(was.base) : oracle.due(b, r, 0n)
          const units = oracle.toUnits(line)
          assert.deepEqual([units[base], units[percent], units[value]], [b, r, v])
          compared++
        }),
        { numRuns: 1500 },
      )
      assert.ok(compared > 800)
    })
  }

  test('an ICMS-ST less a presumed ICMS keeps its ratio to base × rate', () => {
    const st = fc.record({
      base: fc.bigInt(1n, 10n ** 8n),
      percent: fc.bigInt(1n, 500_000n),
      part: fc.bigInt(0n, 999n),
      q: fc.bigInt(1n, 10n ** 6n),
    })
    fc.assert(
      fc.property(st, mode, ({ base, percent, part, q }, how) => {
        const due = oracle.share(base, percent)
        const value = (due * part) / 1000n
        const tax = { base_icms_st: base, aliq_icms_st: percent, value_icms_st: value }
        const goods = { quantity: 10_000n, price: 10n ** 12n }
        const stored = accepted(oracle.toSent({ ...goods, ...tax }), undefined, how)
        assert.equal(oracle.toUnits(stored).value_icms_st, value)
        const { line, errors } = compute(oracle.toSent({ quantity: q }), stored, how)
        if (errors.length > 0 || q === 10_000n) return
        const next = oracle.divide(base * q, 10_000n)
        const followed = oracle.divide(value * next, base)
        const expected = value < due ? followed : oracle.due(next, percent, 0n)
        assert.equal(oracle.toUnits(line).value_icms_st, expected)
        if (how === 'verify') assertAgrees(line)
      }),
      { numRuns: 2000 },
    )
  })
})

test('in trust what is sent wins unchecked, and the rest follows as it does elsewhere', () => {
  const patch = patchOf({ ...goods, ...nets, ...taxes }, 1)
  fc.assert(
    fc.property(derivable, fc.array(patch, { minLength: 1, maxLength: 5 }), (made, patches) => {
      let stored = made.line
      for (const sent of patches) {
        const { line, errors } = compute(sent, stored, 'trust')
        assert.ok(
          errors.every(({ code }) => !['amount_contradiction', 'base_required'].includes(code)),
        )
        if (errors.length > 0) continue
        for (const name of Object.keys(sent) as WrittenFigure[]) {
          if (typeof sent[name] !== 'number') continue
          assert.equal(Number(line[itemFigures[name].column]), sent[name], name)
        }
        const checked = compute(sent, stored, 'verify')
        const isPlain = Object.keys(sent).every((name) => name in goods)
        const before = oracle.toUnits(stored)
        const agreed = isPlain && checked.errors.length === 0 && isAgreed(before)
        if (agreed) assert.deepEqual(line, checked.line)
        stored = line
      }
    }),
    { numRuns: 2000 },
  )
})

/** A line of a client who computes by the same rules. */
function isAgreed(units: Required<oracle.Units>): boolean {
  return (
    units.net_value === units.total_item - units.discount_value &&
    TAXES.every(([base, percent, value]) => {
      const isSt = base === 'base_icms_st'
      const tax = [units[base], units[percent], units[value]] as const
      const deducted = isSt ? units.value_icms : 0n
      return oracle.contradictionOf(tax, deducted, isSt && deducted === 0n) === undefined
    })
  )
}
