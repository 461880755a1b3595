import type { Account } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import './settings.css'
import { text } from './text.ts'

/** The picture at the head of the account's documents. */
export function Logo({
  account,
  onChanged,
}: {
  account: Account
  onChanged: () => Promise<unknown>
}) {
  const t = useTexts(text)
  const picker = useRef<HTMLInputElement>(null)
  const set = useSubmit(async () => {
    const file = picker.current?.files?.[0]
    if (!file) return
    await pedido.account.setLogo(file)
    await changed(t.logoSaved)
  })
  const remove = useSubmit(async () => {
    await pedido.account.deleteLogo()
    await changed(t.logoRemoved)
  })
  const changed = async (message: string) => {
    await onChanged()
    toast({ text: message })
  }
  const { shown, error } = useLogo(account)
  return (
    <section className="panel stack form" aria-labelledby="logo">
      <div>
        <h2 id="logo">{t.logo}</h2>
        <p className="quiet">{t.logoWhy}</p>
      </div>
      <Problem error={error ?? set.error ?? remove.error} />
      {shown && <img className="logo" src={shown} alt={t.logoOf(account.name)} />}
      <input
        ref={picker}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t.logoFile}
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        onChange={() => set.submit()}
      />
      <div className="row">
        <Button isBusy={set.isBusy} onClick={() => picker.current?.click()}>
          <Icon name="upload" size={16} />
          {account.logo === null ? t.logoChoose : t.logoReplace}
        </Button>
        {account.logo !== null && (
          <Button look="danger" isBusy={remove.isBusy} onClick={() => remove.submit()}>
            {t.logoRemove}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The logo as an address of the page. */
function useLogo({ logo }: Account) {
  const { data, error } = useQuery({
    // Another picture has another name.
    queryKey: ['logo', logo],
    queryFn: ({ signal }) => pedido.account.readLogo({ signal }),
    enabled: logo !== null,
  })
  return { shown: usePicture(logo === null ? undefined : data), error }
}

/** An address for what was loaded, for as long as it is shown. */
function usePicture(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [blob])
  return address
}
