import { type Account, ProblemError } from '@pedido/client'
import { ruleKinds } from '@pedido/model/taxes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StartTestAccount } from '../../common/test-account/start.tsx'
import { pedido } from '../../session/client.ts'
import { renewSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/fields/form.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/fields/inputs.tsx'
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
          <StartTestAccount />
        </>
      ) : (
        !error && <Skeleton />
      )}
    </Page>
  )
}

function SettingsForm({ account }: { account: Account }) {
  const t = useTexts(text)
  const { before, typed, set, submit, isBusy, error, reload } = useTypedAccount(account)
  const isStale = error instanceof ProblemError && error.code === 'precondition_failed'
  return (
    <Form
      {...{ submit, isBusy, error }}
      shownAt={[
        '/name',
        '/time_zone',
        '/amounts',
        '/restricted_read_all_customers',
        '/tax_base_includes_shares',
        '/confirm_moved_totals',
        '/derived_taxes',
        '/missing_rate',
        '/order_message',
      ]}
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
      <TextInput
        label={t.name}
        required
        pointer="/name"
        value={typed.name}
        onChange={(name) => set({ name })}
      />
      <Select
        label={t.timeZone}
        hint={t.timeZoneHint}
        pointer="/time_zone"
        value={typed.time_zone}
        onChange={(time_zone) => set({ time_zone })}
        options={timeZones(before.time_zone)}
      />
      <Select
        label={t.amounts}
        hint={t.amountsHint}
        pointer="/amounts"
        value={typed.amounts}
        onChange={(value) => set({ amounts: value as Account['amounts'] })}
        options={[
          { value: 'verify', label: t.verify },
          { value: 'trust', label: t.trust },
        ]}
      />
      <CustomersRead {...{ typed, set }} />
      <TaxSettings {...{ typed, set }} />
      <OrderMessage {...{ typed, set }} />
    </Form>
  )
}

/** What is written to a customer with the link to an order. */
function OrderMessage({ typed, set }: { typed: Typed; set: (changed: Partial<Typed>) => void }) {
  const t = useTexts(text)
  return (
    <TextArea
      label={t.orderMessage}
      hint={t.orderMessageHint}
      pointer="/order_message"
      rows={3}
      value={typed.order_message ?? ''}
      onChange={(text) => set({ order_message: text.trim() === '' ? null : text })}
    />
  )
}

/** Which customers those read who are restricted to some orders. */
function CustomersRead({ typed, set }: { typed: Typed; set: (changed: Partial<Typed>) => void }) {
  const t = useTexts(text)
  const isOpen = typed.restricted_read_all_customers
  return (
    <Select
      label={t.customers}
      hint={isOpen ? t.allHint : t.ownHint}
      pointer="/restricted_read_all_customers"
      value={isOpen ? 'all' : 'own'}
      onChange={(value) => set({ restricted_read_all_customers: value === 'all' })}
      options={[
        { value: 'own', label: t.ownCustomers },
        { value: 'all', label: t.allCustomers },
      ]}
    />
  )
}

/** What taxes are levied on, and whether a total that goes with the day of the invoice is asked for. */
function TaxSettings({ typed, set }: { typed: Typed; set: (changed: Partial<Typed>) => void }) {
  const t = useTexts(text)
  return (
    <>
      <Select
        label={t.taxBase}
        hint={t.taxBaseHint}
        pointer="/tax_base_includes_shares"
        value={typed.tax_base_includes_shares ? 'shares' : 'net'}
        onChange={(value) => set({ tax_base_includes_shares: value === 'shares' })}
        options={[
          { value: 'shares', label: t.withShares },
          { value: 'net', label: t.netAlone },
        ]}
      />
      <Select
        label={t.movedTotals}
        pointer="/confirm_moved_totals"
        value={typed.confirm_moved_totals ? 'ask' : 'take'}
        onChange={(value) => set({ confirm_moved_totals: value === 'ask' })}
        options={[
          { value: 'ask', label: t.askTotals },
          { value: 'take', label: t.takeTotals },
        ]}
      />
      <DerivedTaxes {...{ typed, set }} />
      <Select
        label={t.missingRate}
        hint={t.missingRateHint}
        pointer="/missing_rate"
        value={typed.missing_rate}
        onChange={(value) => set({ missing_rate: value as Account['missing_rate'] })}
        options={[
          { value: 'warn', label: t.warnOfRate },
          { value: 'refuse', label: t.refuseRate },
        ]}
      />
    </>
  )
}

/** The taxes that rules work out where nobody sends them. */
function DerivedTaxes({ typed, set }: { typed: Typed; set: (changed: Partial<Typed>) => void }) {
  const t = useTexts(text)
  const { derived_taxes: derived } = typed
  const names = { icms: t.icms, ipi: t.ipi, ibs_cbs: t.ibsCbs }
  return (
    <fieldset>
      <legend>{t.derivedTaxes}</legend>
      {ruleKinds.map((kind) => (
        <Checkbox
          key={kind}
          label={names[kind]}
          isChecked={derived.includes(kind)}
          onChange={(isDerived) =>
            set({
              derived_taxes: ruleKinds.filter((one) =>
                one === kind ? isDerived : derived.includes(one),
              ),
            })
          }
        />
      ))}
    </fieldset>
  )
}

type Typed = Pick<
  Account,
  | 'name'
  | 'time_zone'
  | 'amounts'
  | 'restricted_read_all_customers'
  | 'tax_base_includes_shares'
  | 'confirm_moved_totals'
  | 'derived_taxes'
  | 'missing_rate'
  | 'order_message'
>

const typedOf = ({
  name,
  time_zone,
  amounts,
  restricted_read_all_customers,
  tax_base_includes_shares,
  confirm_moved_totals,
  derived_taxes,
  missing_rate,
  order_message,
}: Account): Typed => ({
  name,
  time_zone,
  amounts,
  restricted_read_all_customers,
  tax_base_includes_shares,
  confirm_moved_totals,
  derived_taxes,
  missing_rate,
  order_message,
})

/** The settings as they are typed, saved on top of what the form began with. */
function useTypedAccount(account: Account) {
  const t = useTexts(text)
  const queries = useQueryClient()
  // What the form began with: what others change meanwhile must not be overwritten unseen.
  const [before, setBefore] = useState(account)
  const [typed, setTyped] = useState(() => typedOf(account))
  const take = (found: Account) => {
    setBefore(found)
    setTyped(typedOf(found))
  }
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    const { restricted_read_all_customers: isOpen, ...plain } = typed
    const opened = isOpen !== before.restricted_read_all_customers
    const wanted = opened ? typed : plain
    const changed = await pedido.account.update(wanted, { ifMatch: before })
    take(changed)
    queries.setQueryData(ACCOUNT, changed)
    await renewSession()
    toast({ text: t.saved })
  })
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
  const set = (changed: Partial<Typed>) => setTyped({ ...typed, ...changed })
  return { before, typed, set, submit, isBusy, error, reload }
}
