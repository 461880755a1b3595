import type { WebhookDelivery } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Facts } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Outcome } from './deliveries.tsx'
import { useRenew } from './queries.ts'
import { text } from './text.ts'

/** One attempt, with the beginning of the receiver's answer; it can be made again. */
export function DeliveryDialog({
  delivery,
  onClose,
}: {
  delivery: WebhookDelivery
  onClose: () => void
}) {
  const t = useTexts(text)
  const { dateTime, decimal } = useFormats()
  const renew = useRenew(delivery.id_webhook)
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.webhooks.retryDelivery(delivery.id_webhook, delivery.id)
    toast({ text: t.retried })
    await renew()
    onClose()
  })
  // A test is not in the feed: it is sent anew by its own button.
  const isTest = delivery.sequence === null
  const foot = isTest ? undefined : (
    <Button look="primary" isBusy={isBusy} onClick={() => submit()}>
      {t.retry}
    </Button>
  )
  const facts = [
    [t.outcome, <Outcome key="outcome" delivery={delivery} />],
    [t.event, delivery.type],
    [t.record, delivery.subject],
    [t.time, dateTime(delivery.time)],
    [t.duration, t.milliseconds(decimal(delivery.milliseconds))],
    [t.attempt, decimal(delivery.attempt)],
    ...(delivery.next_attempt_at
      ? ([[t.nextAttempt, dateTime(delivery.next_attempt_at)]] as const)
      : []),
    ...(delivery.detail ? ([[t.detail, delivery.detail]] as const) : []),
    [t.eventId, <code key="id">{delivery.event_id}</code>],
  ] as const
  return (
    <Dialog isOpen onClose={onClose} title={t.delivery} foot={foot}>
      <Problem error={error} />
      <Facts facts={facts} />
      <h3>{t.answer}</h3>
      {delivery.response ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that its end can be reached by keys
        <pre className="webhooks__answer" tabIndex={0} aria-label={t.answer} role="region">
          {delivery.response}
        </pre>
      ) : (
        <p className="quiet">{delivery.status === null ? t.noAnswer : t.emptyAnswer}</p>
      )}
    </Dialog>
  )
}
