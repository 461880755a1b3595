import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { begin, useSession } from '../../session/session.tsx'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Form } from '../../ui/fields/form.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Facts, Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { roleName } from '../roles.ts'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'
import { text } from './text.ts'

const SESSIONS = ['sessions']

/** One's own: who one is, password, passkeys, and where one is signed in. */
export default function ProfilePage() {
  const t = useTexts(text)
  useTitle(t.title)
  const { member } = useSession()
  return (
    <Page title={t.title}>
      <OwnForm />
      <PasswordForm email={member.email} />
      <Passkeys />
      <OwnSessions />
    </Page>
  )
}

function OwnForm() {
  const t = useTexts(text)
  const { member } = useSession()
  const shown = useLanguage()
  const [name, setName] = useState(member.name)
  const [language, setLanguage] = useState(member.language)
  const { submit, isBusy, error } = useSubmit(async () => {
    begin(await pedido.sessions.updateOwnMember({ name, language }))
    toast({ text: text(language).saved, tone: 'good' })
  })
  return (
    <Form
      {...{ submit, isBusy, error }}
      shownAt={['/name', '/language']}
      title={{ id: 'you', text: t.you }}
      action={t.save}
    >
      <Facts
        facts={[
          [t.email, member.email],
          [t.role, roleName(member.role, shown)],
        ]}
      />
      <TextInput
        label={t.name}
        required
        autoComplete="name"
        pointer="/name"
        value={name}
        onChange={setName}
      />
      <Select
        label={t.language}
        pointer="/language"
        value={language}
        onChange={(chosen) => setLanguage(chosen as typeof language)}
        options={[
          { value: 'pt-BR', label: t.portuguese },
          { value: 'en', label: t.english },
        ]}
      />
    </Form>
  )
}

function PasswordForm({ email }: { email: string }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { submit, isBusy, error } = useSubmit(async () => {
    begin(await pedido.sessions.changePassword({ current_password: current, new_password: next }))
    setCurrent('')
    setNext('')
    toast({ text: t.passwordChanged })
    await queries.invalidateQueries({ queryKey: SESSIONS })
  })
  return (
    <Form
      {...{ submit, isBusy, error }}
      shownAt={['/current_password', '/new_password']}
      title={{ id: 'password', text: t.password }}
      action={t.changePassword}
    >
      {/* For what keeps passwords, which has to know whose it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextInput
        type="password"
        label={t.current}
        autoComplete="current-password"
        required
        pointer="/current_password"
        value={current}
        onChange={setCurrent}
      />
      <TextInput
        type="password"
        label={t.next}
        hint={t.nextHint}
        autoComplete="new-password"
        required
        pointer="/new_password"
        value={next}
        onChange={setNext}
      />
    </Form>
  )
}

function OwnSessions() {
  const t = useTexts(text)
  const queries = useQueryClient()
  const { data: sessions, error } = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => pedido.sessions.list({ signal }),
  })
  const end = async (id: number) => {
    await pedido.sessions.deleteOpenSession(id)
    await queries.invalidateQueries({ queryKey: SESSIONS })
  }
  return (
    <section className="panel stack form" aria-labelledby="sessions">
      <div>
        <h2 id="sessions">{t.sessions}</h2>
        <p className="quiet">{t.sessionsWhy}</p>
      </div>
      <Problem error={error} />
      {sessions ? (
        <Sessions
          sessions={sessions.toSorted((a, b) => Number(b.current) - Number(a.current))}
          onEnd={end}
        />
      ) : (
        !error && <Skeleton lines={3} />
      )}
    </section>
  )
}
