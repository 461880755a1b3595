import type { ComponentProps } from 'react'
import { useDeclared } from '../../common/custom.ts'
import { useTexts } from '../../text/texts.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { NumberInput, type Unreadable } from '../../ui/number-input.tsx'
import { customPlace, type Header, REFERENCES, type ReferenceName, type Unread } from './draft.ts'
import { ReferenceField, useHasAny } from './reference-field.tsx'
import { text } from './text.ts'

/** Terms, delivery and notes: all that is typed of an order but for the customer and the lines. */
export function HeaderFields({
  header,
  unread = {},
  isNew,
  onChange,
  onUnread,
}: {
  header: Header
  unread?: Unread<string> | undefined
  isNew: boolean
  onChange: (place: string, changed: Partial<Header>) => void
  onUnread: (place: string, typed: string) => void
}) {
  const t = useTexts(text)
  const keeping = (place: string) => ({
    unread: unread[place],
    onUnread: (typed: string) => onUnread(place, typed),
  })
  return (
    <section className="panel form__terms" aria-label={t.termsAndDelivery}>
      <h2>{t.termsAndDelivery}</h2>
      <div className="form__fields">
        {REFERENCES.filter((name) => !isSource(name)).map((name) => (
          <ReferenceField
            key={name}
            name={name}
            value={header[name]}
            onChange={(value) => onChange(name, { [name]: value })}
            {...keeping(name)}
          />
        ))}
        <NumberInput
          {...keeping('freight_value')}
          label={t.freight_value}
          pointer="/freight_value"
          kind="amount"
          leastDecimals={2}
          value={header.freight_value}
          onChange={(freight_value) => onChange('freight_value', { freight_value })}
        />
        <DateInput
          {...keeping('date')}
          hasTime
          label={t.date}
          hint={isNew ? t.dateHint : undefined}
          pointer="/date"
          value={header.date}
          required={!isNew}
          onChange={(date) => onChange('date', { date })}
        />
        <DateInput
          {...keeping('delivery_date')}
          label={t.delivery_date}
          pointer="/delivery_date"
          value={header.delivery_date}
          onChange={(delivery_date) => onChange('delivery_date', { delivery_date })}
        />
        <TextInput
          label={t.fk_id}
          pointer="/fk_id"
          value={header.fk_id}
          onChange={(fk_id) => onChange('fk_id', { fk_id })}
        />
        {SOURCES.map((name) => (
          <Source
            key={name}
            name={name}
            value={header[name]}
            onChange={(value) => onChange(name, { [name]: value })}
            {...keeping(name)}
          />
        ))}
        <CustomFields
          values={header.custom_fields}
          onChange={(key, value) =>
            onChange(customPlace(key), {
              custom_fields: { ...header.custom_fields, [key]: value },
            })
          }
          keeping={keeping}
        />
      </div>
      <TextArea
        label={t.observations}
        pointer="/observations"
        value={header.observations}
        onChange={(observations) => onChange('observations', { observations })}
      />
    </section>
  )
}

/** Where an order comes from: for the accounts that keep such records. */
const SOURCES = ['opportunity', 'quotation'] as const
const isSource = (name: ReferenceName) => SOURCES.some((source) => source === name)

function Source(props: ComponentProps<typeof ReferenceField>) {
  const hasAny = useHasAny(props.name)
  return hasAny || props.value !== null ? <ReferenceField {...props} /> : null
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
    const typed = { ...field, ...keeping(customPlace(key)) }
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
