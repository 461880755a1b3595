import { RATE } from '../kinds.ts'

// What a rule of taxes makes of the sales for which it holds.

const rate = <Name extends string>(
  name: Name,
  label: readonly [string, string],
  description: string,
) =>
  ({
    name,
    kind: 'decimal',
    digits: RATE,
    most: 100,
    isDetail: true,
    label,
    headings: [name, label[0], label[1]],
    description,
  }) as const

export const pattern = <Name extends string>(
  name: Name,
  [form, most, example, digits]: readonly [
    form: string,
    most: number,
    example: string,
    digits?: number | 'any',
  ],
  words: readonly [string, string],
  label: readonly [string, string],
  description: string,
) =>
  ({
    name,
    kind: 'pattern',
    pattern: form,
    most,
    ...(digits === undefined ? {} : { digits }),
    form: words,
    example,
    isDetail: true,
    label,
    headings: [name, ...label],
    description,
  }) as const

export const icmsResults = [
  pattern(
    'cst',
    ['^[0-9]{2}$', 2, '10', 2],
    ['2 dígitos', '2 digits'],
    ['CST', 'CST'],
    'Of sellers with CRT 2 or 3, and of IPI.',
  ),
  pattern(
    'csosn',
    ['^[0-9]{3}$', 3, '202', 3],
    ['3 dígitos', '3 digits'],
    ['CSOSN', 'CSOSN'],
    'Of sellers with CRT 1 or 4.',
  ),
  rate(
    'icms_rate',
    ['Alíquota de ICMS', 'ICMS rate'],
    'Null: the national rate between states, 4, 7 or 12.',
  ),
  rate('icms_reduction', ['Redução da base de ICMS', 'ICMS base reduction'], 'In percent.'),
  rate('icms_deferral', ['Diferimento de ICMS', 'ICMS deferral'], 'Of CST 51, in percent.'),
  rate('fcp_rate', ['FCP', 'FCP rate'], 'Of the own poverty fund.'),
  {
    ...rate(
      'st_rate',
      ['Alíquota de ICMS-ST', 'ICMS-ST rate'],
      'The internal rate of the destination: there is ST where it is given.',
    ),
    isPositive: true,
  },
  {
    ...rate('margin', ['MVA', 'MVA'], 'The margin of ST, in percent.'),
    most: undefined,
  },
  {
    name: 'margin_kind',
    kind: 'choice',
    unset: 'original',
    choices: { original: ['Original', 'Original'], adjusted: ['Ajustada', 'Adjusted'] },
    isDetail: true,
    label: ['Tipo de MVA', 'Kind of MVA'],
    headings: ['margin_kind', 'Tipo de MVA', 'Kind of MVA'],
    description:
      'Whether the margin is to be adjusted between states, or is so already; `original` unless given.',
  },
  rate(
    'intra_rate',
    ['Alíquota interna do ajuste', 'Internal rate of the adjustment'],
    'By which a margin is adjusted; `st_rate` unless given.',
  ),
  {
    name: 'margin_decimals',
    kind: 'numbered',
    unset: 2,
    choices: { 2: ['Duas casas', 'Two decimals'], 4: ['Quatro casas', 'Four decimals'] },
    isDetail: true,
    label: ['Casas da MVA ajustada', 'Decimals of an adjusted MVA'],
    headings: ['margin_decimals'],
  },
  {
    name: 'unit_value',
    kind: 'decimal',
    digits: { integer: 11, decimals: 4 },
    isPositive: true,
    isDetail: true,
    label: ['Valor por unidade', 'Value of a unit'],
    headings: ['unit_value'],
    description: 'What a unit counts for ST, in the place of price and margin.',
  },
  {
    name: 'unit_kind',
    kind: 'choice',
    unset: null,
    choices: {
      list: ['Pauta', 'List price'],
      consumer_price: ['Preço máximo ao consumidor', 'Maximum consumer price'],
      greater: ['O maior entre pauta e MVA', 'The greater of list price and MVA'],
    },
    isDetail: true,
    label: ['Tipo do valor', 'Kind of value'],
    headings: ['unit_kind'],
    description: 'What `unit_value` is; a list price unless given.',
  },
  rate('st_reduction', ['Redução da base de ST', 'ST base reduction'], 'In percent.'),
  rate('st_fcp_rate', ['FCP-ST', 'FCP-ST rate'], 'Of the poverty fund of ST.'),
  rate(
    'deduction_rate',
    ['Dedução presumida', 'Presumed deduction'],
    'What a seller in the Simples deducts; the rate between states unless given, inside `st_rate`.',
  ),
  {
    name: 'st_own_use',
    kind: 'flag',
    unset: false,
    isDetail: true,
    label: ['ST para uso próprio', 'ST for own use'],
    headings: ['st_own_use'],
    description: 'Whether ST is the difference of rates for the buyer’s own use.',
  },
  {
    ...rate(
      'difal_rate',
      ['Alíquota do DIFAL', 'DIFAL rate'],
      'The internal rate of the destination.',
    ),
    isPositive: true,
  },
  rate('difal_fcp_rate', ['FCP do destino', 'FCP rate of the destination'], 'In percent.'),
  rate('difal_reduction', ['Redução da base do DIFAL', 'DIFAL base reduction'], 'In percent.'),
  {
    name: 'difal_base',
    kind: 'choice',
    unset: 'single',
    choices: { single: ['Única', 'Single'], double: ['Dupla', 'Double'] },
    isDetail: true,
    label: ['Base do DIFAL', 'DIFAL base'],
    headings: ['difal_base'],
    description: 'Whether the tax itself is in the base; `single`, it is not, unless given.',
  },
  rate('relief_rate', ['ICMS desonerado', 'ICMS relief'], 'The rate that is not charged.'),
  pattern(
    'relief_reason',
    ['^[0-9]{1,2}$', 2, '7', 'any'],
    ['1 ou 2 dígitos', '1 or 2 digits'],
    ['Motivo da desoneração', 'Reason of the relief'],
    'motDesICMS.',
  ),
  {
    name: 'relief_deducts',
    kind: 'flag',
    unset: false,
    isDetail: true,
    label: ['Desoneração abate do total', 'Relief is taken off the total'],
    headings: ['relief_deducts'],
    description: 'Whether the relief is taken off the total.',
  },
  pattern(
    'cfop',
    ['^[5-7][0-9]{3}$', 4, '6403', 4],
    ['um CFOP de saída', 'a CFOP of what goes out'],
    ['CFOP', 'CFOP'],
    'In the place of the usual one.',
  ),
  pattern(
    'benefit',
    ['^([A-Z]{2}[0-9A-Z]{6}|[A-Z]{2}[0-9A-Z]{8}|SEM CBENEF)$', 10, 'PR800000'],
    ['um cBenef, ou SEM CBENEF', 'a cBenef, or SEM CBENEF'],
    ['Benefício fiscal', 'Tax benefit'],
    'cBenef.',
  ),
  {
    name: 'note',
    kind: 'line',
    length: [1, 500],
    isDetail: true,
    isWide: true,
    label: ['Informação na nota', 'Note'],
    headings: ['note'],
    description: 'What an invoice says of the line.',
  },
] as const

export const otherResults = [
  rate('rate', ['Alíquota de IPI', 'IPI rate'], 'Of the kind `ipi`.'),
  {
    name: 'per_unit',
    kind: 'decimal',
    digits: { integer: 11, decimals: 4 },
    isDetail: true,
    label: ['IPI por unidade', 'IPI of a unit'],
    headings: ['per_unit'],
    description: 'Of the kind `ipi`, in the place of `rate`.',
  },
  pattern(
    'class',
    ['^[0-9]{1,6}$', 6, '000001', 'any'],
    ['1 a 6 dígitos', '1 to 6 digits'],
    ['Classificação', 'Class'],
    'cEnq of the kind `ipi`, cClassTrib of the kind `ibs_cbs`.',
  ),
  rate('reduction', ['Redução de IBS e CBS', 'Reduction of IBS and CBS'], 'Of their rates.'),
] as const
