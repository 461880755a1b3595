import type { OrderRow } from '../order-row.ts'

// When and how an order is paid: rows of the order.

export const paymentRows = [
  {
    name: 'payment_type',
    kind: 'reference',
    column: 'id_payment_type',
    table: 'payment_types',
    unset: null,
    label: ['Condição de pagamento', 'Payment type'],
    headings: [
      'Cód. condição de pagamento',
      'Condição de pagamento',
      'Cond. pagto',
      'Prazo',
      'Prazo de pagamento',
      'Payment terms',
      'Payment type',
    ],
    description: 'When it is paid, such as in 28 days.',
    filter: 'With one of these payment types',
    isGrouping: true,
  },
  {
    name: 'payment_method',
    kind: 'reference',
    column: 'id_payment_method',
    table: 'payment_methods',
    unset: null,
    label: ['Forma de pagamento', 'Payment method'],
    headings: [
      'Cód. forma de pagamento',
      'Forma de pagamento',
      'Meio de pagamento',
      'Payment method',
    ],
    description: 'How it is paid, such as by boleto.',
    filter: 'With one of these payment methods',
    isGrouping: true,
  },
  {
    name: 'installments',
    kind: 'installments',
    unset: null,
    isOwn: true,
    label: ['Parcelas', 'Instalments'],
    description:
      'When how much of the order is due. A list that is sent is kept: its amounts add up to the order’s total, and when that changes each keeps its share of it, in percent, and its date. Null: they follow from the `terms` of the payment type, again whenever the total, the payment type or the date that they are counted from changes.',
  },
  {
    name: 'installments_kept',
    kind: 'flag',
    label: ['Parcelas digitadas', 'Instalments typed'],
    description: 'Whether `installments` were sent, and do not follow from terms.',
  },
  {
    name: 'installments_estimated',
    kind: 'flag',
    label: ['Vencimentos estimados', 'Due dates estimated'],
    description:
      'Whether the due dates are counted from the order’s date because that of the invoice or of the delivery, which they go by, is not known.',
  },
] as const satisfies readonly OrderRow[]

/** Until when what is quoted holds. */
export const validUntil = {
  name: 'valid_until',
  kind: 'day',
  unset: null,
  isFreeWhenLocked: true,
  isOwn: true,
  label: ['Válido até', 'Valid until'],
  headings: ['Válido até', 'Validade', 'Validade do orçamento', 'Valid until'],
  description:
    'The last day on which a quotation becomes an order at its prices, in the account’s time zone. In a status with `quotation_days` an order without one gets today and so many days; null there begins them anew.',
  range: { parameter: 'valid_until', description: 'Valid until a day' },
} as const satisfies OrderRow
