import type { Address, AddressInput } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressFields } from '../common/customers/fields.ts'
import { RecordForm } from '../common/form/record-form.tsx'
import { RemoveDialog } from '../common/remove.tsx'
import { text as commonText } from '../common/text.ts'
import { pedido } from '../session/client.ts'
import { useTexts } from '../text/texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton, StatusBadge } from '../ui/pieces.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toasts.tsx'
import './customers.css'
import { text } from './text.ts'

/** Where a customer is: the list, and each one's form. */
export function Addresses({ id, mayWrite }: { id: number; mayWrite: boolean }) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const queryKey = ['customers', id, 'addresses']
  const [edited, setEdited] = useState<Address | 'new'>()
  const [removed, setRemoved] = useState<Address>()
  const [error, setError] = useState<Error>()
  const found = useAddresses(id, queryKey)
  const renew = () => queries.invalidateQueries({ queryKey })
  const askRemove = (one: Pick<Address, 'id'>) => {
    setError(undefined)
    pedido.addresses.read(one.id).then(setRemoved, setError)
  }
  return (
    <section className="panel stack" aria-labelledby="addresses">
      <header className="row spread">
        <h2 id="addresses">{t.addresses}</h2>
        {mayWrite && (
          <Button size="small" onClick={() => setEdited('new')}>
            <Icon name="plus" size={16} />
            {t.addAddress}
          </Button>
        )}
      </header>
      <Problem error={found.error ?? error} />
      {found.isPending && <Skeleton lines={3} />}
      {found.data?.length === 0 && <p className="quiet">{t.noAddress}</p>}
      {found.data && found.data.length > 0 && (
        <ul className="customers__addresses">
          {found.data.map((one) => (
            <AddressEntry
              key={one.id}
              address={one}
              {...(mayWrite ? { onEdit: setEdited, onRemove: askRemove } : {})}
            />
          ))}
        </ul>
      )}
      {edited && (
        <AddressDialog
          id={id}
          address={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={renew}
        />
      )}
      <RemoveDialog
        name={removed ? titleOf(removed) || t.address : ''}
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        remove={async () => removed && pedido.addresses.delete(removed.id, { ifMatch: removed })}
        renew={() => removed && askRemove(removed)}
        onRemoved={() => void renew()}
        uses={{ orders: `/orders?id_customer=${id}` }}
      />
    </section>
  )
}

function useAddresses(id: number, queryKey: readonly unknown[]) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => Array.fromAsync(pedido.customers.listAddresses(id, {}, { signal })),
  })
}

/** What tells it from others: what it is called, else its street. */
function titleOf({ name, street, fk_id, city }: Address): string {
  return name ?? street ?? fk_id ?? city ?? ''
}

function AddressEntry({
  address,
  onEdit,
  onRemove,
}: {
  address: Address
  onEdit?: (address: Address) => void
  onRemove?: (address: Address) => void
}) {
  const t = useTexts(text)
  const { name, fk_id, address_type, street, number_text, complement, neighborhood } = address
  const { city, state, postal_code } = address
  const title = titleOf(address) || t.address
  const place = [street, number_text, complement].filter(Boolean).join(', ')
  const town = [city, state].filter(Boolean).join('/')
  const rest = [neighborhood, town, postal_code]
  return (
    <li className="row nowrap spread">
      <div className="customers__address">
        <p className="row">
          <strong>{name ?? fk_id ?? t.address}</strong>
          {address_type && t[address_type] !== name && <StatusBadge>{t[address_type]}</StatusBadge>}
          {name && fk_id && <span className="common__code">{fk_id}</span>}
        </p>
        <p>{place}</p>
        <p className="quiet">{rest.filter(Boolean).join(' · ')}</p>
      </div>
      {onEdit && onRemove && (
        <div className="row nowrap">
          <IconButton
            size="small"
            label={t.editAddress(title)}
            icon={<Icon name="edit" size={16} />}
            onClick={() => onEdit(address)}
          />
          <IconButton
            size="small"
            label={t.removeAddress(title)}
            icon={<Icon name="trash" size={16} />}
            onClick={() => onRemove(address)}
          />
        </div>
      )}
    </li>
  )
}

function AddressDialog({
  id,
  address,
  onClose,
  onSaved,
}: {
  id: number
  address: Address | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const fields = useAddressFields(address === undefined)
  const of = address?.id
  const found = useQuery({
    queryKey: ['addresses', 'one', of],
    queryFn: ({ signal }) => pedido.addresses.read(of ?? 0, { signal }),
    enabled: of !== undefined,
    structuralSharing: false,
    gcTime: 0,
  })
  const title = address ? t.editAddress(titleOf(address)) : t.addAddress
  return (
    <Dialog isOpen onClose={onClose} title={title} isWide>
      <Problem error={found.error} />
      {of !== undefined && !found.data ? (
        <Skeleton lines={4} />
      ) : (
        <RecordForm
          name={of === undefined ? `customers/${id}/addresses/new` : `addresses/${of}`}
          fields={fields}
          record={found.data}
          read={() => pedido.addresses.read(of ?? 0)}
          save={(body, etag) =>
            of === undefined
              ? pedido.customers.createAddress(id, body as AddressInput)
              : pedido.addresses.update(of, body, etag === undefined ? {} : { ifMatch: etag })
          }
          onSaved={() => {
            toast({ text: c.saved })
            onSaved()
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
