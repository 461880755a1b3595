import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import type { Row, RowField } from '../rows/rows.ts'
import { Sum } from '../rows/sum.tsx'
import { TypedRows } from '../rows/typed-rows.tsx'
import { lastAdjusted, nextInstallment, restOfInstallments } from './installments.ts'
import { text } from './text.ts'

/** Instalments as they are typed, beside what they have to come to. */
export function TypedInstallments({
  rows,
  payable,
  begun,
  onChange,
}: {
  rows: readonly Row[]
  payable: string
  /** Where the focus goes at first. */
  begun: string | undefined
  onChange: (rows: readonly Row[]) => void
}) {
  const t = useTexts(text)
  const { money, day } = useFormats()
  const rest = restOfInstallments(payable, rows)
  const adjusted = lastAdjusted(rows, payable)
  const fields: readonly RowField[] = [
    { name: 'due_date', label: t.due_date, kind: 'date', toward: 'next' },
    { name: 'amount', label: t.amount, kind: 'amount' },
    {
      name: 'id_payment_method',
      label: t.id_payment_method,
      kind: 'reference',
      to: 'payment_methods',
    },
    { name: 'down_payment', label: t.down_payment, kind: 'check' },
  ]
  return (
    <TypedRows
      label={t.installment}
      rows={rows}
      fieldsOf={() => fields}
      pointer="/installments"
      onChange={onChange}
      added={() => nextInstallment(rows, rest, day(new Date()))}
      addLabel={t.add}
      focusOn={begun}
    >
      {adjusted && (
        <Button size="small" onClick={() => onChange(adjusted)}>
          {t.adjust}
        </Button>
      )}
      <Sum rest={rest} whole={payable} shown={money} of={(sum) => t.sum(sum, money(payable))} />
    </TypedRows>
  )
}
