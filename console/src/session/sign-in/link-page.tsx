import type { Link } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useFormats } from '../../text/formats.ts'
import { type Language, LanguageContext, useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox, Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { pedido } from '../client.ts'
import { begin } from '../session.tsx'
import { text } from '../text.ts'
import { Front } from './front.tsx'

/** `/console/link#pdl_…`: who was invited, has forgotten the password, or owns a new account. */
export default function LinkPage() {
  const t = useTexts(text)
  // Kept when the address is tidied: nobody should find it in the browser's history.
  const [secret] = useState(() => window.location.hash.slice(1))
  const { data: link, error } = useQuery({
    queryKey: ['link', secret],
    queryFn: () => pedido.sessions.readLink({ link: secret }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useTitle(t.welcome)
  if (error) {
    return (
      <Front title={t.linkGone} sub={t.linkGoneWhy}>
        <Problem error={error} />
        <ButtonLink href="/">{t.toSignIn}</ButtonLink>
      </Front>
    )
  }
  if (!link) {
    return (
      <Front title={t.welcome}>
        <Skeleton lines={4} />
      </Front>
    )
  }
  return <LinkForm link={link} secret={secret} />
}

function LinkForm({ link, secret }: { link: Link; secret: string }) {
  const [language, setLanguage] = useState<Language>(useLanguage())
  const t = text(language)
  const [, navigate] = useLocation()
  const [name, setName] = useState(link.name ?? '')
  const [email, setEmail] = useState(link.email ?? '')
  const [password, setPassword] = useState('')
  const [areKept, setKept] = useState(false)
  const isReset = link.purpose === 'reset'
  const { submit, isBusy, error } = useSubmit(async () => {
    const own = link.email === null ? { email } : {}
    const more = isReset ? {} : { name, language, ...own }
    // biome-ignore lint/correctness/useHookAtTopLevel: it is a request, by the name that it has
    const session = await pedido.sessions.useLink({
      link: secret,
      password,
      keep_passkeys: areKept,
      ...more,
    })
    navigate('/', { replace: true })
    begin(session)
  })
  const title = isReset ? t.newPassword : t.welcome
  const sub = isReset ? email : t.invitedTo(link.account.name)
  return (
    <LanguageContext value={language}>
      <Front title={title} sub={sub}>
        <form className="stack" onSubmit={submit}>
          <FieldErrors error={error}>
            <Problem error={error} shownAt={['/email', '/name', '/password']} />
            <TextInput
              label={t.email}
              type="email"
              autoComplete="username"
              required
              readOnly={link.email !== null}
              autoFocus={link.email === null}
              pointer="/email"
              value={email}
              onChange={setEmail}
            />
            {!isReset && <Person {...{ name, setName, language, setLanguage }} />}
            <Password {...{ link, password, setPassword, areKept, setKept }} />
            <Button type="submit" look="primary" isBusy={isBusy}>
              {t.begin}
            </Button>
          </FieldErrors>
        </form>
      </Front>
    </LanguageContext>
  )
}

/** The password to come, and whether the passkeys that there are stay. */
function Password({
  link: { purpose, email, passkeys },
  password,
  setPassword,
  areKept,
  setKept,
}: {
  link: Link
  password: string
  setPassword: (password: string) => void
  areKept: boolean
  setKept: (areKept: boolean) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <TextInput
        label={purpose === 'reset' ? t.newPassword : t.password}
        hint={t.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        autoFocus={email !== null}
        pointer="/password"
        value={password}
        onChange={setPassword}
      />
      {passkeys.length > 0 && <Passkeys passkeys={passkeys} areKept={areKept} onKeep={setKept} />}
    </>
  )
}

/** What one can sign in with besides the password: somebody else may have added to it. */
function Passkeys({
  passkeys,
  areKept,
  onKeep,
}: {
  passkeys: Link['passkeys']
  areKept: boolean
  onKeep: (areKept: boolean) => void
}) {
  const t = useTexts(text)
  const { date } = useFormats()
  const named = passkeys.map(({ name, created_at }) => `${name} (${date(created_at)})`)
  return (
    <Checkbox
      label={t.keepPasskeys}
      hint={t.keepPasskeysHint(named.join(', '))}
      isChecked={areKept}
      onChange={onKeep}
    />
  )
}

/** Who comes new: the name, and the language, in which the page goes on at once. */
function Person({
  name,
  setName,
  language,
  setLanguage,
}: {
  name: string
  setName: (name: string) => void
  language: Language
  setLanguage: (language: Language) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <TextInput
        label={t.yourName}
        autoComplete="name"
        required
        pointer="/name"
        value={name}
        onChange={setName}
      />
      <Select
        label={t.language}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        options={[
          { value: 'pt-BR', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
    </>
  )
}
