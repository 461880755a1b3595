import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AmountsMode,
  computeLine,
  type FigureLine,
  type FiguresInput,
  totalOf,
} from '../../src/orders/amounts/amounts.ts'
import { accepted, compute } from './amounts-oracle.ts'

describe('worked examples', () => {
  const goods = (line: FigureLine) => [
    line.total_item,
    line.vlr_desc,
    line.perc_desc,
    line.total_liq,
    line.unit_liq,
  ]

  test('discount as money, as percentage, as net value, as net unit price', () => {
    const line = { quantity: 3, price: 19.9 }
    assert.deepEqual(goods(accepted(line)), ['59.7', '0', '0', '59.7', '19.9'])
    const third = ['59.7', '5.97', '10', '53.73', '17.91']
    assert.deepEqual(goods(accepted({ ...line, discount_value: 5.97 })), third)
    assert.deepEqual(goods(accepted({ ...line, discount_percentage: 10 })), third)
    assert.deepEqual(goods(accepted({ ...line, net_value: 53.73 })), third)
    assert.deepEqual(goods(accepted({ ...line, net_unit_value: 17.91 })), third)
  })

  test('half a cent goes up, at each step once', () => {
    assert.deepEqual(goods(accepted({ quantity: 0.5, price: 0.01 })), [
      '0.01',
      '0',
      '0',
      '0.01',
      '0.02',
    ])
    assert.equal(accepted({ quantity: 1, price: 1.005 }).total_item, '1.01')
    assert.equal(accepted({ quantity: 1, price: 1.0049999999 }).total_item, '1')
    assert.equal(accepted({ quantity: 3, price: 1, discount_value: 1 }).perc_desc, '33.3333')
    assert.equal(accepted({ quantity: 3, price: 1, discount_value: 1 }).unit_liq, '0.6666666667')
  })

  // Goods 1,000.00, IPI 10 %, ICMS 18 %, MVA 40 %: the ICMS-ST base is (1,000 + 100) × 1.40.
  test('ICMS-ST with MVA', () => {
    const sent = {
      quantity: 10,
      price: 100,
      base_ipi: 1000,
      aliq_ipi: 10,
      base_icms: 1000,
      aliq_icms: 18,
    }
    const line = accepted({ ...sent, base_icms_st: 1540, aliq_icms_st: 18 })
    assert.deepEqual([line.value_ipi, line.vlr_icms, line.vlr_icms_st], ['100', '180', '97.2'])
    assert.deepEqual(totalOf([line]), { ok: true, total: '1197.2' })
  })

  test('ICMS-ST between states: 12 % own ICMS of 500.00, 18 % on a base of 725.50', () => {
    const icms = { base_icms: 500, aliq_icms: 12 }
    const line = accepted({
      quantity: 1,
      price: 500,
      ...icms,
      base_icms_st: 725.5,
      aliq_icms_st: 18,
    })
    assert.deepEqual([line.vlr_icms, line.vlr_icms_st], ['60', '70.59'])
    const back = accepted({
      quantity: 1,
      price: 500,
      ...icms,
      base_icms_st: 725.5,
      value_icms_st: 70.59,
    })
    assert.equal(back.icms_st, '18')
  })

  test('ICMS-ST is never below 0, and a 0 gives no rate', () => {
    const sent = { quantity: 1, price: 100, base_icms: 100, aliq_icms: 18, base_icms_st: 100 }
    assert.equal(accepted({ ...sent, aliq_icms_st: 12 }).vlr_icms_st, '0')
    assert.equal(accepted({ ...sent, value_icms_st: 0 }).icms_st, '0')
  })

  test('a price comes from the product, or is required', () => {
    const sent = { quantity: 2 }
    const { line } = computeLine({ sent, defaultPrice: '12.5000000000', mode: 'verify' })
    assert.deepEqual([line.price, line.total_item], ['12.5', '25'])
    assert.deepEqual(accepted({ quantity: 2, price: 0 }).total_liq, '0')
    const codes = (sent: FiguresInput) =>
      compute(sent).errors.map(({ pointer, code }) => [pointer, code])
    assert.deepEqual(codes({ quantity: 2, price: null }), [['/price', 'price_required']])
    assert.deepEqual(codes({}), [
      ['/quantity', 'quantity_required'],
      ['/price', 'price_required'],
    ])
  })

  test('what is negative or too large is refused at the figure it came from', () => {
    const codes = (sent: FiguresInput) =>
      compute(sent).errors.map(({ pointer, code }) => [pointer, code])
    const line = { quantity: 1, price: 10 }
    const exceeds = 'discount_exceeds_total'
    assert.deepEqual(codes({ ...line, discount_value: 10.01, net_value: 1 }), [
      ['/discount_value', exceeds],
    ])
    assert.deepEqual(codes({ ...line, discount_percentage: 101 }), [
      ['/discount_percentage', exceeds],
    ])
    assert.deepEqual(codes({ ...line, net_value: 10.01 }), [['/net_value', 'amount_contradiction']])
    assert.deepEqual(codes({ ...line, net_unit_value: 10.02 }), [
      ['/net_unit_value', 'amount_contradiction'],
    ])
    const large = { quantity: 99999999999, price: 1000 }
    assert.deepEqual(codes(large), [['/total_item', 'amount_out_of_range']])
    assert.deepEqual(codes({ ...line, base_ipi: 0.01, value_ipi: 5 }), [
      ['/aliq_ipi', 'amount_out_of_range'],
    ])
  })

  test('trust keeps a surcharge and figures that contradict each other', () => {
    const sent = {
      quantity: 1,
      price: 100,
      discount_value: 5,
      net_value: 110,
      value_ipi: 3,
      base_ipi: 10,
      aliq_ipi: 10,
    }
    const line = accepted(sent, undefined, 'trust')
    assert.deepEqual(goods(line), ['100', '5', '5', '110', '110'])
    assert.equal(line.value_ipi, '3')
    assert.equal(
      accepted({ quantity: 1, price: 100, net_value: 110 }, undefined, 'trust').vlr_desc,
      '0',
    )
    const huge = { quantity: 1000, price: 1, net_unit_value: 99999999999 }
    const [fieldError] = compute(huge, undefined, 'trust').errors
    assert.deepEqual([fieldError?.pointer, fieldError?.code], ['/net_value', 'amount_out_of_range'])
  })
})

