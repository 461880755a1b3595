import Big from 'big.js'
import { ruleKinds, taxLineProperties } from '../../../packages/model/taxes.ts'
import { lineShares } from '../../../packages/model/totals.ts'
import type { Choice } from '../../taxes/rules/choose.ts'
import type { TaxRule } from '../../taxes/rules/rule.ts'
import { type Language, type Message, msg } from '../../texts/message.ts'
import type { Derived } from '../amounts/by-rules/derive.ts'
import type { PreviewedLine } from './preview.ts'

// A preview as the API shows it. Amounts have at most 15 digits, which a number holds exactly.

/** @param language of what findings say */
export function previewDocument(date: string, lines: readonly PreviewedLine[], language: Language) {
  const total = lines.reduce((sum, { line_total }) => sum.plus(line_total), new Big(0))
  return {
    date,
    total_value: Number(total.toFixed()),
    items: lines.map((line, i) => itemDocument(line, `/items/${i}`, language)),
  }
}

function itemDocument(
  { figures, shares, op, line_total, derived }: PreviewedLine,
  pointer: string,
  language: Language,
) {
  return {
    total_item: Number(figures.total_item),
    total_liq: Number(figures.total_liq),
    ...Object.fromEntries(
      lineShares
        .filter(({ name }) => name !== 'line_total')
        .map(({ name }) => [name, Number(shares[name] ?? 0)]),
    ),
    op: Number(op),
    line_total: Number(line_total),
    ...derivedDocument(derived, pointer, language),
  }
}

/** What rules make of a line, and why. */
export function derivedDocument(
  { choices, lines, cfop, findings }: Derived,
  pointer: string,
  language: Language,
) {
  return {
    cfop,
    rules: Object.fromEntries(ruleKinds.map((kind) => [kind, choiceDocument(choices[kind])])),
    taxes: lines.map(({ rule, steps, ...line }) => ({
      ...Object.fromEntries(
        Object.entries(line).map(([name, value]) => [name, shown(name, value)]),
      ),
      origin: 'derived',
      rule: named(rule),
      steps: steps.map((step) => ({ ...step, value: Number(step.value) })),
    })),
    findings: findings.map((one) => findingDocument(one, pointer, language)),
  }
}

const FIGURES = new Set(['effective_rate', ...Object.keys(taxLineProperties)])

function shown(name: string, value: unknown): unknown {
  const isDecimal =
    typeof value === 'string' &&
    FIGURES.has(name) &&
    taxLineProperties[name as keyof typeof taxLineProperties] !== null
  return isDecimal ? Number(value) : value
}

const named = ({ id, version, name, valid_from }: TaxRule) => ({ id, version, name, valid_from })

function choiceDocument(choice: Choice | undefined) {
  if (!choice) return null
  const { rule, matched, passed_over } = choice
  const others = passed_over.map(({ rule: { id, name }, less_specific_in }) => ({
    id,
    name,
    less_specific_in,
  }))
  return { ...named(rule), matched, passed_over: others }
}

type Finding = Derived['findings'][number]

function findingDocument({ code, level, ...of }: Finding, pointer: string, language: Language) {
  const { tax = '', property = '' } = of
  const detail = detailOf(code, tax, property).in(language)
  return { code, level, tax: tax || null, property: property || null, pointer, detail }
}

function detailOf(code: Finding['code'], tax: string, property: string): Message {
  switch (code) {
    case 'no_place':
      return msg`The state of the seller or of the destination is not known: nothing was worked out.`
    case 'buyer_kind_unknown':
      return msg`Whether the buyer is registered for ICMS (ie_kind) is not known: no ICMS was worked out.`
    case 'no_rule':
      return msg`No rule of ICMS holds for this line.`
    case 'rule_incomplete':
      return msg`The rule lacks ${property} for this seller and place.`
    case 'rate_missing':
      return msg`No law has set the rate of ${tax} for this day: it was not worked out.`
    case '694':
      return msg`The buyer is a consumer in another state, and the rule has no difal_rate: SEFAZ refuses the invoice (694).`
  }
}
