import { type FieldRow, isReferring } from '@pedido/model/record-fields'
import type { Language } from '../../text/language.ts'
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
  reference: 'reference',
  owner: 'reference',
  sellers: 'sellers',
}

/** What a kind of record has, by its rows. */
export function fieldsOf(path: RecordPath, language: Language): readonly FieldOf[] {
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
      ...(isReferring(row) ? { writtenAs: `id_${name}`, to: row.to } : {}),
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
