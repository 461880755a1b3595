import { Type } from 'typebox'
import { MOST_LINES } from '../../../packages/model/invoices/installments.ts'
import { AMOUNT, RATE } from '../../../packages/model/kinds.ts'
import { closed, decimal, fkId, id, nullable } from '../../http/schemas.ts'

// Instalments of an order, as they are sent and as they are shown.

/** As sent. */
export interface InstallmentBody {
  due_date: string
  amount: number
  id_payment_method?: number | null
  fk_id_payment_method?: string | null
  down_payment?: boolean
}

/** Of money. */
export function amount(options: Record<string, unknown> = {}) {
  return decimal(AMOUNT.integer, AMOUNT.decimals, options)
}

export function percentage(options: Record<string, unknown> = {}) {
  return decimal(RATE.integer, RATE.decimals, { maximum: 100, ...options })
}

/** What the service says of an order, as yes or no. */
export const flagOut = ({ description }: { readonly description?: string }) =>
  Type.Boolean(description ? { description } : {})

const dueDate = Type.String({ format: 'date', maxLength: 10, examples: ['2026-12-25'] })
const DOWN_PAYMENT = 'Whether it is a down payment.'

export const installmentsIn = nullable(
  Type.Array(
    closed(
      {
        due_date: dueDate,
        amount: amount({ minimum: undefined, exclusiveMinimum: 0 }),
        id_payment_method: Type.Optional(
          nullable({ ...id, description: 'How it is paid; as the order is unless given.' }),
        ),
        fk_id_payment_method: Type.Optional(
          nullable({
            ...fkId,
            description: 'The same by its own `fk_id`, in place of `id_payment_method`.',
          }),
        ),
        down_payment: Type.Optional(Type.Boolean({ description: DOWN_PAYMENT })),
      },
      { title: 'InstallmentInput' },
    ),
    { maxItems: MOST_LINES },
  ),
)

export const installmentsOut = Type.Array(
  closed(
    {
      number: Type.String({ pattern: '^[0-9]{3}$', maxLength: 3, examples: ['001'] }),
      due_date: dueDate,
      amount: amount(),
      percentage: percentage({
        description: 'Of the whole; of a list that was sent, of what it came to.',
      }),
      payment_method: Type.Union([Type.Ref('Reference'), Type.Null()]),
      down_payment: Type.Boolean({ description: DOWN_PAYMENT }),
    },
    { title: 'Installment' },
  ),
  { maxItems: MOST_LINES },
)
