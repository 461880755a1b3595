import { type ComponentProps, type ReactNode, useState } from 'react'
import { decimalForTyping, type NumberKind, readDecimal } from '../text/decimals.ts'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Field, type FieldProps } from './field.tsx'
import { text } from './text.ts'

type Of<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'value' | 'onChange' | 'id'
>
interface Value {
  value: string
  onChange: (value: string) => void
}

export function TextInput({
  label,
  hint,
  error,
  pointer,
  isLabelHidden,
  value,
  onChange,
  ...rest
}: FieldProps & Value & Of<'input'>) {
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <input
          className="input"
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  pointer,
  isLabelHidden,
  value,
  onChange,
  ...rest
}: FieldProps & Value & Of<'textarea'>) {
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <textarea
          className="input"
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The platform's own list: every phone and screen reader knows it. */
export function Select({
  label,
  hint,
  error,
  pointer,
  isLabelHidden,
  value,
  onChange,
  options,
  ...rest
}: FieldProps & Value & Of<'select'> & { options: readonly { value: string; label: string }[] }) {
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <select
          className="input"
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/**
 * A decimal, typed as the language writes it and given on as `1234.56`, '' where there is none.
 * What is no decimal stays as it was typed, with a word on it, and is not given on.
 */
export function NumberInput({
  label,
  hint,
  error,
  pointer,
  isLabelHidden,
  value,
  onChange,
  leastDecimals = 0,
  kind,
  ...rest
}: FieldProps &
  Value &
  Of<'input'> & {
    /** Of a value that is not being typed: `27,90` where this is 2. */
    leastDecimals?: number | undefined
    kind?: NumberKind | undefined
  }) {
  const language = useLanguage()
  const t = useTexts(text)
  const shown = (decimal: string) =>
    decimalForTyping(withDecimals(decimal, leastDecimals), language)
  const [typed, setTyped] = useState(() => shown(value))
  const [given, setGiven] = useState(value)
  // While it is drawn, not after it: who selects the field's text selects what is there.
  if (value !== given) {
    setGiven(value)
    setTyped(shown(value))
  }
  const isWrong = typed.trim() !== '' && readDecimal(typed, language, kind) === undefined
  const type = (entered: string) => {
    setTyped(entered)
    const read = entered.trim() === '' ? '' : readDecimal(entered, language, kind)
    if (read === undefined) return
    setGiven(read)
    onChange(read)
  }
  const wrong = isWrong ? t.noNumber : error
  return (
    <Field {...fieldProps({ label, hint, error: wrong, pointer, isLabelHidden })}>
      {(ids) => (
        <input
          inputMode="decimal"
          autoComplete="off"
          className="input input--figures"
          {...rest}
          {...ids}
          value={typed}
          data-unreadable={isWrong || undefined}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </Field>
  )
}

function withDecimals(decimal: string, least: number): string {
  if (decimal === '' || least === 0) return decimal
  const [whole, fraction = ''] = decimal.split('.')
  return `${whole}.${fraction.padEnd(least, '0')}`
}

export function Checkbox({
  label,
  isChecked,
  onChange,
  hint,
}: {
  label: ReactNode
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  hint?: ReactNode
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        {label}
        {hint && <span className="field__hint"> {hint}</span>}
      </span>
    </label>
  )
}

/** Without those that are undefined, which `Field` takes as not given. */
function fieldProps(given: { [Name in keyof FieldProps]: FieldProps[Name] | undefined }) {
  const { label = '', hint, error, pointer, isLabelHidden = false } = given
  return { label, hint, error, isLabelHidden, ...(pointer === undefined ? {} : { pointer }) }
}
