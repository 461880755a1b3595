import type { Order, OrderAttachment } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useRef, useState } from 'react'
import { pedido } from '../../../session/client.ts'
import { useMay } from '../../../session/session.tsx'
import { useFormats } from '../../../text/formats.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { HISTORY } from '../history.ts'
import './attachments.css'
import { text } from './text.ts'

// Below the key of the history: what is read anew there is read anew here.
const keyOf = (id: number) => [...HISTORY, id, 'attachments']

/** Files beside an order, also one that is locked or just being edited: dropped in or chosen. */
export default function Attachments({ order: { id } }: { order: Order }) {
  const t = useTexts(text)
  const mayWrite = useMay()('orders:write')
  const { data: all, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      Array.fromAsync(pedido.orders.listAttachments(id, { limit: 100 }, { signal })),
  })
  const { send, sent, failed } = useUpload(id)
  const [isOver, setOver] = useState(false)
  if (!mayWrite && !error && !all?.length) return null
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      send([...event.dataTransfer.files])
    },
  }
  return (
    <section
      className="panel attachments"
      aria-label={t.attachments}
      data-over={isOver || undefined}
      {...(mayWrite ? dropping : {})}
    >
      <h2>{t.attachments}</h2>
      <Problem error={error} />
      {all?.length === 0 && <p className="quiet">{t.none}</p>}
      {all && all.length > 0 && (
        <ul className="attachments__list">
          {all.map((one) => (
            <Attachment key={one.id} attachment={one} mayRemove={mayWrite} />
          ))}
        </ul>
      )}
      {failed && (
        <div>
          <p>
            <strong>{t.notAdded(failed.name)}</strong>
          </p>
          <Problem error={failed.error} />
        </div>
      )}
      {mayWrite && <Chooser sent={sent} onChosen={send} />}
    </section>
  )
}

function Attachment({
  attachment,
  mayRemove,
}: {
  attachment: OrderAttachment
  mayRemove: boolean
}) {
  const { id, id_order, name, bytes, token, created_at } = attachment
  const t = useTexts(text)
  const f = useFormats()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className="attachments__one">
      <a href={`/orders/${id_order}/attachments/${id}`} download={name}>
        <Icon name="download" size={16} />
        <span>{name}</span>
      </a>
      <span className="quiet attachments__facts">
        {sizeText(bytes, f.decimal)} · {token.name} ·{' '}
        <time dateTime={created_at} title={f.ago(created_at)}>
          {f.dateTime(created_at)}
        </time>
      </span>
      {mayRemove && (
        <IconButton
          label={t.removeOf(name)}
          icon={<Icon name="trash" size={16} />}
          size="small"
          onClick={() => setRemoving(true)}
        />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={t.removeTitle(name)}
        action={t.remove}
        isDanger
        onConfirm={async () => {
          await pedido.orders.deleteAttachment(id_order, id)
          queries.setQueryData<OrderAttachment[]>(keyOf(id_order), (all = []) =>
            all.filter((one) => one.id !== id),
          )
          toast({ text: t.removed })
        }}
      >
        {t.removeWhy}
      </ConfirmDialog>
    </li>
  )
}

const KB = 1024

/** `48 KB`, `1,2 MB` */
function sizeText(bytes: number, decimal: (amount: number) => string): string {
  if (bytes < KB) return `${decimal(bytes)} B`
  if (bytes < KB * KB) return `${decimal(Math.round(bytes / KB))} KB`
  return `${decimal(Math.round((bytes / KB / KB) * 10) / 10)} MB`
}

function Chooser({
  sent,
  onChosen,
}: {
  sent: string | undefined
  onChosen: (files: File[]) => void
}) {
  const t = useTexts(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="row">
      <Button isBusy={sent !== undefined} onClick={() => input.current?.click()}>
        <Icon name="upload" size={16} />
        {sent === undefined ? t.attach : t.sending(sent)}
      </Button>
      <span className="quiet">
        <span className="attachments__drop">{t.drop} </span>
        {t.kinds}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.attach}
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

/** Sends files one after the other, up to the first that is refused. */
function useUpload(id: number) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [sent, setSent] = useState<string>()
  const [failed, setFailed] = useState<{ name: string; error: Error }>()
  const isRunning = useRef(false)
  const run = async (files: File[]) => {
    let count = 0
    for (const file of files) {
      setSent(file.name)
      try {
        const made = await pedido.orders.createAttachment(id, file)
        count++
        queries.setQueryData<OrderAttachment[]>(keyOf(id), (all = []) => [...all, made])
      } catch (failure) {
        setFailed({ name: file.name, error: failure as Error })
        break
      }
    }
    setSent(undefined)
    if (count > 0) toast({ text: t.added(count) })
  }
  const send = (files: File[]) => {
    // A folder that is dropped comes as a file that can't be read: the service says so.
    if (isRunning.current || files.length === 0) return
    isRunning.current = true
    setFailed(undefined)
    void run(files).finally(() => {
      isRunning.current = false
    })
  }
  return { send, sent, failed }
}
