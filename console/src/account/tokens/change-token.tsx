import type { Token } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/fields/inputs.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { FieldErrors, Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AddressesField, addressesOf } from './addresses.tsx'
import { text } from './text.ts'

/** What a token is called, and where it works from; its secret stays. */
export function ChangeTokenDialog(props: {
  token: Token
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const t = useTexts(text)
  const { token, onClose, onDone } = props
  const [name, setName] = useState(token.name)
  const [addresses, setAddresses] = useState(token.addresses.join('\n'))
  const { submit, isBusy, error } = useSubmit(async () => {
    await pedido.tokens.update(token.id, { name, addresses: addressesOf(addresses) })
    await onDone()
    toast({ text: t.changed })
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={`${t.change}: ${token.name}`}>
      <form className="stack" onSubmit={submit}>
        <FieldErrors error={error}>
          <Problem error={error} shownAt={['/name']} />
          <TextInput
            label={t.name}
            hint={t.nameHint}
            required
            pointer="/name"
            value={name}
            onChange={setName}
          />
          <AddressesField value={addresses} onChange={setAddresses} />
          <div className="row end">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {t.save}
            </Button>
          </div>
        </FieldErrors>
      </form>
    </Dialog>
  )
}
