import type { RecordRow } from '@pedido/model/records'
import { taxLabel, taxLineRows } from '@pedido/model/taxes'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { records } from '../records/rows.ts'
import { text } from './text.ts'

type Condition = RecordRow['fields'][number]

const conditions = records.find(({ path }) => path === 'tax-rules')?.fields ?? []
const conditionOf = (name: string) =>
  conditions.find(
    (row) => row.name === name || (row.kind === 'reference' && `id_${row.name}` === name),
  )

function choicesOf(row: Condition): Readonly<Record<string, readonly [string, string]>> {
  if (row.kind === 'choice') return row.choices
  return (row.kind === 'list' && 'choices' in row.of && row.of.choices) || {}
}

/** Names of taxes as a formula has them, the longest first: `icms_st` before `icms`. */
const taxNames = Object.keys(taxLineRows).toSorted((a, b) => b.length - a.length)
const TAX = new RegExp(`\\b(${taxNames.join('|')})\\b`, 'g')
const NUMBER = /\d+(?:\.\d+)?/g

/** Why a tax is so, in the member’s words and numbers: the service says it in signs and its own names. */
export function useWording() {
  const t = useTexts(text)
  const { decimal } = useFormats()
  const language = useLanguage()
  const figures: Record<string, (tax: string) => string> = {
    base: t.baseOf,
    effective_rate: t.effectiveRateOf,
    deduction: t.deductionOf,
  }
  return {
    /** `icms_st base`, which is the base of ICMS-ST. */
    figure(what: string): string {
      const [tax = '', figure = ''] = what.split(' ')
      if (what === 'margin') return t.adjustedMargin
      return figures[figure]?.(taxLabel(tax)) ?? taxLabel(tax)
    },
    formula: (formula: string): string =>
      formula.replaceAll(NUMBER, (number) => decimal(number)).replaceAll(TAX, taxLabel),
    /** `ie_kinds 1, 2`: a condition of a rule, and its values. */
    matched(condition: string): string {
      const [name = '', ...rest] = condition.split(' ')
      const row = conditionOf(name)
      if (!row) return condition
      const choices = choicesOf(row)
      const values = rest
        .join(' ')
        .split(', ')
        .map((value) => {
          if (row.kind === 'flag') return value === 'true' ? t.yes : t.no
          const choice = choices[value]
          return choice ? wordOf(choice, language) : value
        })
      return `${wordOf(row.label, language)}: ${values.join(', ')}`
    },
  }
}
