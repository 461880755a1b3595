import { type TSchema, Type } from 'typebox'
import {
  linesOfShorthand,
  MOST_DAYS,
  MOST_LINES,
  MOST_MONTHS,
  type Terms,
  type TermsLine,
} from '../../../packages/model/invoices/installments.ts'
import { AMOUNT, RATE } from '../../../packages/model/kinds.ts'
import type { FieldError } from '../../base/problems.ts'
import { closed, decimal, nullable } from '../../http/schemas.ts'
import { type Message, msg } from '../../texts/message.ts'
import type { Field } from './values.ts'

// The terms of a payment type: when how much of an order is due.

const whole = (least: number, most: number, description: string) =>
  nullable(Type.Integer({ minimum: least, maximum: most, description }))

const line = {
  days: whole(0, MOST_DAYS, 'Days after the day that they are counted from. 0 unless given.'),
  months: whole(
    0,
    MOST_MONTHS,
    'In place of days: months; a shorter month ends with its last day.',
  ),
  day: whole(1, 31, 'The day of that month; the day that they are counted from unless given.'),
  percentage: nullable(
    decimal(RATE.integer, RATE.decimals, {
      minimum: undefined,
      exclusiveMinimum: 0,
      maximum: 100,
      description:
        'In percent of what fixed amounts leave. With neither this nor an amount it is an equal part.',
    }),
  ),
  amount: nullable(
    decimal(AMOUNT.integer, AMOUNT.decimals, {
      minimum: undefined,
      exclusiveMinimum: 0,
      description: 'A fixed amount.',
    }),
  ),
}

const down_payment = Type.Boolean({ description: 'Whether it is a down payment.' })

const options = {
  from: Type.String({
    enum: ['order', 'invoice', 'delivery'],
    description:
      'The day from which they are counted. Until that of the invoice or of the delivery is known it is the order’s. `invoice` unless given.',
  }),
  remainder: Type.String({
    enum: ['last', 'first'],
    description: 'Which line has the cents that are left over. `last` unless given.',
  }),
  taxes_in_first: Type.Boolean({
    description: 'Whether the first line has all of the IPI and ICMS-ST. False unless given.',
  }),
  weekend: Type.String({
    enum: ['keep', 'next', 'previous'],
    description:
      'What becomes of a due date at a weekend: it stays, or goes to the working day after or before. `keep` unless given.',
  }),
  minimum_installment: decimal(AMOUNT.integer, AMOUNT.decimals, {
    description: 'Equal parts become fewer where they would be less. 0 unless given.',
  }),
  minimum_order: decimal(AMOUNT.integer, AMOUNT.decimals, {
    description:
      'An order below it is due as a whole, on the day of the first line. 0 unless given.',
  }),
}

const lists = { minItems: 1, maxItems: MOST_LINES, description: 'In the order of their days.' }

const optional = (properties: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, Type.Optional(one)]))

const returned = closed(
  {
    lines: Type.Array(closed({ ...line, down_payment }, { title: 'PaymentTermsLine' }), lists),
    ...options,
  },
  { title: 'PaymentTerms' },
)

const written = closed({
  lines: Type.Array(
    closed(optional({ ...line, down_payment: nullable(down_payment) }), {
      title: 'PaymentTermsLineInput',
    }),
    lists,
  ),
  ...optional(options),
})

const MOST_CHARACTERS = 1_000

/** @param description of the whole */
export function termsField({ description = '' }: { description?: string }): Field {
  const shorthand =
    'Days of equal parts as a text say the same: `30/60/90`, `28 35 42`, and with a down payment `0+30/60`.'
  return {
    // One schema and no choice of two, so that what is wrong is told at its place.
    written: Type.Unsafe({
      ...written,
      type: ['object', 'string'],
      format: 'line',
      maxLength: MOST_CHARACTERS,
      description: `${description} ${shorthand}`.trim(),
    }),
    returned: Type.Union([returned, Type.Null()], { description }),
    type: 'jsonb',
    unset: null,
    toColumn: (terms: Terms | string) => wholeTerms(terms),
  }
}

