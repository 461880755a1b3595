import { randoms } from '../../support/random.ts'
import type { OracleTerms } from './installments.ts'
import type { Given, IcmsRule, OracleItem, OracleOrder } from './oracle.ts'

// Any order that rules, given taxes and amounts of its header can make; of one seed and number always the same.

type BuyerKind = OracleOrder['buyer']['kind']

export interface Draw {
  int(least: number, most: number): number
  of<T>(...all: readonly T[]): T
  chance(percent: number): boolean
  /** A number of so many decimals at most. */
  decimal(most: number, decimals: number): number
}

/** @param n of which order of the seed */
export function drawOf(n: number): Draw {
  const random = randoms(Math.imul(n + 1, 0x9e3779b1) ^ Number(process.env['TEST_SEED'] ?? 1))
  const int = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    int,
    of: (...all) => all[int(0, all.length - 1)] as (typeof all)[number],
    chance: (percent) => random() * 100 < percent,
    decimal: (most, decimals) => {
      const places = int(0, decimals)
      return int(0, most * 10 ** places) / 10 ** places
    },
  }
}

const CSTS = ['00', '10', '20', '30', '40', '51', '60', '70', '90']
const CSOSNS = ['101', '102', '201', '202', '500', '900']

/** Some of these, each with its chance in percent. */
function some<T extends object>(draw: Draw, percent: number, all: () => T): Partial<T> {
  const entries = Object.entries(all()).filter(() => draw.chance(percent))
  return Object.fromEntries(entries) as Partial<T>
}

/** A rate above 0. */
const rate = (draw: Draw, most: number) => draw.decimal(most, draw.of(0, 0, 2, 4)) || 1

/** ST is of who resells, and the difference of rates of who does not. */
function anIcmsRule(draw: Draw, kind: BuyerKind): IcmsRule {
  const isForShops = kind === 1
  const codes = {
    cst: isForShops ? draw.of(...CSTS) : draw.of('00', '20', '40', '51', '60', '90'),
    csosn: isForShops ? draw.of(...CSOSNS) : draw.of('101', '102', '500', '900'),
  }
  const own = some(draw, 40, () => ({
    icms_rate: rate(draw, 30),
    icms_reduction: rate(draw, 90),
    fcp_rate: draw.of(1, 2),
    relief_rate: rate(draw, 20),
  }))
  return {
    ...codes,
    ...own,
    ...(codes.cst === '51' && draw.chance(70) ? { icms_deferral: rate(draw, 100) } : {}),
    ...(own.relief_rate ? { relief_deducts: draw.chance(50) } : {}),
    ...(isForShops && draw.chance(80) ? stRule(draw) : {}),
    ...(kind === 9 ? consumersRule(draw) : {}),
  }
}

function stRule(draw: Draw): Partial<IcmsRule> {
  const rule = {
    st_rate: rate(draw, 30),
    margin: draw.decimal(180, 4),
    ...some(draw, 30, () => ({
      margin_kind: 'adjusted' as const,
      intra_rate: rate(draw, 35),
      margin_decimals: 4 as const,
      st_reduction: rate(draw, 80),
      st_fcp_rate: draw.of(1, 2),
      deduction_rate: rate(draw, 20),
    })),
  }
  if (!draw.chance(30)) return rule
  const unit_value = draw.decimal(300, 4) || 1
  return { ...rule, unit_value, unit_kind: draw.of('list', 'consumer_price', 'greater') }
}

/** Who uses the goods pays the difference of rates where they are registered, and bears it in the price where not. */
function consumersRule(draw: Draw): Partial<IcmsRule> {
  if (draw.chance(10)) return { cst: '90', st_rate: rate(draw, 30), st_own_use: true }
  return draw.chance(80) ? difalRule(draw) : {}
}

/** As tax rules say it, each with its kind. */
export function rulesOf({
  icms,
  ipi,
  reform,
}: Goods): ({ kind: string } & Record<string, unknown>)[] {
  const ofIcms = icms ? ([1, 2, 9] as const).map((kind) => ofBuyer(kind, icms[kind])) : []
  return [
    ...ofIcms,
    ...(ipi ? [{ kind: 'ipi', cst: '50', ...ipi }] : []),
    ...(reform ? [{ kind: 'ibs_cbs', class: '000001', ...reform }] : []),
  ]
}

function ofBuyer(kind: BuyerKind, rule: IcmsRule) {
  const isFinal =
    kind === 1 ? { final_consumer: false } : rule.st_own_use ? { final_consumer: true } : {}
  const reason = rule.relief_rate ? { relief_reason: '9' } : {}
  return { kind: 'icms', ie_kinds: [kind], ...isFinal, ...reason, ...rule }
}

function difalRule(draw: Draw): Partial<IcmsRule> {
  const rule = { difal_rate: rate(draw, 30), ...some(draw, 40, () => ({ difal_fcp_rate: 2 })) }
  if (draw.chance(30)) return { ...rule, difal_base: 'double' }
  return draw.chance(30) ? { ...rule, difal_reduction: rate(draw, 80) } : rule
}

const discount = (draw: Draw, of: number): OracleItem['discount'] => {
  if (draw.chance(50)) return undefined
  if (draw.chance(50)) return { percentage: String(draw.decimal(100, 4)) }
  return { value: String(draw.int(0, Math.floor(of * 100)) / 100) }
}

