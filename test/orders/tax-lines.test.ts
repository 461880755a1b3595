import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { computeTaxLines } from '../../src/orders/amounts/tax-lines/compute.ts'
import type { TaxLineFacts, TaxLineInput } from '../../src/orders/amounts/tax-lines/input.ts'
import { readCatalogue } from '../../src/taxes/file.ts'

// Taxes of a line: worked examples, most of them from authorised notes, fiscal libraries and manuals; and
// what is refused.

const file = new URL('../../fiscal/taxes.json', import.meta.url)
const catalogue = readCatalogue(readFileSync(file), 'fiscal/taxes.json')

interface Example {
  title: string
  op: string
  quantity: string
  final_consumer: boolean
  date: string
  regime: TaxLineFacts['regime']
  taxes: TaxLineInput[]
  expected: Record<string, Record<string, unknown>>
  outside: string
}

const examples = readFileSync(new URL('../fixtures/tax-lines.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Example => JSON.parse(line))

for (const { title, taxes, expected, outside, ...line } of examples) {
  test(title, () => {
    const { op, quantity, final_consumer: isFinalConsumer, date, regime } = line
    const facts = { op, quantity, isFinalConsumer, date, regime }
    const made = computeTaxLines(taxes, facts, catalogue, 'verify')
    assert.deepEqual(made.errors, [])
    for (const [tax, figures] of Object.entries(expected)) {
      const found = made.lines.find((one) => one.tax === tax)
      assert.partialDeepStrictEqual(found, figures, tax)
    }
    assert.equal(made.lines.length, taxes.length)
    assert.equal(made.outside, outside)
    // What was worked out is accepted when it is sent again.
    const again = made.lines.map(({ effect: _, origin: __, effective_rate: ___, ...sent }) => sent)
    const second = computeTaxLines(again.map(asInput), facts, catalogue, 'verify')
    assert.deepEqual(second.errors, [])
    assert.deepEqual(
      second.lines.map(({ tax, value }) => [tax, value]),
      made.lines.map(({ tax, value }) => [tax, value]),
    )
  })
}

/** A line by quantity has no rate to be sent. */
function asInput(line: Record<string, unknown>): TaxLineInput {
  const { rate, ...rest } = line
  return ('per_unit' in line ? rest : line) as unknown as TaxLineInput
}

const FACTS: TaxLineFacts = {
  op: '1000',
  quantity: '1',
  isFinalConsumer: false,
  date: '2026-11-25',
  regime: 'regular',
}

/** The places and codes of what is refused. */
function refused(taxes: TaxLineInput[], facts: Partial<TaxLineFacts> = {}) {
  const { errors } = computeTaxLines(taxes, { ...FACTS, ...facts }, catalogue, 'verify')
  return errors.map(({ pointer, code, sent, expected }) =>
    [pointer, code, sent, expected].filter((one) => one !== undefined).join(' '),
  )
}

test('a tax that is unknown, stands twice, or is over is refused', () => {
  assert.deepEqual(refused([{ tax: 'iof', value: 1 }]), ['/taxes/0/tax tax_unknown'])
  assert.deepEqual(refused([{ tax: 'constructor' }]), ['/taxes/0/tax tax_unknown'])
  assert.deepEqual(
    refused([
      { tax: 'ipi', value: 1 },
      { tax: 'ipi', value: 1 },
    ]),
    ['/taxes/1/tax tax_twice'],
  )
  const pis = { tax: 'pis', base: 100, rate: 1.65 }
  assert.deepEqual(refused([pis], { date: '2026-12-31' }), [])
  assert.deepEqual(refused([pis], { date: '2027-01-01' }), ['/taxes/0/tax tax_closed'])
  assert.deepEqual(refused([{ tax: 'pis', code: '06' }], { date: '2027-01-01' }), [])
  assert.deepEqual(refused([{ tax: 'is', value: 1 }]), ['/taxes/0/tax tax_closed'])
})

test('codes, classes and properties are those of the tax', () => {
  assert.deepEqual(
    refused([
      { tax: 'icms', code: '99', class: '000001', margin: 40 },
      { tax: 'cbs', code: '000', class: '00001', per_unit: 1 },
      { tax: 'fcp', code: '00', deducts: true },
      { tax: 'ipi', code: '50', class: '301', quantity: 2, per_unit: 1 },
    ]),
    [
      '/taxes/0/code pattern',
      '/taxes/0/class unknown_property',
      '/taxes/0/margin unknown_property',
      '/taxes/1/class pattern',
      '/taxes/1/per_unit unknown_property',
      '/taxes/2/code unknown_property',
      '/taxes/2/deducts unknown_property',
    ],
  )
})

test('figures that contradict one another are refused, each where it was sent', () => {
  assert.deepEqual(
    refused([
      { tax: 'cofins', base: 1000, rate: 7.6, value: 76.02 },
      { tax: 'icms', code: '51', base: 1000, rate: 18, deferral: 50, deferred: 80, value: 100 },
      { tax: 'icms_st', base: 1400, rate: 18, deduction: 120, value: 131 },
      { tax: 'cbs', base: 1000, rate: 0.9, returned: 9.01 },
    ]),
    [
      '/taxes/1/deferred amount_contradiction 80 90',
      '/taxes/2/value amount_contradiction 131 132',
      '/taxes/0/value amount_contradiction 76.02 76',
      '/taxes/3/returned amount_contradiction 9.01 9',
    ],
  )
  assert.deepEqual(refused([{ tax: 'cofins', base: 1000, rate: 7.6, value: 76.01 }]), [])
  assert.deepEqual(refused([{ tax: 'ipi', quantity: 3, per_unit: 0.5, value: 1.52 }]), [
    '/taxes/0/value amount_contradiction 1.52 1.5',
  ])
  assert.deepEqual(refused([{ tax: 'ipi', quantity: 3 }]), ['/taxes/0/per_unit required'])
  assert.deepEqual(refused([{ tax: 'ipi', per_unit: 3, rate: 5 }]), [
    '/taxes/0/rate amount_contradiction',
  ])
})

test('a Simples seller’s ST may be anything up to base × rate, another’s only what is left', () => {
  const st = { tax: 'icms_st', base: 1400, rate: 18, value: 132 }
  assert.deepEqual(refused([st]), [])
  assert.deepEqual(refused([{ tax: 'icms', code: '202' }, st]), [])
  assert.deepEqual(refused([{ ...st, value: 252.02 }]), [
    '/taxes/0/value amount_contradiction 252.02 252',
  ])
  assert.deepEqual(refused([{ tax: 'icms', rate: 18 }, st]), [
    '/taxes/1/value amount_contradiction 132 72',
  ])
  assert.deepEqual(refused([{ tax: 'icms_st', rate: 18 }]), ['/taxes/0/base base_required'])
  assert.deepEqual(refused([{ tax: 'fcp_st', rate: 2 }]), ['/taxes/0/base base_required'])
})

test('DIFAL is two rounded shares or one, and names the other rate', () => {
  const difal = { tax: 'difal', base: 243.9, rate: 18, inter_rate: 12 }
  const own = { tax: 'icms', base: 199.99, rate: 12 }
  assert.deepEqual(refused([own, { ...difal, value: 19.9 }]), [])
  assert.deepEqual(refused([own, { ...difal, value: 14.63 }]), [])
  assert.deepEqual(refused([own, { ...difal, value: 17 }]), [
    '/taxes/1/value amount_contradiction 17 19.9',
  ])
  assert.deepEqual(refused([{ tax: 'difal', rate: 18 }]), ['/taxes/0/inter_rate required'])
})

test('IBS and CBS have one base, and a rate that is missing is never guessed', () => {
  const of = (tax: string, base: number) => ({ tax, base, rate: 0.05 })
  assert.deepEqual(refused([of('ibs_uf', 100), of('cbs', 100), of('ibs_mun', 100.01)]), [
    '/taxes/2/base reform_bases_differ',
  ])
  assert.deepEqual(refused([{ tax: 'cbs' }], { date: '2027-01-04' }), [
    '/taxes/0/rate rate_missing',
  ])
  assert.deepEqual(refused([{ tax: 'cbs', code: '410' }], { date: '2027-01-04' }), [])
  const { lines } = computeTaxLines([{ tax: 'cbs' }], FACTS, catalogue, 'verify')
  assert.partialDeepStrictEqual(lines[0], { base: '1000', rate: '0.9', value: '9' })
})

test('what has no columns of its own is told apart, and flags decide what moves the total', () => {
  const line = [
    { tax: 'ipi', value: 10 },
    { tax: 'icms_st', value: 20 },
    { tax: 'fcp_st', value: 3 },
    { tax: 'icms_deson', value: 7, deducts: true },
    { tax: 'pis_st', value: 5 },
    { tax: 'cofins_st', value: 2, adds: true },
  ]
  const { outside, outsideOther, lines } = computeTaxLines(line, FACTS, catalogue, 'verify')
  assert.deepEqual([outside, outsideOther], ['28', '-2'])
  assert.deepEqual(
    lines.map(({ tax, effect }) => `${tax} ${effect}`),
    ['ipi 1', 'icms_deson -1', 'icms_st 1', 'fcp_st 1', 'pis_st 0', 'cofins_st 1'],
  )
})

test('what was sent is given, what follows from a rate alone is derived; trust keeps all', () => {
  const origin = (line: TaxLineInput) =>
    computeTaxLines([line], FACTS, catalogue, 'verify').lines[0]?.origin
  assert.equal(origin({ tax: 'icms', base: 100, rate: 18 }), 'given')
  assert.equal(origin({ tax: 'icms', rate: 18 }), 'derived')
  assert.equal(origin({ tax: 'icms', value: 18 }), 'given')
  const odd = [{ tax: 'icms', base: 1000, rate: 18, value: 1, details: { note: 'x' } }]
  const { lines, errors } = computeTaxLines(odd, FACTS, catalogue, 'trust')
  assert.deepEqual(errors, [])
  assert.deepEqual(lines, [
    { ...odd[0], base: '1000', rate: '18', value: '1', effect: 0, origin: 'given' },
  ])
  // Of what goes into a total nothing is trusted but figures.
  assert.equal(computeTaxLines([{ tax: 'x' }], FACTS, catalogue, 'trust').errors.length, 1)
})

test('ICMS may stay in the base of PIS, and a reduced base follows from a lower value', () => {
  const baseOf = (line: TaxLineInput) => {
    const { lines, errors } = computeTaxLines(
      [{ tax: 'icms', rate: 18 }, line],
      FACTS,
      catalogue,
      'verify',
    )
    assert.deepEqual(errors, [])
    return lines.find(({ tax }) => tax === line.tax)?.base
  }
  assert.equal(baseOf({ tax: 'pis', rate: 1.65 }), '820')
  assert.equal(baseOf({ tax: 'pis', rate: 1.65, value: 13.53 }), '820')
  assert.equal(baseOf({ tax: 'pis', rate: 1.65, value: 16.5 }), '1000')
  assert.equal(baseOf({ tax: 'ipi', rate: 5, value: 25 }), '500')
  assert.deepEqual(refused([{ tax: 'ipi', rate: 5, value: 60 }]), [
    '/taxes/0/value amount_contradiction 60 50',
  ])
})

test('a value that would be too large is refused', () => {
  assert.deepEqual(refused([{ tax: 'ipi', base: 9_999_999_999_999, rate: 999 }]), [
    '/taxes/0/value amount_out_of_range',
  ])
})
