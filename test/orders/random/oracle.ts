// What an order comes to, worked out once more in exact fractions and written apart from `src`: from the law and the
// manual of the NF-e, as docs/taxes.md tells it. Every decimal is a text; what is rounded is rounded once, here.

import {
  atLeastZero,
  type Fraction,
  HUNDRED,
  ONE,
  percent,
  read,
  share,
  sumOf,
  ZERO,
} from './fractions.ts'
import { installments, type OracleTerms } from './installments.ts'

// --- what an order is --------------------------------------------------------------------------

type Discount = { value: string } | { percentage: string } | undefined

/** What a rule of ICMS makes of a sale; decimals are percent but for `unit_value`. */
export interface IcmsRule {
  cst: string
  csosn: string
  icms_rate?: number
  icms_reduction?: number
  icms_deferral?: number
  fcp_rate?: number
  st_rate?: number
  margin?: number
  margin_kind?: 'original' | 'adjusted'
  intra_rate?: number
  margin_decimals?: 2 | 4
  unit_value?: number
  unit_kind?: 'list' | 'consumer_price' | 'greater'
  st_reduction?: number
  st_fcp_rate?: number
  deduction_rate?: number
  st_own_use?: boolean
  difal_rate?: number
  difal_fcp_rate?: number
  difal_reduction?: number
  difal_base?: 'single' | 'double'
  relief_rate?: number
  relief_deducts?: boolean
}

export interface Given {
  tax: string
  code?: string
  rate?: number
  value?: number
  margin?: number
}

export interface OracleItem {
  quantity: string
  price: string
  discount: Discount
  origin: number
  /** Sold, and not given: what is given is not paid for, and bears no difference of rates. */
  isSold: boolean
  icms: IcmsRule | undefined
  ipi: { rate?: number; per_unit?: number } | undefined
  reform: { reduction?: number } | undefined
  given: readonly Given[]
}

export interface OracleOrder {
  date: string
  baseHasShares: boolean
  discount: Discount
  /** 0 where it is not charged. */
  freight: string
  insurance: string
  others: string
  seller: {
    state: string
    crt: number
    regime: 'regular' | 'single'
    paysIpi: boolean
    credit: number | undefined
  }
  buyer: { state: string; kind: 1 | 2 | 9 }
  /** Of IBS and CBS, in percent. */
  rates: Readonly<Record<string, number>>
  items: readonly OracleItem[]
  terms: OracleTerms
}

/** In cents. A tax of which base and value are 0 is left out. */
interface OracleLine {
  total: bigint
  discount: bigint
  net: bigint
  shares: { discount: bigint; freight: bigint; insurance: bigint; other: bigint }
  taxes: Record<string, readonly [base: bigint, value: bigint]>
  lineTotal: bigint
}

export interface OracleResult {
  lines: OracleLine[]
  discount: bigint
  total: bigint
  payable: bigint
  /** Undefined where an instalment would be nothing. */
  installments: bigint[] | undefined
}

/** Whether taxes take off a line more than it comes to. */
export const isBelowZero = ({ lines }: OracleResult) =>
  lines.some(({ lineTotal }) => lineTotal < 0n)

/** Undefined where the discount is more than the lines come to. */
export function workedOut(order: OracleOrder): OracleResult | undefined {
  const goods = order.items.map(goodsOf)
  const nets = goods.map(({ net }) => net)
  const totals = goods.map(({ total }) => total)
  const discount = moneyOf(order.discount, sumOf(nets))
  if (discount.isAbove(sumOf(nets))) return undefined
  const parts = {
    discount: apportioned(discount, nets),
    freight: apportioned(read(order.freight), totals),
    insurance: apportioned(read(order.insurance), totals),
    other: apportioned(read(order.others), totals),
  }
  const lines = order.items.map((item, i) => {
    const of = (part: Fraction[]) => part[i] as Fraction
    const { net, ...own } = goods[i] as Goods
    const shared = net
      .minus(of(parts.discount))
      .plus(of(parts.freight))
      .plus(of(parts.insurance))
      .plus(of(parts.other))
    const taxes = taxesOf(item, order, order.baseHasShares ? shared : net)
    const outside = sumOf(Object.values(taxes).map(({ value, effect }) => value.times(effect)))
    return { item, own, net, taxes, outside, lineTotal: shared.plus(outside) }
  })
  const paid = lines.filter(({ item }) => item.isSold)
  const payable = sumOf(paid.map(({ lineTotal }) => lineTotal))
  return {
    lines: lines.map(({ own, net, taxes, lineTotal }, i) => ({
      total: own.total.cents,
      discount: own.discount.cents,
      net: net.cents,
      shares: {
        discount: (parts.discount[i] as Fraction).cents,
        freight: (parts.freight[i] as Fraction).cents,
        insurance: (parts.insurance[i] as Fraction).cents,
        other: (parts.other[i] as Fraction).cents,
      },
      taxes: inCents(taxes),
      lineTotal: lineTotal.cents,
    })),
    discount: discount.cents,
    total: sumOf(lines.map(({ lineTotal }) => lineTotal)).cents,
    payable: payable.cents,
    installments: installments(order.terms, payable, sumOf(paid.map(({ outside }) => outside))),
  }
}

