import { type Account, ProblemError } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { renewSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Logo } from './logo.tsx'
import { text } from './text.ts'
import { timeZones } from './time-zones.ts'

const ACCOUNT = ['account']

/** What holds for the whole account. */
export default function SettingsPage() {
  const t = useTexts(text)
  useTitle(t.title)
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => pedido.account.read({ signal }),
    // Its ETag is known of the record itself, not of a copy.
    structuralSharing: false,
  })
  return (
    <Page title={t.title} sub={t.sub}>
      <Problem error={error} />
      {account ? (
        <>
          <SettingsForm account={account} />
          <Logo account={account} onChanged={refetch} />
        </>
      ) : (
        !error && <Skeleton />
      )}
    </Page>
  )
}

function SettingsForm({ account }: { account: Account }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  // What the form began with: what others change meanwhile must not be overwritten unseen.
  const [before, setBefore] = useState(account)
  const [name, setName] = useState(account.name)
  const [time_zone, setTimeZone] = useState(account.time_zone)
  const [amounts, setAmounts] = useState(account.amounts)
  const [isOpen, setOpen] = useState(account.restricted_read_all_customers)
  const take = (found: Account) => {
    setBefore(found)
    setName(found.name)
    setTimeZone(found.time_zone)
    setAmounts(found.amounts)
    setOpen(found.restricted_read_all_customers)
  }
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    const opened = isOpen !== before.restricted_read_all_customers
    const more = opened ? { restricted_read_all_customers: isOpen } : {}
    const wanted = { name, time_zone, amounts, ...more }
    const changed = await pedido.account.update(wanted, { ifMatch: before })
    take(changed)
    queries.setQueryData(ACCOUNT, changed)
    await renewSession()
    toast({ text: t.saved })
  })
  const isStale = error instanceof ProblemError && error.code === 'precondition_failed'
  const reload = async () => {
    take(
      await queries.fetchQuery({
        queryKey: ACCOUNT,
        queryFn: () => pedido.account.read(),
        staleTime: 0,
        structuralSharing: false,
      }),
    )
    forget()
  }
  return (
    <Form
      {...{ submit, isBusy, error }}
      shownAt={['/name', '/time_zone', '/amounts', '/restricted_read_all_customers']}
      action={t.save}
      instead={
        isStale && (
          <div className="problem" role="alert">
            <p>{t.changed}</p>
            <Button onClick={() => void reload()}>{t.reload}</Button>
          </div>
        )
      }
    >
      <TextInput label={t.name} required pointer="/name" value={name} onChange={setName} />
      <Select
        label={t.timeZone}
        hint={t.timeZoneHint}
        pointer="/time_zone"
        value={time_zone}
        onChange={setTimeZone}
        options={timeZones(before.time_zone)}
      />
      <Select
        label={t.amounts}
        hint={t.amountsHint}
        pointer="/amounts"
        value={amounts}
        onChange={(value) => setAmounts(value as Account['amounts'])}
        options={[
          { value: 'verify', label: t.verify },
          { value: 'trust', label: t.trust },
        ]}
      />
      <Select
        label={t.customers}
        hint={isOpen ? t.allHint : t.ownHint}
        pointer="/restricted_read_all_customers"
        value={isOpen ? 'all' : 'own'}
        onChange={(value) => setOpen(value === 'all')}
        options={[
          { value: 'own', label: t.ownCustomers },
          { value: 'all', label: t.allCustomers },
        ]}
      />
    </Form>
  )
}
