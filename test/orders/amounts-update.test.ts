import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { itemFigures } from '../../packages/model/item.ts'
import { figureColumns, type WrittenFigure, writtenFigures } from '../../src/model/item.ts'
import type { AmountsMode, FigureLine, FiguresInput } from '../../src/orders/amounts/amounts.ts'
import { fc } from '../support/random.ts'
import {
  amount,
  derivable,
  permille,
  price,
  quantity,
  rate,
  state,
  statement,
  TAXES,
} from './amounts-lines.ts'
import * as oracle from './amounts-oracle.ts'
import { accepted, compute, figuresOf, readBack } from './amounts-oracle.ts'

const GOODS = writtenFigures.slice(0, 7)
const mode = fc.constantFrom<AmountsMode>('verify', 'trust')

function pick(line: FigureLine, names: readonly WrittenFigure[]): string[] {
  return names.map((name) => line[itemFigures[name].column])
}

/** A stored line as a NUMERIC column gives it back. */
function padded(line: FigureLine): FigureLine {
  const result = { ...line }
  for (const name of writtenFigures) {
    const { column, decimals } = itemFigures[name]
    const [whole = '', fraction = ''] = line[column].split('.')
    result[column] = `${whole}.${fraction.padEnd(decimals, '0')}`
  }
  return result
}

/** Figures that need not agree, as an account in trust may have them. */
const garbage = fc
  .record({ quantity: quantity, price, a: fc.array(amount, { minLength: 14, maxLength: 14 }) })
  .map(({ quantity: q, price: p, a }) => {
    const units = Object.fromEntries(
      writtenFigures.map((name, i) => [
        name,
        (a[i % 14] ?? 0n) % 10n ** BigInt(itemFigures[name].integer + itemFigures[name].decimals),
      ]),
    )
    return oracle.toLine({ ...units, quantity: q, price: p })
  })

const figureOf = (name: WrittenFigure) => {
  if (name === 'quantity') return quantity
  if (name === 'price' || name === 'net_unit_value') return price
  return itemFigures[name].decimals === 4 ? rate : amount
}
const change = (name: WrittenFigure) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: name === 'quantity' || name === 'price' ? 0 : 1, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: figureOf(name).map((units) => Number(oracle.write(name, units))) },
  )
const patch = fc
  .record(Object.fromEntries(writtenFigures.map((name) => [name, change(name)])))
  .map(
    (all) =>
      Object.fromEntries(Object.entries(all).filter(([, v]) => v !== undefined)) as FiguresInput,
  )

