import type { Order } from '@pedido/client'
import { useFormats } from '../text/formats.ts'
import { texts, useTexts } from '../text/texts.ts'
import './installments.css'

const text = texts({
  installments: ['Parcelas', 'Instalments'],
  estimated: ['vencimentos estimados', 'due dates estimated'],
  number: ['Nº', 'No.'],
  dueDate: ['Vencimento', 'Due date'],
  percentage: ['%', '%'],
  method: ['Forma de pagamento', 'Payment method'],
  amount: ['Valor', 'Amount'],
  downPayment: ['entrada', 'down payment'],
})

/** When how much of an order is due; nothing where nobody says it. */
export function Installments({
  order,
}: {
  order: Pick<Order, 'installments' | 'installments_estimated'>
}) {
  const t = useTexts(text)
  const { money, date, percent } = useFormats()
  const { installments, installments_estimated } = order
  if (installments.length === 0) return null
  const areNamed = installments.some(({ payment_method }) => payment_method !== null)
  return (
    <table className="installments">
      <caption>
        {t.installments}
        {installments_estimated && <span className="quiet"> ({t.estimated})</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t.number}</th>
          <th scope="col">{t.dueDate}</th>
          <th scope="col">{t.percentage}</th>
          {areNamed && <th scope="col">{t.method}</th>}
          <th scope="col">{t.amount}</th>
        </tr>
      </thead>
      <tbody>
        {installments.map(({ number, due_date, amount, percentage, ...one }) => (
          <tr key={number}>
            <td>
              {number}
              {one.down_payment && ` (${t.downPayment})`}
            </td>
            <td>{date(due_date)}</td>
            <td>{percent(percentage)}</td>
            {areNamed && <td>{one.payment_method?.name}</td>}
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
