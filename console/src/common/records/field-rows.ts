import type { Label } from '@pedido/model/kinds'
import type { CellRow, FieldRow } from '@pedido/model/record-fields'
import type { Language } from '../../text/language.ts'
import { wordOf } from '../../text/texts.ts'
import type { FieldOf } from '../form/fields.ts'
import type { FieldKind } from '../form/kinds.ts'
import { type RecordPath, records } from './rows.ts'

type Row = FieldRow | CellRow

/** What is typed, by the kinds of the model. No form has what is not here. */
const kinds: Partial<Record<Row['kind'], FieldKind>> = {
  name: 'text',
  code: 'text',
  email: 'email',
  phone: 'phone',
  document: 'document',
  text: 'area',
  line: 'text',
  pattern: 'text',
  gtin: 'text',
  rows: 'rows',
  day: 'date',
  instant: 'time',
  decimal: 'decimal',
  numbered: 'numbered',
  integer: 'integer',
  counter: 'integer',
  unit_price: 'money',
  flag: 'check',
  choice: 'choice',
  reference: 'reference',
  owner: 'reference',
  sellers: 'sellers',
  terms: 'terms',
}

/** What a kind of record has, by its rows. */
export function fieldsOf(path: RecordPath, language: Language): readonly FieldOf[] {
  const row = records.find((one) => one.path === path)
  const fields = row?.fields.flatMap((field) => fieldOf(field, language)) ?? []
  const main = fields.filter(({ isDetail }) => !isDetail)
  // What is short stands together.
  return [
    ...main.filter((one) => !isLong(one)),
    ...main.filter(isLong),
    ...fields.filter(({ isDetail }) => isDetail),
  ]
}

const isLong = ({ kind }: FieldOf) => kind === 'area'

/** Nobody may have said yes or no. */
const isUnsaid = (row: Row) => row.kind === 'flag' && row.unset === null
const YES_NO = { true: ['Sim', 'Yes'], false: ['Não', 'No'] }

/** Those of the kinds with a list to choose from. */
function choicesOf(row: Row, language: Language): Pick<FieldOf, 'choices'> {
  const choices = row.kind === 'flag' ? YES_NO : 'choices' in row ? row.choices : undefined
  if (!choices) return {}
  const named = Object.entries(choices) as [string, Label][]
  return {
    choices: named.map(([value, one]) => {
      const label = wordOf(one, language)
      return { value, label: row.kind === 'numbered' ? `${value} – ${label}` : label }
    }),
  }
}

/** Characters that its input takes: a GTIN may be pasted with blanks. */
function lengthOf(row: Row): Pick<FieldOf, 'maxLength'> {
  if (row.kind === 'line') return { maxLength: row.length[1] }
  return row.kind === 'pattern' ? { maxLength: row.most } : {}
}

/** What stands in the form of a new record. */
function initialOf(row: Row): Pick<FieldOf, 'initial'> {
  if (row.kind === 'flag') return row.unset ? { initial: 'true' } : {}
  if (row.kind !== 'choice' && row.kind !== 'numbered') return {}
  return row.unset === null ? {} : { initial: String(row.unset) }
}

type ListRow = Extract<Row, { kind: 'list' }>

function listKindOf({ of }: ListRow): FieldKind {
  if ('choices' in of) return 'numbers'
  return of.hasCase ? 'tags' : 'words'
}

/** What stands below an input: of a list of numbers, what each of them means. */
function hintOf(row: Row, hint: Label | undefined, language: Language): Pick<FieldOf, 'hint'> {
  if (hint) return { hint: wordOf(hint, language) }
  if (row.kind !== 'list') return {}
  if (!('choices' in row.of)) return { hint: row.of.example }
  const named = Object.entries(row.of.choices) as [string, Label][]
  return { hint: named.map(([value, one]) => `${value} – ${wordOf(one, language)}`).join('; ') }
}

function fieldOf(row: Row, language: Language): FieldOf[] {
  const kind = isUnsaid(row) ? 'yes_no' : row.kind === 'list' ? listKindOf(row) : kinds[row.kind]
  if (!kind) return []
  const { name, label, hint, isDetail = false, isWide = kind === 'check' && !isDetail } = row
  const isNeverNull = (row.kind === 'choice' || row.kind === 'numbered') && row.unset !== null
  return [
    {
      name,
      kind,
      label: wordOf(label, language),
      isWide,
      ...hintOf(row, hint, language),
      isDetail,
      ...(row.kind === 'name' || isNeverNull ? { isRequired: true } : {}),
      ...(row.kind === 'rows' ? { columns: row.of.flatMap((one) => fieldOf(one, language)) } : {}),
      ...(row.kind === 'reference' || row.kind === 'owner'
        ? { writtenAs: `id_${name}`, to: row.to }
        : {}),
      ...(row.kind === 'sellers' ? { writtenAs: 'id_users' } : {}),
      // The day that something ends is to come.
      ...(row.kind === 'day' && name.endsWith('_to') && { toward: 'next' }),
      ...(row.kind === 'instant' && { isGiven: true }),
      ...initialOf(row),
      ...choicesOf(row, language),
      ...lengthOf(row),
    },
  ]
}
