import type { Customer } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import '../common/common.css'
import { useCustomFields, useDeclared } from '../common/custom.ts'
import { RecordFacts } from '../common/facts.tsx'
import { formatDocument } from '../common/form/kinds.ts'
import { RecordForm } from '../common/form/record-form.tsx'
import { HistoryPanel } from '../common/history.tsx'
import { isGone, Missing } from '../common/missing.tsx'
import { useRecordFields } from '../common/records/fields.ts'
import { RemoveDialog } from '../common/remove.tsx'
import { text as commonText } from '../common/text.ts'
import { pedido } from '../session/client.ts'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { useTitle } from '../ui/page/title.ts'
import { Page } from '../ui/pieces.tsx'
import { toast } from '../ui/toasts.tsx'
import { Addresses } from './addresses.tsx'
import { AnonymiseDialog, AnonymisedPanel } from './anonymise.tsx'
import { useEditable } from './fields.ts'
import { CustomerOrders } from './orders.tsx'
import { text } from './text.ts'

/** One customer: what is known of them, where they are, what they ordered, who changed it. */
export default function CustomerPage({ id }: { id: number }) {
  const t = useTexts(text)
  const found = useQuery({
    queryKey: ['customers', id],
    queryFn: ({ signal }) => pedido.customers.read(id, { signal }),
    // Its ETag is known of the record itself, not of a copy.
    structuralSharing: false,
  })
  useTitle(found.data?.name ?? t.customers)
  if (!found.data || isGone(found.error)) {
    return <Missing title={t.customers} error={found.error} href="/customers" />
  }
  return <CustomerView key={id} customer={found.data} />
}

function CustomerView({ customer }: { customer: Customer }) {
  const may = useMay()
  const mayWrite = may('customers:write') && !customer.anonymised_at
  const { id, name, fk_id, document } = customer
  const fields = [
    ...useRecordFields('customers'),
    ...useCustomFields(useDeclared('customers'), customer),
  ]
  const about = [fk_id, document && formatDocument(document)].filter(Boolean).join(' · ')
  return (
    <Page title={name} sub={about} actions={<Actions customer={customer} />}>
      <div className="common__two">
        <div className="stack">
          {customer.anonymised_at && <AnonymisedPanel customer={customer} />}
          <Details customer={customer} fields={fields} />
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
  const c = useTexts(commonText)
  const may = useMay()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [isRemoving, setRemoving] = useState(false)
  const [isAnonymising, setAnonymising] = useState(false)
  const mayAnonymise = may('privacy:manage') && !customer.anonymised_at
  const { id, name } = customer
  const items: MenuItem[] = []
  if (mayAnonymise) {
    const anonymise = () => setAnonymising(true)
    items.push({ label: t.anonymiseMenu, icon: 'shield', isDanger: true, onSelect: anonymise })
  }
  if (may('customers:write')) {
    const remove = () => setRemoving(true)
    items.push({ label: c.remove, icon: 'trash', isDanger: true, onSelect: remove })
  }
  return (
    <>
      {may('orders:write') && (
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
      <RemoveDialog
        name={name}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        remove={() => pedido.customers.delete(id, { ifMatch: customer })}
        renew={() => queries.invalidateQueries({ queryKey: ['customers', id] })}
        onRemoved={() => {
          void queries.invalidateQueries({ queryKey: ['customers', 'list'] })
          go('/customers', { replace: true })
        }}
        uses={{ orders: `/orders?id_customer=${id}` }}
      />
    </>
  )
}

function Details({
  customer,
  fields,
}: {
  customer: Customer
  fields: Parameters<typeof RecordFacts>[0]['fields']
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const may = useMay()
  const queries = useQueryClient()
  const editable = useEditable(fields)
  const [params, setParams] = useSearchParams()
  const { id } = customer
  const mayWrite = may('customers:write') && !customer.anonymised_at
  const isEdited = params.has('edit') && mayWrite
  const edit = (is: boolean) => setParams(is ? { edit: '' } : {}, { replace: true })
  return (
    <section className="panel stack" aria-labelledby="details">
      <header className="row spread">
        <h2 id="details">{t.details}</h2>
        {!isEdited && mayWrite && (
          <Button size="small" onClick={() => edit(true)}>
            <Icon name="edit" size={16} />
            {c.edit}
          </Button>
        )}
      </header>
      {isEdited ? (
        <RecordForm
          name={`customers/${id}`}
          fields={editable}
          record={customer}
          read={() => pedido.customers.read(id)}
          save={(body, etag) =>
            pedido.customers.update(id, body, etag === undefined ? {} : { ifMatch: etag })
          }
          onSaved={(saved) => {
            queries.setQueryData(['customers', id], saved)
            void queries.invalidateQueries({ queryKey: ['customers', 'list'] })
            void queries.invalidateQueries({ queryKey: ['history', `/customers/${id}`] })
            toast({ text: c.saved })
            edit(false)
          }}
          onCancel={() => edit(false)}
          hrefOf={(other) => `/customers/${other}`}
        />
      ) : (
        <RecordFacts fields={fields} record={customer} />
      )}
    </section>
  )
}
