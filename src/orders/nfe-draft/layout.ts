// Where the NF-e has what a line says of its taxes: names and order are those of its layout 4.00
// (leiauteNFe_v4.00.xsd of PL_010_V1.30, group N).

const OWN = 'modBC vBC pICMS vICMS'
const FCP = 'vBCFCP pFCP vFCP'
const ST = 'modBCST pMVAST pRedBCST vBCST pICMSST vICMSST vBCFCPST pFCPST vFCPST'
const RELIEF = 'vICMSDeson motDesICMS indDeduzDeson'
const CREDIT = 'pCredSN vCredICMSSN'
const RETAINED =
  'vBCSTRet pST vICMSSubstituto vICMSSTRet vBCFCPSTRet pFCPSTRet vFCPSTRet pRedBCEfet vBCEfet pICMSEfet vICMSEfet'

/** By CST (two digits) or CSOSN (three): the group, and the names in it. */
export const icmsGroups: Readonly<Record<string, readonly [group: string, names: string]>> = {
  '00': ['ICMS00', `${OWN} pFCP vFCP`],
  '10': ['ICMS10', `${OWN} ${FCP} ${ST}`],
  '20': ['ICMS20', `modBC pRedBC vBC pICMS vICMS ${FCP} ${RELIEF}`],
  '30': ['ICMS30', `${ST} ${RELIEF}`],
  '40': ['ICMS40', RELIEF],
  '41': ['ICMS40', RELIEF],
  '50': ['ICMS40', RELIEF],
  '51': ['ICMS51', `modBC pRedBC vBC pICMS vICMSOp pDif vICMSDif vICMS ${FCP}`],
  '60': ['ICMS60', RETAINED],
  '61': ['ICMS61', 'qBCMonoRet adRemICMSRet vICMSMonoRet'],
  '70': ['ICMS70', `modBC pRedBC vBC pICMS vICMS ${FCP} ${ST} ${RELIEF}`],
  '90': ['ICMS90', `modBC vBC pRedBC pICMS vICMS ${FCP} ${ST} ${RELIEF}`],
  '101': ['ICMSSN101', CREDIT],
  '102': ['ICMSSN102', ''],
  '103': ['ICMSSN102', ''],
  '300': ['ICMSSN102', ''],
  '400': ['ICMSSN102', ''],
  '201': ['ICMSSN201', `${ST} ${CREDIT}`],
  '202': ['ICMSSN202', ST],
  '203': ['ICMSSN202', ST],
  '500': ['ICMSSN500', RETAINED],
  '900': ['ICMSSN900', `modBC vBC pRedBC pICMS vICMS ${ST} ${CREDIT}`],
}

/** How a figure is written: reais with two decimals, a rate with two to four, a quantity with up to four, a weight with three. */
export type Format = 'money' | 'rate' | 'quantity' | 'weight' | 'code'

/** The properties of a line's tax that are figures of the layout. */
type Property =
  | 'base'
  | 'rate'
  | 'value'
  | 'reduction'
  | 'deferral'
  | 'deferred'
  | 'margin'
  | 'inter_rate'
  | 'quantity'
  | 'per_unit'
  | 'reason'

/** A name of the layout, and what it stands for. */
export type Figure = readonly [name: string, property: Property, format: Format]

/** Which property of which tax of a line a name stands for; others come from the `details` of its ICMS. */
export const icmsFigures: Readonly<
  Record<string, readonly [tax: string, property: Property, format: Format]>
> = {
  vBC: ['icms', 'base', 'money'],
  pRedBC: ['icms', 'reduction', 'rate'],
  pICMS: ['icms', 'rate', 'rate'],
  pDif: ['icms', 'deferral', 'rate'],
  vICMSDif: ['icms', 'deferred', 'money'],
  vICMS: ['icms', 'value', 'money'],
  vBCFCP: ['fcp', 'base', 'money'],
  pFCP: ['fcp', 'rate', 'rate'],
  vFCP: ['fcp', 'value', 'money'],
  pMVAST: ['icms_st', 'margin', 'rate'],
  pRedBCST: ['icms_st', 'reduction', 'rate'],
  vBCST: ['icms_st', 'base', 'money'],
  pICMSST: ['icms_st', 'rate', 'rate'],
  vICMSST: ['icms_st', 'value', 'money'],
  vBCFCPST: ['fcp_st', 'base', 'money'],
  pFCPST: ['fcp_st', 'rate', 'rate'],
  vFCPST: ['fcp_st', 'value', 'money'],
  vICMSDeson: ['icms_deson', 'value', 'money'],
  motDesICMS: ['icms_deson', 'reason', 'code'],
  pCredSN: ['icms_sn', 'rate', 'rate'],
  vCredICMSSN: ['icms_sn', 'value', 'money'],
  qBCMonoRet: ['icms_mono_ret', 'quantity', 'quantity'],
  adRemICMSRet: ['icms_mono_ret', 'per_unit', 'quantity'],
  vICMSMonoRet: ['icms_mono_ret', 'value', 'money'],
}

/** The difference of rates that is due to the destination's state (group NA). */
export const destinationFigures: readonly (readonly [
  name: string,
  tax: string,
  property: Property,
  format: Format,
])[] = [
  ['vBCUFDest', 'difal', 'base', 'money'],
  ['vBCFCPUFDest', 'fcp_dest', 'base', 'money'],
  ['pFCPUFDest', 'fcp_dest', 'rate', 'rate'],
  ['pICMSUFDest', 'difal', 'rate', 'rate'],
  ['pICMSInter', 'difal', 'inter_rate', 'rate'],
  ['vFCPUFDest', 'fcp_dest', 'value', 'money'],
  ['vICMSUFDest', 'difal', 'value', 'money'],
]

/** The taxes of the reform by their names in the layout. */
export const reformTaxes: Readonly<Record<string, string>> = {
  ibs_uf: 'IBSUF',
  ibs_mun: 'IBSMun',
  cbs: 'CBS',
}

/** modBCST by what the margin of ICMS-ST is: a listed price, a consumer price, the operation’s value. */
export const stModes: Readonly<Record<string, string>> = {
  list: '5',
  consumer_price: '0',
  own_use: '6',
}

/** CSTs of IPI that are taxed; the others say no figures. */
export const taxedIpi: readonly string[] = ['00', '49', '50', '99']

/** CSTs of PIS and COFINS by their group. */
export const contributionGroups: Readonly<Record<string, string>> = {
  '01': 'Aliq',
  '02': 'Aliq',
  '03': 'Qtde',
  '04': 'NT',
  '05': 'NT',
  '06': 'NT',
  '07': 'NT',
  '08': 'NT',
  '09': 'NT',
}

/** `ICMSTot`, in the layout’s order. */
export const icmsTotals = [
  'vBC',
  'vICMS',
  'vICMSDeson',
  'vFCPUFDest',
  'vICMSUFDest',
  'vICMSUFRemet',
  'vFCP',
  'vBCST',
  'vST',
  'vFCPST',
  'vFCPSTRet',
  'vProd',
  'vFrete',
  'vSeg',
  'vDesc',
  'vII',
  'vIPI',
  'vIPIDevol',
  'vPIS',
  'vCOFINS',
  'vOutro',
  'vNF',
] as const
