import { useLanguage } from '../../text/language.ts'
import type { FieldOf } from '../form/fields.ts'
import { fieldsOf } from './field-rows.ts'
import type { RecordPath } from './rows.ts'

/** What a kind of record has, beside what the account has declared. */
export function useRecordFields(path: RecordPath): readonly FieldOf[] {
  return fieldsOf(path, useLanguage())
}
