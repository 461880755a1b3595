import type { RefObject } from 'react'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../button.tsx'
import { DateInput } from './date-input.tsx'
import '../pieces.css'
import { text } from '../text.ts'

/** Days as `2026-11-22`, both included; '' leaves the end open. */
export interface Days {
  from: string
  to: string
}

/** Two days, and the ones that people mean most: today, this week, this month. */
export function DateRange({
  value,
  onChange,
  first,
}: {
  value: Days
  onChange: (days: Days) => void
  /** The field of the first day. */
  first?: RefObject<HTMLInputElement | null> | undefined
}) {
  const t = useTexts(text)
  const { day } = useFormats()
  const ranges = rangesOf(day(new Date()))
  const quick = [
    [t.today, ranges.today],
    [t.yesterday, ranges.yesterday],
    [t.thisWeek, ranges.thisWeek],
    [t.thisMonth, ranges.thisMonth],
    [t.lastMonth, ranges.lastMonth],
    [t.anyTime, { from: '', to: '' }],
  ] as const
  return (
    <div className="dates">
      <div className="dates__quick">
        {quick.map(([label, days]) => (
          <Button
            key={label}
            size="small"
            aria-pressed={days.from === value.from && days.to === value.to}
            onClick={() => onChange(days)}
          >
            {label}
          </Button>
        ))}
      </div>
      <DateInput
        {...(first ? { ref: first } : {})}
        label={t.from}
        value={value.from}
        max={value.to || undefined}
        onChange={(from) => onChange({ ...value, from })}
      />
      <DateInput
        label={t.to}
        value={value.to}
        min={value.from || undefined}
        onChange={(to) => onChange({ ...value, to })}
      />
    </div>
  )
}

/**
 * The days that words mean. A week begins on Monday.
 * @param today `2026-11-22`, in the account's time zone
 */
export function rangesOf(today: string) {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const at = (months: number, days: number) =>
    new Date(Date.UTC(year, month - 1 + months, days)).toISOString().slice(0, 10)
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const yesterday = at(0, date - 1)
  return {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    thisWeek: { from: at(0, date - weekday), to: at(0, date - weekday + 6) },
    thisMonth: { from: at(0, 1), to: at(1, 0) },
    lastMonth: { from: at(-1, 1), to: at(0, 0) },
  }
}