describe('an update', () => {
  test('that sends no figure changes none, whatever is stored', () => {
    fc.assert(
      fc.property(garbage, mode, (stored, how) => {
        assert.deepEqual(accepted({}, stored, how), stored)
        assert.deepEqual(accepted({}, padded(stored), how), stored)
        assert.deepEqual(accepted(readBack(stored), stored, how), stored)
      }),
      { numRuns: 1000 },
    )
  })

  test('of one group leaves the others as they are, where the net value stays', () => {
    const groups = [GOODS, ...TAXES]
    let compared = 0
    fc.assert(
      fc.property(garbage, patch, mode, fc.nat(3), (stored, all, how, index) => {
        const names: readonly string[] = groups[index] ?? []
        const sent = Object.fromEntries(
          Object.entries(all).filter(([name]) => names.includes(name)),
        )
        const { line } = compute(sent, stored, how)
        if (index === 0 && line.total_liq !== stored.total_liq) return
        for (const [other, group] of groups.entries()) {
          const follows = other === 3 && line.vlr_icms !== stored.vlr_icms
          if (other !== index && !follows) assert.deepEqual(pick(line, group), pick(stored, group))
        }
        compared++
      }),
      { numRuns: 2000 },
    )
    assert.ok(compared > 1200)
  })

  test('derives the goods again as the oracle does', () => {
    const goods = fc.record({
      quantity: fc.option(quantity, { nil: undefined }),
      price: fc.option(price, { nil: undefined }),
      what: statement,
      part: permille,
    })
    let derived = 0
    fc.assert(
      fc.property(derivable, goods, ({ units: was, line: whole }, change) => {
        const untaxed = Object.fromEntries(TAXES.flat().map((name) => [name, 0n]))
        const stored = oracle.toLine({ ...was, ...untaxed }, whole.typed_discount)
        const q = change.quantity ?? was.quantity
        const p = change.price ?? was.price
        const sameTotal = q === was.quantity && p === was.price
        const total = sameTotal ? was.total_item : oracle.totalOf(q, p)
        const said = state(change.what, change.part, total, q)
        const given = {
          ...(change.quantity ? { quantity: q } : {}),
          ...(change.price === undefined ? {} : { price: p }),
          ...said,
        }
        const isPercentage = stored.typed_discount === 'percentage' && !sameTotal
        const kept = isPercentage
          ? { discount_percentage: was.discount_percentage }
          : { discount_value: was.discount_value }
        const next = oracle.goods({
          quantity: q,
          price: p,
          total_item: total,
          ...(change.what ? said : kept),
        })
        const { line, errors } = compute(oracle.toSent(given), stored)
        const names = Object.keys(given) as WrittenFigure[]
        if (names.every((name) => oracle.toUnits(stored)[name] === (given as oracle.Units)[name])) {
          assert.deepEqual(figuresOf(line), figuresOf(stored))
          return
        }
        if ((next.discount_value ?? 0n) > total) {
          assert.deepEqual(
            errors.map(({ code }) => code),
            ['discount_exceeds_total'],
          )
          return
        }
        const fitting = total < 10n ** 15n && (next.net_unit_value ?? 0n) < 10n ** 21n
        if (!fitting || (next.discount_value ?? 0n) < 0n) return
        const sameDiscount = total === was.total_item && next.discount_value === was.discount_value
        if (sameDiscount && change.what !== 'discount_percentage')
          next.discount_percentage = was.discount_percentage
        const sameNet = q === was.quantity && next.net_value === was.net_value
        if (sameNet && change.what !== 'net_unit_value') next.net_unit_value = was.net_unit_value
        assert.deepEqual(errors, [])
        assert.deepEqual(pick(line, GOODS), pick(oracle.toLine(next), GOODS))
        derived++
      }),
      { numRuns: 3000 },
    )
    assert.ok(derived > 1500)
  })

  test('keeps what was sent, holds when repeated, and its line is accepted as it was read', () => {
    let changed = 0
    fc.assert(
      fc.property(
        derivable,
        fc.array(patch, { minLength: 1, maxLength: 4 }),
        ({ line }, patches) => {
          let stored = line
          for (const sent of patches) {
            const { line: next, errors } = compute(sent, padded(stored))
            if (errors.length > 0) continue
            for (const name of writtenFigures) {
              if (typeof sent[name] === 'number')
                assert.equal(Number(next[itemFigures[name].column]), sent[name])
            }
            assert.deepEqual(accepted(sent, next), next)
            assert.deepEqual(figuresOf(accepted(readBack(next))), figuresOf(next))
            if (next.total_liq !== stored.total_liq || next.vlr_icms_st !== stored.vlr_icms_st)
              changed++
            stored = next
          }
        },
      ),
      { numRuns: 4000 },
    )
    assert.ok(changed > 1000)
  })

  test('in trust keeps what was sent, never finds a contradiction, and what did not change', () => {
    fc.assert(
      fc.property(garbage, patch, (stored, sent) => {
        const { line, errors } = compute(sent, stored, 'trust')
        assert.ok(errors.every(({ code }) => code !== 'amount_contradiction'))
        if (errors.length > 0) return
        for (const name of writtenFigures) {
          if (typeof sent[name] === 'number')
            assert.equal(Number(line[itemFigures[name].column]), sent[name])
        }
        assert.deepEqual(Object.keys(line).sort(), [...figureColumns, 'typed_discount'].sort())
      }),
      { numRuns: 3000 },
    )
  })
})

