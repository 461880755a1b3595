import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { RecordFacts } from '../../common/facts.tsx'
import type { FieldOf } from '../../common/form/fields.ts'
import { RecordForm } from '../../common/form/record-form.tsx'
import { RemoveDialog } from '../../common/remove.tsx'
import { text as commonText } from '../../common/text.ts'
import { text as transferText } from '../../common/transfer/text.ts'
import { useMayTransfer } from '../../common/transfer/transfer.ts'
import { TransferDialog } from '../../common/transfer/transfer-dialog.tsx'
import { useMay } from '../../session/session.tsx'
import { useLanguage } from '../../text/language.ts'
import { useTexts, wordOf } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Kind } from '../kinds.ts'
import { clientOf, useShownName } from './client.ts'
import { text } from './text.ts'

/** A record over its list, or a new one. */
export function RecordDialog({
  kind,
  fields,
  id,
  onClose,
}: {
  kind: Kind
  fields: readonly FieldOf[]
  id: number | undefined
  onClose: () => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const c = useTexts(commonText)
  const ofAll = useTexts(transferText)
  const names = useTexts(kind.texts)
  const may = useMay()
  const queries = useQueryClient()
  const mayTransfer = useMayTransfer()
  const [isRemoving, setRemoving] = useState(false)
  const [isTransferring, setTransferring] = useState(false)
  const client = clientOf(kind)
  const found = useQuery({
    queryKey: [kind.path, id],
    queryFn: ({ signal }) => client.read(id ?? 0, { signal }),
    enabled: id !== undefined,
    structuralSharing: false,
    gcTime: 0,
  })
  const record = found.data
  const nameOf = useShownName(kind)
  const mayWrite = may('reference:write')
  const renew = () => queries.invalidateQueries({ queryKey: [kind.path, 'list'] })
  const { filter, lines } = kind
  const href = id !== undefined && filter ? `/orders?${filter}=${id}` : undefined
  const ofLines =
    id !== undefined && lines ? `/records/${lines.path}?${lines.filter}=${id}` : undefined
  const ofSeller = kind.isSeller && may('customers:read')
  const customers = ofSeller && id !== undefined ? `/customers?id_user=${id}` : undefined
  const foot = record && (href || ofLines || mayWrite) && (
    <>
      {href && may('orders:read') && <Link href={href}>{t.orders}</Link>}
      {ofLines && lines && <Link href={ofLines}>{wordOf(lines.labels, language)}</Link>}
      {customers && <Link href={customers}>{t.customers}</Link>}
      {customers && mayTransfer && (
        <Button onClick={() => setTransferring(true)}>{t.transfer}</Button>
      )}
      {mayWrite && (
        <Button look="danger" onClick={() => setRemoving(true)}>
          <Icon name="trash" size={16} />
          {c.remove}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={id === undefined ? names.create : record ? nameOf(record) : names.title}
      foot={foot || undefined}
      // There is more to do with a seller than with others.
      isWide={kind.isSeller ?? false}
    >
      <Problem error={found.error} />
      {id !== undefined && found.isPending && <Skeleton lines={4} />}
      {record && !mayWrite && (
        <RecordFacts fields={fields} record={{ ...record, name: nameOf(record) }} />
      )}
      {mayWrite && (id === undefined || record) && (
        <RecordForm
          name={`${kind.path}/${id ?? 'new'}`}
          fields={fields}
          record={record}
          shape={(one) => ({ ...one, name: nameOf(one) })}
          read={() => client.read(id ?? 0)}
          save={(body, etag) =>
            id === undefined
              ? client.create(body)
              : client.update(id, body, etag === undefined ? {} : { ifMatch: etag })
          }
          onSaved={() => {
            void renew()
            toast({ text: c.saved })
            onClose()
          }}
          onCancel={onClose}
          hrefOf={(other) => `/records/${kind.path}/${other}`}
        />
      )}
      {record && id !== undefined && (
        <RemoveDialog
          name={nameOf(record)}
          isOpen={isRemoving}
          onClose={() => setRemoving(false)}
          remove={() => client.delete(id, { ifMatch: record })}
          renew={found.refetch}
          onRemoved={() => {
            void renew()
            onClose()
          }}
          uses={{
            ...(href && { orders: href }),
            ...(lines && ofLines && { [lines.path.replaceAll('-', '_')]: ofLines }),
            ...(customers && { customers }),
          }}
        />
      )}
      {record && isTransferring && (
        <TransferDialog
          about={ofAll.all(record.name)}
          chosen={{}}
          from={record}
          isFromFixed
          onClose={() => setTransferring(false)}
        />
      )}
    </Dialog>
  )
}
