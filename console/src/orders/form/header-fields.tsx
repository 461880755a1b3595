import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { NumberInput, Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { type Header, REFERENCES, type ReferenceName } from './draft.ts'
import { ReferenceField, useHasAny } from './reference-field.tsx'
import { text } from './text.ts'

/** Terms, delivery and notes: all that is typed of an order but for the customer and the lines. */
export function HeaderFields({
  header,
  isNew,
  onChange,
}: {
  header: Header
  isNew: boolean
  onChange: (changed: Partial<Header>) => void
}) {
  const t = useTexts(text)
  return (
    <section className="panel form__terms" aria-label={t.termsAndDelivery}>
      <h2>{t.termsAndDelivery}</h2>
      <div className="form__fields">
        {REFERENCES.filter((name) => !isSource(name)).map((name) => (
          <ReferenceField
            key={name}
            name={name}
            value={header[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <NumberInput
          label={t.freight_value}
          pointer="/freight_value"
          leastDecimals={2}
          value={header.freight_value}
          onChange={(freight_value) => onChange({ freight_value })}
        />
        <TextInput
          type="datetime-local"
          label={t.date}
          hint={isNew ? t.dateHint : undefined}
          pointer="/date"
          value={header.date}
          required={!isNew}
          onChange={(date) => onChange({ date })}
        />
        <TextInput
          type="date"
          label={t.delivery_date}
          pointer="/delivery_date"
          value={header.delivery_date}
          onChange={(delivery_date) => onChange({ delivery_date })}
        />
        <TextInput
          label={t.fk_id}
          pointer="/fk_id"
          value={header.fk_id}
          onChange={(fk_id) => onChange({ fk_id })}
        />
        {SOURCES.map((name) => (
          <Source
            key={name}
            name={name}
            value={header[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
        <CustomFields
          values={header.custom_fields}
          onChange={(custom_fields) => onChange({ custom_fields })}
        />
      </div>
      <TextArea
        label={t.observations}
        pointer="/observations"
        value={header.observations}
        onChange={(observations) => onChange({ observations })}
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

const inputTypes: Record<string, string> = { date: 'date', integer: 'number' }

/** The account's own fields of orders. */
function CustomFields({
  values,
  onChange,
}: {
  values: Record<string, string>
  onChange: (values: Record<string, string>) => void
}) {
  const t = useTexts(text)
  const { data = [] } = useQuery({
    queryKey: ['custom-fields', 'orders'],
    queryFn: async ({ signal }) => {
      const list = pedido.customFields.list({ resource: 'orders' }, { signal })
      return (await list.page({ limit: 100 })).data
    },
    staleTime: 60_000,
  })
  return data.map(({ key, label, type, choices, required }) => {
    const field = {
      key,
      label: label ?? key,
      pointer: `/custom_fields/${key}`,
      value: values[key] ?? '',
      onChange: (value: string) => onChange({ ...values, [key]: value }),
      required,
    }
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
    return type === 'decimal' ? (
      <NumberInput {...field} key={key} />
    ) : (
      <TextInput {...field} key={key} type={inputTypes[type] ?? 'text'} />
    )
  })
}
