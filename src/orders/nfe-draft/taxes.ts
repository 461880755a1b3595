import { big, taxOf } from '../invoice-check/finding.ts'
import type { InvoiceItem, InvoiceTax } from '../invoice-check/invoice.ts'
import { type Group, present, written } from './figures.ts'
import {
  contributionGroups,
  destinationFigures,
  type Figure,
  icmsFigures,
  icmsGroups,
  reformTaxes,
  stModes,
  taxedIpi,
} from './layout.ts'

// The taxes of a line as the NF-e says them (groups N to UB of the layout). What a line does not say is not
// there: a draft has no zero for what is unknown.

/**
 * `imposto` of a line.
 * @param ipi_class cEnq of the product, which counts where the line's IPI says none
 */
export function taxesOfLine(item: InvoiceItem, ipi_class: string | null): Group {
  return present({
    ICMS: icmsOf(item),
    IPI: ipiOf(taxOf(item, 'ipi'), ipi_class),
    II: figuresOf(taxOf(item, 'ii'), [
      ['vBC', 'base', 'money'],
      ['vII', 'value', 'money'],
    ]),
    PIS: contributionOf('PIS', taxOf(item, 'pis')),
    PISST: substituteOf('PIS', taxOf(item, 'pis_st')),
    COFINS: contributionOf('COFINS', taxOf(item, 'cofins')),
    COFINSST: substituteOf('COFINS', taxOf(item, 'cofins_st')),
    ICMSUFDest: destinationOf(item),
    IS: selectiveOf(taxOf(item, 'is')),
    IBSCBS: reformOf(item),
  })
}

function icmsOf(item: InvoiceItem): Group | undefined {
  const code = taxOf(item, 'icms')?.code ?? ''
  const row = icmsGroups[code]
  if (row === undefined) return undefined
  const [group, names] = row
  const figures = names.split(' ').map((name) => [name, icmsFigure(item, name)])
  const codeName = code.length === 2 ? 'CST' : 'CSOSN'
  const orig = String(item.product.origin)
  return { [group]: present({ orig, [codeName]: code, ...Object.fromEntries(figures) }) }
}

const OPERATION_VALUE = '3'
const MARGIN = '4'

function icmsFigure(item: InvoiceItem, name: string): string | undefined {
  const icms = taxOf(item, 'icms')
  switch (name) {
    case 'modBC':
      return icms?.base ? (icms.mode ?? OPERATION_VALUE) : undefined
    case 'modBCST': {
      const st = taxOf(item, 'icms_st')
      return st && (st.mode ?? stModes[st.margin_kind ?? ''] ?? MARGIN)
    }
    case 'vICMSOp':
      return icms?.value ? written(big(icms.value).plus(big(icms.deferred)), 'money') : undefined
    case 'indDeduzDeson':
      return yes(taxOf(item, 'icms_deson')?.deducts)
    default: {
      const row = icmsFigures[name]
      if (!row) return written(icms?.details?.[name], 'code')
      const [tax, property, format] = row
      return written(taxOf(item, tax)?.[property], format)
    }
  }
}

/** Only what the layout wants to be said: that it is. */
const yes = (flag: boolean | null | undefined): string | undefined => (flag ? '1' : undefined)

function ipiOf(ipi: InvoiceTax | undefined, ipi_class: string | null): Group | undefined {
  if (!ipi?.code) return undefined
  const cEnq = ipi.class ?? ipi_class ?? '999'
  if (!taxedIpi.includes(ipi.code)) return { cEnq, IPINT: { CST: ipi.code } }
  const figures = figuresOf(
    ipi,
    ipi.per_unit ? byQuantity('qUnid', 'vUnid', 'vIPI') : byRate('IPI'),
  )
  return { cEnq, IPITrib: { CST: ipi.code, ...figures } }
}

function contributionOf(name: 'PIS' | 'COFINS', tax: InvoiceTax | undefined): Group | undefined {
  if (!tax?.code) return undefined
  const kind = contributionGroups[tax.code] ?? 'Outr'
  const figures =
    kind === 'NT'
      ? {}
      : figuresOf(tax, tax.per_unit ? byQuantity('qBCProd', 'vAliqProd', `v${name}`) : byRate(name))
  return { [`${name}${kind}`]: { CST: tax.code, ...figures } }
}

