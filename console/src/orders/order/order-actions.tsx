import type { Order } from '@pedido/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useCommands } from '../../ui/page/commands.ts'
import { toast } from '../../ui/toasts.tsx'
import { replaceRows } from '../list/rows.ts'
import { useReasons } from '../reasons.tsx'
import { useStatuses } from '../statuses.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { SendButton } from './send/send-button.tsx'
import { text } from './text.ts'

/** Duplicate, print, PDF, copy the link, another reason, delete. */
export function OrderActions({
  order,
  canWrite,
  onChanged,
}: {
  order: Order
  canWrite: boolean
  onChanged: (order: Order) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const [isDeleting, setDeleting] = useState(false)
  const { statuses } = useStatuses()
  const status = statuses.find(({ id }) => id === order.status.id)
  const isLocked = status?.locked ?? true
  const [isAskingWhy, setAskingWhy] = useState(false)
  const hasReasons = useReasons().length > 0
  const copyLink = async () => {
    const address = window.location.href
    // Pages without TLS have no clipboard.
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    toast({ text: isCopied ? t.copied : t.copyByHand(address) })
  }
  const openPdf = () =>
    window.open(`/orders/${order.id}/document?language=${language}`, '_blank', 'noopener')
  const items: (MenuItem | null)[] = [
    { label: t.print, icon: 'print', onSelect: () => window.print() },
    { label: t.pdf, icon: 'download', onSelect: openPdf },
    { label: t.copyLink, icon: 'link', onSelect: () => void copyLink() },
  ]
  if (canWrite) {
    items.unshift({ label: t.duplicate, icon: 'copy', href: `/orders/new?from=${order.id}` })
  }
  if (canWrite && hasReasons && (order.reason || status?.counts === false)) {
    items.unshift({ label: t.changeReason, icon: 'edit', onSelect: () => setAskingWhy(true) })
  }
  if (canWrite && !isLocked) {
    const remove = () => setDeleting(true)
    items.push(null, { label: t.remove, icon: 'trash', isDanger: true, onSelect: remove })
  }
  useCommands('order', items)
  return (
    <>
      {canWrite && <SendButton order={order} />}
      <Menu trigger={<IconButton label={t.more} icon={<Icon name="more" />} />} items={items} />
      {isAskingWhy && status && (
        <ReasonDialog
          order={order}
          status={status}
          onClose={() => setAskingWhy(false)}
          onChanged={onChanged}
        />
      )}
      <DeleteDialog order={order} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

function DeleteDialog({
  order,
  isOpen,
  onClose,
}: {
  order: Order
  isOpen: boolean
  onClose: () => void
}) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.removeTitle(order.fk_id ?? `#${order.id}`)}
      action={t.remove}
      isDanger
      onConfirm={async () => {
        await pedido.orders.delete(order.id, { ifMatch: order })
        toast({ text: t.removed })
        void queries.invalidateQueries({ queryKey: ['orders'] })
        replaceRows(new Map([[order.id, { isGone: true }]]))
        navigate('/orders')
      }}
    >
      {t.removeWhy}
    </ConfirmDialog>
  )
}
