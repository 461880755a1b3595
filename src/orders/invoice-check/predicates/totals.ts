import { at, big, isListed, type Pointed, type Predicate } from '../finding.ts'
import type { InvoiceFacts } from '../invoice.ts'

// Totals, instalments and payment (groups W, Y and YA of the layout).

export const totalPredicates: Readonly<Record<string, Predicate>> = {
  total_formula: (facts) => (big(facts.total_value).eq(totalOf(facts)) ? [] : [at('/total_value')]),
  installment_number: ({ installments }) =>
    installments.flatMap(({ number }, i) =>
      number === String(i + 1).padStart(3, '0') ? [] : [at(`/installments/${i}/number`)],
    ),
  due_date_order: ({ installments }) =>
    dueDatesWhere(installments, (due, before) => due === null || (before !== null && due < before)),
  due_before_issue: ({ installments, tax_date }) =>
    dueDatesWhere(installments, (due) => due !== null && due < tax_date),
  installments_sum: ({ installments, payable_value }) => {
    const sum = installments.reduce((total, { amount }) => total.plus(amount), big('0'))
    return installments.length === 0 || sum.eq(payable_value) ? [] : [at('/installments')]
  },
  single_due_at_once: ({ installments, tax_date }) =>
    installments.length === 1 && installments[0]?.due_date === tax_date
      ? [at('/installments/0')]
      : [],
  due_far_away: ({ installments, tax_date }, args) => {
    const last = Temporal.PlainDate.from(tax_date)
      .add({ years: Number(args['years']) })
      .toString()
    return dueDatesWhere(installments, (due) => due !== null && due > last)
  },
  unpaid_method: ({ payment_method, payable_value }, args) =>
    isListed(args, 'methods', payment_method?.code ?? null) && big(payable_value).gt(0)
      ? [at('/payment_method')]
      : [],
}

/** What lines and the header come to: the formula of vNF, with the shares of all lines together. */
function totalOf({ items, ...header }: InvoiceFacts) {
  const lines = items.reduce(
    (total, item) =>
      item.taxes.reduce(
        (sum, tax) => sum.plus(big(tax.value).times(tax.effect ?? 0)),
        total.plus(item.total_liq),
      ),
    big('0'),
  )
  return lines
    .plus(header.freight_charged)
    .plus(header.insurance_value)
    .plus(header.other_expenses)
    .minus(header.discount_value)
}

function dueDatesWhere(
  installments: InvoiceFacts['installments'],
  isWrong: (due: string | null, before: string | null) => boolean,
): Pointed[] {
  return installments.flatMap(({ due_date }, i) =>
    isWrong(due_date, installments[i - 1]?.due_date ?? null)
      ? [at(`/installments/${i}/due_date`)]
      : [],
  )
}
