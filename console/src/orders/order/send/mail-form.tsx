import { useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextInput } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useRenewLinks } from './links.ts'
import { text } from './text.ts'

const FIELDS = ['/to']

/** To whom the service mails the order, with its PDF: Enter sends it. */
export function MailForm({
  id,
  title,
  to,
  asksAnswer,
  onClose,
}: {
  id: number
  title: string
  /** As the customer's record says, once it is read. */
  to: string | undefined
  asksAnswer: boolean
  onClose: () => void
}) {
  const t = useTexts(text)
  const [typed, setTyped] = useState<string>()
  const address = typed ?? to ?? ''
  const renew = useRenewLinks(id)
  const { submit, isBusy, error } = useSubmit(async () => {
    const sent = address.trim()
    await pedido.orders.createLink(id, { to: sent, asks_answer: asksAnswer })
    renew()
    toast({ text: t.mailing(sent), tone: 'good' })
    onClose()
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button look="primary" type="submit" form="mail-order" isBusy={isBusy}>
        {t.send}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} foot={foot}>
      <form id="mail-order" className="stack" onSubmit={submit} noValidate>
        <FieldErrors error={error}>
          <Problem error={error} shownAt={FIELDS} />
          <TextInput
            label={t.to}
            type="email"
            inputMode="email"
            pointer="/to"
            value={address}
            onChange={setTyped}
          />
        </FieldErrors>
        <p className="quiet">{t.mailWhy}</p>
      </form>
    </Dialog>
  )
}
