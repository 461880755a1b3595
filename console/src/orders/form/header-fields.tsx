import { saidText } from '@pedido/model/invoices/buyer'
import { inTurn } from '@pedido/model/turn'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomFields, useDeclared } from '../../common/custom.ts'
import { FieldInput } from '../../common/form/field-input.tsx'
import { type FieldOf, keyOf, plainText, shownOf } from '../../common/form/fields.ts'
import type { FieldKind } from '../../common/form/kinds.ts'
import { recordsIn } from '../../common/form/named.ts'
import { finderOf } from '../../common/records/finder.ts'
import { type Language, useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { hasTime } from '../properties.ts'
import type { Unread } from './draft.ts'
import { type Header, type HeaderRow, headerRows, nameOf, typedInto } from './header.ts'
import { headerNames, text } from './text.ts'

interface HeaderFieldsProps {
  header: Header
  unread?: Unread<string> | undefined
  isNew: boolean
  /** Whether a field is as the customer's record gave it. */
  isOfCustomer: (name: string) => boolean
  onChange: (place: string, changed: Partial<Header>) => void
  onUnread: (place: string, typed: string) => void
}

/** People begin with these. */
const FIRST = [
  'payment_type',
  'payment_method',
  'category',
  'user',
  'branch_company',
  'shipping_company',
  'freight',
  'freight_value',
  'date',
  'delivery_date',
  'fk_id',
  'number',
] as const

/** The customer and the address stand above the lines. */
const others = headerRows.filter((row) => row.name !== 'customer' && row.name !== 'address')
const texts = others.filter(({ kind }) => kind === 'text')
const own = others.filter(({ kind }) => kind === 'texts')
const fields = inTurn(
  others.filter(({ kind }) => kind !== 'text' && kind !== 'texts'),
  FIRST,
)

/** Terms, delivery and notes: all that is typed of an order but for the customer and the lines. */
export function HeaderFields(props: HeaderFieldsProps) {
  const t = useTexts(text)
  return (
    <section className="panel form__terms" aria-label={t.termsAndDelivery}>
      <h2>{t.termsAndDelivery}</h2>
      <div className="form__fields">
        {[...fields, ...own].map((row) => (
          <HeaderField key={row.name} row={row} {...props} />
        ))}
      </div>
      {texts.map((row) => (
        <HeaderField key={row.name} row={row} {...props} />
      ))}
    </section>
  )
}

/** How a row is typed. */
function kindOf(row: HeaderRow): FieldKind {
  if (row.kind === 'reference') return 'reference'
  if (row.kind === 'money') return 'amount'
  if (row.kind === 'percentage') return 'decimal'
  if (row.kind === 'instant') return hasTime(row) ? 'time' : 'date'
  if (row.kind === 'day') return 'date'
  if (row.kind === 'yes_no' || row.kind === 'numbered') return 'choice'
  return row.kind === 'text' ? 'area' : 'text'
}

/** Values that are chosen from a list. */
function choicesOf(row: HeaderRow, language: Language): Pick<FieldOf, 'choices'> {
  const values =
    row.kind === 'yes_no'
      ? ['true', 'false']
      : row.kind === 'numbered'
        ? Object.keys(row.choices)
        : []
  if (values.length === 0) return {}
  return {
    choices: values.map((value) => {
      const label = saidText(row, JSON.parse(value))?.[language === 'en' ? 1 : 0] ?? value
      return { value, label: row.kind === 'numbered' ? `${value} – ${label}` : label }
    }),
  }
}

/** One field, by its row. */
function HeaderField(props: HeaderFieldsProps & { row: HeaderRow }) {
  const { row, header, isNew, onChange } = props
  const t = useTexts(text)
  const named = useTexts(headerNames)
  const language = useLanguage()
  const name = nameOf(row)
  if (row.kind === 'texts') return <CustomFields {...props} />
  const isReference = row.kind === 'reference'
  const field: FieldOf = {
    name,
    label: named[name],
    kind: kindOf(row),
    ...(isReference && { writtenAs: row.column, to: row.table }),
    ...choicesOf(row, language),
    ...(row.kind === 'code' && 'most' in row && { maxLength: row.most }),
    ...(row.kind === 'words' && { hint: t.wordsHint }),
    ...(row.kind === 'intermediary' && { hint: t.intermediaryHint }),
    ...(props.isOfCustomer(name) && { hint: t.ofCustomer }),
    ...(row.kind === 'instant' && { toward: hasTime(row) ? 'last' : 'next' }),
    ...(hasTime(row) && (isNew ? { hint: t.dateHint } : { isRequired: true })),
  }
  const change = (typed: string) =>
    onChange(name, typedInto(row, isReference ? (recordsIn(typed)[0] ?? null) : typed))
  const input = <DraftInput {...props} field={field} value={header[name]} onTyped={change} />
  const isSource = isReference && 'isOwn' in row
  return isSource ? <Source {...{ row, header }}>{input}</Source> : input
}

/** Where an order comes from: for the accounts that keep such records. */
function Source({
  row,
  header,
  children,
}: {
  row: Extract<HeaderRow, { kind: 'reference' }>
  header: Header
  children: ReactNode
}) {
  const { data: hasAny = false } = useQuery({
    queryKey: ['has-any', row.table],
    queryFn: ({ signal }) => finderOf(row.table).hasAny(signal),
    staleTime: 300_000,
  })
  return hasAny || header[nameOf(row)] !== null ? children : null
}

/** The account's own fields of orders. */
function CustomFields(props: HeaderFieldsProps) {
  const { custom_fields } = props.header
  return useCustomFields(useDeclared('orders')).map((field) => {
    const change = (value: string) =>
      props.onChange(field.name, { custom_fields: { ...custom_fields, [keyOf(field)]: value } })
    const value = custom_fields[keyOf(field)]
    return <DraftInput key={field.name} {...props} {...{ field, value }} onTyped={change} />
  })
}

/** A field as the draft has it: as a text that every language reads, or as what can't be read. */
function DraftInput({
  field,
  value,
  unread = {},
  onTyped,
  onUnread,
}: Pick<HeaderFieldsProps, 'unread' | 'onUnread'> & {
  field: FieldOf
  value: unknown
  onTyped: (typed: string) => void
}) {
  const language = useLanguage()
  return (
    <FieldInput
      field={field}
      value={shownOf(field, value, language)}
      onChange={(typed) => onTyped(plainText(field, typed, language))}
      unread={unread[field.name]}
      onUnread={(typed) => onUnread(field.name, typed)}
    />
  )
}
