import type { ComponentProps } from 'react'
import { decimalForTyping, readDecimal } from '../../text/decimals.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/fields/inputs.tsx'
import { NumberInput, type Unreadable } from '../../ui/fields/number-input.tsx'
import { text } from '../text.ts'
import { type FieldOf, isWrong, pointerOf } from './fields.ts'
import { type FieldKind, isOfNumbers, numberKindOf } from './kinds.ts'
import { recordsIn, typedRecords } from './named.ts'
import { ReferenceInput } from './reference-input.tsx'
import { SellersInput } from './sellers-input.tsx'
import { TermsInput } from './terms-input.tsx'

const INPUT_TYPES: Partial<Record<FieldKind, string>> = { phone: 'tel' }
const INPUT_MODES: Partial<Record<FieldKind, 'email' | 'numeric'>> = {
  // The service says what is wrong with an address, in the member's language.
  email: 'email',
  zip: 'numeric',
}

interface FieldInputProps extends Unreadable {
  field: FieldOf
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
  /** The focus goes from what is typed as a text. */
  onLeave?: () => void
}

/** The input for a field by its definition. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, onChange, autoFocus = false, unread, onUnread } = props
  const t = useTexts(text)
  const language = useLanguage()
  const { label, hint, kind, isRequired = false } = field
  const wrong = isWrong(field, value, language)
  const common = { label, hint, pointer: pointerOf(field), value, onChange }
  if (kind === 'check') {
    return (
      <Checkbox
        label={label}
        hint={hint}
        isChecked={value === 'true'}
        onChange={(isChecked) => onChange(isChecked ? 'true' : '')}
      />
    )
  }
  if (kind === 'choice' || kind === 'numbered' || kind === 'yes_no') {
    return <Choice field={field} {...common} autoFocus={autoFocus} />
  }
  if (kind === 'reference') {
    return (
      <ReferenceInput
        {...common}
        {...{ unread, onUnread }}
        to={field.to ?? ''}
        value={recordsIn(value)[0] ?? null}
        onChange={(one) => onChange(one ? typedRecords([one]) : '')}
        autoFocus={autoFocus}
      />
    )
  }
  if (kind === 'sellers') return <SellersInput {...common} autoFocus={autoFocus} />
  if (kind === 'area') return <TextArea {...common} rows={3} />
  const input = {
    ...common,
    autoFocus,
    autoComplete: 'off',
    'aria-required': isRequired || undefined,
  }
  if (kind === 'terms') return <TermsInput {...input} error={wrong ? t.notTerms : undefined} />
  if (kind === 'date' || kind === 'time') {
    const { toward } = field
    const hasTime = kind === 'time'
    const required = hasTime && isRequired
    return <DateInput {...input} {...{ unread, onUnread, toward, hasTime, required }} />
  }
  if (isOfNumbers(kind)) return <FiguresInput {...input} {...{ unread, onUnread, kind }} />
  return (
    <TextInput
      {...input}
      onBlur={props.onLeave}
      error={wrong ? (kind === 'zip' ? t.notZip : t.notInteger) : undefined}
      maxLength={field.maxLength}
      data-unreadable={wrong || undefined}
      type={INPUT_TYPES[kind] ?? 'text'}
      inputMode={INPUT_MODES[kind]}
    />
  )
}

/** One of some values; one that is no longer offered stays to be seen. */
function Choice({
  field: { choices = [], isRequired = false },
  ...select
}: Omit<ComponentProps<typeof Select>, 'options'> & { field: FieldOf }) {
  const { value } = select
  const isKnown = value === '' || choices.some((one) => one.value === value)
  const given = isKnown ? choices : [{ value, label: value }, ...choices]
  const all = isRequired && value !== '' ? given : [{ value: '', label: '—' }, ...given]
  return <Select {...select} options={all} />
}

/** A number, which the form keeps as it is typed; what can't be read too, unless it has a place for that. */
function FiguresInput({
  kind,
  value,
  onChange,
  unread,
  onUnread = onChange,
  ...rest
}: Omit<ComponentProps<typeof NumberInput>, 'kind'> & { kind: FieldKind }) {
  const language = useLanguage()
  const read = readDecimal(value, language, numberKindOf(kind))
  return (
    <NumberInput
      {...rest}
      kind={numberKindOf(kind)}
      leastDecimals={kind === 'amount' ? 2 : 0}
      value={read ?? ''}
      unread={unread ?? (read === undefined ? value : undefined)}
      onChange={(decimal) => onChange(decimalForTyping(decimal, language))}
      onUnread={onUnread}
    />
  )
}
