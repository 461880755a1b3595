import { type FieldError, refuseInvalid } from '../../base/problems.ts'
import { msg } from '../../texts/message.ts'
import type { RecordRules } from '../rules.ts'
import { number_series_next } from './sql.ts'

/** The next number only goes up; the series is locked meanwhile, so that none is drawn. */
export const numberSeriesRules: RecordRules = {
  async lock() {},

  async beforeWrite(tx, account_id, id, columns) {
    const next = columns.get('next') as number | undefined
    if (id === null || next === undefined) return
    const [before] = await number_series_next(tx, [account_id, id])
    if (!before || before.is_over || next >= before.next) return
    const detail = msg`is ${before.next} already, and only goes up.`
    refuseInvalid([{ pointer: '/next', code: 'next_goes_up', detail }])
  },

  async beforeDelete() {},
}

/** A series that begins again must say in its numbers when: they would be taken. */
export function periodErrors(after: Readonly<Record<string, unknown>>): FieldError[] {
  const { period, template } = after
  const text = String(template ?? '')
  const says = (part: string) => text.includes(part)
  const isSaid =
    (period ?? 'none') === 'none' ||
    ((says('{YYYY}') || says('{YY}')) && (period === 'year' || says('{MM}')))
  if (isSaid) return []
  const detail =
    period === 'year'
      ? msg`must have {YYYY} or {YY}, as the count begins again each year.`
      : msg`must have {YYYY} or {YY}, and {MM}, as the count begins again each month.`
  return [{ pointer: '/template', code: 'period_needed', detail }]
}
