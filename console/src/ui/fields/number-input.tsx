import { type ComponentProps, useState } from 'react'
import { decimalForTyping, type NumberKind, type Reading, readNumber } from '../../text/decimals.ts'
import { type Language, useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../button.tsx'
import { text } from '../text.ts'
import { Field, type FieldProps, fieldProps } from './field.tsx'

export interface Unreadable {
  /** What stands there and can't be read, where the form keeps it. */
  unread?: string | undefined
  /** Something was typed that can't be read; the form keeps it in place of a value. */
  onUnread?: ((typed: string) => void) | undefined
}

interface NumberInputProps
  extends FieldProps,
    Unreadable,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id'> {
  /** `1234.56`; '' where there is none. */
  value: string
  onChange: (value: string) => void
  /** Of a value that is not being typed: `27,90` where this is 2. */
  leastDecimals?: number | undefined
  kind?: NumberKind | undefined
  /** What it is where the form knows better, such as units of their own: undefined of all else. */
  readAs?: ((typed: string) => string | undefined) | undefined
}

/**
 * A number, typed as the language writes it and given on as `1234.56`. What can't be read, or could
 * mean two numbers, stays as it was typed, says so, and is not given on.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, leastDecimals, kind, readAs, unread, onUnread, ...others } = props
  const { label, hint, error, pointer, isLabelHidden, onBlur, ...rest } = others
  const t = useTexts(text)
  const [isTyping, setTyping] = useState(false)
  const { typed, type, reading, readings, choose, tidy } = useTypedNumber(props)
  // What is being typed may be on its way to a number.
  const wrong = isTyping ? undefined : whyOf(reading, t)
  return (
    <Field
      {...fieldProps({ label, hint, error: wrong ?? error, pointer, isLabelHidden })}
      beside={
        wrong !== undefined &&
        readings.length > 0 && <Choice readings={readings} onChoose={choose} />
      }
    >
      {(ids) => (
        <input
          inputMode="decimal"
          autoComplete="off"
          className="input input--figures"
          {...rest}
          {...ids}
          value={typed}
          data-unreadable={!('value' in reading) || undefined}
          onChange={(event) => {
            setTyping(true)
            type(event.target.value)
          }}
          onBlur={(event) => {
            setTyping(false)
            tidy()
            onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}

/** What stands in the field, and how it is read. */
function useTypedNumber(props: NumberInputProps) {
  const { value, onChange, leastDecimals = 0, kind, readAs, unread, onUnread } = props
  const language = useLanguage()
  const shown = (decimal: string) =>
    decimalForTyping(withDecimals(decimal, leastDecimals), language)
  const [typed, setTyped] = useState(() => unread ?? shown(value))
  const [given, setGiven] = useState({ value, unread })
  // While it is drawn, not after it: who selects the field's text selects what is there.
  if (value !== given.value || unread !== given.unread) {
    setGiven({ value, unread })
    setTyped(unread ?? shown(value))
  }
  const read = (entered: string): Reading => {
    const known = readAs?.(entered)
    return known === undefined ? readNumber(entered, language, kind) : { value: known }
  }
  const reading = read(typed)
  const both = 'readings' in reading ? reading.readings : []
  const give = (entered: string, found: Reading) => {
    setTyped(entered)
    if ('value' in found) {
      setGiven({ value: found.value, unread: undefined })
      onChange(found.value)
    } else if (onUnread) {
      setGiven({ value: '', unread: entered })
      onUnread(entered)
    }
  }
  return {
    typed,
    type: (entered: string) => give(entered, read(entered)),
    reading,
    /** The two numbers that it could mean, as they are shown. */
    readings: both.map((one) => shown(one)),
    choose: (place: number) => {
      const chosen = both[place] ?? ''
      give(shown(chosen), { value: chosen })
    },
    /** What was read is shown as what it is: `12` of `12 un`. The form may know more of it by now. */
    tidy: () => {
      if (!('value' in reading) || !needsTidying(typed, reading.value, language)) return
      if (reading.value === value) setTyped(shown(value))
      else give(shown(reading.value), reading)
    },
  }
}

/** Where the text is more than figures and a point: units, signs, groups. */
const needsTidying = (typed: string, value: string, language: Language) =>
  value !== '' && !(language === 'en' ? /^-?\d+(\.\d*)?$/ : /^-?\d+(,\d*)?$/).test(typed)

/** The two numbers that it could mean, to press one. */
function Choice({
  readings,
  onChoose,
}: {
  readings: readonly string[]
  onChoose: (place: number) => void
}) {
  const t = useTexts(text)
  return (
    <span className="field__choice">
      {readings.map((one, place) => (
        <Button
          key={one}
          size="small"
          aria-label={t.takeNumber(one)}
          onClick={(event) => {
            const field = event.currentTarget.closest('.field')?.querySelector('input')
            onChoose(place)
            field?.focus()
          }}
        >
          {one}
        </Button>
      ))}
    </span>
  )
}

export function whyOf(reading: Reading, t: ReturnType<typeof text>): string | undefined {
  if ('value' in reading) return undefined
  if ('readings' in reading) return t.twoNumbers
  const why = {
    number: t.noNumber,
    integer: t.noInteger,
    percentage: t.noPercentage,
    unit: t.noUnit,
    figures: t.tooManyFigures,
  }
  return why[reading.fieldError]
}

function withDecimals(decimal: string, least: number): string {
  if (decimal === '' || least === 0) return decimal
  const [whole, fraction = ''] = decimal.split('.')
  return `${whole}.${fraction.padEnd(least, '0')}`
}
