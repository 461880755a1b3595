import type { NewToken } from '@pedido/client'
import { useId, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { mayBy, useSession } from '../../session/session.tsx'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Checkbox, TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { RestrictionFields, rowScopeOf, unrestricted } from '../row-scope.tsx'
import { AddressesField, addressesOf } from './addresses.tsx'
import { allScopes, type Scope, scopeLabel } from './scopes.ts'
import { text } from './text.ts'

/** Makes a token and shows it this once. */
export function NewTokenDialog(props: {
  isOpen: boolean
  onClose: () => void
  onMade: () => Promise<unknown>
}) {
  const t = useTexts(text)
  const [made, setMade] = useState<NewToken>()
  const close = () => {
    props.onClose()
    setMade(undefined)
  }
  if (made) return <MadeDialog token={made} onClose={close} />
  return (
    <Dialog isOpen={props.isOpen} onClose={close} title={t.create}>
      <NewTokenForm
        onCancel={close}
        onMade={(token) => {
          setMade(token)
          void props.onMade()
        }}
      />
    </Dialog>
  )
}

/** Shows what a token is, this once. */
export function MadeDialog({ token, onClose }: { token: NewToken; onClose: () => void }) {
  const t = useTexts(text)
  const foot = (
    <Button look="primary" onClick={onClose}>
      {t.done}
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.madeTitle} foot={foot}>
      <CopyField label={token.name} hint={t.made} value={token.token} />
    </Dialog>
  )
}

function NewTokenForm({
  onCancel,
  onMade,
}: {
  onCancel: () => void
  onMade: (token: NewToken) => void
}) {
  const t = useTexts(text)
  const { scopes: own } = useSession()
  const [name, setName] = useState('')
  const [expires, setExpires] = useState('')
  const [addresses, setAddresses] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const [restriction, setRestriction] = useState(unrestricted)
  const [isTried, setTried] = useState(false)
  const { submit, isBusy, error } = useSubmit(async () => {
    setTried(true)
    if (scopes.length === 0) return
    const expires_at = expires ? `${expires}T23:59:59` : null
    const only = rowScopeOf(restriction)
    const granted = { name, scopes: [...scopes], expires_at, only }
    onMade(await pedido.tokens.create({ ...granted, addresses: addressesOf(addresses) }))
  })
  return (
    <form className="stack" onSubmit={submit}>
      <FieldErrors error={error}>
        <Problem error={error} shownAt={['/name', '/expires_at']} />
        <TextInput
          label={t.name}
          hint={t.nameHint}
          required
          pointer="/name"
          value={name}
          onChange={setName}
        />
        <DateInput
          toward="next"
          label={t.expires}
          hint={t.expiresHint}
          pointer="/expires_at"
          value={expires}
          onChange={setExpires}
        />
        <AddressesField value={addresses} onChange={setAddresses} />
        <ScopeChoice value={scopes} onChange={setScopes} isTried={isTried} />
        {mayBy(own, 'reference:read') && (
          <RestrictionFields value={restriction} onChange={setRestriction} />
        )}
        <div className="row end">
          <Button onClick={onCancel}>{t.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t.create}
          </Button>
        </div>
      </FieldErrors>
    </form>
  )
}

/** What it may do: at most what its maker may. */
function ScopeChoice({
  value,
  onChange,
  isTried,
}: {
  value: readonly Scope[]
  onChange: (scopes: readonly Scope[]) => void
  /** To create the token: then one is needed. */
  isTried: boolean
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const id = useId()
  const { scopes: own } = useSession()
  const offered = allScopes.filter((scope) => mayBy(own, scope))
  const toggle = (scope: Scope) =>
    onChange(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  return (
    <div role="group" aria-labelledby={id} className="stack">
      <h3 id={id}>{t.scopes}</h3>
      <div className="columns">
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeLabel(scope, language)}
            isChecked={value.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
      {isTried && value.length === 0 && (
        <p className="field__error" role="alert">
          {t.chooseSome}
        </p>
      )}
    </div>
  )
}
