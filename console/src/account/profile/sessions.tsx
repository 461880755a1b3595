import type { OpenSession } from '@pedido/client'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { StatusBadge } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { deviceOf } from './devices.ts'
import { text } from './text.ts'
import './sessions.css'

/** Browsers in which somebody is signed in, each with a button that ends it. */
export function Sessions({
  sessions,
  onEnd,
}: {
  sessions: readonly OpenSession[]
  onEnd: (id: number) => Promise<unknown>
}) {
  return (
    <ul className="sessions">
      {sessions.map((session) => (
        <One key={session.id} session={session} onEnd={onEnd} />
      ))}
    </ul>
  )
}

function One({
  session,
  onEnd,
}: {
  session: OpenSession
  onEnd: (id: number) => Promise<unknown>
}) {
  const t = useTexts(text)
  const { ago, dateTime } = useFormats()
  const { browser = t.unknownDevice, system } = deviceOf(session.user_agent)
  const name = system ? browser + t.on(system) : browser
  const { submit, isBusy, error } = useSubmit(async () => {
    await onEnd(session.id)
    toast({ text: t.ended })
  })
  return (
    <li>
      <div className="row spread">
        <div>
          <p className="row">
            <strong title={session.user_agent ?? undefined}>{name}</strong>
            {session.current && <StatusBadge tone="good">{t.here}</StatusBadge>}
          </p>
          <p className="quiet">
            {[
              session.address,
              t.lastUsed(ago(session.last_used_at)),
              t.since(dateTime(session.created_at)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {!session.current && (
          <Button isBusy={isBusy} onClick={() => submit()} aria-label={`${t.end}: ${name}`}>
            {t.end}
          </Button>
        )}
      </div>
      <Problem error={error} />
    </li>
  )
}
