import type { Webhook, WebhookWithSecret } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import type { Days } from '../../text/periods.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { DateRange } from '../../ui/fields/date-range.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useRenew, WEBHOOKS } from './queries.ts'
import { text } from './text.ts'
import { WebhookForm } from './webhook-form.tsx'

interface Opened {
  isOpen: boolean
  onClose: () => void
}

/** Registers a webhook, then shows its secret this once. */
export function NewWebhookDialog({
  isOpen,
  onClose,
  onDone,
}: Opened & { onDone: (made: Webhook) => void }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [made, setMade] = useState<WebhookWithSecret>()
  if (made) {
    const done = () => {
      setMade(undefined)
      onClose()
      onDone(made)
    }
    return <SecretDialog webhook={made} onDone={done} />
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.create} isWide>
      <WebhookForm
        onCancel={onClose}
        onSend={async (written) => {
          setMade(await pedido.webhooks.create(written))
          await queries.invalidateQueries({ queryKey: WEBHOOKS })
        }}
      />
    </Dialog>
  )
}

export function SecretDialog({
  webhook,
  onDone,
}: {
  webhook: WebhookWithSecret
  onDone: () => void
}) {
  const t = useTexts(text)
  const foot = (
    <Button look="primary" onClick={onDone}>
      {t.done}
    </Button>
  )
  return (
    <Dialog isOpen onClose={onDone} title={t.secretTitle} foot={foot}>
      <CopyField label={t.secret} hint={t.secretHint} value={webhook.secret} />
    </Dialog>
  )
}

export function ChangeWebhookDialog({ isOpen, onClose, webhook }: Opened & { webhook: Webhook }) {
  const t = useTexts(text)
  const renew = useRenew(webhook.id)
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.change} isWide>
      <WebhookForm
        webhook={webhook}
        onCancel={onClose}
        onSend={async (written, base) => {
          await pedido.webhooks.update(webhook.id, written, { ifMatch: base ?? webhook })
          await renew()
          toast({ text: t.saved })
          onClose()
        }}
      />
    </Dialog>
  )
}

/** Sends what happened in a time once more. */
export function ReplayDialog({ isOpen, onClose, webhook }: Opened & { webhook: Webhook }) {
  const t = useTexts(text)
  const renew = useRenew(webhook.id)
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const [isTried, setTried] = useState(false)
  const { submit, isBusy, error } = useSubmit(async () => {
    setTried(true)
    if (days.from === '') return
    const { from, to } = days
    const made = await pedido.webhooks.replayEvents(webhook.id, { from, ...(to && { to }) })
    toast({ text: t.replayed(made.events_at_most) })
    await renew()
    onClose()
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button look="primary" isBusy={isBusy} onClick={() => submit()}>
        {t.replayAction}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.replay} foot={foot}>
      <p>{t.replayWhy}</p>
      <Problem error={error} />
      <DateRange value={days} toward="last" onChange={setDays} />
      {isTried && days.from === '' && (
        <p className="field__error" role="alert">
          {t.replayFrom}
        </p>
      )}
    </Dialog>
  )
}
