import type { CustomField } from '@pedido/client'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { decimalForTyping, readDecimal } from '../text/decimals.ts'
import { useFormats } from '../text/formats.ts'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DateRange } from '../ui/fields/date-range.tsx'
import { useSubmit } from '../ui/fields/submit.ts'
import { Icon } from '../ui/icons.tsx'
import { type Chip, Chips } from '../ui/pieces.tsx'
import { FieldInput } from './form/field-input.tsx'
import type { FieldOf } from './form/fields.ts'
import { type FieldKind, numberKindOf } from './form/kinds.ts'
import { text } from './text.ts'
import './common.css'

/** Something that a list can be narrowed by; its name is the service's parameter, as in the address. */
export type Filter = Pick<FieldOf, 'name' | 'label' | 'kind' | 'choices'>

const ranges: readonly FieldKind[] = ['integer', 'decimal', 'date']
const isRange = ({ kind }: Filter) => ranges.includes(kind)
const namesOf = (filter: Filter) =>
  isRange(filter) ? [`${filter.name}_from`, `${filter.name}_to`] : [filter.name]

/** The filters for declared fields that lists can be narrowed by. */
export function customFilters(
  declared: readonly CustomField[] | undefined,
  fields: readonly FieldOf[],
): Filter[] {
  const usable = (declared ?? []).filter((one) => one.filterable && one.status === 'active')
  return usable.flatMap(({ key }) => {
    const field = fields.find(({ name }) => name === `custom_fields/${key}`)
    return field ? [{ ...field, name: `custom.${key}` }] : []
  })
}

/** What of the address narrows the list, for the service. */
export function queryOf(filters: readonly Filter[], params: URLSearchParams) {
  const names = filters.flatMap(namesOf)
  const given = names.filter((name) => (params.get(name) ?? '') !== '')
  return Object.fromEntries(
    given.map((name) => [name, queryValue(filters, name, params.get(name) ?? '')]),
  )
}

/** The address of the same list, in its order, without search and filters. */
export function withoutFilters(params: URLSearchParams, filters: readonly Filter[]) {
  const names = ['q', ...filters.flatMap(namesOf)]
  return new URLSearchParams([...params].filter(([name]) => !names.includes(name)))
}

/** One value, also where it has a comma: the client marks that in a list of values. */
function queryValue(filters: readonly Filter[], name: string, value: string): string | string[] {
  const isExact = filters.some((one) => one.name === name)
  return isExact && name.startsWith('custom.') ? [value] : value
}

/** The filters that hold as chips, and a button to set them. */
export function Filters({ filters }: { filters: readonly Filter[] }) {
  const t = useTexts(text)
  const { date, decimal } = useFormats()
  const [params, setParams] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  if (filters.length === 0) return null
  const shown = ({ kind, choices }: Filter, value: string) => {
    if (value === '') return ''
    if (kind === 'date') return date(value)
    if (kind === 'decimal' && /^-?\d+(\.\d+)?$/.test(value)) return decimal(value)
    return choices?.find((one) => one.value === value)?.label ?? value
  }
  const chips = filters.flatMap((filter): Chip[] => {
    const [first = '', last = ''] = namesOf(filter).map((name) => params.get(name) ?? '')
    if (first === '' && last === '') return []
    const label = isRange(filter)
      ? t.between(filter.label, shown(filter, first), shown(filter, last))
      : `${filter.label}: ${shown(filter, first)}`
    return [{ id: filter.name, label }]
  })
  const change = (given: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(given)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const forget = (id: string) => {
    const filter = filters.find(({ name }) => name === id)
    if (filter) change(Object.fromEntries(namesOf(filter).map((name) => [name, ''])))
  }
  return (
    <Chips chips={chips} onRemove={forget}>
      <Button onClick={() => setOpen(true)}>
        <Icon name="filter" size={16} />
        {t.filter}
      </Button>
      {isOpen && (
        <FilterDialog
          filters={filters}
          params={params}
          onClose={() => setOpen(false)}
          onApply={(given) => {
            change(given)
            setOpen(false)
          }}
        />
      )}
    </Chips>
  )
}

interface FilterDialogProps {
  filters: readonly Filter[]
  params: URLSearchParams
  onClose: () => void
  onApply: (given: Record<string, string>) => void
}

function FilterDialog({ filters, params, onClose, onApply }: FilterDialogProps) {
  const t = useTexts(text)
  const language = useLanguage()
  const [values, setValues] = useState<Record<string, string>>(() => {
    const shown = ({ kind }: Filter, value: string) =>
      kind === 'decimal' ? decimalForTyping(value, language) : value
    const all = filters.flatMap((filter) =>
      namesOf(filter).map((name) => [name, shown(filter, params.get(name) ?? '')] as const),
    )
    return Object.fromEntries(all)
  })
  const { submit } = useSubmit(async () => {
    const read = ({ kind }: Filter, typed: string) =>
      kind === 'decimal' || kind === 'integer'
        ? (readDecimal(typed, language, numberKindOf(kind)) ?? typed.trim())
        : typed.trim()
    const given = filters.flatMap((filter) =>
      namesOf(filter).map((name) => [name, read(filter, values[name] ?? '')] as const),
    )
    onApply(Object.fromEntries(given))
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button type="submit" form="filters" look="primary">
        {t.apply}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.filter} foot={foot}>
      <form id="filters" className="common__fields" onSubmit={submit} noValidate>
        {filters.map((filter, place) => (
          <FilterFields
            key={filter.name}
            {...{ filter, values }}
            onChange={(given) => setValues({ ...values, ...given })}
            isFirst={place === 0}
          />
        ))}
      </form>
    </Dialog>
  )
}

/** What is typed of one filter: of a range both ends. */
function FilterFields({
  filter,
  values,
  onChange,
  isFirst,
}: {
  filter: Filter
  values: Record<string, string>
  onChange: (given: Record<string, string>) => void
  isFirst: boolean
}) {
  const t = useTexts(text)
  const names = namesOf(filter)
  if (filter.kind === 'date') {
    const [first = '', last = ''] = names
    return (
      <fieldset className="common__wide">
        <legend>{filter.label}</legend>
        <DateRange
          value={{ from: values[first] ?? '', to: values[last] ?? '' }}
          onChange={({ from, to }) => onChange({ [first]: from, [last]: to })}
        />
      </fieldset>
    )
  }
  return names.map((name, end) => {
    const label = end > 0 ? t.to(filter.label) : t.from(filter.label)
    return (
      <div key={name} className="common__field">
        <FieldInput
          field={{ ...filter, name, label: names.length > 1 ? label : filter.label }}
          value={values[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
          autoFocus={isFirst && end === 0}
        />
      </div>
    )
  })
}
