import type { CustomField } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { customName, type FieldOf } from './form/fields.ts'
import type { FieldKind } from './form/kinds.ts'
import { text } from './text.ts'

export type Resource = CustomField['resource']

/** A record with custom fields. */
export interface OfCustom {
  custom_fields: Record<string, string>
}

/** Forgotten after a declaration has changed: `invalidateQueries({ queryKey: CUSTOM_FIELDS })`. */
export const CUSTOM_FIELDS = ['custom-fields']

const kindOf: Record<CustomField['type'], FieldKind> = {
  text: 'text',
  integer: 'integer',
  decimal: 'decimal',
  boolean: 'choice',
  date: 'date',
  choice: 'choice',
}

const none: readonly CustomField[] = []

/** What the account has declared of these records; undefined while that is being read. */
export function useDeclared(resource: Resource): readonly CustomField[] | undefined {
  const may = useMay()
  const isAllowed = may('reference:read')
  const { data } = useQuery({
    queryKey: [...CUSTOM_FIELDS, resource],
    queryFn: async ({ signal }) => {
      const { data } = await pedido.customFields.list({ resource }, { signal }).page({ limit: 100 })
      return data
    },
    enabled: isAllowed,
    staleTime: 60_000,
  })
  return isAllowed ? data : none
}

/** The declared fields as fields of a form, and those that a record still has without a declaration. */
export function useCustomFields(
  declared: readonly CustomField[] | undefined,
  record?: OfCustom,
): readonly FieldOf[] {
  const t = useTexts(text)
  return useMemo(() => {
    const known = (declared ?? []).map((one): FieldOf => {
      const choices =
        one.type === 'boolean'
          ? [
              { value: 'true', label: t.yes },
              { value: 'false', label: t.no },
            ]
          : one.choices.map((value) => ({ value, label: value }))
      return {
        name: customName(one.key),
        label: one.label ?? one.key,
        kind: kindOf[one.type],
        isRequired: one.required && one.status !== 'refused',
        ...(choices.length > 0 ? { choices } : {}),
      }
    })
    const keys = new Set((declared ?? []).map(({ key }) => key))
    const left = Object.keys(record?.custom_fields ?? {}).filter((key) => !keys.has(key))
    const others = left.map(
      (key): FieldOf => ({ name: customName(key), label: key, kind: 'text', hint: t.leftover }),
    )
    return [...known, ...others]
  }, [declared, record, t])
}
