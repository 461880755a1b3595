import type { itemFigures } from './item.ts'

// The taxes of a line, in the order in which they are worked out and shown. How that is done is a
// rule (src/orders/amounts/taxes.ts).

type Figure = keyof typeof itemFigures

/** The kinds of rules that work taxes out. */
export const ruleKinds = ['icms', 'ipi', 'ibs_cbs'] as const

export type RuleKind = (typeof ruleKinds)[number]

/** By which rules each tax can be worked out: of a kind a line has what was sent, or what rules say. */
const kindsOfTaxes: Readonly<Record<string, RuleKind>> = {
  ipi: 'ipi',
  icms: 'icms',
  icms_sn: 'icms',
  fcp: 'icms',
  icms_deson: 'icms',
  icms_st: 'icms',
  fcp_st: 'icms',
  difal: 'icms',
  fcp_dest: 'icms',
  cbs: 'ibs_cbs',
  ibs_uf: 'ibs_cbs',
  ibs_mun: 'ibs_cbs',
}

/** The kind of rules by which a tax can be worked out; undefined: by none. */
export const kindOfTax = (tax: string): RuleKind | undefined => kindsOfTaxes[tax]

export interface TaxRow {
  /** What people call it, in both languages. */
  readonly label: string
  /** Its figures, by the names that requests have. */
  readonly base: Figure
  readonly rate: Figure
  readonly value: Figure
  /** Its value is part of the order's total; that of the others is inside the price. */
  readonly isAdded: boolean
  /** Its base is said with each rate. Of the others it is the net value unless one is said. */
  readonly needsBase?: true
  /** The value that is taken off its own: that of a tax before it. */
  readonly deducted?: Figure
}

export const taxRows = [
  { label: 'IPI', base: 'base_ipi', rate: 'aliq_ipi', value: 'value_ipi', isAdded: true },
  { label: 'ICMS', base: 'base_icms', rate: 'aliq_icms', value: 'value_icms', isAdded: false },
  {
    label: 'ICMS-ST',
    base: 'base_icms_st',
    rate: 'aliq_icms_st',
    value: 'value_icms_st',
    isAdded: true,
    needsBase: true,
    deducted: 'value_icms',
  },
] as const satisfies readonly TaxRow[]

// What a line's list of taxes may say of each, and how its value follows. Which taxes there are, their
// codes, what they do to a total and their rates is in the catalogue (fiscal/taxes.json); a tax that it has
// and these rows have not is an ordinary one: base × rate.

/** Decimals have digits before and after their point; the others have none. */
export const taxLineProperties = {
  base: { integer: 13, decimals: 2 },
  rate: { integer: 3, decimals: 4 },
  value: { integer: 13, decimals: 2 },
  reduction: { integer: 3, decimals: 4 },
  deferral: { integer: 3, decimals: 4 },
  deferred: { integer: 13, decimals: 2 },
  returned: { integer: 13, decimals: 2 },
  margin: { integer: 3, decimals: 4 },
  deduction: { integer: 13, decimals: 2 },
  inter_rate: { integer: 3, decimals: 4 },
  quantity: { integer: 12, decimals: 4 },
  per_unit: { integer: 11, decimals: 4 },
  margin_kind: null,
  base_kind: null,
  mode: null,
  reason: null,
  benefit: null,
  deducts: null,
  adds: null,
} as const

/** What the margin of ICMS-ST is: that of the law, adjusted to another state’s rate, or no margin but a price. */
export const marginKinds = ['original', 'adjusted', 'list', 'consumer_price', 'own_use'] as const
/** Whether the difference of rates is of a base with the tax in it. */
export const baseKinds = ['single', 'double'] as const

export type TaxLineProperty = keyof typeof taxLineProperties