function substituteOf(name: 'PIS' | 'COFINS', tax: InvoiceTax | undefined): Group | undefined {
  return tax && { ...figuresOf(tax, byRate(name)), [`indSoma${name}ST`]: tax.adds ? '1' : '0' }
}

const byRate = (name: string): Figure[] => [
  ['vBC', 'base', 'money'],
  [`p${name}`, 'rate', 'rate'],
  [`v${name}`, 'value', 'money'],
]

const byQuantity = (quantity: string, perUnit: string, value: string): Figure[] => [
  [quantity, 'quantity', 'quantity'],
  [perUnit, 'per_unit', 'quantity'],
  [value, 'value', 'money'],
]

/** DIFAL: all of it is the destination's, since 2019. */
function destinationOf(item: InvoiceItem): Group | undefined {
  if (!taxOf(item, 'difal')) return undefined
  const figures = destinationFigures.map(([name, tax, property, format]) => [
    name,
    written(taxOf(item, tax)?.[property], format),
  ])
  const { vFCPUFDest, vICMSUFDest, ...rates } = Object.fromEntries(figures)
  return present({
    ...rates,
    pICMSInterPart: '100.00',
    vFCPUFDest,
    vICMSUFDest,
    vICMSUFRemet: '0.00',
  })
}

function selectiveOf(tax: InvoiceTax | undefined): Group | undefined {
  if (!tax?.code) return undefined
  return present({
    CSTIS: tax.code,
    cClassTribIS: tax.class ?? undefined,
    ...figuresOf(tax, [
      ['vBCIS', 'base', 'money'],
      ['pIS', 'rate', 'rate'],
      ['pISEspec', 'per_unit', 'rate'],
      ['qTrib', 'quantity', 'quantity'],
      ['vIS', 'value', 'money'],
    ]),
  })
}

/** IBS and CBS: their code, class and base are the same for the three. */
function reformOf(item: InvoiceItem): Group | undefined {
  const cbs = taxOf(item, 'cbs') ?? taxOf(item, 'ibs_uf') ?? taxOf(item, 'ibs_mun')
  if (!cbs?.code) return undefined
  const groups = Object.entries(reformTaxes).map(([tax, name]) => [
    `g${name}`,
    reformGroup(taxOf(item, tax), name),
  ])
  const { gIBSUF, gIBSMun, gCBS } = Object.fromEntries(groups)
  const vIBS = big(taxOf(item, 'ibs_uf')?.value).plus(big(taxOf(item, 'ibs_mun')?.value))
  const hasIbs = gIBSUF || gIBSMun
  return present({
    CST: cbs.code,
    cClassTrib: cbs.class ?? undefined,
    gIBSCBS: cbs.base
      ? present({
          vBC: written(cbs.base, 'money'),
          gIBSUF,
          gIBSMun,
          vIBS: hasIbs ? written(vIBS, 'money') : undefined,
          gCBS,
        })
      : undefined,
  })
}

function reformGroup(tax: InvoiceTax | undefined, name: string): Group | undefined {
  if (!tax) return undefined
  return present({
    [`p${name}`]: written(tax.rate, 'rate'),
    gDif: tax.deferral
      ? present({ pDif: written(tax.deferral, 'rate'), vDif: written(tax.deferred, 'money') })
      : undefined,
    gDevTrib: tax.returned ? { vDevTrib: written(tax.returned, 'money') } : undefined,
    gRed: tax.reduction
      ? present({
          pRedAliq: written(tax.reduction, 'rate'),
          pAliqEfet: written(tax.effective_rate, 'rate'),
        })
      : undefined,
    [`v${name}`]: written(tax.value, 'money'),
  })
}

function figuresOf(tax: InvoiceTax | undefined, figures: readonly Figure[]): Group | undefined {
  return (
    tax &&
    present(
      Object.fromEntries(
        figures.map(([name, property, format]) => [name, written(tax[property], format)]),
      ),
    )
  )
}