describe('a rate needs no base', () => {
  // 12 × 19.90 less 5 %: net 226.86. IPI 3.25 % of it is 7.37295, ICMS 18 % 40.8348.
  const sold = { quantity: 12, price: 19.9, discount_percentage: 5 }

  test('IPI and ICMS are of the net value', () => {
    const line = accepted({ ...sold, aliq_ipi: 3.25, aliq_icms: 18 })
    assert.deepEqual(
      [line.total_liq, line.base_ipi, line.value_ipi, line.base_icms, line.vlr_icms],
      ['226.86', '226.86', '7.37', '226.86', '40.83'],
    )
  })

  test('a base of one’s own stays: ICMS on 70 % of the net value', () => {
    assert.equal(accepted({ ...sold, base_icms: 158.8, aliq_icms: 18 }).vlr_icms, '28.58')
    assert.equal(accepted({ ...sold, base_icms: 0, aliq_icms: 18 }).vlr_icms, '0')
  })

  test('a base alone has no tax, a value alone is kept', () => {
    const tax = (sent: FiguresInput) => {
      const { base_ipi, ipi, value_ipi } = accepted({ ...sold, ...sent })
      return [base_ipi, ipi, value_ipi]
    }
    assert.deepEqual(tax({ base_ipi: 226.86 }), ['226.86', '0', '0'])
    assert.deepEqual(tax({ value_ipi: 7.4 }), ['0', '0', '7.4'])
    assert.deepEqual(tax({ aliq_ipi: 0 }), ['0', '0', '0'])
  })

  test('ICMS-ST does: its base has a margin that nobody has told', () => {
    const { errors } = compute({ ...sold, aliq_icms: 18, aliq_icms_st: 18 })
    assert.deepEqual(
      errors.map(({ pointer, code }) => [pointer, code]),
      [['/base_icms_st', 'base_required']],
    )
    const stored = accepted({ ...sold, base_icms_st: 317.6, aliq_icms_st: 18 })
    const codes = (sent: FiguresInput) => compute(sent, stored).errors.map(({ code }) => code)
    assert.deepEqual(codes({ base_icms_st: null }), ['base_required'])
    assert.deepEqual(codes({ base_icms_st: null, aliq_icms_st: 0 }), [])
    // In trust the ERP says what it says.
    const { icms_st, vlr_icms_st } = accepted({ ...sold, aliq_icms_st: 18 }, undefined, 'trust')
    assert.deepEqual([icms_st, vlr_icms_st], ['18', '0'])
  })
})

