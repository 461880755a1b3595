import { type Passkey, ProblemError } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import {
  hasPasskeys,
  isCancelled,
  isKnownAlready,
  isNumbers,
  makePasskey,
} from '../../session/sign-in/passkeys.ts'
import { useFormats } from '../../text/formats.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { deviceOf } from './devices.ts'
import './sessions.css'
import { text } from './text.ts'

const PASSKEYS = ['passkeys']

/** One's passkeys: a list, a new one, and their end. */
export function Passkeys() {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [isNew, setNew] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const { data: passkeys, error } = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => pedido.passkeys.list({ signal }),
  })
  const renew = () => queries.invalidateQueries({ queryKey: PASSKEYS })
  return (
    <section className="panel stack form" aria-labelledby="passkeys">
      <div>
        <h2 id="passkeys">{t.passkeys}</h2>
        <p className="quiet">{t.passkeysWhy}</p>
      </div>
      <Problem error={error} />
      {!passkeys && !error && <Skeleton lines={2} />}
      {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} onRemove={setRemoved} />}
      {hasPasskeys() ? (
        <div className="row">
          <Button onClick={() => setNew(true)}>{t.addPasskey}</Button>
        </div>
      ) : (
        <p>{isNumbers(window.location.hostname) ? t.passkeysByName : t.passkeysUnknown}</p>
      )}
      <Dialog isOpen={isNew} onClose={() => setNew(false)} title={t.addPasskey}>
        <NewPasskey
          onMade={() => {
            setNew(false)
            toast({ text: t.passkeyAdded })
            void renew()
          }}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t.removeTitle(removed?.name ?? '')}
        action={t.remove}
        isDanger
        onConfirm={async () => {
          if (removed) await pedido.passkeys.delete(removed.id)
          await renew()
          toast({ text: t.passkeyRemoved })
        }}
      >
        {t.removeWhy}
      </ConfirmDialog>
    </section>
  )
}

/** Passkeys, each with a button that removes it. */
export function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[]
  onRemove: (passkey: Passkey) => void
}) {
  return (
    <ul className="sessions">
      {passkeys.map((one) => (
        <One key={one.id} passkey={one} onRemove={() => onRemove(one)} />
      ))}
    </ul>
  )
}

function One({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTexts(text)
  const { ago, dateTime } = useFormats()
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="row spread">
      <div>
        <strong>{name}</strong>
        <p className="quiet">
          {[
            last_used_at ? t.lastUsed(ago(last_used_at)) : t.never,
            t.since(dateTime(created_at)),
          ].join(' · ')}
        </p>
      </div>
      <Button onClick={onRemove} aria-label={`${t.remove}: ${name}`}>
        {t.remove}
      </Button>
    </li>
  )
}

function NewPasskey({ onMade }: { onMade: () => void }) {
  const t = useTexts(text)
  const language = useLanguage()
  const [name, setName] = useState(() => usualName(text(language)))
  const [password, setPassword] = useState('')
  const [isPasswordNeeded, setPasswordNeeded] = useState(false)
  const { submit, isBusy, error } = useSubmit(async () => {
    try {
      await makePasskey(name, isPasswordNeeded ? password : undefined)
      onMade()
    } catch (failure) {
      const isLongAgo = failure instanceof ProblemError && failure.code === 'recent_sign_in_needed'
      if (!isLongAgo) throw failure
      setPasswordNeeded(true)
    }
  })
  const own = isCancelled(error) ? t.passkeyCancelled : isKnownAlready(error) && t.passkeyKnown
  return (
    <form className="stack" onSubmit={submit}>
      <FieldErrors error={error}>
        {own ? (
          <p role="alert">{own}</p>
        ) : (
          <Problem error={error} shownAt={['/name', '/current_password']} />
        )}
        <TextInput
          label={t.passkeyName}
          hint={t.passkeyNameHint}
          required
          autoFocus
          pointer="/name"
          value={name}
          onChange={setName}
        />
        {isPasswordNeeded && (
          <TextInput
            type="password"
            label={t.current}
            hint={t.passkeyPassword}
            autoComplete="current-password"
            required
            autoFocus
            pointer="/current_password"
            value={password}
            onChange={setPassword}
          />
        )}
        <div className="row">
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t.addPasskey}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}

/** What one would call it, by the browser that makes it. */
function usualName(t: ReturnType<typeof text>): string {
  const { browser = '', system } = deviceOf(navigator.userAgent)
  return system ? browser + t.on(system) : browser
}
