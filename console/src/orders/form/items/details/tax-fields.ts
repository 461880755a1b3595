import type { LineTax, TaxCatalogue } from '@pedido/client'
import {
  baseKinds,
  marginKinds,
  rowOfTax,
  type TaxLineProperty,
  taxLineProperties,
} from '@pedido/model/taxes'
import { useQuery } from '@tanstack/react-query'
import { pedido } from '../../../../session/client.ts'
import { useFormats } from '../../../../text/formats.ts'
import { useTexts } from '../../../../text/texts.ts'
import { type Row, type RowField, typedIn } from '../../rows/rows.ts'
import { priceText } from '../item-table.tsx'
import { detailsText } from './details-text.ts'

type KnownTax = TaxCatalogue['taxes'][number]

/** Without these a tax’s base or value can’t be worked out: they stand beside its figures. */
const FIRST: readonly TaxLineProperty[] = ['margin', 'inter_rate', 'per_unit', 'deducts', 'adds']
/** Characters of those that are words. */
const LENGTHS: Partial<Record<string, number>> = {
  code: 3,
  class: 6,
  mode: 1,
  reason: 2,
  benefit: 10,
}

/**
 * What can be typed of each tax: what the catalogue knows of it, and its properties.
 * @param made what the service makes of the line’s
 */
export function useTaxFields(typed: readonly Row[], made: readonly LineTax[]) {
  const t = useTexts(detailsText)
  const f = useFormats()
  const { data } = useQuery({
    queryKey: ['taxes', f.language],
    queryFn: ({ signal }) => pedido.taxes.read({}, { signal }),
    staleTime: 300_000,
  })
  const known = data?.taxes ?? []
  const choicesFor = (row: Row) => {
    const others = typed.filter((one) => one !== row).map((one) => typedIn(one, 'tax'))
    const free = known.filter(({ tax }) => !others.includes(tax))
    const named = free.map(({ tax, name }) => ({ value: tax, label: name }))
    const own = typedIn(row, 'tax')
    const isKnown = own === '' || named.some(({ value }) => value === own)
    return [
      { value: '', label: t.chooseTax },
      ...named,
      ...(isKnown ? [] : [{ value: own, label: own }]),
    ]
  }
  const fieldOf = (name: keyof typeof t & string, row: Row): RowField => {
    const one = made.find(({ tax }) => tax === typedIn(row, 'tax'))
    const follows = one?.[name as keyof LineTax]
    const kind = kindOf(name)
    const shown = typeof follows === 'number' && follows !== 0 ? follows : undefined
    const placeholder =
      shown === undefined
        ? undefined
        : kind === 'amount'
          ? priceText(shown, f.language)
          : f.decimal(shown)
    return {
      name,
      label: t[name] as string,
      kind,
      placeholder,
      ...(kind === 'choice' && { choices: kindsOf(name, t) }),
      ...(LENGTHS[name] && { maxLength: LENGTHS[name] }),
    }
  }
  const properties = (row: Row) => rowOfTax(typedIn(row, 'tax')).properties ?? []
  const isFirst = (name: TaxLineProperty) => FIRST.includes(name)
  return {
    fieldsOf: (row: Row): RowField[] => {
      const definition = known.find(({ tax }) => tax === typedIn(row, 'tax'))
      const names = [...codesOf(definition, row), ...properties(row).filter(isFirst), ...FIGURES]
      return [
        { name: 'tax', label: t.tax, kind: 'choice', choices: choicesFor(row) },
        ...names.map((name) => fieldOf(name, row)),
      ]
    },
    moreOf: (row: Row): RowField[] =>
      properties(row)
        .filter((name) => !isFirst(name))
        .map((name) => fieldOf(name, row)),
  }
}

const FIGURES = ['base', 'rate', 'value'] as const

/** CST or CSOSN, and class, of a tax that has them. */
function codesOf(known: KnownTax | undefined, row: Row): ('code' | 'class')[] {
  const isThere = (name: string) => typedIn(row, name) !== ''
  return [
    ...(known?.code_pattern || isThere('code') ? (['code'] as const) : []),
    ...(known?.class_pattern || isThere('class') ? (['class'] as const) : []),
  ]
}

function kindOf(name: string): RowField['kind'] {
  if (name === 'deducts' || name === 'adds') return 'check'
  if (name === 'margin_kind' || name === 'base_kind') return 'choice'
  const digits = Object.hasOwn(taxLineProperties, name)
    ? taxLineProperties[name as TaxLineProperty]
    : null
  if (digits === null) return 'text'
  if (name === 'quantity' || name === 'per_unit') return 'decimal'
  return digits.integer === 3 ? 'percentage' : 'amount'
}

function kindsOf(name: string, t: ReturnType<typeof detailsText>) {
  const values = name === 'base_kind' ? baseKinds : marginKinds
  return [{ value: '', label: '—' }, ...values.map((value) => ({ value, label: t[value] }))]
}
