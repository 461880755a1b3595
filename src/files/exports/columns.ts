import type { ActiveField, CustomType } from '../../custom/rules.ts'
import type { ExportRequest } from '../../http/lists/exports.ts'
import type { Language } from '../../texts/message.ts'
import { customHeading, customName } from '../headings.ts'
import type { Kind } from './kinds.ts'
import { tables } from './tables.ts'

export interface Column {
  /** The way to the value, such as `['customer', 'name']`. */
  path: string[]
  kind: Kind
  /** What stands over it: the way where no language is asked for. */
  headings: Record<Language, string>
  name: string
  /** Properties of the value that have columns of their own. */
  without?: readonly string[]
}

/**
 * The columns of a file, in the order of the JSON.
 * @param declared what the account has declared of such records
 */
export function columnsOf(
  {
    resource,
    rows,
    fields,
    language,
  }: Pick<ExportRequest, 'resource' | 'rows' | 'fields' | 'language'>,
  declared: readonly ActiveField[],
): Column[] {
  const table = tables[resource] ?? []
  const all = table
    .filter(([, , , , isFor]) => isFor === undefined || language !== undefined)
    .map(([name, kind, portuguese, english]): Column => {
      const path = name.split('.')
      const headings = { 'pt-BR': portuguese, en: english }
      return { path: kind === 'standard' ? path.slice(0, 1) : path, kind, headings, name }
    })
  const isWanted = ({ path: [property = ''] }: Column) =>
    (fields?.includes(property) ?? true) && (property !== 'items' || rows === 'items')
  return withDeclared(all, declared).filter(isWanted)
}

const customKinds: Record<CustomType, Kind> = {
  text: 'text',
  integer: 'number',
  decimal: 'number',
  boolean: 'yes_no',
  date: 'day',
  choice: 'text',
}

/** The values of declared fields in columns of their own, before what else stands in `custom_fields`. */
function withDeclared(columns: Column[], declared: readonly ActiveField[]): Column[] {
  const own = declaredColumns(columns, declared)
  if (own.length === 0) return columns
  const headings = { 'pt-BR': 'Outros campos personalizados', en: 'Other custom fields' }
  const without = own.map(({ path: [, key = ''] }) => key)
  return columns.flatMap((column) =>
    column.name === 'custom_fields' ? [...own, { ...column, headings, without }] : [column],
  )
}

/** A field whose heading would not tell it from another has none, and stays where the others are. */
function declaredColumns(columns: Column[], declared: readonly ActiveField[]): Column[] {
  const taken = new Set(columns.flatMap(({ name, headings }) => [name, ...Object.values(headings)]))
  const isAlone = (text: string, of: (one: ActiveField) => string) =>
    !taken.has(text) && declared.filter((one) => of(one) === text).length === 1
  return declared.flatMap((field): Column[] => {
    const [name, heading] = [customName(field), customHeading(field)]
    if (!isAlone(name, customName)) return []
    const shown = isAlone(heading, customHeading) ? heading : name
    const headings = { 'pt-BR': shown, en: shown }
    return [{ path: ['custom_fields', field.key], kind: customKinds[field.type], headings, name }]
  })
}
