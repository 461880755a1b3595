import { type RefObject, useState } from 'react'
import { useFormats } from '../../text/formats.ts'
import { type Days, daysOfPeriod, isPeriod, type Period, periods } from '../../text/periods.ts'
import { useTexts } from '../../text/texts.ts'
import { text } from '../text.ts'
import { DateInput } from './date-input.tsx'
import { Select } from './inputs.tsx'
import '../pieces.css'

const ANY: Days = { from: '', to: '' }

interface DateRangeProps {
  value: Days
  /** The word that was chosen, where the page keeps it. */
  period?: Period | undefined
  onChange: (days: Days, period?: Period) => void
  /** The field of the first day. */
  first?: RefObject<HTMLInputElement | null> | undefined
  /** Which day is meant where no year is typed. */
  toward?: 'last' | undefined
}

/** Two days, or those of a word: today, this week, this month. */
export function DateRange(props: DateRangeProps) {
  const { value, onChange, first, toward } = props
  const t = useTexts(text)
  return (
    <div className="dates">
      <PeriodChoice {...props} />
      <DateInput
        {...(first ? { ref: first } : {})}
        toward={toward}
        label={t.from}
        value={value.from}
        max={value.to || undefined}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DateInput
        label={t.to}
        toward={toward}
        value={value.to}
        min={value.from || undefined}
        onChange={(to) => onChange({ ...value, to })}
      />
    </div>
  )
}

/** The word that days have. */
function PeriodChoice({ value, period, onChange }: DateRangeProps) {
  const t = useTexts(text)
  const { day } = useFormats()
  const today = day(new Date())
  const [chosen, setChosen] = useState(period)
  const isOf = (one: Period) => {
    const { from, to } = daysOfPeriod(one, today)
    return from === value.from && to === value.to
  }
  const word = [...(chosen ? [chosen] : []), ...periods].find(isOf)
  const isAny = value.from === '' && value.to === ''
  const choose = (one: string) => {
    if (!isPeriod(one)) return onChange(ANY)
    setChosen(one)
    onChange(daysOfPeriod(one, today), one)
  }
  return (
    <Select
      label={t.period}
      value={word ?? (isAny ? '' : 'other')}
      onChange={choose}
      options={[
        { value: '', label: t.anyTime },
        ...periods.map((one) => ({ value: one, label: t[one] })),
        ...(word || isAny ? [] : [{ value: 'other', label: t.otherDays }]),
      ]}
    />
  )
}