describe('an update of goods', () => {
  const stored = accepted({ quantity: 2, price: 50, discount_percentage: 10 })
  const show = (sent: FiguresInput, how: AmountsMode = 'verify', of = stored) =>
    pick(accepted(sent, of, how), [
      'total_item',
      'discount_value',
      'discount_percentage',
      'net_value',
      'net_unit_value',
    ])

  test('of the discount the typed one stays', () => {
    const money = accepted({ quantity: 2, price: 50, discount_value: 10 })
    for (const how of ['verify', 'trust'] as const) {
      assert.deepEqual(show({ quantity: 4 }, how), ['200', '20', '10', '180', '45'])
      assert.deepEqual(show({ price: 40 }, how), ['80', '8', '10', '72', '36'])
      assert.deepEqual(show({ quantity: 4 }, how, money), ['200', '10', '5', '190', '47.5'])
      assert.deepEqual(show({ price: 40 }, how, money), ['80', '10', '12.5', '70', '35'])
    }
    assert.deepEqual(show({ quantity: 4, price: 25 }), ['100', '10', '10', '90', '22.5'])
    assert.deepEqual(show({ discount_value: 20 }), ['100', '20', '20', '80', '40'])
    assert.deepEqual(show({ discount_percentage: 5 }), ['100', '5', '5', '95', '47.5'])
    assert.deepEqual(show({ net_value: 75 }), ['100', '25', '25', '75', '37.5'])
    assert.deepEqual(show({ net_unit_value: 30 }), ['100', '40', '40', '60', '30'])
    const [fieldError] = compute({ quantity: 0.1 }, money).errors
    assert.deepEqual(
      [fieldError?.pointer, fieldError?.code],
      ['/quantity', 'discount_exceeds_total'],
    )
    assert.deepEqual(show({ quantity: 0.1 }), ['5', '0.5', '10', '4.5', '45'])
  })

  test('the typed discount is the last one that was sent', () => {
    const doubled = (...patches: FiguresInput[]) => {
      const line = patches.reduce<FigureLine>((before, sent) => accepted(sent, before), stored)
      return pick(accepted({ quantity: 4 }, line), ['discount_value', 'discount_percentage'])
    }
    assert.deepEqual(doubled({ discount_value: 10 }), ['10', '5'])
    assert.deepEqual(doubled({ discount_value: 10 }, { discount_percentage: 10 }), ['20', '10'])
    assert.deepEqual(doubled({ net_value: 80 }), ['20', '10'])
    assert.deepEqual(doubled({ net_unit_value: 40 }), ['20', '10'])
    assert.deepEqual(doubled({ discount_value: null }), ['0', '0'])
    assert.deepEqual(doubled({ discount_percentage: 0 }), ['0', '0'])
    // Both at once say nothing new about it.
    assert.deepEqual(doubled({ discount_value: 20, discount_percentage: 20 }), ['40', '20'])
    assert.deepEqual(doubled(readBack(stored)), ['20', '10'])
    assert.equal(accepted(readBack(stored)).typed_discount, 'money')
    // Nothing was free of charge: what was typed survives a price of 0.
    assert.deepEqual(doubled({ price: 0 }, { price: 50 }), ['20', '10'])
  })

  test('null clears the discount, and derives a total or a net figure again', () => {
    for (const name of ['discount_value', 'discount_percentage'] as const) {
      assert.deepEqual(show({ [name]: null }), ['100', '0', '0', '100', '50'])
    }
    const odd = accepted({ quantity: 2, price: 50, total_item: 100.01, net_unit_value: 45 })
    assert.deepEqual(show({ total_item: null, discount_value: null }, 'verify', odd), [
      '100',
      '0',
      '0',
      '100',
      '50',
    ])
    assert.deepEqual(show({ net_value: null, net_unit_value: null }), show({}))
    const rounded = accepted({ quantity: 2, price: 50, net_unit_value: 49.999 })
    assert.deepEqual(show({ net_unit_value: null }, 'verify', rounded).at(-1), '50')
    const free = accepted({ quantity: 1, price: 0, discount_percentage: 10 })
    assert.deepEqual(show({ discount_percentage: null }, 'verify', free), ['0', '0', '0', '0', '0'])
  })

  test('in trust a net figure of the client’s stays until what it is made of changes', () => {
    const own = accepted(
      { quantity: 1, price: 100, net_value: 97, discount_value: 5 },
      undefined,
      'trust',
    )
    assert.deepEqual(show({ net_unit_value: 96 }, 'trust', own), ['100', '4', '4', '96', '96'])
    assert.deepEqual(show({ discount_percentage: 5.01, discount_value: 5 }, 'trust', own), [
      '100',
      '5',
      '5.01',
      '97',
      '97',
    ])
    assert.deepEqual(show({ net_value: null }, 'trust', own), ['100', '5', '5', '95', '95'])
    assert.deepEqual(show({ price: 200 }, 'trust', own), ['200', '5', '2.5', '195', '195'])
  })
})

