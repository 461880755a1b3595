import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type EffectRow,
  type RateRow,
  regimeOf,
  regimes,
  taxOnDate,
} from '../../src/taxes/catalogue.ts'
import { readCatalogue } from '../../src/taxes/file.ts'
import { fc } from '../support/random.ts'

// What a tax is on a date: by the catalogue of this release, and by any other.

const bytes = readFileSync(new URL('../../fiscal/taxes.json', import.meta.url))
const released = readCatalogue(bytes, 'fiscal/taxes.json')

test('the release’s taxes do to a total what they do by law, by date and regime', () => {
  const effects: Record<string, number | null> = {
    'icms 2026-11-25': 0,
    'icms_st 2026-11-25': 1,
    'ipi 2026-11-25': 1,
    'fcp_st 2026-11-25': 1,
    'difal 2026-11-25': 0,
    'cbs 2025-12-31': null,
    'cbs 2026-12-31': 0,
    'cbs 2027-01-01': 1,
    'ibs_uf 2027-01-01': 1,
    'ibs_mun 2027-01-01': 1,
    'is 2026-12-31': null,
    'is 2027-01-01': 1,
    'pis 2026-12-31': 0,
    'pis 2027-01-01': null,
    'cofins_st 2027-01-01': null,
    'icms_st 2032-12-31': 1,
    'icms_st 2033-01-01': null,
    'iss 2033-01-01': null,
    'ipi 2033-01-01': 1,
  }
  for (const [name, effect] of Object.entries(effects)) {
    const [tax = '', date = ''] = name.split(' ')
    assert.equal(taxOnDate(released, tax, 'regular', date).effect, effect, name)
  }
  const single = taxOnDate(released, 'cbs', 'single', '2027-01-01')
  assert.deepEqual([single.effect, single.in_product_value], [0, false])
  assert.equal(taxOnDate(released, 'cbs', 'regular', '2027-01-01').in_product_value, true)
  // These move a total only where the line says so.
  const relieved = taxOnDate(released, 'icms_deson', 'regular', '2026-11-25')
  assert.deepEqual([relieved.effect, relieved.only_if], [-1, 'deducts'])
  const withheld = taxOnDate(released, 'pis_st', 'regular', '2026-11-25')
  assert.deepEqual([withheld.effect, withheld.only_if], [1, 'adds'])
})

test('the release has the rates that are published, and none of CBS for 2027', () => {
  const rates: Record<string, number | null> = {
    'cbs 2025-12-31': null,
    'cbs 2026-12-31': 0.9,
    'cbs 2027-01-01': null,
    'ibs_uf 2026-12-31': 0.1,
    'ibs_uf 2027-01-01': 0.05,
    'ibs_uf 2028-12-31': 0.05,
    'ibs_uf 2029-01-01': null,
    'ibs_mun 2026-01-01': 0,
    'ibs_mun 2027-01-01': 0.05,
    'icms 2026-11-25': null,
  }
  for (const [name, rate] of Object.entries(rates)) {
    const [tax = '', date = ''] = name.split(' ')
    assert.equal(taxOnDate(released, tax, 'regular', date).rate, rate, name)
  }
})

test('codes and classes of the release are those of the layout', () => {
  const fits = (name: string, property: 'code_pattern' | 'class_pattern', text: string) => {
    const pattern = released.taxes.find(({ tax }) => tax === name)?.[property]
    return pattern != null && new RegExp(`^(?:${pattern})$`, 'u').test(text)
  }
  for (const code of ['00', '90', '101', '900']) assert.ok(fits('icms', 'code_pattern', code), code)
  for (const code of ['000', '0', '99', '104']) assert.ok(!fits('icms', 'code_pattern', code), code)
  assert.ok(fits('ipi', 'code_pattern', '55') && !fits('ipi', 'code_pattern', '56'))
  assert.ok(fits('pis', 'code_pattern', '49') && !fits('pis', 'code_pattern', '00'))
  assert.ok(fits('cbs', 'class_pattern', '200034') && !fits('cbs', 'class_pattern', '20003'))
  assert.ok(!fits('fcp', 'code_pattern', '00'))
})

test('the regime is as the seller says, else by the CRT', () => {
  assert.deepEqual(
    ([undefined, 1, 2, 3, 4] as const).map((crt) => regimeOf({ crt })),
    ['regular', 'single', 'regular', 'regular', 'single'],
  )
  for (const regime of regimes) assert.equal(regimeOf({ regime, crt: 1 }), regime)
})

const DAYS = ['2026-01-01', '2026-06-30', '2027-01-01', '2027-01-02', '2029-12-31'] as const
const day = fc.constantFrom(...DAYS)
const asked = fc.constantFrom('2025-12-31', ...DAYS, '2199-12-31')
const tax = fc.constantFrom('a', 'b')
const source = fc.constant('s')

const effectRows = fc.uniqueArray(
  fc.record<EffectRow>({
    tax,
    regime: fc.constantFrom('any', ...regimes),
    since: day,
    effect: fc.constantFrom(-1, 0, 1, null),
    only_if: fc.constant(null),
    in_product_value: fc.boolean(),
    source,
  }),
  { selector: (row) => `${row.tax} ${row.regime} ${row.since}` },
)
const rateRows = fc.uniqueArray(
  fc.record<RateRow>({
    tax,
    since: day,
    until: fc.option(day),
    rate: fc.integer({ min: 0, max: 9 }),
    status: fc.constantFrom('law', 'provisional', 'estimate'),
    source,
  }),
  { selector: (row) => `${row.tax} ${row.since}` },
)

test('a row holds until the next of its tax and regime, and one that names the regime wins', () => {
  fc.assert(
    fc.property(
      effectRows,
      tax,
      fc.constantFrom(...regimes),
      asked,
      (effects, name, regime, date) => {
        // Rows come into force one after the other, as days pass.
        const now = new Map<string, EffectRow>()
        for (const row of effects.toSorted((a, b) => a.since.localeCompare(b.since))) {
          if (row.since <= date && row.tax === name) now.set(row.regime, row)
        }
        const expected = now.get(regime) ?? now.get('any')
        const found = taxOnDate({ effects, rates: [] }, name, regime, date)
        assert.equal(found.effect, expected?.effect ?? null)
        assert.equal(found.in_product_value, expected?.in_product_value ?? false)
      },
    ),
  )
})

test('a rate holds from its first day to its last, and an estimate never does', () => {
  fc.assert(
    fc.property(rateRows, tax, asked, (rates, name, date) => {
      const rateOf = (rows: RateRow[]) =>
        taxOnDate({ effects: [], rates: rows }, name, 'regular', date).rate
      const holding = rates
        .filter((row) => row.tax === name && row.status !== 'estimate')
        .filter(({ since, until }) => since <= date && date <= (until ?? '9999-12-31'))
        .map(({ since }) => since)
      const last = holding.sort().at(-1)
      const expected = rates.find((row) => row.tax === name && row.since === last)
      assert.equal(rateOf(rates), expected?.rate ?? null)
      assert.equal(rateOf(rates), rateOf(rates.filter(({ status }) => status !== 'estimate')))
      assert.equal(rateOf(rates), rateOf(rates.toReversed()))
    }),
  )
})
