import { type ComponentProps, useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { text } from '../text.ts'
import { Field, type FieldProps, fieldProps } from './field.tsx'
import type { Unreadable } from './number-input.tsx'
import { isBeyond } from './unread.ts'

interface DateInputProps
  extends FieldProps,
    Unreadable,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'type'> {
  /** `2026-11-22`, or `2026-11-22T14:05` with its time; '' where there is none. */
  value: string
  onChange: (value: string) => void
  hasTime?: boolean
}

/**
 * A day, or a day and its time, in the platform's own field. One that is typed by half, that there
 * is not, or of a year that nobody means, stays as it was typed and says so.
 */
export function DateInput(props: DateInputProps) {
  const { value, onChange, hasTime = false, unread, onUnread, ...others } = props
  const { label, hint, error, pointer, isLabelHidden, onBlur, ...rest } = others
  const t = useTexts(text)
  const { typed, isHalf, give } = useTypedDate(props)
  const [isTyping, setTyping] = useState(false)
  const [isLeft, setLeft] = useState(unread !== undefined)
  const why = isHalf
    ? t.halfDate
    : isBeyond(typed)
      ? t.wrongYear
      : isLeft && rest.required && typed === ''
        ? t.noDate
        : undefined
  const wrong = isTyping ? undefined : why
  return (
    <Field {...fieldProps({ label, hint, error: wrong ?? error, pointer, isLabelHidden })}>
      {(ids) => (
        <input
          className="input"
          {...rest}
          {...ids}
          type={hasTime ? 'datetime-local' : 'date'}
          value={typed}
          data-unreadable={isHalf || isBeyond(typed) || undefined}
          onChange={({ target }) => {
            setTyping(true)
            give(target.value, target.validity.badInput)
          }}
          onBlur={(event) => {
            const { badInput } = event.target.validity
            setTyping(false)
            setLeft(true)
            // The browser tells nobody of a date that is begun, nor that one was taken back.
            if (badInput !== isHalf) give(event.target.value, badInput)
            onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}

/** What stands in the field: a date, or part of one. */
function useTypedDate({ value, onChange, unread, onUnread }: DateInputProps) {
  // What the field has: also a year that is on its way to another.
  const [typed, setTyped] = useState(() => (isBeyond(unread ?? '') ? (unread ?? '') : value))
  const [given, setGiven] = useState(value)
  const [isHalf, setHalf] = useState(unread === HALF)
  if (value !== given) {
    setGiven(value)
    setTyped(value)
    setHalf(false)
  }
  const give = (entered: string, isPart: boolean) => {
    setTyped(entered)
    setHalf(isPart)
    if (isPart || isBeyond(entered)) {
      setGiven(onUnread ? '' : value)
      onUnread?.(isPart ? HALF : entered)
    } else {
      setGiven(entered)
      onChange(entered)
    }
  }
  return { typed, isHalf, give }
}

/** What the form keeps of a date typed by half: the browser does not say what there is of it. */
const HALF = '…'
