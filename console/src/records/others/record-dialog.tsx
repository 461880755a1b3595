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
import { clientOf, type PlainRecord, useShownName } from './client.ts'
import { text } from './text.ts'

/** What is open above it. */
type Opened = 'removal' | 'transfer'

interface RecordDialogProps {
  kind: Kind
  fields: readonly FieldOf[]
  /** Tells what is typed into a new one that is filled in from what is typed into another. */
  draft: string
  id: number | undefined
  onClose: () => void
}

/** A record over its list, or a new one. */
export function RecordDialog({ kind, fields, draft, id, onClose }: RecordDialogProps) {
  const names = useTexts(kind.texts)
  const may = useMay()
  const mayWrite = may(`${kind.family}:write`)
  const queries = useQueryClient()
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
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
  const ofSeller = kind.isSeller && may('customers:read')
  const uses = record ? usesOf(kind, record.id, ofSeller) : {}
  const hasFoot = record !== undefined && (mayWrite || Object.keys(uses).length > 0)
  const renewed = () => {
    void queries.invalidateQueries({ queryKey: [kind.path, 'list'] })
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={id === undefined ? names.create : record ? nameOf(record) : names.title}
      foot={hasFoot && <Foot kind={kind} uses={uses} onOpen={open} />}
      // There is more to do with a seller than with others.
      isWide={kind.isSeller ?? false}
    >
      <Problem error={found.error} />
      {id !== undefined && found.isPending && <Skeleton lines={4} />}
      {record && !mayWrite && (
        <RecordFacts fields={fields} record={{ ...record, name: nameOf(record) }} />
      )}
      {mayWrite && (id === undefined || record) && (
        <Editor {...{ kind, fields, draft, record, onClose }} onSaved={renewed} />
      )}
      {record && (
        <RemoveDialog
          name={nameOf(record)}
          isOpen={opened === 'removal'}
          onClose={close}
          remove={() => client.delete(record.id, { ifMatch: record })}
          renew={found.refetch}
          onRemoved={renewed}
          uses={uses}
        />
      )}
      {record && opened === 'transfer' && <Transfer seller={record} onClose={close} />}
    </Dialog>
  )
}

/** Gives all of a seller's customers to another one. */
function Transfer({ seller, onClose }: { seller: PlainRecord; onClose: () => void }) {
  const t = useTexts(transferText)
  const from = { about: t.all(seller.name), chosen: {}, from: seller, isFromFixed: true }
  return <TransferDialog {...from} onClose={onClose} />
}

/** A record as a form. */
function Editor({
  kind,
  fields,
  draft,
  record,
  onClose,
  onSaved,
}: Omit<RecordDialogProps, 'id'> & { record: PlainRecord | undefined; onSaved: () => void }) {
  const c = useTexts(commonText)
  const client = clientOf(kind)
  const nameOf = useShownName(kind)
  return (
    <RecordForm
      name={`${kind.path}/${record?.id ?? `new${draft}`}`}
      fields={fields}
      record={record}
      shape={(one) => ({ ...one, name: nameOf(one) })}
      read={() => client.read(record?.id ?? 0)}
      save={(body, etag) =>
        record === undefined
          ? client.create(body)
          : client.update(record.id, body, etag === undefined ? {} : { ifMatch: etag })
      }
      onSaved={() => {
        toast({ text: c.saved })
        onSaved()
      }}
      onCancel={onClose}
      hrefOf={(other) => `/records/${kind.path}/${other}`}
    />
  )
}

/** Where what uses it is listed, by the service's name for it. */
function usesOf(
  { path, filter, lines }: Kind,
  id: number,
  ofSeller: boolean,
): Record<string, string> {
  return {
    ...(filter && { orders: `/orders?${filter}=${id}` }),
    ...(lines && { [tableOf(lines.path)]: `/records/${lines.path}?${lines.filter}=${id}` }),
    ...(ofSeller && { customers: `/customers?id_user=${id}` }),
    ...(path === 'number-series' && { gaps: `/records/number-series/${id}/gaps` }),
  }
}

const tableOf = (path: string) => path.replaceAll('-', '_')

/** The way to what uses it, and what can be done with it. */
function Foot({
  kind: { lines, family },
  uses,
  onOpen,
}: {
  kind: Kind
  uses: ReturnType<typeof usesOf>
  onOpen: (opened: Opened) => void
}) {
  const t = useTexts(text)
  const c = useTexts(commonText)
  const language = useLanguage()
  const may = useMay()
  const mayTransfer = useMayTransfer()
  const ofLines = lines && uses[tableOf(lines.path)]
  const { orders, customers, gaps } = uses
  return (
    <>
      {orders && may('orders:read') && <Link href={orders}>{t.orders}</Link>}
      {ofLines && <Link href={ofLines}>{wordOf(lines.labels, language)}</Link>}
      {customers && <Link href={customers}>{t.customers}</Link>}
      {gaps && <Link href={gaps}>{t.gaps}</Link>}
      {customers && mayTransfer && <Button onClick={() => onOpen('transfer')}>{t.transfer}</Button>}
      {may(`${family}:write`) && (
        <Button look="danger" onClick={() => onOpen('removal')}>
          <Icon name="trash" size={16} />
          {c.remove}
        </Button>
      )}
    </>
  )
}