function inCents(taxes: Taxes): OracleLine['taxes'] {
  const some = Object.entries(taxes).filter(
    ([, { base, value }]) => base.n !== 0n || value.n !== 0n,
  )
  return Object.fromEntries(
    some.map(([tax, { base, value }]) => [tax, [base.cents, value.cents] as const]),
  )
}

// --- goods and shares ----------------------------------------------------------------------------

interface Goods {
  total: Fraction
  discount: Fraction
  net: Fraction
}

function goodsOf({ quantity, price, discount: sent }: OracleItem): Goods {
  const total = read(quantity).times(read(price)).rounded(2)
  const discount = moneyOf(sent, total)
  return { total, discount, net: total.minus(discount) }
}

function moneyOf(discount: Discount, of: Fraction): Fraction {
  if (!discount) return ZERO
  return 'value' in discount ? read(discount.value) : share(of, percent(discount.percentage))
}

/** Up to each line in proportion, rounded: a share is what has come with it. Where nothing weighs the first has all. */
function apportioned(amount: Fraction, weights: readonly Fraction[]): Fraction[] {
  const whole = sumOf(weights)
  const upTo = weights.map((_, i) => {
    if (whole.n === 0n) return amount
    return amount
      .times(sumOf(weights.slice(0, i + 1)))
      .over(whole)
      .rounded(2)
  })
  return upTo.map((until, i) => until.minus(upTo[i - 1] ?? ZERO))
}

// --- taxes ---------------------------------------------------------------------------------------

type Tax = { base: Fraction; value: Fraction; effect: Fraction }
type Taxes = Record<string, Tax>

const INSIDE = ['icms', 'fcp', 'difal', 'fcp_dest']
const ADDED = ['ii', 'ipi', 'icms_st', 'fcp_st', 'is']
const REFORM = ['cbs', 'ibs_uf', 'ibs_mun']
/** The south and south-east but Espírito Santo. */
const SOUTH = ['MG', 'PR', 'RJ', 'RS', 'SC', 'SP']

function taxesOf(item: OracleItem, order: OracleOrder, op: Fraction): Taxes {
  const taxes: Taxes = {}
  const put = (
    tax: string,
    base: Fraction,
    value: Fraction,
    effect = ADDED.includes(tax) ? ONE : ZERO,
  ) => {
    taxes[tax] = { base, value, effect }
  }
  const valueOfTax = (tax: string) => taxes[tax]?.value ?? ZERO
  const given = (tax: string) => item.given.find((one) => one.tax === tax)
  for (const { tax, value } of item.given) if (value !== undefined) put(tax, ZERO, read(value))

  const ipi = given('ipi')
  if (ipi) put('ipi', op, share(op, percent(ipi.rate)))
  else if (order.seller.paysIpi && item.ipi) {
    const { rate, per_unit } = item.ipi
    if (per_unit === undefined) put('ipi', op, share(op, percent(rate)))
    else put('ipi', op, read(item.quantity).times(read(per_unit)).rounded(2))
  }
  if (given('icms')) givenIcms(item, order, op, taxes, put)
  else if (item.icms) ruledIcms(item, item.icms, order, op, taxes, put)

  for (const tax of ['pis', 'cofins']) {
    const sent = given(tax)
    const base = atLeastZero(op.minus(valueOfTax('icms')))
    if (sent) put(tax, base, share(base, percent(sent.rate)))
  }
  const inside = sumOf(INSIDE.map(valueOfTax))
  const is = given('is')
  const isBase = atLeastZero(op.minus(inside))
  if (is) put('is', isBase, isBase.times(percent(is.rate)).rounded(2, 'even'))
  if (order.date >= '2027-01-01' && order.seller.regime === 'regular' && item.reform) {
    const base = atLeastZero(op.plus(valueOfTax('is')).minus(inside))
    for (const tax of REFORM) {
      if (order.rates[tax] === undefined) continue
      const left = ONE.minus(percent(item.reform.reduction))
      const effective = read(order.rates[tax]).times(left).rounded(4, 'even')
      put(tax, base, base.times(effective).over(HUNDRED).rounded(2, 'even'), ONE)
    }
  }
  return taxes
}

type Put = (tax: string, base: Fraction, value: Fraction, effect?: Fraction) => void

const isFinal = ({ buyer }: OracleOrder) => buyer.kind === 9

function givenIcms(item: OracleItem, order: OracleOrder, op: Fraction, taxes: Taxes, put: Put) {
  const ipi = taxes['ipi']?.value ?? ZERO
  const rateOf = (tax: string) => percent(item.given.find((one) => one.tax === tax)?.rate)
  const base = isFinal(order) ? op.plus(ipi) : op
  const own = share(base, rateOf('icms'))
  put('icms', base, own)
  const st = item.given.find(({ tax }) => tax === 'icms_st')
  if (!st) return
  const grown = op
    .plus(ipi)
    .times(ONE.plus(percent(st.margin)))
    .rounded(2)
  put('icms_st', grown, atLeastZero(share(grown, rateOf('icms_st')).minus(own)))
}

