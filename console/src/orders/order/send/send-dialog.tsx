import type { Order } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useMay, useSession } from '../../../session/session.tsx'
import { useSignInWays } from '../../../session/sign-in/ways.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Checkbox } from '../../../ui/fields/inputs.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { type Recipient, recipientOf, useRenewLinks, whatsappNumber } from './links.ts'
import { MailForm } from './mail-form.tsx'
import { text } from './text.ts'

type Channel = 'copy' | 'whatsapp' | 'email' | 'share'

/** Sends the order: each way makes a link of its own, so that it is known which was opened. Enter is WhatsApp. */
export default function SendDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTexts(text)
  const first = useRef<HTMLButtonElement>(null)
  const [asksAnswer, setAsksAnswer] = useState(false)
  const { press, isBusy, error, left, to } = useSending(order, asksAnswer, onClose)
  const isMailed = useSignInWays()?.password_reset ?? false
  const [isMailing, setMailing] = useState(false)
  const button = (channel: Channel, isFirst = false) => (
    <Button
      look={isFirst ? 'primary' : undefined}
      isBusy={isBusy}
      onClick={() => (channel === 'email' && isMailed ? setMailing(true) : press(channel))}
      {...(isFirst ? { ref: first } : {})}
    >
      {t[channel]}
    </Button>
  )
  const title = t.title(codeOf(order))
  if (isMailing) {
    return (
      <MailForm id={order.id} to={to?.email ?? undefined} {...{ title, asksAnswer, onClose }} />
    )
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      firstFocus={first}
      foot={
        <>
          {button('copy')}
          {button('email')}
          {'share' in navigator && button('share')}
          {button('whatsapp', true)}
        </>
      }
    >
      <Problem error={error} />
      <p>{t.why}</p>
      <Checkbox label={t.asks} isChecked={asksAnswer} onChange={setAsksAnswer} />
      {left !== undefined && <CopyField label={t.copyByHand} value={left} />}
    </Dialog>
  )
}

const codeOf = ({ fk_id, id }: Order) => fk_id ?? `#${id}`

/** Makes the link once a way is pressed, and hands it over. */
function useSending(order: Order, asks_answer: boolean, onSent: () => void) {
  const t = useTexts(text)
  const mayRead = useMay()('customers:read')
  const { account } = useSession()
  const renew = useRenewLinks(order.id)
  /** The link, where the browser did not let it be handed over. */
  const [left, setLeft] = useState<string>()
  const queries = useQueryClient()
  const recipient = {
    queryKey: ['recipient', order.customer.id],
    queryFn: () => recipientOf(order, mayRead),
  }
  const { data: to } = useQuery(recipient)
  const chosen = useRef<{ channel: Channel; page: Window | null }>(undefined)
  const { submit, isBusy, error } = useSubmit(async () => {
    if (!chosen.current) return
    const { channel, page } = chosen.current
    try {
      const { url = '', message } = await pedido.orders.createLink(order.id, {
        channel,
        asks_answer,
      })
      renew()
      const isSent = await deliver({
        channel,
        url,
        message: message.replaceAll('{link}', () => url),
        page,
        to: () => queries.ensureQueryData(recipient),
        subject: t.subject(codeOf(order), account.name),
      })
      if (!isSent) return setLeft(url)
      if (channel === 'copy') toast({ text: t.copied, tone: 'good' })
      onSent()
    } catch (failure) {
      page?.close()
      throw failure
    }
  })
  const press = (channel: Channel) => {
    // While the key is pressed: later the browser would stop it.
    const page = channel === 'whatsapp' ? window.open('about:blank', '_blank') : null
    chosen.current = { channel, page }
    submit()
  }
  return { press, isBusy, error, left, to }
}

interface Delivery {
  channel: Channel
  url: string
  message: string
  subject: string
  /** Where WhatsApp is to open. */
  page: Window | null
  /** Who presses at once is faster than the customer is read. */
  to: () => Promise<Recipient>
}

/** Hands the link over. → false where the browser did not let it: then it is shown, to be copied. */
async function deliver({ channel, url, message, subject, page, to }: Delivery): Promise<boolean> {
  const body = encodeURIComponent(message)
  if (channel === 'copy') return copied(url)
  if (channel === 'share') {
    return navigator.share({ text: message }).then(
      () => true,
      () => false,
    )
  }
  if (channel === 'email') {
    const address = encodeURIComponent((await to()).email ?? '')
    window.location.href = `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${body}`
    return true
  }
  if (!page) return false
  page.opener = null
  page.location.href = `https://wa.me/${whatsappNumber((await to()).phone)}?text=${body}`
  return true
}

/** Pages without TLS have no clipboard. */
async function copied(text: string): Promise<boolean> {
  const isCopied = navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return (await isCopied) ?? false
}
