import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Big from 'big.js'
import { deriveTaxes } from '../../src/orders/amounts/by-rules/derive.ts'
import {
  buyerKindOf,
  type ItemFacts,
  isFinalConsumer,
} from '../../src/orders/amounts/by-rules/item.ts'
import { adjustedMargin } from '../../src/orders/amounts/by-rules/margin.ts'
import { readCatalogue } from '../../src/taxes/file.ts'
import { indexRules } from '../../src/taxes/rules/choose.ts'
import { interstateRate } from '../../src/taxes/rules/interstate.ts'
import type { TaxRule } from '../../src/taxes/rules/rule.ts'
import { fc } from '../support/random.ts'
import { A_SALE, aRule } from './rules-support.ts'

// What rules don't work out, and why; and what holds for any figures.

const file = new URL('../../fiscal/taxes.json', import.meta.url)
const catalogue = readCatalogue(readFileSync(file), 'fiscal/taxes.json')

function derive(rules: Partial<TaxRule>[], facts: Partial<ItemFacts> = {}, of = catalogue) {
  const index = indexRules(rules.map((one, i) => aRule({ id: i + 1, ...one })))
  return deriveTaxes({ ...A_SALE, ...facts }, index, of)
}

const found = (rules: Partial<TaxRule>[], facts: Partial<ItemFacts> = {}) =>
  derive(rules, facts).findings.map(({ code, tax, property }) =>
    [code, tax, property].filter((one) => one !== undefined).join(' '),
  )

const INSIDE = { cst: '00', csosn: '102', icms_rate: 18 }

test('what is not known is a finding, and nothing is guessed', () => {
  assert.deepEqual(found([INSIDE], { destination_state: null }), ['no_place'])
  assert.deepEqual(found([INSIDE], { origin_state: null }), ['no_place'])
  assert.deepEqual(found([INSIDE], { ie_kind: null }), ['buyer_kind_unknown'])
  assert.deepEqual(found([]), ['no_rule'])
  assert.deepEqual(found([{ ...INSIDE, active: false }]), ['no_rule'])
  assert.deepEqual(found([{ cst: '00' }]), ['rule_incomplete icms_rate'])
  assert.deepEqual(found([{ cst: '00', icms_rate: 18 }], { crt: 1 }), ['rule_incomplete csosn'])
  assert.deepEqual(derive([{ cst: '00' }]).lines, [])
})

test('IPI is of those who pay it, and still worked out where the buyer is unknown', () => {
  const ipi = { kind: 'ipi', cst: '50', rate: 10 } as const
  assert.deepEqual(derive([ipi]).lines, [])
  const [line] = derive([ipi], { ipi_payer: true, ie_kind: null }).lines
  assert.equal(line?.value, '10')
})

test('the difference of rates is of a sale to who is no contributor', () => {
  const rule = { cst: '00', difal_rate: 18 }
  const to: Partial<ItemFacts> = { destination_state: 'MG', ie_kind: 9, final_consumer: true }
  const taxes = (facts: Partial<ItemFacts>, more: Partial<TaxRule> = {}) =>
    derive([{ ...rule, csosn: '102', ...more }], { ...to, ...facts }).lines.map(({ tax }) => tax)
  assert.deepEqual(taxes({}), ['icms', 'difal'])
  assert.deepEqual(taxes({ final_consumer: false }), ['icms'])
  assert.deepEqual(taxes({ ie_kind: 1 }), ['icms'])
  assert.deepEqual(taxes({ crt: 1 }), ['icms'])
  assert.deepEqual(taxes({ operation: 'bonus' }), ['icms'])
  assert.deepEqual(taxes({}, { cst: '40' }), ['icms'])
  assert.deepEqual(found([{ cst: '00' }], to), ['694 difal'])
  assert.deepEqual(taxes({}, { fcp_rate: 2, difal_fcp_rate: 2 }), ['icms', 'difal', 'fcp_dest'])
  // Where the base is reduced the steps say so.
  const [, difal] = derive([{ ...rule, difal_reduction: 10 }], to).lines
  assert.deepEqual(difal?.steps[0], {
    what: 'difal base',
    formula: '100 × (1 − 10 %)',
    value: '90',
  })
})

test('IBS and CBS are worked out from the day on which they are added', () => {
  const rule = { kind: 'ibs_cbs', class: '000001' } as const
  assert.deepEqual(derive([rule], { date: '2026-12-31' }).lines, [])
  const then = { date: '2027-01-04', ie_kind: null } as const
  const published = derive([rule], then)
  assert.deepEqual(
    published.lines.map(({ tax, value }) => [tax, value]),
    [
      ['ibs_uf', '0.05'],
      ['ibs_mun', '0.05'],
    ],
  )
  assert.deepEqual(
    published.findings.map(({ code, tax }) => [code, tax]),
    [
      ['buyer_kind_unknown', undefined],
      ['rate_missing', 'cbs'],
    ],
  )
  assert.deepEqual(derive([rule], { ...then, regime: 'single' }).lines, [])
  const exempt = derive([{ ...rule, class: '410001' }], then)
  assert.deepEqual(
    exempt.lines.map(({ tax, code, value }) => [tax, code, value]),
    [
      ['cbs', '410', '0'],
      ['ibs_uf', '410', '0'],
      ['ibs_mun', '410', '0'],
    ],
  )
  // The law has no rate yet: one for the sake of the test.
  const rates = [...catalogue.rates, { ...RATE, tax: 'cbs', rate: 8.7 }]
  const icms = { kind: 'icms', ...INSIDE } as const
  const made = derive([rule, icms], { ...then, ie_kind: 1 }, { ...catalogue, rates })
  assert.equal(made.outside, '7.21')
  const cbs = made.lines.find(({ tax }) => tax === 'cbs')
  assert.deepEqual(cbs?.steps, [
    { what: 'cbs base', formula: '100 − icms 18', value: '82' },
    { what: 'cbs', formula: '82 × 8.7 %', value: '7.13' },
  ])
})

