import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/inputs.tsx'
import { text } from '../text.ts'
import { type FieldOf, isWrong, pointerOf } from './fields.ts'

const INPUT_TYPES = { email: 'email', phone: 'tel', date: 'date' } as const
const INPUT_MODES = {
  decimal: 'decimal',
  money: 'decimal',
  integer: 'numeric',
  zip: 'numeric',
} as const

/** The input for a field by its definition. */
export function FieldInput({
  field,
  value,
  onChange,
  autoFocus = false,
}: {
  field: FieldOf
  value: string
  onChange: (value: string) => void
  autoFocus?: boolean
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const { label, hint, kind, isRequired = false } = field
  const wrong = isWrong(field, value, language)
  const error = wrong
    ? kind === 'zip'
      ? t.notZip
      : kind === 'integer'
        ? t.notInteger
        : t.notNumber
    : undefined
  const common = { label, hint, error, pointer: pointerOf(field), value, onChange }
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
  if (kind === 'choice') {
    const options = field.choices ?? []
    const isKnown = value === '' || options.some((one) => one.value === value)
    const given = isKnown ? options : [{ value, label: value }, ...options]
    const all = isRequired && value !== '' ? given : [{ value: '', label: '—' }, ...given]
    return <Select {...common} options={all} autoFocus={autoFocus} />
  }
  if (kind === 'area') return <TextArea {...common} rows={3} />
  const type = kind in INPUT_TYPES ? INPUT_TYPES[kind as keyof typeof INPUT_TYPES] : 'text'
  const mode = kind in INPUT_MODES ? INPUT_MODES[kind as keyof typeof INPUT_MODES] : undefined
  const isFigures = kind === 'decimal' || kind === 'money' || kind === 'integer'
  return (
    <TextInput
      {...common}
      // The service says what is wrong with an address, in the member's language.
      type={type === 'email' ? 'text' : type}
      inputMode={type === 'email' ? 'email' : mode}
      className={isFigures ? 'input input--figures' : 'input'}
      autoComplete="off"
      maxLength={field.maxLength}
      aria-required={isRequired || undefined}
      autoFocus={autoFocus}
    />
  )
}
