import Big from 'big.js'
import type { TaxRule } from '../../../taxes/rules/rule.ts'
import { shareOf } from '../figures.ts'
import { type ItemFacts, isSimples } from './item.ts'
import { adjustment, isMarginAdjusted, type PlacedFacts, presumedRate, unitBase } from './lines.ts'

/** A figure and how it came about, in signs that are the same in all languages. */
export interface Step {
  readonly what: string
  readonly formula: string
  readonly value: string
}

/** A tax that was worked out, as far as its steps tell of it. */
interface Line {
  readonly tax: string
  readonly base: string
  readonly rate: string
  readonly value: string
  readonly [property: string]: unknown
}

/** How each figure of a line's tax came about, in the order in which they did. */
export function stepsOf(
  line: Line,
  all: readonly Line[],
  rule: TaxRule,
  facts: PlacedFacts,
): Step[] {
  const value = (formula: string): Step => ({ what: line.tax, formula, value: line.value })
  const share = `${line.base} × ${line.rate} %`
  switch (line.tax) {
    case 'icms_st':
    case 'fcp_st':
      return [...stSteps(line, all, rule, facts), value(lessOf(line))]
    case 'difal':
      return [...baseStep(line, all, facts, rule.difal_reduction), value(differenceOf(line, all))]
    case 'icms_deson':
      return [value(`${facts.op} × ${rule.relief_rate} %`)]
    default:
      break
  }
  if (line['per_unit'] !== undefined) return [value(`${line['quantity']} × ${line['per_unit']}`)]
  if (new Big(line.rate).eq(0)) return []
  return [...baseStep(line, all, facts), ...effectiveStep(line), value(share + reliefsOf(line))]
}

/** `1605.58 × 18 % (289) − 123.82` */
function lessOf({ base, rate, ...line }: Line): string {
  const due = shareOf(new Big(base), new Big(rate))
  return `${base} × ${rate} % (${due.toFixed()}) − ${line['deduction'] ?? 0}`
}

function differenceOf({ base, rate, ...line }: Line, all: readonly Line[]): string {
  const own = find(all, 'icms')?.base ?? base
  const inter = String(line['inter_rate'])
  const share = (of: string, percent: string) =>
    `${of} × ${percent} % (${shareOf(new Big(of), new Big(percent)).toFixed()})`
  return `${share(base, rate)} − ${share(own, inter)}`
}

function reliefsOf(line: Line): string {
  return line['deferred'] === undefined ? '' : ` − ${line['deferred']}`
}

function effectiveStep(line: Line): Step[] {
  const { effective_rate } = line as { effective_rate?: string }
  if (effective_rate === undefined) return []
  const formula = `${line.rate} % × (1 − ${line['reduction']} %)`
  return [{ what: `${line.tax} effective_rate`, formula, value: effective_rate }]
}

const find = (all: readonly Line[], tax: string) => all.find((one) => one.tax === tax)

/** Where the base is another amount than the operation's value. */
function baseStep(
  line: Line,
  all: readonly Line[],
  { op }: ItemFacts,
  reduction: unknown = line['reduction'],
): Step[] {
  if (new Big(line.base).eq(op)) return []
  const what = `${line.tax} base`
  const value = line.base
  const like = { fcp: 'icms', fcp_dest: 'difal' }[line.tax]
  if (like !== undefined) return [{ what, formula: `${like} base`, value }]
  const ipi = find(all, 'ipi')?.value
  if (['cbs', 'ibs_uf', 'ibs_mun'].includes(line.tax))
    return [{ what, formula: [op, ...insideOf(all)].join(' − '), value }]
  const whole = ipi === undefined ? op : `(${op} + IPI ${ipi})`
  const own = find(all, 'icms')?.value ?? '0'
  const fund = Number(find(all, 'fcp_dest')?.rate ?? 0)
  if (line['base_kind'] === 'double') {
    const rates = fund === 0 ? `${line.rate} %` : `${line.rate} % − ${fund} %`
    return [{ what, formula: `(${whole} − ${own}) ÷ (1 − ${rates})`, value }]
  }
  const reduced = reduction ? ` × (1 − ${reduction} %)` : ''
  return [{ what, formula: whole + reduced, value }]
}

function insideOf(all: readonly Line[]): string[] {
  return ['icms', 'fcp', 'difal', 'fcp_dest'].flatMap((tax) => {
    const value = find(all, tax)?.value ?? '0'
    return new Big(value).eq(0) ? [] : [`${tax} ${value}`]
  })
}

function stSteps(line: Line, all: readonly Line[], rule: TaxRule, facts: PlacedFacts): Step[] {
  if (line.tax === 'fcp_st') return []
  return [
    ...marginStep(line, rule, facts),
    { what: 'icms_st base', formula: stBaseFormula(line, all, rule, facts), value: line.base },
    ...deductionStep(line, rule, facts),
  ]
}

function marginStep(line: Line, rule: TaxRule, facts: PlacedFacts): Step[] {
  const rates = adjustment(rule, facts)
  if (line['margin'] === undefined || !rates || !isMarginAdjusted(rule, facts)) return []
  const formula = `[(1 + ${rule.margin} %) × (1 − ${rates.inter} %) ÷ (1 − ${rates.intra} %)] − 1`
  return [{ what: 'margin', formula, value: String(line['margin']) }]
}

function stBaseFormula(
  line: Line,
  all: readonly Line[],
  rule: TaxRule,
  facts: PlacedFacts,
): string {
  const ipi = find(all, 'ipi')?.value ?? '0'
  const { reduction } = line as { reduction?: string }
  const reduced = reduction === undefined ? '' : ` × (1 − ${reduction} %)`
  if (line['margin_kind'] === 'own_use') {
    const own = find(all, 'icms')?.value ?? '0'
    return `(${facts.op} + IPI ${ipi} − ${own}) ÷ (1 − ${line.rate} %)`
  }
  if (line['margin'] === undefined) {
    const unit = `${facts.quantity} × ${rule.unit_value}`
    return reduced === '' ? unit : `${unit} (${unitBase(rule, facts).toFixed()})${reduced}`
  }
  return `(${facts.op} + IPI ${ipi}) × (1 + ${line['margin']} %)${reduced}`
}

function deductionStep(line: Line, rule: TaxRule, facts: PlacedFacts): Step[] {
  if (!isSimples(facts)) return []
  const formula = `${facts.op} × ${presumedRate(rule, facts)} %`
  return [{ what: 'icms_st deduction', formula, value: String(line['deduction']) }]
}
