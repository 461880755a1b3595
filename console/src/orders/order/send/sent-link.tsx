import type { OrderLink } from '@pedido/client'
import { pedido } from '../../../session/client.ts'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useSubmit } from '../../../ui/fields/submit.ts'
import { StatusBadge } from '../../../ui/pieces.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { isOpen, useRenewLinks } from './links.ts'
import { text } from './text.ts'

/** A link among the changes of an order: who made it, how often it was opened, and what was answered. */
export function SentLink({ link, mayEnd }: { link: OrderLink; mayEnd: boolean }) {
  const t = useTexts(text)
  const f = useFormats()
  const renew = useRenewLinks(link.id_order)
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.orders.deleteLink(link.id)
    renew()
    toast({ text: t.ended })
  })
  const { channel, answer, opened_count, opened_at } = link
  return (
    <li className="timeline__event" data-link>
      <p>
        <strong>{link.token.name}</strong> {t.sentLink}{' '}
        {channel && channel !== 'copy' && `${t.by(t[channel])} `}
        <time className="quiet" dateTime={link.created_at} title={f.ago(link.created_at)}>
          {f.dateTime(link.created_at)}
        </time>
      </p>
      {link.mail && <SentMail mail={link.mail} />}
      <p className="quiet">
        {opened_at ? t.opened(opened_count, f.dateTime(opened_at)) : t.unopened}
        {answer && ` · ${t[answer]}`} {!isOpen(link) && <StatusBadge>{t.over}</StatusBadge>}
        {mayEnd && isOpen(link) && (
          <Button size="small" isBusy={isBusy} onClick={() => void submit()}>
            {t.end}
          </Button>
        )}
      </p>
      <Problem error={error} />
    </li>
  )
}

/** What became of the mail with the link. */
function SentMail({ mail }: { mail: NonNullable<OrderLink['mail']> }) {
  const t = useTexts(text)
  const f = useFormats()
  const { to, sent_at, error, next_attempt_at } = mail
  const address = to ?? '***'
  if (sent_at) return <p className="quiet">{t.mailed(address, f.dateTime(sent_at))}</p>
  return (
    <p className="quiet">
      {next_attempt_at ? t.mailWaits(address, f.dateTime(next_attempt_at)) : t.mailFailed(address)}
      {error && `: ${error}`}
    </p>
  )
}
