import type { FieldRow } from '@pedido/model/record-fields'
import { type Language, useLanguage } from '../../text/language.ts'
import { wordOf } from '../../text/texts.ts'
import type { FieldOf } from '../form/fields.ts'
import type { FieldKind } from '../form/kinds.ts'
import { type RecordPath, records } from './rows.ts'

/** What is typed, by the kinds of the model. No form has what is not here. */
const kinds: Partial<Record<FieldRow['kind'], FieldKind>> = {
  name: 'text',
  code: 'text',
  email: 'email',
  phone: 'phone',
  document: 'document',
  text: 'area',
  integer: 'integer',
  unit_price: 'money',
  flag: 'check',
  choice: 'choice',
  sellers: 'sellers',
}

/** What a kind of record has, beside what the account has declared. */
export function useRecordFields(path: RecordPath): readonly FieldOf[] {
  const language = useLanguage()
  const row = records.find((one) => one.path === path)
  const fields = row?.fields.flatMap((field) => fieldOf(field, language)) ?? []
  // What is short stands together.
  return [...fields.filter((one) => !isLong(one)), ...fields.filter(isLong)]
}

const isLong = ({ kind }: FieldOf) => kind === 'area'

function fieldOf(row: FieldRow, language: Language): FieldOf[] {
  const kind = kinds[row.kind]
  if (!kind) return []
  const { name, label, hint, isWide = row.kind === 'flag' } = row
  return [
    {
      name,
      kind,
      label: wordOf(label, language),
      isWide,
      ...(hint ? { hint: wordOf(hint, language) } : {}),
      ...(row.kind === 'name' || row.kind === 'choice' ? { isRequired: true } : {}),
      ...(row.kind === 'sellers' ? { writtenAs: 'id_users' } : {}),
      ...(row.kind === 'flag' && row.unset ? { initial: 'true' } : {}),
      ...(row.kind === 'choice'
        ? {
            initial: row.unset,
            choices: Object.entries(row.choices).map(([value, one]) => ({
              value,
              label: wordOf(one, language),
            })),
          }
        : {}),
    },
  ]
}
