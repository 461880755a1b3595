import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { ReferenceInput } from '../../common/form/reference-input.tsx'
import { ONLY_ACTIVE } from '../../common/records/inactive.tsx'
import { pedido } from '../../session/client.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { AddressField, addressesOf } from './address-field.tsx'
import { type Draft, withHeader, withTermsOf } from './draft.ts'
import type { Header } from './header.ts'
import { text } from './text.ts'

const NewCustomerDialog = lazy(() => import('../../common/customers/new-customer-dialog.tsx'))

interface WhoProps {
  draft: Draft
  onDraft: (change: (draft: Draft) => Draft) => void
  onChange: (place: string, changed: Partial<Header>) => void
  onUnread: (place: string, typed: string) => void
  isNew: boolean
  beside: ReactNode
  /** A customer was chosen, and nobody has gone on. */
  onChosen: () => void
}

/** Who buys, and where it goes: the first of the customer's addresses, unless another is chosen. */
export function Who(props: WhoProps) {
  const { draft, onDraft, onChange, onUnread, isNew, beside, onChosen } = props
  const { header, unread } = draft
  const t = useTexts(text)
  const who = useRef<HTMLDivElement>(null)
  const allowed = useSession().only?.id_user
  const choose = async (customer: Header['customer']) => {
    onChange('customer', { customer, address: null })
    if (!customer) return
    // Where the code was typed, and somebody has gone on, the focus is elsewhere already.
    if (isNew && who.current?.contains(document.activeElement)) onChosen()
    const [[address = null], found] = await Promise.all([
      addressesOf(customer.id).catch(() => []),
      isNew ? pedido.customers.read(customer.id).catch(() => null) : null,
    ])
    onDraft((now) => {
      if (now.header.customer?.id !== customer.id) return now
      const begun = found ? withTermsOf(now, found, allowed) : now
      return begun.header.address === null ? withHeader(begun, 'address', { address }) : begun
    })
  }
  return (
    <section className="panel form__terms" aria-label={t.customer}>
      <div className="form__who" ref={who}>
        <div className="form__customer">
          <ReferenceInput
            to="customers"
            only={ONLY_ACTIVE}
            label={t.customer}
            pointer="/id_customer"
            placeholder={t.chooseCustomer}
            chooseHint={t.chooseFromCustomers}
            unread={unread?.['customer']}
            onUnread={(typed) => onUnread('customer', typed)}
            value={header.customer}
            onChange={(one) => void choose(one && { id: one.id, name: one.name })}
            autoFocus={isNew && header.customer === null}
          />
          {header.customer === null && (
            <NewCustomer
              words={unread?.['customer'] ?? ''}
              onMade={({ id, name }) => {
                void choose({ id, name })
                // Behind the window that closes, which gives the focus back to where it was.
                if (isNew) requestAnimationFrame(onChosen)
              }}
            />
          )}
        </div>
        <AddressField
          id_customer={header.customer?.id}
          value={header.address}
          onChange={(address) => onChange('address', { address })}
        />
      </div>
      {beside}
    </section>
  )
}

/** Makes the customer that nobody finds, with the words by which it was looked for. */
function NewCustomer({
  words,
  onMade,
}: {
  words: string
  onMade: (customer: { id: number; name: string }) => void
}) {
  const t = useTexts(text)
  const mayWrite = useMay()('customers:write')
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {t.newCustomer}
      </Button>
      {isOpen && (
        <Suspense>
          <NewCustomerDialog words={words} onMade={onMade} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
