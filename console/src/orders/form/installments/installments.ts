import type { Order } from '@pedido/client'
import { recordsIn } from '../../../common/form/named.ts'
import {
  filledRows,
  newRow,
  type Row,
  restOfRows,
  rowsText,
  typedIn,
  typedValues,
} from '../rows/rows.ts'

// When how much of an order is due, as it is typed in place of what follows from its payment type.

/** By what is typed, as faults name it. */
const FIELDS = ['due_date', 'amount', 'id_payment_method', 'down_payment'] as const

type Shown = Pick<Order, 'installments' | 'installments_kept'>

export const typedInstallments = ({ installments }: Pick<Shown, 'installments'>): readonly Row[] =>
  installments.map(({ due_date, amount, payment_method: id_payment_method, down_payment }) =>
    newRow(typedValues({ due_date, amount, id_payment_method, down_payment })),
  )

/** In short; '' of those that follow from terms. */
export const installmentsText = (rows: readonly Row[] | null = null) => rowsText(rows ?? [], FIELDS)

export const keptText = (order: Shown) =>
  order.installments_kept ? installmentsText(typedInstallments(order)) : ''

/** As a request has them; null of none: they follow from terms then. */
export function sentInstallments(rows: readonly Row[] | null): object[] | null {
  const sent = filledRows(rows ?? []).map((row) => {
    const [method] = recordsIn(typedIn(row, 'id_payment_method'))
    return {
      due_date: typedIn(row, 'due_date'),
      amount: Number(typedIn(row, 'amount')),
      ...(method && { id_payment_method: method.id }),
      ...(typedIn(row, 'down_payment') && { down_payment: true }),
    }
  })
  return sent.length > 0 ? sent : null
}

/** What is not due yet of what is to be paid; `-…` where more is. */
export const restOfInstallments = (payable: string, rows: readonly Row[]): string =>
  restOfRows(payable, rows, 'amount')

const isPositive = (decimal: string) => decimal !== '0' && !decimal.startsWith('-')

/** Thirty days after the last one, of all that is left. */
export function nextInstallment(rows: readonly Row[], rest: string, today: string): Row {
  const last = rows.findLast((row) => typedIn(row, 'due_date') !== '')
  const due_date = last ? daysAfter(typedIn(last, 'due_date'), 30) : today
  return newRow({ due_date, amount: isPositive(rest) ? rest : '' })
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The last one takes what is missing, or gives what is too much; undefined where nothing would be left of it. */
export function lastAdjusted(rows: readonly Row[], payable: string): readonly Row[] | undefined {
  const last = rows.at(-1)
  if (!last) return undefined
  const amount = restOfInstallments(payable, rows.slice(0, -1))
  if (!isPositive(amount) || amount === typedIn(last, 'amount')) return undefined
  return rows.with(-1, { ...last, values: { ...last.values, amount } })
}

/** Where in a request they are. */
export const installmentPointers = (rows: readonly Row[] | null = null): string[] =>
  rows === null
    ? []
    : ['', ...rows.flatMap((_, i) => FIELDS.map((name) => `/${i}/${name}`))].map(
        (place) => `/installments${place}`,
      )
