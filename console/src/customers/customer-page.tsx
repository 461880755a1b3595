import type { Customer } from '@pedido/client'
import { useState } from 'react'
import '../common/common.css'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { useEditable } from '../common/customers/fields.ts'
import { formatDocument } from '../common/form/kinds.ts'
import { HistoryPanel } from '../common/history.tsx'
import { isGone, Missing } from '../common/missing.tsx'
import { RecordDetails, useRecord, useRemoval } from '../common/records/details.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { Titled } from '../common/records/inactive.tsx'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page } from '../ui/pieces.tsx'
import { Addresses } from './addresses.tsx'
import { AnonymiseDialog, AnonymisedPanel } from './anonymise.tsx'
import { CustomerOrders } from './orders.tsx'
import { text } from './text.ts'

/** One customer: what is known of them, where they are, what they ordered, who changed it. */
export default function CustomerPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useRecord<Customer>('customers', id)
  useTitle(found.data?.name ?? t.customers)
  if (!found.data || isGone(found.error)) {
    return <Missing title={t.customers} error={found.error} href="/customers" />
  }
  return <CustomerView key={id} customer={found.data} />
}

function CustomerView({ customer }: { customer: Customer }) {
  const may = useMay()
  const mayWrite = may('customers:write') && !customer.anonymised_at
  const { id, trade_name, fk_id, document } = customer
  const fields = [
    ...useRecordFields('customers'),
    ...useCustomFields(useDeclared('customers'), customer),
  ]
  const editable = useEditable(fields, id)
  const about = [trade_name, fk_id, document && formatDocument(document)]
    .filter(Boolean)
    .join(' · ')
  return (
    <Page title={<Titled of={customer} />} sub={about} actions={<Actions customer={customer} />}>
      <div className="common__two">
        <div className="stack">
          {customer.anonymised_at && <AnonymisedPanel customer={customer} />}
          <RecordDetails
            path="customers"
            record={customer}
            fields={fields}
            editable={editable}
            mayWrite={mayWrite}
          />
          <Addresses id={id} mayWrite={mayWrite} />
        </div>
        <div className="stack">
          {may('orders:read') && <CustomerOrders id={id} />}
          {may('events:read') && <HistoryPanel subject={`/customers/${id}`} fields={fields} />}
        </div>
      </div>
    </Page>
  )
}

function Actions({ customer }: { customer: Customer }) {
  const t = useTexts(text)
  const may = useMay()
  const [isAnonymising, setAnonymising] = useState(false)
  const mayAnonymise = may('privacy:manage') && !customer.anonymised_at
  const { id } = customer
  const removal = useRemoval('customers', customer, { orders: `/orders?id_customer=${id}` })
  const items: MenuItem[] = []
  if (mayAnonymise) {
    const anonymise = () => setAnonymising(true)
    items.push({ label: t.anonymiseMenu, icon: 'shield', isDanger: true, onSelect: anonymise })
  }
  items.push(...removal.items)
  return (
    <>
      {may('orders:write') && customer.active && (
        <ButtonLink look="primary" href={`/orders/new?customer=${id}`}>
          <Icon name="plus" size={16} />
          {t.newOrder}
        </ButtonLink>
      )}
      {items.length > 0 && (
        <Menu trigger={<IconButton label={t.more} icon={<Icon name="more" />} />} items={items} />
      )}
      <AnonymiseDialog
        customer={customer}
        isOpen={isAnonymising}
        onClose={() => setAnonymising(false)}
      />
      {removal.dialog}
    </>
  )
}