describe('a changed line takes its taxes along', () => {
  const taxes = (line: FigureLine) => [
    line.total_liq,
    line.base_ipi,
    line.value_ipi,
    line.base_icms,
    line.vlr_icms,
    line.base_icms_st,
    line.vlr_icms_st,
  ]
  // 10 × 100.00: IPI 10 %; ICMS 18 % on 70 % of the net value; ICMS-ST 18 % on (1,000 + 100) × 1.40.
  const ipi = { aliq_ipi: 10 }
  const icms = { base_icms: 700, aliq_icms: 18 }
  const st = { base_icms_st: 1540, aliq_icms_st: 18 }
  const line = accepted({ quantity: 10, price: 100, ...ipi, ...icms, ...st })

  for (const how of ['verify', 'trust'] as const) {
    test(`quantity, price and discount (${how})`, () => {
      const was = ['1000', '1000', '100', '700', '126', '1540', '151.2']
      const doubled = ['2000', '2000', '200', '1400', '252', '3080', '302.4']
      assert.deepEqual(taxes(line), was)
      assert.deepEqual(taxes(accepted({ quantity: 20 }, line, how)), doubled)
      assert.deepEqual(taxes(accepted({ price: 200 }, line, how)), doubled)
      const discounted = accepted({ discount_percentage: 10 }, line, how)
      assert.deepEqual(taxes(discounted), ['900', '900', '90', '630', '113.4', '1386', '136.08'])
      assert.deepEqual(taxes(accepted({ discount_value: null }, discounted, how)), was)
    })

    test(`what is sent with them wins (${how})`, () => {
      const own = accepted({ quantity: 20, base_icms: 2000, aliq_ipi: 5 }, line, how)
      assert.deepEqual(taxes(own), ['2000', '2000', '100', '2000', '360', '3080', '194.4'])
    })
  }

  test('a third of a cent goes where half-up sends it', () => {
    const three = accepted({ quantity: 3, price: 33.33, base_ipi: 70, aliq_ipi: 10 })
    const one = accepted({ quantity: 1 }, three)
    assert.deepEqual([one.total_liq, one.base_ipi, one.value_ipi], ['33.33', '23.33', '2.33'])
  })

  test('a value that stands alone goes with the net value, too', () => {
    const alone = accepted({ quantity: 10, price: 100, value_ipi: 37.5 })
    assert.equal(accepted({ quantity: 4 }, alone).value_ipi, '15')
    assert.equal(accepted({ quantity: 4, value_ipi: 16 }, alone).value_ipi, '16')
  })

  test('of a net value of 0 nothing is a part: what is there stays', () => {
    const free = accepted({ quantity: 1, price: 0, base_ipi: 50, aliq_ipi: 10 })
    const priced = accepted({ price: 80 }, free)
    assert.deepEqual([priced.base_ipi, priced.value_ipi], ['50', '5'])
    const cleared = accepted({ price: 80, base_ipi: null }, free)
    assert.deepEqual([cleared.base_ipi, cleared.value_ipi], ['80', '8'])
  })

  test('values that were sent within a cent, or do not belong together in trust, are derived', () => {
    const near = accepted({
      quantity: 1,
      price: 100,
      aliq_ipi: 10,
      value_ipi: 10.01,
      base_ipi: 100,
    })
    assert.equal(near.value_ipi, '10.01')
    assert.equal(accepted({ quantity: 2 }, near).value_ipi, '20')
    const sent = { quantity: 1, price: 100, base_ipi: 100, aliq_ipi: 10, value_ipi: 3 }
    const trusted = accepted(sent, undefined, 'trust')
    assert.equal(trusted.value_ipi, '3')
    assert.equal(accepted({ quantity: 2 }, trusted, 'trust').value_ipi, '20')
    assert.equal(accepted({ quantity: 2, value_ipi: 7 }, trusted, 'trust').value_ipi, '7')
  })
})

describe('Simples Nacional: a presumed ICMS that does not stand on the line', () => {
  // 10 × 100.00, margin 40 %: 1,400 × 18 % = 252.00, less the presumed 18 % of 1,000 = 180.00.
  const sent = { quantity: 10, price: 100, base_icms_st: 1400, aliq_icms_st: 18 }
  const line = accepted({ ...sent, value_icms_st: 72 })
  const value = (change: FiguresInput, how: AmountsMode = 'verify') =>
    accepted(change, line, how).vlr_icms_st

  test('ICMS-ST from 0 to base × rate is no contradiction, more is', () => {
    assert.equal(line.vlr_icms_st, '72')
    for (const whole of [0, 251.99, 252, 252.01]) {
      assert.equal(accepted({ ...sent, value_icms_st: whole }).vlr_icms_st, String(whole))
    }
    const expected = (sent: FiguresInput) =>
      compute(sent).errors.map((fieldError) => fieldError.expected)
    assert.deepEqual(expected({ ...sent, value_icms_st: 252.02 }), ['252'])
    // Where the line has an ICMS of its own, that is what comes off.
    assert.deepEqual(expected({ ...sent, aliq_icms: 12, value_icms_st: 72 }), ['132'])
  })

  test('when the line changes it keeps its ratio', () => {
    for (const how of ['verify', 'trust'] as const) {
      assert.equal(value({ quantity: 20 }, how), '144')
      assert.equal(value({ discount_percentage: 10 }, how), '64.8')
      assert.equal(value({ base_icms_st: 1500 }, how), '77.14')
      assert.equal(value({ aliq_icms_st: 12 }, how), '48')
      assert.equal(value({ base_icms_st: 1500, value_icms_st: 90 }, how), '90')
    }
    assert.equal(accepted({ base_icms_st: 1500, value_icms_st: 90 }, line).icms_st, '18')
    assert.equal(value({ value_icms_st: null }), '252')
    assert.equal(value({ aliq_icms: 18 }), '72')
    assert.equal(value({ aliq_icms: 12 }), '132')
  })
})
