import { inTurn } from '@pedido/model/turn'
import { useQuery } from '@tanstack/react-query'
import { useDeclared } from '../../common/custom.ts'
import { ReferenceInput, type ReferenceInputProps } from '../../common/form/reference-input.tsx'
import { finderOf } from '../../common/records/finder.ts'
import { useTexts } from '../../text/texts.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Select, TextArea, TextInput } from '../../ui/fields/inputs.tsx'
import { NumberInput, type Unreadable } from '../../ui/fields/number-input.tsx'
import { hasTime, type Named } from '../properties.ts'
import { customFieldPath, type Unread } from './draft.ts'
import { type Header, type HeaderRow, headerRows, nameOf, pointerOf } from './header.ts'
import { text } from './text.ts'

interface HeaderFieldsProps {
  header: Header
  unread?: Unread<string> | undefined
  isNew: boolean
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

/** One field, by the kind of its row. */
function HeaderField(props: HeaderFieldsProps & { row: HeaderRow }) {
  const { row, header, unread = {}, isNew, onChange, onUnread } = props
  const t = useTexts(text)
  const keeping = (place: string) => ({
    unread: unread[place],
    onUnread: (typed: string) => onUnread(place, typed),
  })
  const name = nameOf(row)
  const set = (value: unknown) => onChange(name, { [name]: value })
  if (row.kind === 'texts') {
    const change = (key: string, value: string) =>
      onChange(customFieldPath(key), { custom_fields: { ...header.custom_fields, [key]: value } })
    return <CustomFields values={header.custom_fields} onChange={change} keeping={keeping} />
  }
  if (row.kind === 'reference') {
    const Choice = 'isOwn' in row ? Source : ReferenceInput
    const value = header[name] as Named | null
    const labelled = { label: t[name], pointer: pointerOf(row), to: row.table, onChange: set }
    return <Choice {...labelled} value={value} {...keeping(name)} />
  }
  const common = {
    label: t[name],
    pointer: pointerOf(row),
    value: header[name] as string,
    onChange: set,
  }
  if (row.kind === 'money')
    return <NumberInput {...common} {...keeping(name)} kind="amount" leastDecimals={2} />
  if (row.kind === 'text') return <TextArea {...common} />
  if (row.kind === 'code') return <TextInput {...common} />
  const isTimed = hasTime(row)
  return (
    <DateInput
      {...common}
      {...keeping(name)}
      hasTime={isTimed}
      hint={isTimed && isNew ? t.dateHint : undefined}
      required={isTimed && !isNew}
    />
  )
}

/** Where an order comes from: for the accounts that keep such records. */
function Source(props: ReferenceInputProps) {
  const { to, value } = props
  const { data: hasAny = false } = useQuery({
    queryKey: ['has-any', to],
    queryFn: ({ signal }) => finderOf(to).hasAny(signal),
    staleTime: 300_000,
  })
  return hasAny || value !== null ? <ReferenceInput {...props} /> : null
}

/** The account's own fields of orders. */
function CustomFields({
  values,
  onChange,
  keeping,
}: {
  values: Record<string, string>
  onChange: (key: string, value: string) => void
  keeping: (place: string) => Unreadable
}) {
  const t = useTexts(text)
  const declared = useDeclared('orders') ?? []
  return declared.map(({ key, label, type, choices, required, status }) => {
    const field = {
      key,
      label: label ?? key,
      pointer: `/custom_fields/${key}`,
      value: values[key] ?? '',
      onChange: (value: string) => onChange(key, value),
      required: required && status !== 'refused',
    }
    const typed = { ...field, ...keeping(customFieldPath(key)) }
    const named =
      type === 'boolean'
        ? [
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
          ]
        : choices.map((one) => ({ value: one, label: one }))
    if (type === 'boolean' || type === 'choice') {
      return <Select {...field} key={key} options={[{ value: '', label: '–' }, ...named]} />
    }
    if (type === 'date') return <DateInput {...typed} key={key} />
    if (type === 'text') return <TextInput {...field} key={key} />
    return <NumberInput {...typed} key={key} kind={type === 'integer' ? 'integer' : undefined} />
  })
}
