import { type ReactNode, useCallback } from 'react'
import { type Formats, useFormats } from '../text/formats.ts'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Facts } from '../ui/pieces.tsx'
import { type OfCustom, type Resource, useCustomFields, useDeclared } from './custom.ts'
import { type FieldOf, isCustom, rawOf } from './form/fields.ts'
import { kinds } from './form/kinds.ts'
import { text } from './text.ts'

/** What a record says, by the definitions of its fields. */
export function RecordFacts({ fields, record }: { fields: readonly FieldOf[]; record: object }) {
  const show = useShown()
  const facts = fields.map((field): [string, ReactNode] => {
    const raw = rawOf(field, record)
    const shown = show(field, raw)
    const isLink = typeof raw === 'string' && raw !== ''
    if (field.kind === 'email' && isLink)
      return [
        field.label,
        <a key="0" href={`mailto:${raw}`}>
          {shown}
        </a>,
      ]
    if (field.kind === 'phone' && isLink)
      return [
        field.label,
        <a key="0" href={`tel:${raw.replaceAll(/[^\d+]/g, '')}`}>
          {shown}
        </a>,
      ]
    return [
      field.label,
      shown || (
        <span key="0" className="quiet">
          —
        </span>
      ),
    ]
  })
  return <Facts facts={facts} />
}

/** The custom fields that a record has values of: their labels, and the values as people read them. */
export function useCustomFacts(resource: Resource, record: OfCustom): [string, string][] {
  const show = useShown()
  return useCustomFields(useDeclared(resource), record)
    .map((field): [string, string] => [field.label, show(field, rawOf(field, record))])
    .filter(([, value]) => value !== '')
}

export function namesOf(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(', ')
}

/** A value for people; '' where there is none. */
export function useShown(): (field: FieldOf, raw: unknown) => string {
  const t = useTexts(text)
  const formats = useFormats()
  const language = useLanguage()
  return useCallback(
    function show(field: FieldOf, raw: unknown): string {
      if (raw === null || raw === undefined || raw === '') return ''
      if (field.kind === 'check') return raw === true ? t.yes : t.no
      if (field.kind === 'rows') {
        const { columns = [] } = field
        const shown = (row: object) =>
          columns
            .map((one) => show(one, rawOf(one, row)))
            .filter(Boolean)
            .join(' · ')
        return (raw as object[]).map(shown).join('; ')
      }
      if (field.kind === 'date') return formats.date(String(raw))
      if (field.kind === 'time' && !isCustom(field)) return formats.dateTime(String(raw))
      if (isCustom(field)) return customShown(field, String(raw), formats)
      if (field.kind === 'money') return formats.money(raw as number)
      if (field.kind === 'decimal') return formats.decimal(raw as number)
      if (field.kind === 'reference') return (raw as { name: string }).name
      if (field.kind === 'sellers') return namesOf(raw as readonly { name: string }[])
      const value = kinds[field.kind].show(raw, language)
      return field.choices?.find((one) => one.value === value)?.label ?? value
    },
    [t, formats, language],
  )
}

function customShown({ kind, choices }: FieldOf, raw: string, formats: Formats): string {
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(raw)) return formats.date(raw)
  if (kind === 'decimal' && /^-?\d+(\.\d+)?$/.test(raw)) return formats.decimal(raw)
  return choices?.find((one) => one.value === raw)?.label ?? raw
}
