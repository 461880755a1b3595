import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { choiceOf, indexRules, type RuleIndex, ruleFor } from '../../src/taxes/rules/choose.ts'
import { overlappingPairs, overlaps } from '../../src/taxes/rules/overlap.ts'
import { compareRanks, rankOf } from '../../src/taxes/rules/rank.ts'
import type { SaleFacts, TaxRule } from '../../src/taxes/rules/rule.ts'
import { fc } from '../support/random.ts'
import { A_SALE, aRule } from './rules-support.ts'

// Which rule of an account counts for a sale, and which rules may not stand beside each other.

const file = new URL('../fixtures/tax-rules/choices.json', import.meta.url)
const { rules, choices } = JSON.parse(readFileSync(file, 'utf8')) as {
  rules: (Partial<TaxRule> & { id: number })[]
  choices: {
    title: string
    closed: number | null
    sale: Partial<SaleFacts>
    expected: { rule?: number | null; lost?: number[]; error?: string; rules?: number[] }
  }[]
}
const table = rules.map(aRule)

/** The rule that counts, with why. */
function chooseRule(index: RuleIndex, kind: TaxRule['kind'], sale: SaleFacts) {
  const rule = ruleFor(index, kind, sale)
  return rule && choiceOf(index, rule, sale)
}

for (const { title, closed, sale, expected } of choices) {
  test(title, () => {
    const ended = table.map((rule) =>
      rule.id === closed ? { ...rule, valid_to: '2026-12-31' } : rule,
    )
    const pairs = overlappingPairs(ended).map((pair) => pair.map(({ id }) => id))
    assert.deepEqual(pairs, closed === null ? [[5, 9]] : [])
    if (expected.error) {
      assert.equal(expected.error, 'tax_rule_overlap')
      assert.deepEqual(pairs, [expected.rules])
      return
    }
    const choice = chooseRule(indexRules(ended), 'icms', { ...A_SALE, ...sale } as SaleFacts)
    assert.equal(choice?.rule.id ?? null, expected.rule)
    const lost = choice?.passed_over.map(({ rule }) => rule.id) ?? []
    assert.deepEqual(lost, expected.lost)
  })
}

test('the choice says what the sale met, and where the others were less specific', () => {
  const sale = { ...A_SALE, destination_state: 'MG', cest: '0800100', ncm: '82029990' }
  const choice = chooseRule(indexRules(table), 'icms', sale as SaleFacts)
  assert.deepEqual(choice?.matched, [
    'cest 0800100',
    'destination_states MG, PR',
    'ie_kinds 1',
    'final_consumer false',
  ])
  assert.deepEqual(
    choice.passed_over.map(({ rule, less_specific_in }) => [rule.id, less_specific_in]),
    [[2, 'product']],
  )
})

const maybe = <T>(values: readonly T[]) => fc.constantFrom<(T | null)[]>(null, null, ...values)
const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: null })

const goods = fc.constantFrom<Partial<TaxRule>[]>(
  {},
  { id_product: 7 },
  { cest: '0800100' },
  { cest: '0800100', ncm: '82' },
  { cest: '0800100', ncm: '8202' },
  { ncm: '82' },
  { ncm: '8202' },
  { ncm: '8205' },
  { id_category: 3 },
)
const rule = fc
  .record({
    goods,
    scope: maybe(['inside', 'interstate'] as const),
    origin_states: some(['SP', 'MG']),
    destination_states: some(['SP', 'MG', 'BA']),
    id_operation: maybe([1, 2]),
    ie_kinds: some([1, 2, 9]),
    final_consumer: maybe([true, false]),
    customer_simples: maybe([true, false]),
    origins: some([0, 1]),
    valid_from: fc.constantFrom('2026-01-01', '2026-06-01', '2027-01-01'),
    valid_to: maybe(['2026-06-30', '2026-12-31']),
  })
  .map(({ goods, ...more }) => ({ ...more, ...goods }))
  .filter(({ valid_from, valid_to }) => valid_to === null || valid_from <= valid_to)

