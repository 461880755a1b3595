import type { ComponentProps, ReactNode } from 'react'
import { useAutoFocus } from './auto-focus.ts'
import { Field, type FieldProps, fieldProps } from './field.tsx'

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
  autoFocus,
  ...rest
}: FieldProps & Value & Of<'input'>) {
  const ref = useAutoFocus(autoFocus)
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <input
          className="input"
          ref={ref}
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
  autoFocus,
  ...rest
}: FieldProps & Value & Of<'textarea'>) {
  const ref = useAutoFocus(autoFocus)
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <textarea
          className="input"
          ref={ref}
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
  autoFocus,
  ...rest
}: FieldProps & Value & Of<'select'> & { options: readonly { value: string; label: string }[] }) {
  const ref = useAutoFocus(autoFocus)
  return (
    <Field {...fieldProps({ label, hint, error, pointer, isLabelHidden })}>
      {(ids) => (
        <select
          className="input"
          ref={ref}
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
