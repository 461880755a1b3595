import {
  type Order,
  type OrderPatch,
  type OrderStatus,
  ProblemError,
  type Reference,
} from '@pedido/client'
import { useId, useRef, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useIsHeld } from '../../session/held.tsx'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useCommands } from '../../ui/page/commands.ts'
import { useKey } from '../../ui/page/key.ts'
import { toast } from '../../ui/toasts.tsx'
import { heldKey, isForGood, moveLater, moveTo } from '../list/moving.ts'
import { type MovedTotal, MovedTotalDialog, movedTotalOf } from '../moved-total.tsx'
import { useReason } from '../reasons.tsx'
import { useStatuses } from '../statuses.ts'
import { text } from './text.ts'

/** More than these are in a menu. */
const BUTTONS = 3

/**
 * The statuses that the order can move to from where it is. Those for good ask, and so do those that
 * require a reason.
 */
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
  const { moving, move, question, forget } = useMove({ order, onMoved, onFailed, nameOf })
  const [asked, setAsked] = useState<OrderStatus>()
  const isHeld = useIsHeld(heldKey(order.id))
  const here = statuses.find(({ id }) => id === order.status.id)
  const next = statuses.filter(({ id }) => here?.next.includes(id))
  const isEnd = (to: OrderStatus) => isForGood(here, to, statuses)
  // Where an order ends as a sale is the next step of its life, which only asks.
  const isApart = (to: OrderStatus) => isEnd(to) && !to.counts
  const choose = (to: OrderStatus) =>
    isEnd(to) || to.reason_required ? setAsked(to) : void move(to, null)
  const commandOf = (to: OrderStatus): MenuItem => ({
    label: `${t.moveTo} ${nameOf(to)}`,
    onSelect: () => choose(to),
  })
  useCommands('moves', isHeld ? [] : next.map(commandOf))
  const sale = here && saleOf(here, next)
  useKey('p', sale !== undefined && !isHeld, () => sale && choose(sale))
  // What waits to be sent has its own place, with the way to undo it.
  if (isHeld) return null
  return (
    <>
      <MoveButtons {...{ next, moving, sale, isApart }} onChoose={choose} />
      {asked && (
        <MoveDialog
          order={order}
          to={asked}
          name={nameOf(asked)}
          isForGood={isEnd(asked)}
          onMove={(reason) => void move(asked, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {question && <Question question={question} onClose={forget} />}
    </>
  )
}

/** What becomes an order of a quotation. */
function saleOf(here: OrderStatus, next: readonly OrderStatus[]): OrderStatus | undefined {
  return here.quotation_days === null
    ? undefined
    : next.find((to) => to.counts && to.quotation_days === null)
}

/** What has to be accepted before a move is done: a total that goes with its day, or the prices of what lapsed. */
interface OpenQuestion {
  moved?: MovedTotal
  lapsed?: string
  accept: () => void
}

function Question({ question, onClose }: { question: OpenQuestion; onClose: () => void }) {
  const { moved, lapsed, accept } = question
  const onAccept = () => {
    onClose()
    accept()
  }
  if (moved) return <MovedTotalDialog {...{ moved, onAccept, onClose }} />
  return <LapsedDialog day={lapsed ?? ''} {...{ onAccept, onClose }} />
}

/** The move that is on its way, and what is to be accepted before it. */
function useMove({
  order,
  onMoved,
  onFailed,
  nameOf,
}: {
  order: Order
  onMoved: (order: Order) => void
  onFailed: (error: Error) => void
  nameOf: (status: OrderStatus) => string
}) {
  const t = useTexts(text)
  const [moving, setMoving] = useState<number>()
  const { day } = useFormats()
  const [question, setQuestion] = useState<OpenQuestion>()
  const move = async (to: OrderStatus, reason: Reference | null, accepted: Accepted = {}) => {
    if (moving !== undefined) return
    setMoving(to.id)
    const again = (more: Accepted) => () => void move(to, reason, { ...accepted, ...more })
    try {
      const body = { ...moveTo(to, reason), ...accepted }
      onMoved(await pedido.orders.update(order.id, body, { ifMatch: order }))
      toast({ text: t.moved(nameOf(to)), tone: 'good' })
    } catch (failure) {
      const moved = movedTotalOf(failure)
      if (moved) {
        // The day goes with its total: past midnight it would be another one.
        const { tax_date, total_value_then: accept_total } = moved
        setQuestion({ moved, accept: again({ tax_date, accept_total }) })
      } else if (isLapsed(failure) && order.valid_until) {
        setQuestion({ lapsed: order.valid_until, accept: again({ valid_until: day(new Date()) }) })
      } else onFailed(failure as Error)
    } finally {
      setMoving(undefined)
    }
  }
  return { moving, move, question, forget: () => setQuestion(undefined) }
}

/** What goes with a move that somebody has accepted. */
type Accepted = Pick<OrderPatch, 'tax_date' | 'accept_total' | 'valid_until'>

const isLapsed = (failure: unknown) =>
  failure instanceof ProblemError && failure.code === 'quotation_lapsed'

/** Asks whether a quotation becomes an order at its prices, though its last day has passed. */
function LapsedDialog({
  day,
  onAccept,
  onClose,
}: {
  day: string
  onAccept: () => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const { date } = useFormats()
  const back = useRef<HTMLButtonElement>(null)
  const foot = (
    <>
      <Button ref={back} onClick={onClose}>
        {t.back}
      </Button>
      <Button look="primary" onClick={onAccept}>
        {t.keepPrices}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t.lapsed} foot={foot} firstFocus={back}>
      <p>{t.lapsedWhy(date(day))}</p>
    </Dialog>
  )
}

/** Asks before a move that has no way back, and for the reason of a move; Enter confirms. */
function MoveDialog({
  order,
  to,
  name,
  isForGood,
  onMove,
  onClose,
}: {
  order: Order
  to: OrderStatus
  name: string
  isForGood: boolean
  /** Moves it at once: what is for good waits a while instead. */
  onMove: (reason: Reference | null) => void
  onClose: () => void
}) {
  const t = useTexts(text)
  const confirm = useRef<HTMLButtonElement>(null)
  const code = order.fk_id ?? `#${order.id}`
  const form = useId()
  const { reason, field, isLacking } = useReason(to)
  const { submit } = useSubmit(async () => {
    if (isLacking()) return
    onClose()
    if (!isForGood) return onMove(reason)
    moveLater(order, moveTo(to, reason), {
      will: t.willMove(code, name),
      done: t.wasMoved(code, name),
      failed: (why) => t.notMoved(code, name, why),
    })
  })
  const foot = (
    <>
      <Button onClick={onClose}>{t.back}</Button>
      <Button ref={confirm} look={to.counts ? 'primary' : 'danger'} type="submit" form={form}>
        {t.moveTo} {name}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isForGood ? t.forGood(code, name) : t.toWhere(code, name)}
      foot={foot}
      {...(field ? {} : { firstFocus: confirm })}
    >
      <form id={form} className="stack" onSubmit={submit} noValidate>
        {isForGood && <p>{t.forGoodWhy(name)}</p>}
        {field}
      </form>
    </Dialog>
  )
}

/** What it can move to: buttons, or a menu where there are many. */
function MoveButtons({
  next,
  moving,
  sale,
  isApart,
  onChoose,
}: {
  next: readonly OrderStatus[]
  moving: number | undefined
  /** What a key chooses. */
  sale: OrderStatus | undefined
  isApart: (to: OrderStatus) => boolean
  onChoose: (to: OrderStatus) => void
}) {
  const t = useTexts(text)
  const { nameOf } = useStatuses()
  const ordinary = next.filter((to) => !isApart(to))
  const apart = next.filter(isApart)
  if (next.length > BUTTONS) {
    const item = (to: OrderStatus): MenuItem => ({
      label: nameOf(to),
      isDanger: isApart(to),
      onSelect: () => onChoose(to),
    })
    const line = ordinary.length > 0 && apart.length > 0 ? [null] : []
    return (
      <Menu
        trigger={
          <Button look={ordinary.length > 0 ? 'primary' : undefined} isBusy={moving !== undefined}>
            {t.moveTo} <Icon name="down" size={16} />
          </Button>
        }
        items={[...ordinary.map(item), ...line, ...apart.map(item)]}
      />
    )
  }
  return (
    <fieldset className="order__moves">
      <legend className="visually-hidden">{t.moveTo}</legend>
      {[...ordinary, ...apart].map((to) => (
        <Button
          key={to.id}
          isBusy={moving === to.id}
          {...(to === ordinary[0] && { look: 'primary' })}
          {...(to === sale && { 'aria-keyshortcuts': 'P' })}
          {...(isApart(to) && { look: 'danger', className: 'order__apart' })}
          onClick={() => onChoose(to)}
        >
          <Icon name="right" size={16} />
          <span className="visually-hidden">{t.moveTo} </span>
          {nameOf(to)}
          {to === sale && <kbd>P</kbd>}
        </Button>
      ))}
    </fieldset>
  )
}
