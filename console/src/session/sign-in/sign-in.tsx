import { AccountNeededError, type Session } from '@pedido/client'
import { useRef, useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { pedido } from '../client.ts'
import { text } from '../text.ts'
import { hasPasskeys, isCancelled, signInByPasskey } from './passkeys.ts'

interface SignInFormProps {
  email?: string
  onDone: (session: Session) => void
}

/** E-mail and password, or a passkey, and which account where they fit more than one. */
export function SignInForm({ email: known = '', onDone }: SignInFormProps) {
  const t = useTexts(text)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const [account, setAccount] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { submit, isBusy, error } = useSubmit(async () => {
    try {
      const which = account ? { account: Number(account) } : {}
      // Whoever is to wait after many attempts shall read so, and not look at a button that turns.
      onDone(await pedido.sessions.signIn({ email, password, ...which }, { maxRetries: 0 }))
    } catch (failure) {
      const first = accountsOf(failure as Error)?.[0]
      if (first) setAccount(String(first.id))
      else form.current?.querySelector<HTMLInputElement>('[type=password]')?.select()
      throw failure
    }
  })
  const choices = accountsOf(error)
  return (
    <form ref={form} className="stack" onSubmit={submit}>
      <FieldErrors error={error}>
        {error && !choices && <Problem error={error} shownAt={['/email', '/password']} />}
        <Credentials isKnown={known !== ''} {...{ email, setEmail, password, setPassword }} />
        {choices && (
          <Select
            label={t.whichAccount}
            value={account}
            onChange={setAccount}
            options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <Button type="submit" look="primary" isBusy={isBusy}>
          {t.signIn}
        </Button>
      </FieldErrors>
      {hasPasskeys() && <PasskeyButton onDone={onDone} />}
    </form>
  )
}

/** The address, unless it is known, and the password. */
function Credentials({
  isKnown,
  email,
  setEmail,
  password,
  setPassword,
}: {
  isKnown: boolean
  email: string
  setEmail: (email: string) => void
  password: string
  setPassword: (password: string) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <TextInput
        label={t.email}
        type="email"
        name="email"
        autoComplete="username"
        required
        readOnly={isKnown}
        autoFocus={!isKnown}
        pointer="/email"
        value={email}
        onChange={setEmail}
      />
      <TextInput
        label={t.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={isKnown}
        pointer="/password"
        value={password}
        onChange={setPassword}
      />
    </>
  )
}

/** Whoever has a passkey types nothing. */
function PasskeyButton({ onDone }: { onDone: (session: Session) => void }) {
  const t = useTexts(text)
  const { submit, isBusy, error } = useSubmit(async () => onDone(await signInByPasskey()))
  return (
    <>
      <Button isBusy={isBusy} onClick={() => submit()}>
        <Icon name="key" size={16} />
        {t.byPasskey}
      </Button>
      {isCancelled(error) ? <p role="alert">{t.passkeyCancelled}</p> : <Problem error={error} />}
    </>
  )
}

/** Those that the e-mail and password fit, where the service asks which is meant. */
function accountsOf(error: Error | undefined) {
  return error instanceof AccountNeededError ? error.accounts : undefined
}
