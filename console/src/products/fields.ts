import type { FieldOf } from '../common/form/fields.ts'
import { useTexts } from '../text/texts.ts'
import { text } from './text.ts'

/** What a product has, beside what the account has declared. */
export function useProductFields(): readonly FieldOf[] {
  const t = useTexts(text)
  return [
    { name: 'name', label: t.name, kind: 'text', isRequired: true, isWide: true },
    { name: 'fk_id', label: t.code, kind: 'text' },
    { name: 'price', label: t.price, kind: 'money' },
    {
      name: 'type',
      label: t.type,
      kind: 'choice',
      isRequired: true,
      initial: 'product',
      choices: [
        { value: 'product', label: t.product },
        { value: 'service', label: t.service },
      ],
    },
    { name: 'recurrency_period', label: t.recurrency, hint: t.recurrencyHint, kind: 'integer' },
    { name: 'description', label: t.description, kind: 'area', isWide: true },
  ]
}