const RATE = { since: '2027-01-01', until: null, status: 'law', source: 'A test' } as const

test('the greater of list price and margin counts where the state wants that', () => {
  const rule = { ...INSIDE, cst: '10', st_rate: 18, margin: 40, unit_kind: 'greater' } as const
  const base = (unit_value: number) =>
    derive([{ ...rule, unit_value }]).lines.find(({ tax }) => tax === 'icms_st')
  assert.partialDeepStrictEqual(base(150), { base: '150', margin_kind: 'list' })
  assert.partialDeepStrictEqual(base(139.99), {
    base: '140',
    margin_kind: 'original',
    margin: '40',
  })
})

test('who the buyer is follows from registration and document', () => {
  const buyer = { ie_kind: null, ie: null, document: null }
  assert.equal(buyerKindOf({ ...buyer, ie_kind: 2, ie: '123' }), 2)
  assert.equal(buyerKindOf({ ...buyer, ie: '123' }), 1)
  assert.equal(buyerKindOf({ ...buyer, document: '12345678909' }), 9)
  assert.equal(buyerKindOf({ ...buyer, document: '12345678000195' }), null)
  assert.equal(isFinalConsumer(null, 9), true)
  assert.equal(isFinalConsumer(false, 9), false)
  assert.equal(isFinalConsumer(null, 1), false)
})

test('the rate between states follows from both and from where the goods come from', () => {
  const rate = (origin_state: string, destination_state: string, origin = 0) =>
    interstateRate({ origin_state, destination_state, origin })
  assert.deepEqual(
    [rate('SP', 'MG'), rate('SP', 'BA'), rate('SP', 'ES'), rate('ES', 'SP'), rate('SC', 'GO')],
    [12, 7, 7, 12, 7],
  )
  assert.deepEqual(
    [rate('SP', 'MG', 1), rate('SP', 'MG', 5), rate('SP', 'BA', 8), rate('SP', 'SP', 1)],
    [4, 12, 4, undefined],
  )
  assert.equal(rate('SP', 'EX', 1), undefined)
})

test('published margins are adjusted as they were published', () => {
  const adjusted = (margin: string, inter: number, intra: number, decimals: 2 | 4 = 2) =>
    adjustedMargin({
      margin: new Big(margin),
      inter: new Big(inter),
      intra: new Big(intra),
      decimals,
    }).toFixed()
  assert.equal(adjusted('71.78', 12, 17), '82.13')
  assert.equal(adjusted('40', 12, 19), '52.1')
  assert.equal(adjusted('40', 12, 20), '54')
  assert.equal(adjusted('40', 12, 12), '40')
  assert.equal(adjusted('40', 12, 7), '40')
  assert.equal(adjusted('40', 12, 18, 4), '50.2439')
})

const percent = (most: number) => fc.integer({ min: 0, max: most }).map((n) => n / 100)

test('an adjusted margin is exact, and never below the one that it follows from', () => {
  const rates = fc.record({ margin: percent(30_000), inter: percent(1_200), intra: percent(4_000) })
  fc.assert(
    fc.property(rates, ({ margin, inter, intra }) => {
      const [m, i, o] = [margin, inter, intra].map((one) => BigInt(Math.round(one * 100)))
      const [M, I, O] = [m as bigint, i as bigint, o as bigint]
      const made = adjustedMargin({
        margin: new Big(margin),
        inter: new Big(inter),
        intra: new Big(intra),
        decimals: 2,
      })
      assert.ok(made.gte(margin))
      if (O <= I) return assert.ok(made.eq(margin))
      const [over, under] = [(10_000n + M) * (10_000n - I) - 10_000n * (10_000n - O), 10_000n - O]
      const hundredths = (2n * over + under) / (2n * under)
      assert.equal(made.times(100).toFixed(), hundredths.toString())
      return undefined
    }),
    { numRuns: 5_000 },
  )
})

test('of any figures the taxes are accepted when they are sent, and the steps end at the value', () => {
  const rule = fc.record({
    cst: fc.constantFrom('00', '10', '20', '51', '70', '90'),
    icms_rate: percent(3_000),
    icms_reduction: percent(9_900),
    fcp_rate: percent(400),
    st_rate: percent(3_000).filter((rate) => rate > 0),
    margin: percent(20_000),
    st_reduction: percent(9_900),
    st_fcp_rate: percent(400),
  })
  const op = fc.integer({ min: 0, max: 10_000_000_00 }).map((n) => (n / 100).toFixed(2))
  fc.assert(
    fc.property(rule, op, fc.constantFrom('SP', 'MG', 'BA'), (one, value, to) => {
      const made = derive([one], { op: value, destination_state: to })
      assert.deepEqual(made.errors, [])
      const isAdded = ['icms_st', 'fcp_st']
      const added = made.lines.filter(({ tax }) => isAdded.includes(tax))
      const sum = added.reduce((total, line) => total.plus(line.value), new Big(0))
      assert.equal(made.outside, sum.toFixed())
      for (const line of made.lines) {
        assert.ok(new Big(line.value).gte(0))
        const last = line.steps.at(-1)
        if (last) assert.deepEqual([last.what, last.value], [line.tax, line.value])
      }
    }),
    { numRuns: 1_000 },
  )
})
