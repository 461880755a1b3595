import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { itemFigures } from '../../packages/model/item.ts'
import { decimalError } from '../../src/base/values/decimals.ts'
import { type WrittenFigure, writtenFigures } from '../../src/model/item.ts'
import { type AmountError, type AmountsMode, totalOf } from '../../src/orders/amounts/amounts.ts'
import { fc } from '../support/random.ts'
import { derivable } from './amounts-lines.ts'
import * as oracle from './amounts-oracle.ts'
import { accepted, compute, figuresOf, readBack, type Units } from './amounts-oracle.ts'

function only(errors: AmountError[], name: WrittenFigure, expected: string) {
  assert.deepEqual(
    errors.map((fieldError) => [fieldError.pointer, fieldError.code, fieldError.expected]),
    [[`/${name}`, 'amount_contradiction', expected]],
  )
  const [fieldError] = errors
  for (const word of [name, fieldError?.sent, expected])
    assert.ok(String(fieldError?.detail).includes(String(word)))
}

describe('a new line', () => {
  for (const mode of ['verify', 'trust'] as const) {
    test(`derives what was not sent (${mode})`, () => {
      fc.assert(
        fc.property(derivable, ({ sent, line }) => {
          assert.deepEqual(accepted(sent, undefined, mode), line)
        }),
        { numRuns: 4000 },
      )
    })
  }

  test('is accepted as it was read, by POST and by PATCH, and does not change', () => {
    fc.assert(
      fc.property(derivable, ({ line }) => {
        assert.deepEqual(figuresOf(accepted(readBack(line))), figuresOf(line))
        assert.deepEqual(accepted(readBack(line), line), line)
        const trusted = accepted(readBack(line), undefined, 'trust')
        assert.deepEqual(figuresOf(trusted), figuresOf(line))
      }),
      { numRuns: 2000 },
    )
  })

  test('names a derived figure that does not fit, and never throws', () => {
    const figures = Object.fromEntries(
      writtenFigures.map((name) => {
        const digits = BigInt(itemFigures[name].integer + itemFigures[name].decimals)
        const top = 10n ** (digits > 15n ? 15n : digits) - 1n
        return [
          name,
          fc.option(fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, top)), { nil: undefined }),
        ]
      }),
    ) as Record<WrittenFigure, fc.Arbitrary<bigint | undefined>>
    fc.assert(
      fc.property(
        fc.record(figures),
        fc.constantFrom<AmountsMode[]>('verify', 'trust'),
        (given, mode) => {
          const present = Object.fromEntries(
            Object.entries(given).filter(([, v]) => v !== undefined),
          )
          const { line, errors } = compute(oracle.toSent(present), undefined, mode)
          if (mode === 'trust')
            assert.ok(errors.every(({ code }) => code !== 'amount_contradiction'))
          if (errors.length > 0) return
          for (const name of writtenFigures) {
            const text = line[itemFigures[name].column]
            const { integer, decimals } = itemFigures[name]
            assert.match(
              text,
              new RegExp(`^(0|[1-9]\\d{0,${integer - 1}})(\\.\\d{0,${decimals - 1}}[1-9])?$`),
            )
            if (mode === 'trust' && given[name] !== undefined)
              assert.equal(text, oracle.write(name, given[name]))
          }
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('verification', () => {
  // From 1.00 a piece and 100.00 a line, so that 0.02 shows in each product and quotient.
  const checked = fc
    .record({
      quantity: fc.bigInt(10_000n, 10n ** 6n),
      price: fc.bigInt(100n, 10n ** 4n).map((units) => units * 10n ** 10n),
      part: fc.bigInt(0n, 900n),
      base: fc.bigInt(10_000n, 10n ** 6n),
      percent: fc.bigInt(10_000n, 300_000n),
    })
    .map(({ part, base, percent, ...g }) => {
      const total = oracle.totalOf(g.quantity, g.price)
      const sent = { ...g, discount_value: (total * part) / 1000n }
      const taxes = { base_ipi: base, aliq_ipi: percent, base_icms: base, aliq_icms: percent }
      return oracle.toUnits(
        accepted(
          oracle.toSent({ ...sent, ...taxes, base_icms_st: 2n * base, aliq_icms_st: percent }),
        ),
      )
    })
  const slack = {
    total_item: 1n,
    discount_percentage: 100n,
    net_unit_value: 10n ** 8n,
    value_ipi: 1n,
    value_icms: 1n,
    value_icms_st: 1n,
  } as const
  const sign = fc.constantFrom(1n, -1n)

  for (const [name, unit] of Object.entries(slack) as [keyof typeof slack, bigint][]) {
    // The others follow their total and their ICMS; sent with another one they would disagree.
    const apart: WrittenFigure[] =
      name === 'total_item' ? ['discount_percentage', 'net_unit_value', 'net_value'] : []
    const send = (units: Units) => {
      const sent = oracle.toSent(units)
      for (const other of [
        ...apart,
        ...(name === 'value_icms' ? (['value_icms_st'] as const) : []),
      ])
        delete sent[other]
      return sent
    }

    test(`${name} is accepted within 0.01 and kept as sent`, () => {
      fc.assert(
        fc.property(checked, sign, (units, way) => {
          const value = units[name] + way * unit
          fc.pre(value >= 0n)
          const line = accepted(send({ ...units, [name]: value }))
          assert.equal(line[itemFigures[name].column], oracle.write(name, value))
        }),
        { numRuns: 300 },
      )
    })

    test(`${name} is refused beyond 0.01, with the figure expected`, () => {
      fc.assert(
        fc.property(checked, sign, fc.bigInt(2n, 1000n), (units, way, steps) => {
          const value = units[name] + way * unit * steps
          fc.pre(value >= 0n)
          fc.pre(name !== 'discount_percentage' || value < 10_000_000n)
          only(
            compute(send({ ...units, [name]: value })).errors,
            name,
            oracle.write(name, units[name]),
          )
          const line = accepted(send({ ...units, [name]: value }), undefined, 'trust')
          assert.equal(line[itemFigures[name].column], oracle.write(name, value))
        }),
        { numRuns: 300 },
      )
    })
  }

  test('net_value is a sum and has to be exact', () => {
    fc.assert(
      fc.property(checked, sign, (units, way) => {
        const value = units.net_value + way
        const { net_unit_value: _, ...sent } = oracle.toSent({ ...units, net_value: value })
        only(compute(sent).errors, 'net_value', oracle.write('net_value', units.net_value))
      }),
      { numRuns: 300 },
    )
  })

  test('all the contradictions of a line are listed at once', () => {
    const sent = {
      quantity: 2,
      price: 50,
      discount_value: 10,
      discount_percentage: 5,
      net_value: 95,
    }
    const { errors } = compute({ ...sent, base_ipi: 100, aliq_ipi: 5, value_ipi: 6 })
    assert.deepEqual(
      errors.map(({ pointer, sent: was, expected }) => [pointer, was, expected]),
      [
        ['/discount_percentage', '5', '10'],
        ['/net_value', '95', '90'],
        ['/value_ipi', '6', '5'],
      ],
    )
  })

  test('one wrong figure is one fault, whatever hangs on it', () => {
    const goods = { quantity: 2, price: 50, total_item: 110, discount_value: 10 }
    only(compute({ ...goods, net_value: 90, net_unit_value: 45 }).errors, 'total_item', '100')
    only(compute({ ...goods, net_value: 100, net_unit_value: 50 }).errors, 'total_item', '100')
    const icms = { quantity: 1, price: 100, base_icms: 100, aliq_icms: 18, value_icms: 20 }
    const st = { base_icms_st: 140, aliq_icms_st: 18, value_icms_st: 7.2 }
    only(compute({ ...icms, ...st }).errors, 'value_icms', '18')
  })

  test('a client’s rounding of small lines is no contradiction', () => {
    const tenth = accepted({ quantity: 1, price: 0.05, discount_percentage: 10 })
    assert.equal(tenth.vlr_desc, '0.01')
    assert.equal(tenth.perc_desc, '10')
    assert.deepEqual(figuresOf(accepted(readBack(tenth))), figuresOf(tenth))
    const gram = accepted({ quantity: 0.001, price: 100, net_unit_value: 50.05 })
    assert.deepEqual([gram.total_liq, gram.unit_liq], ['0.05', '50.05'])
    assert.deepEqual(accepted(readBack(gram)), gram)
    const steep = accepted({ quantity: 1, price: 1, aliq_ipi: 900, value_ipi: 0.05 })
    assert.equal(steep.base_ipi, '0.01')
    assert.deepEqual(accepted(readBack(steep)), steep)
    const large = accepted({ quantity: 1, price: 1, base_ipi: 1000000, value_ipi: 50000.3 })
    assert.equal(large.ipi, '5')
    assert.deepEqual(accepted(readBack(large)), large)
    const cut = accepted({ quantity: 3, price: 3.335, total_item: 10, net_unit_value: 3.335 })
    assert.deepEqual([cut.total_item, cut.vlr_desc, cut.unit_liq], ['10', '0', '3.335'])
    assert.deepEqual(accepted(readBack(cut)), cut)
  })
})

test('lines come to the exact sum of their parts', () => {
  const cents = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n - 1n), fc.bigInt(0n, 10n ** 6n))
  const line = fc.record({ net_value: cents, value_ipi: cents, value_icms_st: cents })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const parts = lines.map((units) => oracle.toLine(units))
      const sum = lines.reduce(
        (all, { net_value, value_ipi, value_icms_st }) =>
          all + net_value + value_ipi + value_icms_st,
        0n,
      )
      const result = totalOf(parts)
      if (sum < 10n ** 15n)
        assert.deepEqual(result, { ok: true, total: oracle.write('net_value', sum) })
      else assert.equal(!result.ok && result.fieldError.code, 'total_out_of_range')
    }),
    { numRuns: 2000 },
  )
})

