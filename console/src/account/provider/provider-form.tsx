import type { SignInProvider } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Form } from '../../ui/fields/form.tsx'
import { Checkbox, Select, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { toast } from '../../ui/toasts.tsx'
import { type Entry, RoleMap } from './role-map.tsx'
import { text } from './text.ts'

const firstEntry: Entry = { value: '', role: 'operator' }

/** A provider as the form has it. */
function valuesOf(provider: SignInProvider | null) {
  const map = Object.entries(provider?.role_map ?? {})
  return {
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    scope: provider?.scope ?? 'openid email profile',
    role_claim: provider?.role_claim ?? 'roles',
    hasRoles: provider !== null && provider.role_map !== null,
    entries: map.length > 0 ? map.map(([value, role]) => ({ value, role })) : [firstEntry],
    creates_members: provider?.creates_members ?? false,
    trusts_emails: provider?.trusts_emails ?? false,
  }
}

/** As the service takes it. */
function bodyOf({
  client_secret,
  hasRoles,
  entries,
  creates_members,
  ...plain
}: ReturnType<typeof valuesOf>) {
  const named = entries.filter(({ value }) => value.trim() !== '')
  return {
    ...plain,
    ...(client_secret && { client_secret }),
    role_map: hasRoles
      ? Object.fromEntries(named.map(({ value, role }) => [value.trim(), role]))
      : null,
    creates_members: hasRoles && creates_members,
  }
}

const pointers = ['/name', '/issuer', '/client_id', '/client_secret', '/scope', '/role_claim']

/** What the provider has given, and what roles its people have here. */
export function ProviderForm({
  provider,
  onSaved,
}: {
  provider: SignInProvider | null
  onSaved: (provider: SignInProvider) => void
}) {
  const t = useTexts(text)
  const [values, setValues] = useState(() => valuesOf(provider))
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const { submit, isBusy, error } = useSubmit(async () => {
    const saved = await pedido.singleSignOn.setSignInProvider(bodyOf(values))
    setValues(valuesOf(saved))
    onSaved(saved)
    toast({ text: t.saved })
  })
  const field = (name: FieldName) => ({
    pointer: `/${name}`,
    value: values[name],
    onChange: (typed: string) => set({ [name]: typed }),
  })
  return (
    <Form
      {...{ submit, isBusy, error }}
      title={{ id: 'here', text: t.here }}
      shownAt={pointers}
      action={t.save}
    >
      <TextInput label={t.name} hint={t.nameHint} required {...field('name')} />
      <TextInput label={t.issuer} hint={t.issuerHint} type="url" required {...field('issuer')} />
      <TextInput label={t.clientId} required autoComplete="off" {...field('client_id')} />
      <TextInput
        label={t.secret}
        {...(provider && { hint: t.secretKept })}
        type="password"
        autoComplete="off"
        required={provider === null}
        pointer="/client_secret"
        value={values.client_secret}
        onChange={(client_secret) => set({ client_secret })}
      />
      <TextInput label={t.scope} required {...field('scope')} />
      <Checkbox
        label={t.trusts}
        hint={t.trustsHint}
        isChecked={values.trusts_emails}
        onChange={(trusts_emails) => set({ trusts_emails })}
      />
      <Roles {...{ values, field }} onChange={set} />
    </Form>
  )
}

type Values = ReturnType<typeof valuesOf>
type FieldName = 'name' | 'issuer' | 'client_id' | 'scope' | 'role_claim'

/** Where roles are given: here, or by what the provider says of somebody. */
function Roles({
  values,
  field,
  onChange,
}: {
  values: Values
  field: (name: FieldName) => { pointer: string; value: string; onChange: (typed: string) => void }
  onChange: (changed: Partial<Values>) => void
}) {
  const t = useTexts(text)
  return (
    <>
      <Select
        label={t.roles}
        {...(values.hasRoles && { hint: t.rolesHint })}
        value={values.hasRoles ? 'there' : 'here'}
        onChange={(chosen) => onChange({ hasRoles: chosen === 'there' })}
        options={[
          { value: 'here', label: t.rolesHere },
          { value: 'there', label: t.rolesThere },
        ]}
      />
      {values.hasRoles && (
        <>
          <TextInput label={t.claim} hint={t.claimHint} required {...field('role_claim')} />
          <RoleMap entries={values.entries} onChange={(entries) => onChange({ entries })} />
          <Checkbox
            label={t.creates}
            hint={t.createsHint}
            isChecked={values.creates_members}
            onChange={(creates_members) => onChange({ creates_members })}
          />
        </>
      )}
    </>
  )
}
