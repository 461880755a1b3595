import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { addDays, type DateReading, readDate, shownDate } from '../../text/dates.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { IconButton } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { text } from '../text.ts'
import { useAutoFocus } from './auto-focus.ts'
import { Field, type FieldProps, fieldProps } from './field.tsx'
import type { Unreadable } from './number-input.tsx'
import './date-input.css'

interface DateInputProps
  extends FieldProps,
    Unreadable,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'type'> {
  /** `2026-11-22`, or `2026-11-22T14:05` with its time; '' where there is none. */
  value: string
  onChange: (value: string) => void
  hasTime?: boolean
  /** Which day is meant where no year is typed; the nearer one where it is left out. */
  toward?: 'next' | 'last' | undefined
}

/**
 * A day, or a day and its time, as people type it: `25/11`, `hoje`, `+3`. Once it is left it shows
 * the whole date. Arrows move by a day, the button and Alt+Down open the browser's calendar. What
 * can't be read stays as it was typed and says so.
 */
export function DateInput(props: DateInputProps) {
  const { value: _, onChange: __, unread: ___, onUnread: ____, ...others } = props
  const { hasTime, toward, autoFocus, ...input } = others
  const { label, hint, error, pointer, isLabelHidden, onBlur, onKeyDown, min, max, ...rest } = input
  const t = useTexts(text)
  const { typed, reading, type, take, tidy, move } = useTypedDate(props)
  const [isTyping, setTyping] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const ref = useAutoFocus(autoFocus)
  const picker = useRef<HTMLInputElement>(null)
  const isMissing = rest.required === true && typed === ''
  const wrong = isTyping ? undefined : isMissing && isLeft ? t.noDate : whyOf(reading, t)
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey } = event
    if (key === 'Enter') {
      setTyping(false)
      tidy()
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault()
      if (altKey) picker.current?.showPicker()
      else move(key === 'ArrowUp' ? 1 : -1)
    }
    onKeyDown?.(event)
  }
  return (
    <Field {...fieldProps({ label, hint, error: wrong ?? error, pointer, isLabelHidden })}>
      {(ids) => (
        <span className="date">
          <input
            className="input"
            autoComplete="off"
            ref={ref}
            {...rest}
            {...ids}
            value={typed}
            data-unreadable={'dateError' in reading || isMissing || undefined}
            onChange={({ target }) => {
              setTyping(true)
              type(target.value)
            }}
            onFocus={({ target }) => target.select()}
            onKeyDown={keys}
            onBlur={(event) => {
              setTyping(false)
              setLeft(true)
              tidy()
              onBlur?.(event)
            }}
          />
          <Calendar {...{ picker, min, max }} day={dayIn(reading)} onChange={take} />
        </span>
      )}
    </Field>
  )
}

const dayIn = (reading: DateReading) => ('value' in reading ? reading.value.slice(0, 10) : '')

/** The browser's own calendar: its field is not shown, and nobody types into it. */
function Calendar({
  picker,
  day,
  onChange,
  ...ends
}: Pick<ComponentProps<'input'>, 'min' | 'max'> & {
  picker: { current: HTMLInputElement | null }
  day: string
  onChange: (day: string) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <input
        {...ends}
        ref={picker}
        className="date__picker"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton
        className="date__open"
        size="small"
        tabIndex={-1}
        label={t.calendar}
        icon={<Icon name="calendar" size={16} />}
        onClick={() => picker.current?.showPicker()}
      />
    </>
  )
}

/** What stands in the field, and how it is read. */
function useTypedDate({ value, onChange, hasTime, toward, unread, onUnread }: DateInputProps) {
  const { language, day } = useFormats()
  const today = day(new Date())
  const [typed, setTyped] = useState(() => unread ?? shownDate(value, language))
  const [given, setGiven] = useState({ value, unread })
  const time = useRef('00:00')
  if (value.includes('T')) time.current = value.slice(11)
  if (value !== given.value || unread !== given.unread) {
    setGiven({ value, unread })
    setTyped(unread ?? shownDate(value, language))
  }
  const read = (entered: string) =>
    readDate(entered, { today, toward, time: hasTime ? time.current : undefined })
  const reading = read(typed)
  const type = (entered: string) => {
    const now = read(entered)
    setTyped(entered)
    if ('value' in now) {
      setGiven({ value: now.value, unread: undefined })
      onChange(now.value)
    } else if (onUnread) {
      setGiven({ value: '', unread: entered })
      onUnread(entered)
    }
  }
  const take = (entered: string) => {
    const now = read(entered)
    type('value' in now ? shownDate(now.value, language) : entered)
  }
  return {
    typed,
    reading,
    type,
    /** What is not typed key by key is shown in whole at once. */
    take,
    /** What was read is shown as the day that it is. */
    tidy: () => 'value' in reading && setTyped(shownDate(reading.value, language)),
    /** So many days on from the day that stands there; to today where there is none. */
    move: (days: number) => take(dayIn(reading) ? addDays(dayIn(reading), days) : today),
  }
}

function whyOf(reading: DateReading, t: ReturnType<typeof text>): string | undefined {
  if ('value' in reading) return undefined
  return { date: t.notDate, day: t.noSuchDay, year: t.wrongYear }[reading.dateError]
}
