import type { CustomField } from '@pedido/client'
import { useCustomFields } from '../../../common/custom.ts'
import { useShown } from '../../../common/facts.tsx'
import { customName } from '../../../common/form/fields.ts'
import { useFormats } from '../../../text/formats.ts'
import type { Period } from '../../../text/periods.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Chips } from '../../../ui/pieces.tsx'
import { useStatuses } from '../../statuses.ts'
import { text } from '../text.ts'
import {
  amountLabel,
  amounts,
  idsIn,
  isFilter,
  periodOf,
  references,
  type Span,
  spans,
} from './address.ts'
import { isRange, labelOf, readValue, useOrderFields } from './custom.ts'
import { useNames } from './records.ts'

export interface FilterChip {
  id: string
  label: string
  /** What it stands for in the address. */
  parameters: readonly string[]
}

/** The filters of the address, each as a chip that opens the filters, and that can be taken away. */
export function FilterChips({
  params,
  onChange,
  onPress,
  onClear,
}: {
  params: URLSearchParams
  onChange: (params: URLSearchParams) => void
  onPress: (id: string) => void
  onClear: () => void
}) {
  const t = useTexts(text)
  const chips = useChips(params)
  if (chips.length === 0) return null
  const remove = (id: string) => {
    const next = new URLSearchParams(params)
    for (const name of chips.find((chip) => chip.id === id)?.parameters ?? []) next.delete(name)
    onChange(next)
  }
  return (
    <Chips chips={chips} onRemove={remove} onPress={onPress}>
      <Button size="small" look="quiet" onClick={onClear}>
        {t.clearFilters}
      </Button>
    </Chips>
  )
}

function useChips(params: URLSearchParams): FilterChip[] {
  const t = useTexts(text)
  const { money, date } = useFormats()
  const { statuses, nameOf } = useStatuses()
  const fields = useOrderFields()
  const forms = useCustomFields(fields)
  const show = useShown()
  const given = references.flatMap((one) =>
    idsIn(params, one.parameter).map((id) => [one, id] as const),
  )
  const called = useNames(given)
  const chips: FilterChip[] = []
  const add = (label: string, value: string, ...parameters: string[]) =>
    chips.push({ id: parameters[0] ?? '', label: `${label}: ${value}`, parameters })
  const ends = (from: string | null, to: string | null, show: (end: string) => string) => {
    if (from && to) return from === to ? show(from) : t.between(show(from), show(to))
    return from ? t.from(show(from)) : t.to(show(to ?? ''))
  }
  const named = statuses.filter(({ id }) => idsIn(params, 'status').includes(id))
  if (params.get('status')) {
    add(t.status, named.map(nameOf).join(', ') || (params.get('status') ?? ''), 'status')
  }
  const counts = params.get('counts')
  if (counts)
    add(t.counts, counts === 'true' ? t.yes : counts === 'false' ? t.no : counts, 'counts')
  for (const span of spans) {
    const value = spanText(params, span, t, (from, to) => ends(from, to, date))
    if (value) add(t[span.row.name], value, span.name, span.from, span.to)
  }
  for (const one of references) {
    const ids = idsIn(params, one.parameter)
    if (ids.length > 0) add(t[one.name], ids.map((id) => called(one, id)).join(', '), one.parameter)
  }
  for (const { row, from, to } of amounts) {
    const [least, most] = [params.get(from), params.get(to)]
    if (least || most) add(amountLabel(row, t), ends(least, most, money), from, to)
  }
  const shown = (key: string, raw: string) => {
    const form = forms.find(({ name }) => name === customName(key))
    return form ? show(form, raw) : raw
  }
  chips.push(...customChips(params, fields, ends, shown))
  return chips
}

type Ends = (from: string | null, to: string | null, show: (end: string) => string) => string

function spanText(
  params: URLSearchParams,
  span: Span,
  t: Record<Period, string>,
  ends: (from: string | null, to: string | null) => string,
): string | undefined {
  const period = periodOf(params, span)
  if (period) return t[period]
  const given = [params.get(span.from), params.get(span.to)] as const
  return given[0] || given[1] ? ends(...given) : undefined
}

/** Also of fields that there are no more: what chooses orders must show. */
function customChips(
  params: URLSearchParams,
  fields: readonly CustomField[],
  ends: Ends,
  shown: (key: string, raw: string) => string,
): FilterChip[] {
  const keys = [...params.keys()].filter((name) => isFilter(name) && name.startsWith('custom.'))
  const bare = new Set(
    keys.map((name) => {
      const field = fields.find(({ key }) => name === `custom.${key}`)
      return field ? name : name.replace(/_(from|to)$/, '')
    }),
  )
  return [...bare].map((name) => {
    const field = fields.find(({ key }) => name === `custom.${key}`)
    const show = (raw: string) => (field ? shown(field.key, raw) : raw)
    const exact = params.get(name)
    const isExact = exact !== null || !field || !isRange(field)
    const value = isExact
      ? show(readValue(exact ?? ''))
      : ends(params.get(`${name}_from`), params.get(`${name}_to`), show)
    return {
      id: name,
      label: `${field ? labelOf(field) : name}: ${value}`,
      parameters: [name, `${name}_from`, `${name}_to`],
    }
  })
}
