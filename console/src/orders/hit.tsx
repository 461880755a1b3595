import type { Order } from '@pedido/client'
import { useStatusName } from '../common/status.ts'
import { useFormats } from '../text/formats.ts'

type Shown = Pick<Order, 'customer' | 'date' | 'status' | 'total_value'>

/** What tells an order that the palette found from others. */
export function HitDetail({ customer, date, status, total_value }: Shown) {
  const { nameOf } = useStatusName()
  const formats = useFormats()
  const others = [nameOf(status), formats.date(date), formats.money(total_value)]
  return (
    <>
      <span>{customer.name}</span>
      <span>{others.join(' · ')}</span>
    </>
  )
}
