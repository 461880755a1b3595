import type Big from 'big.js'
import { DateTime } from 'luxon'
import { saidText } from '../../../packages/model/invoices/buyer.ts'
import { isFact, isTakenOff } from '../../../packages/model/order-row.ts'
import { inTurn } from '../../../packages/model/turn.ts'
import { shownRows } from '../../model/order.ts'
import type { Language } from '../../texts/message.ts'
import type { Line } from './layout.ts'
import { moneyText, texts } from './texts.ts'

// What a document shows of an order beside its items.

interface Named {
  name: string
  fk_id: string | null
}

export interface Address {
  street: string | null
  number_text: string | null
  complement: string | null
  postal_code: string | null
  neighborhood: string | null
  city: string | null
  state: string | null
}

/** What has a place of its own. The rest is shown by the kinds of its rows. */
export interface Order {
  id: unknown
  fk_id: string | null
  date: string
  updated_at: string
  status: Named
  customer: Named
  freight: (Named & { value: Big }) | null
  address: Address | null
  custom_fields: Record<string, string>
  total_value: Big
  installments: { number: string; due_date: string; amount: Big; payment_method: Named | null }[]
  installments_estimated: boolean
  payable_value: Big | null
  items: Line[]
}

type Row = (typeof shownRows)[number]

const PLACED = ['fk_id', 'date', 'status', 'customer', 'address']
/** People read these first. */
const FIRST = [
  'number',
  'user',
  'branch_company',
  'payment_type',
  'payment_method',
  'shipping_company',
  'freight',
  'category',
  'delivery_date',
]
const rows = inTurn(
  shownRows.filter(({ name, isInternal }) => !isInternal && !PLACED.includes(name)),
  FIRST,
)
const details = rows.filter(isFact)
const notes = rows.filter(({ kind }) => kind === 'text')
const amounts = rows.filter(({ kind }) => kind === 'money')

const partOf = <V>(order: Order, { name }: Row) =>
  (order as unknown as Record<string, V | null>)[name] ?? null

function labelOf({ name, label }: Row, language: Language): string {
  return texts[language].own[name] ?? label[language === 'en' ? 1 : 0]
}

/** How a document is written. */
interface Writing {
  time_zone: string
  language: Language
}

/** Names and short values, such as the seller and the payment terms; none that is not there. */
export const detailsOf = (order: Order, writing: Writing): [name: string, text: string][] =>
  details.flatMap((row) => {
    const text = detailText(row, order, writing)
    return text ? [[labelOf(row, writing.language), text]] : []
  })

function detailText(row: Row, order: Order, writing: Writing): string | undefined | null {
  if (row.kind === 'reference') return partOf<Named>(order, row)?.name
  const meaning = saidText(row, partOf(order, row))
  if (meaning) return meaning[writing.language === 'en' ? 1 : 0]
  const text = partOf<string>(order, row)
  if (text && row.kind === 'day') return dayText(text, writing)
  return text && row.kind === 'instant' ? dateText(text, writing) : text
}

/** Texts of any length. */
export const notesOf = (order: Order, { language }: Writing): [name: string, text: string][] =>
  notes.flatMap((row) => {
    const text = partOf<string>(order, row)
    return text ? [[labelOf(row, language), text]] : []
  })

/** Amounts of the order itself but for its freight, below 0 where they are taken off; none that is 0. */
export const amountsOf = (order: Order, { language }: Writing): [name: string, amount: Big][] =>
  amounts.flatMap((row) => {
    const amount = partOf<Big>(order, row)
    if (!amount?.gt(0)) return []
    return [[labelOf(row, language), isTakenOff(row) ? amount.neg() : amount]]
  })

/** When how much of it is due, a line for each part. */
export function installmentsOf(
  { installments }: Order,
  { language }: Writing,
): { name: string; text: string } | undefined {
  if (installments.length === 0) return undefined
  const lines = installments.map(({ number, due_date, amount, payment_method }) => {
    return [
      number,
      dayText(due_date, { language }),
      moneyText(amount, language),
      payment_method?.name,
    ]
      .filter(Boolean)
      .join('   ')
  })
  const row = shownRows.find(({ kind }) => kind === 'installments') as Row
  return { name: labelOf(row, language), text: lines.join('\n') }
}

const dayText = (day: string, { language }: Pick<Writing, 'language'>): string =>
  language === 'en' ? day : day.split('-').reverse().join('/')

export function dateText(instant: string, { time_zone, language }: Writing): string {
  const local = DateTime.fromISO(instant, { zone: time_zone })
  return local.toFormat(language === 'en' ? 'yyyy-MM-dd' : 'dd/MM/yyyy')
}