function nationalRate({ seller, buyer }: OracleOrder, { origin }: OracleItem): number | undefined {
  if (seller.state === buyer.state) return undefined
  if ([1, 2, 3, 8].includes(origin)) return 4
  return SOUTH.includes(seller.state) && !SOUTH.includes(buyer.state) ? 7 : 12
}

function ruledIcms(
  item: OracleItem,
  rule: IcmsRule,
  order: OracleOrder,
  op: Fraction,
  taxes: Taxes,
  put: Put,
): void {
  const ipi = taxes['ipi']?.value ?? ZERO
  const isSimples = [1, 4].includes(order.seller.crt)
  const code = isSimples ? rule.csosn : rule.cst
  const national = nationalRate(order, item)
  const rate = rule.icms_rate ?? national
  const isOwn = ['00', '10', '20', '51', '70', '90'].includes(code)
  // A rule that lacks what its code needs makes nothing.
  if (isOwn && rate === undefined) return
  const icms = { base: ZERO, value: ZERO }
  if (isOwn) {
    const whole = isFinal(order) ? op.plus(ipi) : op
    icms.base = whole.times(ONE.minus(percent(rule.icms_reduction))).rounded(2)
    const due = icms.base.times(percent(rate))
    icms.value = due.rounded(2).minus(due.times(percent(rule.icms_deferral)).rounded(2))
    put('icms', icms.base, icms.value)
  }
  const { credit } = order.seller
  if (['101', '201', '900'].includes(code) && credit) put('icms_sn', op, share(op, percent(credit)))
  let fund = ZERO
  if (rule.fcp_rate && isOwn && !(order.buyer.kind === 9 && national !== undefined)) {
    fund = share(icms.base, percent(rule.fcp_rate))
    put('fcp', icms.base, fund)
  }
  if (rule.relief_rate) {
    const effect = rule.relief_deducts ? ZERO.minus(ONE) : ZERO
    put('icms_deson', ZERO, share(op, percent(rule.relief_rate)), effect)
  }
  if (
    rule.st_rate !== undefined &&
    ['10', '30', '70', '90', '201', '202', '203', '900'].includes(code)
  ) {
    const base = stBase(item, rule, op.plus(ipi), icms.value, isSimples, national)
    const presumed = percent(rule.deduction_rate ?? national ?? rule.st_rate)
    const deduction = isSimples ? share(op, presumed) : icms.value
    put('icms_st', base, atLeastZero(share(base, percent(rule.st_rate)).minus(deduction)))
    if (rule.st_fcp_rate)
      put('fcp_st', base, atLeastZero(share(base, percent(rule.st_fcp_rate)).minus(fund)))
  }
  const isDue = national !== undefined && isFinal(order) && !isSimples && item.isSold
  if (isDue && rule.difal_rate !== undefined && !['40', '41'].includes(code)) {
    const [dest, fcp] = [percent(rule.difal_rate), percent(rule.difal_fcp_rate)]
    const whole = op.plus(ipi)
    const base =
      rule.difal_base === 'double'
        ? whole.minus(icms.value).over(ONE.minus(dest).minus(fcp)).rounded(2)
        : whole.times(ONE.minus(percent(rule.difal_reduction))).rounded(2)
    const own = icms.base.n === 0n ? base : icms.base
    put('difal', base, atLeastZero(share(base, dest).minus(share(own, percent(national)))))
    if (rule.difal_fcp_rate) put('fcp_dest', base, share(base, fcp))
  }
}

function stBase(
  { quantity }: OracleItem,
  rule: IcmsRule,
  whole: Fraction,
  icms: Fraction,
  isSimples: boolean,
  national: number | undefined,
): Fraction {
  const rate = percent(rule.st_rate)
  if (rule.st_own_use) return whole.minus(icms).over(ONE.minus(rate)).rounded(2)
  const left = ONE.minus(percent(rule.st_reduction))
  const byUnit = read(quantity).times(read(rule.unit_value)).rounded(2).times(left).rounded(2)
  if (rule.unit_value !== undefined && rule.unit_kind !== 'greater') return byUnit
  let margin = read(rule.margin)
  if (national !== undefined && rule.margin_kind !== 'adjusted' && !isSimples) {
    const intra = percent(rule.intra_rate ?? rule.st_rate)
    const inter = percent(national)
    const grown = ONE.plus(margin.over(HUNDRED)).times(ONE.minus(inter)).over(ONE.minus(intra))
    if (intra.isAbove(inter))
      margin = grown
        .minus(ONE)
        .times(HUNDRED)
        .rounded(rule.margin_decimals ?? 2)
  }
  const byMargin = whole
    .times(ONE.plus(margin.over(HUNDRED)))
    .times(left)
    .rounded(2)
  return rule.unit_value !== undefined && byUnit.isAbove(byMargin) ? byUnit : byMargin
}
