import type { Catalogue } from '../../taxes/catalogue.ts'
import { big, taxOf } from '../invoice-check/finding.ts'
import type { InvoiceFacts, InvoiceItem } from '../invoice-check/invoice.ts'
import { productValue } from '../invoice-check/totals.ts'
import type { ProductRecord } from '../invoice-records/records.ts'
import { type Group, present, textOf, unitPrice, unlessZero, written } from './figures.ts'
import type { DraftedItem } from './order.ts'
import { taxesOfLine } from './taxes.ts'

/** A line, and what the order and its product say of it beyond the taxes. */
export interface DraftedLine {
  readonly item: InvoiceItem
  readonly drafted: DraftedItem
  readonly product: ProductRecord
}

const NO_GTIN = 'SEM GTIN'

/** `det`: a line with its taxes. */
export function lineOf(
  { item, drafted, product }: DraftedLine,
  i: number,
  facts: InvoiceFacts,
  catalogue: Catalogue,
): Group {
  return present({
    nItem: String(i + 1),
    prod: goodsOf({ item, drafted, product }, facts, catalogue),
    imposto: taxesOfLine(item, product.ipi_class),
    infAdProd: textOf(drafted.additional_info, 500),
  })
}

function goodsOf(
  { item, drafted, product }: DraftedLine,
  facts: InvoiceFacts,
  catalogue: Catalogue,
): Group {
  const { ncm, cest, gtin, unit_gtin, unit, tax_factor } = item.product
  const value = productValue(item, facts, catalogue)
  const qCom = written(item.quantity, 'quantity') ?? '0'
  const qTrib = written(big(item.quantity).times(tax_factor ?? '1'), 'quantity') ?? '0'
  const taxPrice = big(item.price)
    .div(tax_factor ?? '1')
    .toFixed()
  return present({
    cProd: textOf(drafted.item.fk_id ?? drafted.item.id, 60),
    cEAN: gtin ?? NO_GTIN,
    xProd: textOf(drafted.item.name, 120),
    NCM: ncm ?? undefined,
    CEST: cest ?? undefined,
    cBenef: taxOf(item, 'icms')?.benefit ?? product.benefit ?? undefined,
    EXTIPI: product.ex_tipi ?? undefined,
    CFOP: item.cfop ?? undefined,
    uCom: unit ?? undefined,
    qCom,
    vUnCom: unitPrice(value, qCom, item.price),
    vProd: written(value, 'money'),
    cEANTrib: unit_gtin ?? NO_GTIN,
    uTrib: product.tax_unit ?? unit ?? undefined,
    qTrib,
    vUnTrib: unitPrice(value, qTrib, taxPrice),
    vFrete: unlessZero(big(item.freight_share)),
    vSeg: unlessZero(big(item.insurance_share)),
    vDesc: unlessZero(big(item.vlr_desc).plus(big(item.discount_share))),
    vOutro: unlessZero(big(item.other_share)),
    indTot: '1',
    xPed: drafted.customer_order ?? undefined,
    nItemPed: drafted.customer_order_item ?? undefined,
    rastro: lotsOf(drafted.lots),
  })
}

function lotsOf(lots: DraftedItem['lots'] | undefined): Group[] | undefined {
  if (!lots?.length) return undefined
  return lots.map(({ number, quantity, made_on, expires_on }) =>
    present({
      nLote: number,
      qLote: written(quantity, 'weight'),
      dFab: made_on ?? undefined,
      dVal: expires_on ?? undefined,
    }),
  )
}
