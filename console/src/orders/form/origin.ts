import { centsOf, centsOfProduct, numberOfCents, proportion, share } from '../../text/amounts.ts'
import { type Cell, decimalText, type Item } from './columns.ts'
import type { Line } from './draft.ts'

/** The figures of the item that a line is, or was copied from: `1234.5`, `0` where there is none. */
export interface Origin {
  quantity: string
  price: string
  discount: { percentage: string; value: string }
  net: string
  icms: TaxFigures
  ipi: TaxFigures
  icms_st: TaxFigures
  /** Days; null where there are none. */
  recurrency_period: number | null
}

interface TaxFigures {
  base: string
  rate: string
  value: string
}

export function originOf(item: Item): Origin {
  const tax = (base: number, rate: number, value: number) => ({
    base: decimalText(base),
    rate: decimalText(rate),
    value: decimalText(value),
  })
  return {
    quantity: decimalText(item.quantity),
    price: decimalText(item.price),
    discount: { percentage: decimalText(item.perc_desc), value: decimalText(item.vlr_desc) },
    net: decimalText(item.total_liq),
    icms: tax(item.base_icms, item.icms, item.vlr_icms),
    ipi: tax(item.base_ipi, item.ipi, item.value_ipi),
    icms_st: tax(item.base_icms_st, item.icms_st, item.vlr_icms_st),
    recurrency_period: item.recurrency_period,
  }
}

/**
 * What a request has to say of a copied line beside the cells that were typed, so that the service
 * makes the same of it: the discount as it was given, bases that are not the net value, and values
 * that follow from no base and rate. Where the copy comes to another net value than the item, they
 * keep their ratio to it, as the service does where the item itself is changed.
 */
export function copiedFigures(line: Line, origin: Origin): Record<string, number> {
  const { cells, followed } = line
  const discount = followed.includes('discount_percentage') && followed.includes('discount_value')
  const given = discount ? discountOf(origin) : {}
  const net = netOf(line, origin, given)
  const isIcmsSame = isSame(cells.aliq_icms, origin.icms)
  const icmsSt = followed.includes('base_icms_st')
    ? taxOf(origin.icms_st, origin, {
        net,
        isBased: true,
        isSame: isIcmsSame && isSame(cells.aliq_icms_st, origin.icms_st),
        deducted: centsOf(origin.icms.value),
      })
    : {}
  const rateAlone = { net, isBased: false, deducted: 0n }
  const icms = taxOf(origin.icms, origin, { ...rateAlone, isSame: isIcmsSame })
  const ipi = taxOf(origin.ipi, origin, {
    ...rateAlone,
    isSame: isSame(cells.aliq_ipi, origin.ipi),
  })
  const figures = {
    discount_percentage: given.percentage,
    discount_value: given.value,
    base_icms: icms.base,
    value_icms: icms.value,
    base_ipi: ipi.base,
    value_ipi: ipi.value,
    base_icms_st: icmsSt.base,
    value_icms_st: icmsSt.value,
  }
  const said = Object.entries(figures).filter(([, figure]) => figure !== undefined)
  return Object.fromEntries(said) as Record<string, number>
}

const isSame = (rate: string, tax: TaxFigures) => (rate || '0') === tax.rate

/** The percentage where it is a round one that gives just this discount, else the money. */
function discountOf({ quantity, price, discount }: Origin): {
  percentage?: number
  value?: number
} {
  if (discount.value === '0') return {}
  const isRound = (discount.percentage.split('.')[1] ?? '').length <= 2
  const value = share(centsOfProduct(quantity, price), discount.percentage)
  return isRound && value === centsOf(discount.value)
    ? { percentage: Number(discount.percentage) }
    : { value: Number(discount.value) }
}

/** Of the copy, in cents; the item's where quantity or price are not there yet. */
function netOf(
  { cells, followed }: Line,
  origin: Origin,
  given: { percentage?: number; value?: number },
): bigint {
  const { quantity, price } = cells
  const isUntouched =
    quantity === origin.quantity &&
    price === origin.price &&
    followed.includes('discount_percentage') &&
    followed.includes('discount_value')
  if (isUntouched || quantity === '' || price === '') return centsOf(origin.net)
  const typed = (cell: Cell, copied: number | undefined) =>
    followed.includes(cell) ? (copied === undefined ? '' : decimalText(copied)) : cells[cell]
  const percentage = typed('discount_percentage', given.percentage)
  const value = typed('discount_value', given.value)
  const total = centsOfProduct(quantity, price)
  const discount = value === '' ? share(total, percentage || '0') : centsOf(value)
  return discount > total ? 0n : total - discount
}

/** Base and value of a tax, where the service would not make just these of the rate. */
function taxOf(
  { base, rate, value }: TaxFigures,
  origin: Origin,
  about: {
    net: bigint
    /** A rate alone is not enough: its base is not the net value. */
    isBased: boolean
    /** Its rate is as it was, and so is what is taken off it. */
    isSame: boolean
    /** What is taken off it. */
    deducted: bigint
  },
): { base?: number; value?: number } {
  const before = centsOf(origin.net)
  const [baseCents, cents] = [centsOf(base), centsOf(value)]
  const follow = (amount: bigint) => numberOfCents(proportion(amount, about.net, before))
  const due = share(baseCents, rate)
  const derived = due > about.deducted ? due - about.deducted : 0n
  const isBaseSaid = rate === '0' || about.isBased ? baseCents !== 0n : baseCents !== before
  return {
    ...(isBaseSaid ? { base: follow(baseCents) } : {}),
    ...(about.isSame && cents !== derived ? { value: follow(cents) } : {}),
  }
}