describe('decimalFault', () => {
  const price = { integer: 11, decimals: 10 }

  test('accepts each decimal that a JSON number carries exactly', () => {
    const digits = fc.bigInt(0n, 10n ** 15n - 1n)
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 14 }), (units, decimals) => {
        const text = units.toString().padStart(decimals + 1, '0')
        const value = Number(
          `${text.slice(0, text.length - decimals)}.${text.slice(text.length - decimals)}0`,
        )
        const [whole = '', fraction = ''] = [
          text.slice(0, text.length - decimals),
          decimals ? text.slice(-decimals) : '',
        ]
        const fitsPrice =
          whole.replace(/^0+/, '').length <= 11 && fraction.replace(/0+$/, '').length <= 10
        assert.equal(decimalError(value, price) === undefined, fitsPrice)
      }),
      { numRuns: 3000 },
    )
  })

  test('says what is wrong', () => {
    for (const value of [0, 0.5, 1e-10, 12345678901, 99999.9999999999, 1200]) {
      assert.equal(decimalError(value, price), undefined)
    }
    assert.match(String(decimalError(Number.POSITIVE_INFINITY, price)), /finite/)
    assert.match(String(decimalError(Number.NaN, price)), /finite/)
    assert.match(String(decimalError(1e21, price)), /11 integer digits/)
    assert.match(String(decimalError(123456789012, price)), /11 integer digits/)
    assert.match(String(decimalError(1e-11, price)), /10 decimals/)
    assert.match(String(decimalError(0.1 + 0.2, price)), /10 decimals/)
    assert.match(String(decimalError(12345678.87654321, price)), /15 significant/)
  })
})