const sale = fc.record({
  date: fc.constantFrom('2026-01-01', '2026-06-30', '2026-11-25', '2027-01-02'),
  origin_state: fc.constantFrom('SP', 'MG'),
  destination_state: fc.constantFrom('SP', 'MG', 'BA'),
  id_product: maybe([7, 8]),
  ncm: maybe(['82029990', '82050000']),
  cest: maybe(['0800100', '0800200']),
  id_category: maybe([3]),
  id_operation: maybe([1, 2]),
  ie_kind: maybe([1, 2, 9] as const),
  final_consumer: fc.boolean(),
  customer_simples: maybe([true, false]),
  origin: fc.constantFrom(0, 1),
})

/** Written apart: a sale meets a rule where each of its conditions holds. */
function meets(one: TaxRule, to: SaleFacts): boolean {
  const wanted: [unknown, unknown][] = [
    [one.id_product, to.id_product],
    [one.cest, to.cest],
    [one.id_category, to.id_category],
    [one.scope, to.origin_state === to.destination_state ? 'inside' : 'interstate'],
    [one.origin_states, to.origin_state],
    [one.destination_states, to.destination_state],
    [one.id_operation, to.id_operation],
    [one.ie_kinds, to.ie_kind],
    [one.final_consumer, to.final_consumer],
    [one.customer_simples, to.customer_simples],
    [one.origins, to.origin],
  ]
  const isMet = wanted.every(
    ([wish, is]) => wish === null || (Array.isArray(wish) ? wish.includes(is) : wish === is),
  )
  const isOfGoods = one.ncm === null || (to.ncm ?? '').startsWith(one.ncm)
  return isMet && isOfGoods && one.valid_from <= to.date && to.date <= (one.valid_to ?? '9999')
}

const many = fc.array(rule, { maxLength: 12 })

test('of any rules without overlaps the index chooses the one with the greatest rank', () => {
  fc.assert(
    fc.property(many, sale, (written, of) => {
      const all: TaxRule[] = []
      for (const [i, one] of written.entries()) {
        const next = aRule({ id: i + 1, ...one })
        if (!all.some((other) => overlaps(other, next))) all.push(next)
      }
      const to = { ...A_SALE, ...of } as SaleFacts
      const holding = all.filter((one) => meets(one, to))
      const best = holding.toSorted((a, b) => compareRanks(rankOf(b), rankOf(a)))
      const choice = chooseRule(indexRules(all), 'icms', to)
      const found = choice && [choice.rule, ...choice.passed_over.map((one) => one.rule)]
      assert.deepEqual(
        found?.map(({ id }) => id) ?? [],
        best.map(({ id }) => id),
      )
      // Never a tie.
      const ranks = new Set(holding.map((one) => rankOf(one).join()))
      assert.equal(ranks.size, holding.length)
    }),
    { numRuns: 2_000 },
  )
})

test('two rules overlap exactly where some sale meets both, and neither is more specific', () => {
  fc.assert(
    fc.property(rule, rule, sale, (a, b, of) => {
      const [one, other] = [aRule({ id: 1, ...a }), aRule({ id: 2, ...b })]
      const to = { ...A_SALE, ...of } as SaleFacts
      const isTie =
        meets(one, to) && meets(other, to) && rankOf(one).join() === rankOf(other).join()
      if (isTie) assert.ok(overlaps(one, other))
      assert.equal(overlaps(one, other), overlaps(other, one))
      assert.equal(overlappingPairs([one, other]).length > 0, overlaps(one, other))
    }),
    { numRuns: 5_000 },
  )
})

test('of many rules exactly the pairs that overlap are found, each once', () => {
  fc.assert(
    fc.property(many, (written) => {
      const all = written.map((one, i) => aRule({ id: i + 1, ...one }))
      const wanted = all.flatMap((one, i) =>
        all.slice(0, i).flatMap((other) => (overlaps(one, other) ? [[other.id, one.id]] : [])),
      )
      const found = overlappingPairs(all).map((pair) => pair.map(({ id }) => id).sort(byNumber))
      assert.deepEqual(found.sort(), wanted.sort())
    }),
    { numRuns: 2_000 },
  )
})

const byNumber = (a: number, b: number) => a - b
