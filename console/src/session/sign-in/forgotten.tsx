import { useState } from 'react'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { pedido } from '../client.ts'
import { text } from '../text.ts'
import { useSignInWays } from './ways.ts'

/** What who has forgotten the password can do: ask for a link by e-mail, where the service sends any. */
export function Forgotten() {
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  if (!useSignInWays()?.password_reset) return <p className="quiet">{t.forgotten}</p>
  if (isOpen) return <ResetForm />
  return (
    <Button look="quiet" onClick={() => setOpen(true)}>
      {t.forgot}
    </Button>
  )
}

function ResetForm() {
  const t = useTexts(text)
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.sessions.requestReset({ email }, { maxRetries: 0 })
    setAsked(true)
  })
  return (
    <form className="stack" onSubmit={submit}>
      <div role="status">{isAsked && <p>{t.resetAsked}</p>}</div>
      {!isAsked && (
        <FieldErrors error={error}>
          {error && <Problem error={error} shownAt={['/email']} />}
          <TextInput
            label={t.resetEmail}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            pointer="/email"
            value={email}
            onChange={setEmail}
          />
          <Button type="submit" isBusy={isBusy}>
            {t.sendLink}
          </Button>
        </FieldErrors>
      )}
    </form>
  )
}