const UNSET = {
  from: 'invoice',
  remainder: 'last',
  taxes_in_first: false,
  weekend: 'keep',
  minimum_installment: 0,
  minimum_order: 0,
} as const
const UNSET_LINE = { days: null, months: null, day: null, percentage: null, amount: null }

/** Terms with all that they may say. */
export function wholeTerms(sent: Terms | string): Terms {
  const terms = typeof sent === 'string' ? { lines: linesOfShorthand(sent) } : sent
  const lines = terms.lines as readonly TermsLine[]
  return {
    ...UNSET,
    ...terms,
    lines: lines.map((one) => ({
      ...UNSET_LINE,
      ...one,
      days: one.days ?? ((one.months ?? null) === null ? 0 : null),
      down_payment: one.down_payment ?? false,
    })),
  }
}

/** What is wrong with terms beyond the forms of their values. */
export function termsErrors(name: string, sent: unknown): FieldError[] {
  if (sent === undefined || sent === null) return []
  if (typeof sent !== 'string') return linesErrors(`/${name}/lines`, (sent as Terms).lines)
  const lines = linesOfShorthand(sent)
  if (lines === 'terms_invalid') {
    const detail = msg`must be days such as 30/60/90, or 0+30/60 with a down payment: at most ${MOST_LINES}, each up to ${MOST_DAYS}.`
    return [{ pointer: `/${name}`, code: lines, detail }]
  }
  return lines === 'terms_not_ascending'
    ? [{ pointer: `/${name}`, code: lines, detail: NOT_ASCENDING }]
    : []
}

const NOT_ASCENDING = msg`is before the line before it.`

function linesErrors(at: string, lines: readonly TermsLine[]): FieldError[] {
  const wrong = lines.flatMap((one, i) =>
    lineFaults(one).map(
      ([property, detail]): FieldError => ({
        pointer: `${at}/${i}/${property}`,
        code: 'terms_invalid',
        detail,
      }),
    ),
  )
  const late = lines.flatMap((one, i): FieldError[] => {
    const before = lines[i - 1]
    if (!before || !isBefore(one, before)) return []
    const pointer = `${at}/${i}/${isSet(one.months) ? 'months' : 'days'}`
    return [{ pointer, code: 'terms_not_ascending', detail: NOT_ASCENDING }]
  })
  return [...wrong, ...late, ...percentErrors(at, lines)]
}

function lineFaults({ days, months, day, percentage, amount }: TermsLine): [string, Message][] {
  return [
    ...(isSet(days) && isSet(months)
      ? [['months', msg`can’t stand beside days.`] as [string, Message]]
      : []),
    ...(isSet(day) && !isSet(months)
      ? [['day', msg`is the day of a month: it needs months.`] as [string, Message]]
      : []),
    ...(isSet(percentage) && isSet(amount)
      ? [['amount', msg`can’t stand beside a percentage.`] as [string, Message]]
      : []),
  ]
}

/** Of lines that are counted alike. */
function isBefore(one: TermsLine, before: TermsLine): boolean {
  if (isSet(one.months) !== isSet(before.months)) return false
  if (!isSet(one.months)) return (one.days ?? 0) < (before.days ?? 0)
  const [months, monthsBefore] = [one.months ?? 0, before.months ?? 0]
  return months < monthsBefore || (months === monthsBefore && (one.day ?? 0) < (before.day ?? 0))
}

function percentErrors(at: string, lines: readonly TermsLine[]): FieldError[] {
  const percent = lines.reduce(
    (sum, { percentage }) => sum + Math.round((percentage ?? 0) * 10_000),
    0,
  )
  const hasEqual = lines.some(({ percentage, amount }) => !isSet(percentage) && !isSet(amount))
  if (percent < 1_000_000 || (percent === 1_000_000 && !hasEqual)) return []
  const i = lines.findLastIndex(({ percentage }) => isSet(percentage))
  const detail = msg`makes the percentages more than 100, or leaves nothing for equal parts.`
  return [{ pointer: `${at}/${i}/percentage`, code: 'terms_invalid', detail }]
}

const isSet = (value: unknown) => value !== undefined && value !== null
