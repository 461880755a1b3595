import Big from 'big.js'
import type { Catalogue } from '../../taxes/catalogue.ts'
import { big, taxOf } from '../invoice-check/finding.ts'
import {
  type InvoiceFacts,
  type InvoiceItem,
  isFinalConsumer,
  wayOf,
} from '../invoice-check/invoice.ts'
import { type InvoiceTotals, invoiceTotals } from '../invoice-check/totals.ts'
import type { InvoiceRecords, ProductRecord } from '../invoice-records/records.ts'
import { type Group, present, textOf, written } from './figures.ts'
import { type DraftedLine, lineOf } from './goods.ts'
import { icmsTotals } from './layout.ts'
import type { DraftedOrder } from './order.ts'
import { buyerOf, carrierOf, deliveryOf, sellerOf } from './parties.ts'

/**
 * The content of an order's invoice by the names of the NF-e's layout 4.00 (`infNFe`): what the order says,
 * and nothing that only who issues it knows: number, series, key, moment, environment.
 */
export function draftOf(
  order: DraftedOrder,
  facts: InvoiceFacts,
  records: InvoiceRecords,
  catalogue: Catalogue,
): Group {
  const lines = linesOf(order, facts, records)
  return present({
    ide: identificationOf(facts, records),
    emit: sellerOf(records.branch_company, facts),
    dest: buyerOf(facts, records),
    entrega: deliveryOf(facts, records),
    det: lines.map((line, i) => lineOf(line, i, facts, catalogue)),
    total: totalOf(facts, catalogue),
    transp: transportOf(facts, records, lines),
    cobr: billOf(order, facts),
    pag: paymentOf(order, facts, records),
    infIntermed: facts.intermediary
      ? present({
          CNPJ: facts.intermediary.document ?? undefined,
          idCadIntTran: facts.intermediary.id ?? undefined,
        })
      : undefined,
    infAdic: order.observations ? { infCpl: textOf(order.observations, 5000) } : undefined,
    compra: purchaseOf(order),
  })
}

/** Items of the order and of its facts are the same, in the same order; each has a product that is there. */
const linesOf = ({ items }: DraftedOrder, facts: InvoiceFacts, { products }: InvoiceRecords) =>
  items.map(
    (drafted, i): DraftedLine => ({
      item: facts.items[i] as InvoiceItem,
      drafted,
      product: products[drafted.item.id] as ProductRecord,
    }),
  )

const DESTINATIONS = { inside: '1', interstate: '2', abroad: '3', unknown: undefined } as const
/** Of the buyer’s presence: by internet, by telephone, delivered at home, otherwise remote. */
const REMOTE = [2, 3, 4, 9]

function identificationOf(
  facts: InvoiceFacts,
  { operation, branch_company }: InvoiceRecords,
): Group {
  const { presence, intermediary } = facts
  const needsIntermediary = presence !== null && REMOTE.includes(presence) && intermediary !== null
  return present({
    cUF: branch_company?.ibge?.slice(0, 2),
    natOp: textOf(operation?.name, 60),
    mod: '55',
    tpNF: '1',
    idDest: DESTINATIONS[wayOf(facts)],
    cMunFG: branch_company?.ibge ?? undefined,
    finNFe: String(operation?.purpose ?? 1),
    indFinal: isFinalConsumer(facts) ? '1' : '0',
    indPres: presence === null ? undefined : String(presence),
    indIntermed: needsIntermediary ? (intermediary === false ? '0' : '1') : undefined,
  })
}

/** What was retained before, IPI that is given back, and a share of DIFAL that stays: no order has it. */
const NEVER = { vICMSUFRemet: '0', vFCPSTRet: '0', vIPIDevol: '0' }

/** `total` (group W): all of it is sums of the lines. */
function totalOf(facts: InvoiceFacts, catalogue: Catalogue): Group {
  const totals = invoiceTotals(facts, catalogue)
  const has = (tax: string) => facts.items.some((item) => taxOf(item, tax))
  return present({
    ICMSTot: Object.fromEntries(
      icmsTotals.map((name) => [name, written({ ...totals, ...NEVER }[name], 'money')]),
    ),
    ISTot: has('is') ? { vIS: written(totals.vIS, 'money') } : undefined,
    IBSCBSTot: has('cbs') || has('ibs_uf') ? reformTotal(facts, totals) : undefined,
  })
}

