import type { Order, OrderStatus } from '@pedido/client'
import { useRef, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useIsHeld } from '../../session/held.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { heldKey, isForGood, moveLater } from '../moving.ts'
import { useStatuses } from '../statuses.ts'
import { text } from './text.ts'

/** More than these are in a menu. */
const BUTTONS = 3

/** The statuses that the order can move to from where it is; those for good stand apart and ask. */
export function Moves({
  order,
  onMoved,
  onFailed,
}: {
  order: Order
  onMoved: (order: Order) => void
  onFailed: (error: Error) => void
}) {
  const t = useTexts(text)
  const { statuses, nameOf } = useStatuses()
  const [moving, setMoving] = useState<number>()
  const [asked, setAsked] = useState<OrderStatus>()
  const isHeld = useIsHeld(heldKey(order.id))
  const here = statuses.find(({ id }) => id === order.status.id)
  const next = statuses.filter(({ id }) => here?.next.includes(id))
  const isEnd = (to: OrderStatus) => isForGood(here, to, statuses)
  // Where an order ends as a sale is the next step of its life, which only asks.
  const isApart = (to: OrderStatus) => isEnd(to) && !to.counts
  const move = async (to: OrderStatus) => {
    if (moving !== undefined) return
    if (isEnd(to)) return setAsked(to)
    setMoving(to.id)
    try {
      onMoved(await pedido.orders.update(order.id, { id_order_status: to.id }, { ifMatch: order }))
      toast({ text: t.moved(nameOf(to)), tone: 'good' })
    } catch (failure) {
      onFailed(failure as Error)
    } finally {
      setMoving(undefined)
    }
  }
  // What waits to be sent has its own place, with the way to undo it.
  if (isHeld) return null
  const ordinary = next.filter((to) => !isApart(to))
  const apart = next.filter(isApart)
  const item = (to: OrderStatus): MenuItem => ({
    label: nameOf(to),
    isDanger: isApart(to),
    onSelect: () => void move(to),
  })
  return (
    <>
      {next.length > BUTTONS ? (
        <Menu
          trigger={
            <Button isBusy={moving !== undefined}>
              {t.moveTo} <Icon name="down" size={16} />
            </Button>
          }
          items={[
            ...ordinary.map(item),
            ...(ordinary.length > 0 && apart.length > 0 ? [null] : []),
            ...apart.map(item),
          ]}
        />
      ) : (
        <fieldset className="order__moves">
          <legend className="visually-hidden">{t.moveTo}</legend>
          {[...ordinary, ...apart].map((to) => (
            <Button
              key={to.id}
              isBusy={moving === to.id}
              {...(isApart(to) && { look: 'danger', className: 'order__apart' })}
              onClick={() => void move(to)}
            >
              <Icon name="right" size={16} />
              <span className="visually-hidden">{t.moveTo} </span>
              {nameOf(to)}
            </Button>
          ))}
        </fieldset>
      )}
      {asked && (
        <ForGood
          order={order}
          to={asked}
          name={nameOf(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Asks before a move that has no way back; Enter confirms. */
function ForGood({
  order,
  to,
  name,
  onClose,
}: {
  order: Order
  to: OrderStatus
  name: string
  onClose: () => void
}) {
  const t = useTexts(text)
  const confirm = useRef<HTMLButtonElement>(null)
  const code = order.fk_id ?? `#${order.id}`
  const run = () => {
    moveLater(order, to, {
      will: t.willMove(code, name),
      done: t.wasMoved(code, name),
      failed: (why) => t.notMoved(code, name, why),
    })
    onClose()
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t.back}</Button>
      <Button ref={confirm} look={to.counts ? 'primary' : 'danger'} onClick={run}>
        {t.moveTo} {name}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.forGood(code, name)} foot={foot} firstFocus={confirm}>
      <p>{t.forGoodWhy(name)}</p>
    </Dialog>
  )
}
