import { type ReactNode, useRef } from 'react'
import { ReferenceInput } from '../../common/form/reference-input.tsx'
import { ONLY_ACTIVE } from '../../common/records/inactive.tsx'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { AddressField, addressesOf } from './address-field.tsx'
import { type Draft, withHeader, withTermsOf } from './draft.ts'
import type { Header } from './header.ts'
import { text } from './text.ts'

/** Makes a customer that nobody finds, of the words by which it was looked for. */
export type MakeCustomer = (
  words: string,
  onMade: (customer: { id: number; name: string }) => void,
) => ReactNode

interface WhoProps {
  draft: Draft
  onDraft: (change: (draft: Draft) => Draft) => void
  onChange: (place: string, changed: Partial<Header>) => void
  onUnread: (place: string, typed: string) => void
  isNew: boolean
  beside: ReactNode
  makeCustomer: MakeCustomer | undefined
  /** A customer was chosen, and nobody has gone on. */
  onChosen: () => void
}

/** Who buys, and where it goes: the first of the customer's addresses, unless another is chosen. */
export function Who(props: WhoProps) {
  const { draft, onDraft, onChange, onUnread, isNew, beside, makeCustomer, onChosen } = props
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
          {header.customer === null &&
            makeCustomer?.(unread?.['customer'] ?? '', (customer) => {
              void choose(customer)
              // Behind the window that closes, which gives the focus back to where it was.
              requestAnimationFrame(onChosen)
            })}
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
