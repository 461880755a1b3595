import Big from 'big.js'
import { type Catalogue, taxOnDate } from '../../taxes/catalogue.ts'
import { big } from './finding.ts'
import type { InvoiceFacts, InvoiceItem } from './invoice.ts'

/** The totals of the layout (group W) that are the sums of one tax's values. */
const taxTotals = {
  vICMS: 'icms',
  vICMSDeson: 'icms_deson',
  vFCP: 'fcp',
  vST: 'icms_st',
  vFCPST: 'fcp_st',
  vICMSUFDest: 'difal',
  vFCPUFDest: 'fcp_dest',
  vII: 'ii',
  vIPI: 'ipi',
  vPIS: 'pis',
  vCOFINS: 'cofins',
  vIS: 'is',
  vIBSUF: 'ibs_uf',
  vIBSMun: 'ibs_mun',
  vCBS: 'cbs',
} as const

const itemTotals = {
  vFrete: ['freight_share'],
  vSeg: ['insurance_share'],
  vOutro: ['other_share'],
  vDesc: ['vlr_desc', 'discount_share'],
} as const

/** Names of the totals, in the layout's order. */
export const totalNames = [
  'vBC',
  'vICMS',
  'vICMSDeson',
  'vFCPUFDest',
  'vICMSUFDest',
  'vFCP',
  'vBCST',
  'vST',
  'vFCPST',
  'vProd',
  'vFrete',
  'vSeg',
  'vDesc',
  'vII',
  'vIPI',
  'vPIS',
  'vCOFINS',
  'vOutro',
  'vNF',
  'vIS',
  'vIBSUF',
  'vIBSMun',
  'vCBS',
] as const

export type InvoiceTotals = Readonly<Record<(typeof totalNames)[number], string>>

/** What an invoice of the order says in its totals: sums of lines, as decimal texts. */
export function invoiceTotals(
  facts: InvoiceFacts,
  catalogue: Pick<Catalogue, 'effects' | 'rates'>,
): InvoiceTotals {
  const sum = (of: (item: InvoiceItem) => Big) =>
    facts.items.reduce((total, item) => total.plus(of(item)), new Big(0)).toString()
  const ofTax = (name: string, figure: 'base' | 'value') => (item: InvoiceItem) =>
    item.taxes.reduce(
      (total, tax) => (tax.tax === name ? total.plus(big(tax[figure])) : total),
      new Big(0),
    )
  return {
    vBC: sum(ofTax('icms', 'base')),
    vBCST: sum(ofTax('icms_st', 'base')),
    ...mapped(taxTotals, (tax) => sum(ofTax(tax, 'value'))),
    ...mapped(itemTotals, (parts) =>
      sum((item) => parts.reduce((total, part) => total.plus(big(item[part])), new Big(0))),
    ),
    vProd: sum((item) => productValue(item, facts, catalogue)),
    vNF: facts.total_value,
  }
}

/** What stands in vProd: the goods, and from 2027 on the taxes that the catalogue puts there. */
export function productValue(
  item: InvoiceItem,
  { seller, tax_date }: Pick<InvoiceFacts, 'seller' | 'tax_date'>,
  catalogue: Pick<Catalogue, 'effects' | 'rates'>,
): Big {
  return item.taxes.reduce((total, { tax, value, effect }) => {
    const { in_product_value } = taxOnDate(catalogue, tax, seller.regime, tax_date)
    return in_product_value && effect === 1 ? total.plus(big(value)) : total
  }, big(item.total_item))
}

function mapped<K extends string, V, W>(
  map: Readonly<Record<K, V>>,
  to: (value: V) => W,
): Record<K, W> {
  const pairs = Object.entries(map) as [K, V][]
  return Object.fromEntries(pairs.map(([key, value]) => [key, to(value)])) as Record<K, W>
}
