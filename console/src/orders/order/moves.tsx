import type { Order, OrderStatus } from '@pedido/client'
import { useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useStatuses } from '../statuses.ts'
import { text } from './text.ts'

/** More than these are in a menu. */
const BUTTONS = 3

/** The statuses that the order can move to from where it is. */
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
  const here = statuses.find(({ id }) => id === order.status.id)
  const next = statuses.filter(({ id }) => here?.next.includes(id))
  const move = async (to: OrderStatus) => {
    if (moving !== undefined) return
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
  if (next.length > BUTTONS) {
    return (
      <Menu
        trigger={
          <Button isBusy={moving !== undefined}>
            {t.moveTo} <Icon name="down" size={16} />
          </Button>
        }
        items={next.map((to) => ({ label: nameOf(to), onSelect: () => void move(to) }))}
      />
    )
  }
  return (
    <fieldset className="order__moves">
      <legend className="visually-hidden">{t.moveTo}</legend>
      {next.map((to) => (
        <Button key={to.id} isBusy={moving === to.id} onClick={() => void move(to)}>
          <Icon name="right" size={16} />
          <span className="visually-hidden">{t.moveTo} </span>
          {nameOf(to)}
        </Button>
      ))}
    </fieldset>
  )
}
