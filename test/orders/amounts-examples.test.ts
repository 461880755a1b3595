import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  computeLine,
  type FigureLine,
  orderTotal,
  type SentFigures,
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
    assert.deepEqual(orderTotal([line], '50', true), { ok: true, total: '1247.2' })
    assert.deepEqual(orderTotal([line], '50', false), { ok: true, total: '1197.2' })
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
    const codes = (sent: SentFigures) =>
      compute(sent).faults.map(({ pointer, code }) => [pointer, code])
    assert.deepEqual(codes({ quantity: 2, price: null }), [['/price', 'price_required']])
    assert.deepEqual(codes({}), [
      ['/quantity', 'quantity_required'],
      ['/price', 'price_required'],
    ])
  })

  test('what is negative or too large is refused at the figure it came from', () => {
    const codes = (sent: SentFigures) =>
      compute(sent).faults.map(({ pointer, code }) => [pointer, code])
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
    const [fault] = compute(huge, undefined, 'trust').faults
    assert.deepEqual([fault?.pointer, fault?.code], ['/net_value', 'amount_out_of_range'])
  })
})