const NO_CREDIT = { vCredPres: '0.00', vCredPresCondSus: '0.00' }

/** IBS and CBS together. */
function reformTotal({ items }: InvoiceFacts, totals: InvoiceTotals): Group {
  const sum = (name: string, figure: 'base' | 'value' | 'deferred' | 'returned'): Big =>
    items.reduce((all, item) => all.plus(big(taxOf(item, name)?.[figure])), new Big(0))
  const groupOf = (tax: string, name: string) => ({
    vDif: written(sum(tax, 'deferred'), 'money'),
    vDevTrib: written(sum(tax, 'returned'), 'money'),
    [`v${name}`]: written(sum(tax, 'value'), 'money'),
  })
  return {
    vBCIBSCBS: written(sum('cbs', 'base'), 'money'),
    gIBS: {
      gIBSUF: groupOf('ibs_uf', 'IBSUF'),
      gIBSMun: groupOf('ibs_mun', 'IBSMun'),
      vIBS: written(big(totals.vIBSUF).plus(totals.vIBSMun), 'money'),
      ...NO_CREDIT,
    },
    gCBS: { ...groupOf('cbs', 'CBS'), ...NO_CREDIT },
  }
}

/** The freight is nobody's (9) unless its type says whose. */
function transportOf(facts: InvoiceFacts, records: InvoiceRecords, lines: DraftedLine[]): Group {
  const [pesoL, pesoB] = [weightOf(lines, 'net_weight'), weightOf(lines, 'gross_weight')]
  return present({
    modFrete: String(facts.freight?.mode ?? 9),
    transporta: carrierOf(records.shipping_company),
    vol: pesoL || pesoB ? [present({ pesoL, pesoB })] : undefined,
  })
}

/** In kilograms; undefined where that of one product is not known. */
function weightOf(lines: DraftedLine[], which: 'net_weight' | 'gross_weight'): string | undefined {
  if (lines.length === 0 || lines.some(({ product }) => product[which] === null)) return undefined
  const weight = lines.reduce(
    (all, { item, product }) => all.plus(big(product[which]).times(item.quantity)),
    new Big(0),
  )
  return written(weight, 'weight')
}

/** `cobr`: without the number of the bill, which who issues it gives. */
function billOf({ installments = [] }: DraftedOrder, { payable_value }: InvoiceFacts) {
  if (installments.length === 0) return undefined
  const value = written(payable_value, 'money')
  return {
    fat: { vOrig: value, vDesc: '0.00', vLiq: value },
    dup: installments.map(({ number, due_date, amount }) => ({
      nDup: number,
      dVenc: due_date,
      vDup: written(amount, 'money'),
    })),
  }
}

const NOTHING_TO_PAY = '90'
const AT_ONCE = '0'
const LATER = '1'

/** `pag`: what is paid by each method. */
function paymentOf(order: DraftedOrder, facts: InvoiceFacts, { payment_methods }: InvoiceRecords) {
  if (big(facts.payable_value).eq(0)) return { detPag: [{ tPag: NOTHING_TO_PAY, vPag: '0.00' }] }
  const codeOf = (method: { id: string } | null) =>
    method ? payment_methods[method.id]?.code : null
  const parts = order.installments?.length
    ? order.installments
    : [{ amount: facts.payable_value, due_date: facts.tax_date, payment_method: null }]
  const byMethod = Map.groupBy(
    parts.map(({ amount, due_date, payment_method }) => ({
      amount,
      indPag: due_date > facts.tax_date ? LATER : AT_ONCE,
      tPag: codeOf(payment_method ?? order.payment_method) ?? undefined,
    })),
    ({ tPag }) => tPag,
  )
  return {
    detPag: [...byMethod].map(([tPag, of]) =>
      present({
        indPag: of.some(({ indPag }) => indPag === LATER) ? LATER : AT_ONCE,
        tPag,
        vPag: written(
          of.reduce((all, { amount }) => all.plus(amount), new Big(0)),
          'money',
        ),
      }),
    ),
  }
}

/** `compra`: what the buyer wants to read on it. */
function purchaseOf({ commitment, customer_order, contract }: DraftedOrder): Group | undefined {
  if (!commitment && !customer_order && !contract) return undefined
  return present({
    xNEmp: commitment ?? undefined,
    xPed: customer_order ?? undefined,
    xCont: contract ?? undefined,
  })
}