/** Taxes that somebody says of a line, as far as there are some on the day. */
function givenTaxes(draw: Draw, { date, buyer }: Pick<OracleOrder, 'date' | 'buyer'>): Given[] {
  const taxes: Given[] = []
  if (draw.chance(15)) taxes.push({ tax: 'ii', value: draw.int(1, 20_000) / 100 })
  if (draw.chance(15)) taxes.push({ tax: 'ipi', code: '50', rate: rate(draw, 20) })
  if (draw.chance(15)) taxes.push({ tax: 'icms', code: '00', rate: rate(draw, 25) })
  if (taxes.at(-1)?.tax === 'icms' && buyer.kind === 1 && draw.chance(60))
    taxes.push({ tax: 'icms_st', rate: rate(draw, 25), margin: rate(draw, 150) })
  if (date >= '2027') {
    if (draw.chance(20)) taxes.push({ tax: 'is', code: '000', rate: rate(draw, 10) })
  } else if (draw.chance(20)) {
    taxes.push({ tax: 'pis', code: '01', rate: 1.65 }, { tax: 'cofins', code: '01', rate: 7.6 })
  }
  return taxes
}

export function someTerms(draw: Draw): OracleTerms {
  const lines = Array.from({ length: draw.int(1, 6) }, (_, i) => {
    if (i > 0 && draw.chance(10)) return { amount: draw.int(1, 5_000) / 100 }
    return draw.chance(20) ? { percentage: draw.int(1, 300_000) / 10_000 } : {}
  })
  return { lines, remainder: draw.of('first', 'last'), taxes_in_first: draw.chance(30) }
}

/** What a product's rules make of it; of ICMS by who buys. */
export interface Goods {
  origin: number
  icms: Readonly<Record<BuyerKind, IcmsRule>> | undefined
  ipi: OracleItem['ipi']
  reform: OracleItem['reform']
}

export function someGoods(draw: Draw): Goods {
  return {
    origin: draw.of(0, 0, 0, 1, 2, 5, 8),
    icms: draw.chance(90)
      ? { 1: anIcmsRule(draw, 1), 2: anIcmsRule(draw, 2), 9: anIcmsRule(draw, 9) }
      : undefined,
    ipi: draw.chance(60)
      ? draw.chance(70)
        ? { rate: rate(draw, 25) }
        : { per_unit: draw.decimal(30, 4) || 1 }
      : undefined,
    reform: draw.chance(80)
      ? draw.chance(40)
        ? { reduction: draw.of(30, 60, 40.5) }
        : {}
      : undefined,
  }
}

/** Of a quantity and a price above 0. */
function goodsSold(draw: Draw) {
  const quantity = draw.decimal(60, 4) || 1
  const price = draw.chance(5)
    ? 0
    : draw.chance(10)
      ? draw.decimal(50_000, 2)
      : draw.decimal(300, draw.of(2, 2, 10))
  return { quantity: plain(quantity), price: plain(price), worth: quantity * price }
}

/** Without an exponent. */
const plain = (value: number) =>
  String(value).includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : String(value)

const money = (draw: Draw) =>
  draw.chance(40) ? '0' : String(draw.int(0, draw.of(99, 9_999, 99_999)) / 100)

export interface Header {
  date: string
  seller: OracleOrder['seller']
  buyer: OracleOrder['buyer']
  baseHasShares: boolean
}

const STATES = ['SP', 'MG', 'RS', 'BA', 'ES'] as const

export function aHeader(draw: Draw): Header {
  const crt = draw.of(3, 3, 1, 2)
  return {
    date: draw.of('2026-11-25', '2027-01-04'),
    seller: {
      state: draw.of(...STATES),
      crt,
      regime: crt === 1 && draw.chance(70) ? 'single' : 'regular',
      paysIpi: draw.chance(60),
      credit: crt === 1 && draw.chance(70) ? draw.int(1, 40_000) / 10_000 : undefined,
    },
    buyer: { state: draw.of(...STATES), kind: draw.of(1, 1, 2, 9) },
    baseHasShares: draw.chance(85),
  }
}

/**
 * @param goods what may be sold
 * @returns the order, and for each of its lines which of the goods it is
 */
export function anOrder(
  draw: Draw,
  header: Header,
  goods: readonly Goods[],
  rates: OracleOrder['rates'],
  terms = someTerms(draw),
): { order: OracleOrder; sold: number[] } {
  const sold = Array.from({ length: draw.of(1, 1, 2, 3, 4) }, () => draw.int(0, goods.length - 1))
  let worth = 0
  const items = sold.map((which): OracleItem => {
    const { origin, ipi, reform, ...rules } = goods[which] as Goods
    const { worth: own, ...line } = goodsSold(draw)
    worth += own
    const given = draw.chance(40) ? givenTaxes(draw, header) : []
    const icms = rules.icms?.[header.buyer.kind]
    const taken = discount(draw, own)
    return { ...line, discount: taken, origin, isSold: !draw.chance(10), icms, ipi, reform, given }
  })
  const order = {
    ...header,
    discount: discount(draw, worth / 2),
    freight: money(draw),
    insurance: money(draw),
    others: money(draw),
    rates,
    items,
    terms,
  }
  return { order, sold }
}

// --- as a client sends it --------------------------------------------------------------------------

const said = (discount: OracleOrder['discount']) => {
  if (!discount) return {}
  return 'value' in discount
    ? { discount_value: Number(discount.value) }
    : { discount_percentage: Number(discount.percentage) }
}

export function headerSent({ date, freight, insurance, others, discount: all }: OracleOrder) {
  return {
    tax_date: date,
    freight_value: Number(freight),
    insurance_value: Number(insurance),
    other_expenses: Number(others),
    ...said(all),
  }
}

/** @param gift what names the operation of lines that are not paid for */
export function itemsSent({ items }: OracleOrder, product: (i: number) => object, gift: object) {
  return items.map(({ quantity, price, discount: own, isSold, given }, i) => ({
    ...product(i),
    quantity: Number(quantity),
    price: Number(price),
    ...said(own),
    ...(isSold ? {} : gift),
    ...(given.length > 0 ? { taxes: [...given] } : {}),
  }))
}