/** What a base is where a line says only its rate: the operation’s value, with other taxes of the line. */
export interface UsualBase {
  /** That of another tax, where the line has it. */
  readonly like?: string
  readonly plus?: readonly string[]
  /** The same where the buyer does not resell. */
  readonly plusForConsumer?: readonly string[]
  readonly minus?: readonly string[]
  /** It is grown by the line’s margin, and there is none without. */
  readonly grown?: true
  /** It may be one that its own tax is in (`base_kind`: `double`), without this tax. */
  readonly doubled?: string
}

export interface TaxLineRow {
  /**
   * How the value follows from base and rate: as a share; less what another tax has taken already; as the
   * difference to the rate of the other state; by an effective rate, less what is deferred and given back.
   * `as_sent`: nothing is verified.
   */
  readonly way: 'share' | 'less' | 'difference' | 'effective' | 'as_sent'
  /** The tax whose value is taken off, or whose base the difference is with. */
  readonly other?: string
  readonly base?: UsualBase
  /** Beside base, rate and value. */
  readonly properties?: readonly TaxLineProperty[]
}

const byQuantity = ['quantity', 'per_unit'] as const
const inside = ['icms', 'fcp', 'difal', 'fcp_dest', 'pis', 'cofins'] as const
const effective = {
  way: 'effective',
  base: { plus: ['is'], minus: inside },
  properties: ['reduction', 'deferral', 'deferred', 'returned'],
} as const

export const ordinaryTax: TaxLineRow = { way: 'share' }

export const taxLineRows: Readonly<Record<string, TaxLineRow>> = {
  ii: { way: 'as_sent' },
  ipi: { way: 'share', properties: byQuantity },
  icms: {
    way: 'share',
    base: { plusForConsumer: ['ipi'] },
    properties: ['reduction', 'deferral', 'deferred', 'mode', 'benefit'],
  },
  fcp: { way: 'share', base: { like: 'icms', plusForConsumer: ['ipi'] } },
  icms_deson: { way: 'as_sent', properties: ['reason', 'deducts'] },
  icms_st: {
    way: 'less',
    other: 'icms',
    base: { plus: ['ipi'], grown: true },
    properties: ['reduction', 'margin', 'margin_kind', 'deduction', 'mode'],
  },
  fcp_st: {
    way: 'less',
    other: 'fcp',
    base: { like: 'icms_st', grown: true },
    properties: ['deduction'],
  },
  icms_mono_ret: { way: 'as_sent', properties: byQuantity },
  difal: {
    way: 'difference',
    other: 'icms',
    base: { plus: ['ipi'], doubled: 'fcp_dest' },
    properties: ['inter_rate', 'base_kind'],
  },
  fcp_dest: { way: 'share', base: { like: 'difal', plus: ['ipi'] } },
  pis: { way: 'share', base: { minus: ['icms'] }, properties: byQuantity },
  cofins: { way: 'share', base: { minus: ['icms'] }, properties: byQuantity },
  pis_st: { way: 'share', properties: ['adds'] },
  cofins_st: { way: 'share', properties: ['adds'] },
  is: { way: 'share', base: { minus: inside }, properties: byQuantity },
  cbs: effective,
  ibs_uf: effective,
  ibs_mun: effective,
}

/** How the value of a tax follows; one that no row has is an ordinary one. */
export const rowOfTax = (tax: string): TaxLineRow =>
  (Object.hasOwn(taxLineRows, tax) && taxLineRows[tax]) || ordinaryTax

/** Their bases are the same one. */
export const sameBase: readonly string[] = ['cbs', 'ibs_uf', 'ibs_mun']

/** The name that the catalogue has for a tax with columns: that of its value’s. */
export const taxOfRow = ({ value }: TaxRow): string => value.replace(/^value_/, '')

/** What people call a tax of the catalogue: `fcp_st` is FCP-ST. */
export const taxLabel = (tax: string): string => tax.toUpperCase().replaceAll('_', '-')

/** Of these a line of an order has columns; their part of a total is counted there. */
export const taxesOfColumns: readonly string[] = ['ipi', 'icms', 'icms_st']
