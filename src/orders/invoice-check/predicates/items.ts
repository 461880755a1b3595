import Big from 'big.js'
import { isGtin } from '../../../base/values/check-digits.ts'
import { isNear, toAmount, UnitPrice } from '../../amounts/figures.ts'
import {
  type Arguments,
  big,
  codeOf,
  isLevied,
  isListed,
  itemsWhere,
  type Known,
  type Pointed,
  type Predicate,
  taxOf,
} from '../finding.ts'
import { type InvoiceFacts, wayOf } from '../invoice.ts'

// Goods and their CFOP (groups I and K of the layout).

const NO_GTIN = 'SEM GTIN'
const NCM_OF_SERVICE = '00'
/** NF-e of goods that come back. */
const RETURN = 4

export const itemPredicates: Readonly<Record<string, Predicate>> = {
  product_value: (facts) =>
    itemsWhere(
      facts,
      '/total_item',
      ({ quantity, price, total_item }) =>
        !isNear(big(total_item), toAmount(big(quantity).times(price))),
    ),
  tax_unit_value: (facts) => itemsWhere(facts, '/product/tax_factor', isUnevenInTaxUnits),
  discount_above_product: (facts) =>
    itemsWhere(facts, '/vlr_desc', ({ vlr_desc, discount_share, total_item }) =>
      big(vlr_desc).plus(discount_share).gt(total_item),
    ),
  ncm_missing: (facts) =>
    itemsWhere(facts, '/product/ncm', ({ product: { ncm } }) => !/^(\d{8}|00)$/.test(ncm ?? '')),
  ncm_of_service: (facts) =>
    itemsWhere(facts, '/product/ncm', ({ product: { ncm } }) => ncm === NCM_OF_SERVICE),
  gtin_digit: (facts, args) => {
    const field = gtinField(args)
    return itemsWhere(facts, `/product/${field}`, ({ product }) => {
      const gtin = product[field]
      return gtin !== null && !isGtin(gtin)
    })
  },
  gtin_alone: (facts, args) => {
    const field = gtinField(args)
    const other = field === 'gtin' ? 'unit_gtin' : 'gtin'
    return itemsWhere(
      facts,
      `/product/${field}`,
      ({ product }) => !isCoded(product[field]) && isCoded(product[other]),
    )
  },
  product_in_list: (facts, args, known) => {
    const field = args['field'] === 'cest' ? 'cest' : 'ncm'
    const list = listOf(args, known)
    return itemsWhere(facts, `/product/${field}`, ({ product }) => {
      const code = product[field]
      return list !== undefined && code !== null && !list.includes(code)
    })
  },
  cest_missing: (facts, args) =>
    itemsWhere(facts, '/product/cest', (item) => {
      if (item.product.cest !== null) return false
      const code = codeOf(item)
      return (
        isListed(args, 'codes', code) ||
        (isListed(args, 'codes_with_st', code) && isLevied(taxOf(item, 'icms_st')))
      )
    }),
  unit_missing: (facts) => itemsWhere(facts, '/product/unit', ({ product: { unit } }) => !unit),
  cfop_unknown: (facts, args, known) => {
    const list = listOf(args, known)
    return itemsWhere(
      facts,
      '/cfop',
      ({ cfop }) => cfop !== null && list !== undefined && !list.includes(cfop.slice(1)),
    )
  },
  cfop_of_entry: (facts) =>
    isReturn(facts) ? [] : itemsWhere(facts, '/cfop', ({ cfop }) => /^[1-3]/.test(cfop ?? '')),
  cfop_abroad: (facts) => {
    const way = wayOf(facts)
    if (way === 'unknown') return []
    return itemsWhere(
      facts,
      '/cfop',
      ({ cfop }) => /^[5-7]/.test(cfop ?? '') && cfop?.startsWith('7') !== (way === 'abroad'),
    )
  },
  cfop_interstate: (facts) => (wayOf(facts) === 'inside' ? cfopsOf(facts, '6') : []),
  cfop_inside: (facts, args) => {
    if (wayOf(facts) !== 'interstate') return []
    return isCollected(facts, args)
      ? cfopsOf(facts, '5').map((place) => ({ ...place, level: 'warning' }))
      : cfopsOf(facts, '5')
  },
  return_cfop_missing: (facts, args, known) => {
    const list = listOf(args, known)
    if (!isReturn(facts) || list === undefined) return []
    return itemsWhere(
      facts,
      '/cfop',
      ({ cfop }) => cfop !== null && !list.includes(cfop) && !isListed(args, 'except', cfop),
    )
  },
  return_cfop_undue: (facts, args, known) => {
    const list = listOf(args, known) ?? []
    if (isReturn(facts)) return []
    return itemsWhere(facts, '/cfop', ({ cfop }) => cfop !== null && list.includes(cfop))
  },
  lot_expiry: (facts) =>
    lotsWhere(
      facts,
      'expires_on',
      ({ made_on, expires_on }) => made_on !== null && expires_on !== null && expires_on < made_on,
    ),
  lot_made_later: (facts) =>
    lotsWhere(facts, 'made_on', ({ made_on }) => made_on !== null && made_on > facts.tax_date),
  lot_missing: (facts, args) =>
    itemsWhere(
      facts,
      '/lots',
      ({ product: { ncm, lot_controlled }, lots }) =>
        lots.length === 0 &&
        (lot_controlled || isListed(args, 'ncm_chapters', (ncm ?? '').slice(0, 4))),
    ),
}

/** The value of the goods, counted in the units that are taxed, comes to another. */
function isUnevenInTaxUnits({
  quantity,
  total_item,
  product: { tax_factor },
}: InvoiceFacts['items'][number]): boolean {
  const units = big(tax_factor).times(quantity).round(4, Big.roundHalfUp)
  if (units.lte(0)) return false
  const price = new UnitPrice(total_item).div(units)
  return !isNear(price.times(units), big(total_item))
}

const gtinField = (args: Arguments) => (args['field'] === 'unit_gtin' ? 'unit_gtin' : 'gtin')

const isCoded = (gtin: string | null) => gtin !== null && gtin !== NO_GTIN

function listOf(args: Arguments, { lists }: Known): readonly string[] | undefined {
  return lists[String(args['list'])]
}

const isReturn = ({ operation }: InvoiceFacts) => operation?.purpose === RETURN

function cfopsOf(facts: InvoiceFacts, first: string): Pointed[] {
  const places = itemsWhere(facts, '/cfop', ({ cfop }) => cfop?.startsWith(first) ?? false)
  return facts.is_delivered_elsewhere
    ? places.map((place) => ({ ...place, level: 'warning' }))
    : places
}

/** A final consumer fetches the goods: then they do not leave the state with the seller. */
function isCollected({ presence, freight }: InvoiceFacts, args: Arguments): boolean {
  return (
    isListed(args, 'presences', presence) && isListed(args, 'freight_modes', freight?.mode ?? null)
  )
}

function lotsWhere(
  { items }: InvoiceFacts,
  field: string,
  isWrong: (lot: InvoiceFacts['items'][number]['lots'][number]) => boolean,
): Pointed[] {
  return items.flatMap(({ lots }, i) =>
    lots.flatMap((lot, k) => (isWrong(lot) ? [{ pointer: `/items/${i}/lots/${k}/${field}` }] : [])),
  )
}
