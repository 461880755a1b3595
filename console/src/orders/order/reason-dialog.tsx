import type { Order, OrderStatus } from '@pedido/client'
import { useId } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useReason } from '../reasons.tsx'
import { text } from './text.ts'

/** Another reason for which an order is where it is. */
export function ReasonDialog({
  order,
  status,
  onClose,
  onChanged,
}: {
  order: Order
  status: OrderStatus
  onClose: () => void
  onChanged: (order: Order) => void
}) {
  const t = useTexts(text)
  const form = useId()
  const why = useReason(status, order.reason ?? undefined)
  const { submit, isBusy, error } = useSubmit(async () => {
    if (why.isLacking()) return
    const body = { id_reason: why.reason?.id ?? null }
    onChanged(await pedido.orders.update(order.id, body, { ifMatch: order }))
    toast({ text: t.reasonChanged, tone: 'good' })
    onClose()
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.back}</Button>
      <Button look="primary" type="submit" form={form} isBusy={isBusy}>
        {t.save}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.changeReasonOf(order.fk_id ?? `#${order.id}`)}
      foot={foot}
    >
      <form id={form} onSubmit={submit} noValidate>
        <FieldErrors error={error}>
          <Problem error={error} shownAt={['/id_reason']} />
          {why.field}
        </FieldErrors>
      </form>
    </Dialog>
  )
}