describe('an update of a tax', () => {
  type Figures = readonly [
    base: number | null | undefined,
    rate: number | null | undefined,
    value: number | null | undefined,
  ]
  const send = ([base, percent, value]: Figures) =>
    Object.fromEntries(
      Object.entries({ base_ipi: base, aliq_ipi: percent, value_ipi: value }).filter(
        ([, v]) => v !== undefined,
      ),
    ) as FiguresInput
  const no = undefined
  const cases: [why: string, stored: Figures, sent: Figures, result: number[] | 'refused'][] = [
    ['a base re-derives the value', [100, 10, no], [200, no, no], [200, 10, 20]],
    ['a rate re-derives the value', [100, 10, no], [no, 5, no], [100, 5, 5]],
    ['a base of 0 has no value', [100, 10, no], [0, no, no], [0, 10, 0]],
    ['a cleared base is the net value', [100, 10, no], [null, no, no], [1, 10, 0.1]],
    ['all cleared', [100, 10, no], [null, null, null], [0, 0, 0]],
    ['a cleared value is derived', [100, 10, 10.01], [no, no, null], [100, 10, 10]],
    ['a value alone is cleared', [no, no, 5], [no, no, null], [0, 0, 0]],
    ['a value alone is verified', [100, 10, no], [no, no, 11], 'refused'],
    ['a value alone within 0.01', [100, 10, no], [no, no, 10.01], [100, 10, 10.01]],
    ['base and value give the rate', [100, 10, no], [200, no, 10], [200, 5, 10]],
    ['rate and value are of the net value', [100, 10, no], [no, 20, 0.2], [1, 20, 0.2]],
    [
      'rate and value are of the net value within 0.01',
      [no, no, no],
      [no, 20, 0.21],
      [1, 20, 0.21],
    ],
    ['rate and a smaller value give a reduced base', [100, 10, no], [no, 20, 0.1], [0.5, 20, 0.1]],
    ['rate and a larger value contradict', [100, 10, no], [no, 20, 10], 'refused'],
    ['a missing base follows', [0, 10, no], [no, no, 0.05], [0.5, 10, 0.05]],
    ['a missing base can’t exceed the net value', [0, 10, no], [no, no, 5], 'refused'],
    ['a rate alone is of the net value', [no, no, no], [no, 10, no], [1, 10, 0.1]],
    ['a rate of 0 has no base', [no, no, no], [no, 0, no], [0, 0, 0]],
    [
      'a rate stays that agrees with base and value',
      [100, 10, no],
      [33.33, no, 3.33],
      [33.33, 10, 3.33],
    ],
    [
      'a base stays that agrees with rate and value',
      [33.33, 10, no],
      [no, 10.01, 3.34],
      [33.33, 10.01, 3.34],
    ],
    ['a missing rate follows', [100, no, no], [no, no, 5], [100, 5, 5]],
    ['a base completes a lone value', [no, no, 5], [100, no, no], [100, 5, 5]],
    ['a rate completes a lone value', [no, no, 0.1], [no, 10, no], [1, 10, 0.1]],
    ['a rate completes a lone value that is less', [no, no, 0.05], [no, 10, no], [0.5, 10, 0.05]],
    ['a rate contradicts a lone value', [no, no, 5], [no, 10, no], 'refused'],
    ['a base completes a rate', [0, 10, no], [100, no, no], [100, 10, 10]],
    ['a base alone stays alone', [100, no, no], [200, no, no], [200, 0, 0]],
    ['a lone value changes', [no, no, 5], [no, no, 6], [0, 0, 6]],
    ['no rate follows from base 0', [100, 10, no], [0, no, 5], [0, 0, 5]],
    ['a rate that fits stays', [100, 10, no], [0, no, 0], [0, 10, 0]],
    ['three contradict', [100, 10, no], [100, 10, 12], 'refused'],
    ['a cleared base follows from rate and value', [100, 10, no], [null, no, 0.1], [1, 10, 0.1]],
  ]

  for (const [why, before, sent, result] of cases) {
    test(why, () => {
      const stored = accepted({ quantity: 1, price: 1, ...send(before) })
      const { line, errors } = compute(send(sent), stored)
      assert.deepEqual(
        errors.map(({ pointer }) => pointer),
        result === 'refused' ? ['/value_ipi'] : [],
      )
      if (result !== 'refused') assert.deepEqual(pick(line, TAXES[0]).map(Number), result)
    })
  }

  test('ICMS-ST follows the line’s ICMS where it has base and rate', () => {
    const icms = { quantity: 1, price: 1, base_icms: 100, aliq_icms: 18 }
    const whole = accepted({ ...icms, base_icms_st: 140, aliq_icms_st: 18 })
    assert.equal(whole.vlr_icms_st, '7.2')
    for (const how of ['verify', 'trust'] as const) {
      assert.equal(accepted({ aliq_icms: 12 }, whole, how).vlr_icms_st, '13.2')
      const alone = accepted({ ...icms, value_icms_st: 7.2 })
      assert.equal(accepted({ aliq_icms: 12 }, alone, how).vlr_icms_st, '7.2')
    }
  })
})
