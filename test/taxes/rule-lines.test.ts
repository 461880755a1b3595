import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deriveTaxes } from '../../src/orders/amounts/by-rules/derive.ts'
import type { ItemFacts } from '../../src/orders/amounts/by-rules/item.ts'
import { readCatalogue } from '../../src/taxes/file.ts'
import { cfopOf } from '../../src/taxes/rules/cfop.ts'
import { indexRules } from '../../src/taxes/rules/choose.ts'
import type { TaxRule } from '../../src/taxes/rules/rule.ts'
import { A_SALE, aRule } from './rules-support.ts'

// Taxes of a line from rules: worked examples, most of them from authorised notes, fiscal libraries and
// manuals, with their steps.

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const catalogue = readCatalogue(Buffer.from(read('fiscal/taxes.json')), 'fiscal/taxes.json')

type Given = Partial<TaxRule> & { id: number }

interface Example {
  title: string
  rules: Given[] | 'table'
  facts: Partial<ItemFacts>
  expected: {
    taxes: Record<string, Record<string, unknown>>
    outside: string
    cfop?: string
    rule?: number | null
    findings?: string[]
  }
  steps?: string[]
}

const table = JSON.parse(read('test/fixtures/tax-rules/table.json')) as Given[]
const examples = read('test/fixtures/tax-rules/lines.ndjson')
  .trim()
  .split('\n')
  .map((line): Example => JSON.parse(line))

for (const { title, rules, facts, expected, steps } of examples) {
  test(title, () => {
    const index = indexRules((rules === 'table' ? table : rules).map(aRule))
    const made = deriveTaxes({ ...A_SALE, ...facts }, index, catalogue)
    assert.deepEqual(made.errors, [])
    assert.deepEqual(made.lines.map(({ tax }) => tax).sort(), Object.keys(expected.taxes).sort())
    for (const [tax, figures] of Object.entries(expected.taxes)) {
      const found = made.lines.find((one) => one.tax === tax)
      assert.partialDeepStrictEqual(found, figures, tax)
    }
    assert.equal(made.outside, expected.outside)
    if ('rule' in expected) {
      assert.equal(made.choices.icms?.rule.id ?? null, expected.rule)
      assert.equal(made.cfop, expected.cfop)
      assert.deepEqual(
        made.findings.map(({ code }) => code),
        expected.findings,
      )
    }
    const told = made.lines.flatMap((line) =>
      line.steps.map(({ what, formula, value }) => `${what} = ${formula} = ${value}`),
    )
    if (steps) assert.deepEqual(told, steps)
  })
}

test('each usual operation has its CFOP', () => {
  const cases = JSON.parse(read('test/fixtures/tax-rules/cfop.json')) as Record<
    string,
    { input: Record<string, unknown>; cfop: string }
  >
  for (const [title, { input, cfop }] of Object.entries(cases)) {
    // The free zone has one by its rule.
    if (input['free_zone']) continue
    const isAbroad = input['abroad'] === true
    const found = cfopOf({
      place: isAbroad ? 'abroad' : input['from'] === input['to'] ? 'inside' : 'interstate',
      kind: (input['kind'] ?? 'sale') as 'sale',
      isOwnProduction: input['own_production'] === true,
      buyer: (input['ie_kind'] ?? 1) as 1,
      st: (input['st'] ?? null) as null,
    })
    assert.equal(found, cfop, title)
  }
})
