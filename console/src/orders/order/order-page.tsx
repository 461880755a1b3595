import { type Order, ProblemError } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { pedido } from '../../session/client.ts'
import { lazily } from '../../session/lazily.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useKey } from '../../ui/page/key.ts'
import { useTitle } from '../../ui/page/title.ts'
import { EmptyState, Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { readKept, typedName } from '../form/kept.ts'
import { useStatuses } from '../statuses.ts'
import { useFollowed } from './follow.ts'
import { HISTORY } from './history.ts'
import { BeforeInvoice, RefusedInvoice } from './invoice/before-invoice.tsx'
import { Moves } from './moves.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderEditor } from './order-editor.tsx'
import { OrderView, StatusLine } from './order-view.tsx'
import { text } from './text.ts'
import { Timeline } from './timeline.tsx'
import { CorrectionDialog } from './versions/correction-dialog.tsx'
import './order.css'

const Attachments = lazily(() => import('./attachments/panel.tsx'))

const keyOf = (id: number) => ['order', id]

/** One order: what it is, what can be done with it, and what became of it so far. */
export default function OrderPage({ id }: { id: number }) {
  const t = useTexts(text)
  const { data: order, error } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => pedido.orders.read(id, { signal }),
    // A change needs the very record that was read, with its ETag: no mixture of two.
    structuralSharing: false,
  })
  useTitle(order ? t.order(codeOf(order)) : t.orders)
  const isGone = error instanceof ProblemError && error.status === 404
  // One that was here keeps what is typed on it.
  if (isGone && !order) {
    return (
      <Page title={t.orders}>
        <EmptyState
          icon="orders"
          title={t.missing}
          action={<ButtonLink href="/orders">{t.orders}</ButtonLink>}
        >
          {t.missingWhy}
        </EmptyState>
      </Page>
    )
  }
  if (!order) {
    return (
      <Page title={t.orders}>{error ? <Problem error={error} /> : <Skeleton lines={12} />}</Page>
    )
  }
  return <OpenOrder key={id} order={order} isGone={isGone} />
}

function OpenOrder({ order, isGone }: { order: Order; isGone: boolean }) {
  const t = useTexts(text)
  const may = useMay()
  const queries = useQueryClient()
  const { member } = useSession()
  const name = typedName(order.id, member.id)
  const canWrite = may('orders:write')
  const isKept = () => canWrite && readKept(name) !== undefined
  const [isEditing, setEditing] = useState(isKept)
  const { statuses } = useStatuses()
  const isLocked = statuses.find(({ id }) => id === order.status.id)?.locked ?? true
  const edit = () => setEditing(true)
  const mayEdit = canWrite && !isLocked
  useKey('e', mayEdit && !isEditing, edit)
  useEditAddress(mayEdit, edit)
  useHeadingAfter(isEditing)
  const { who, forgetWho } = useNews(order.id)
  const { error, take, fail } = useChanged(order.id, forgetWho)
  const readAnew = () => {
    for (const queryKey of [keyOf(order.id), [...HISTORY, order.id], ['orders']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
  const mayCorrect = canWrite && isLocked && may('orders:correct')
  return (
    <Page
      title={t.order(codeOf(order))}
      sub={<StatusLine order={order} />}
      actions={
        !isEditing && (
          <Actions
            {...{ order, canWrite, mayEdit, mayCorrect }}
            onEdit={edit}
            onChanged={take}
            onFailed={fail}
          />
        )
      }
    >
      <News who={who} isEditing={isEditing} isGone={isGone} />
      <Failure {...{ error, order, mayEdit }} />
      <OrderBody
        {...{ order, name, isEditing, mayCorrect }}
        isOutdated={who !== undefined && !isGone}
        onUpdated={forgetWho}
        onSaved={(saved) => {
          take(saved)
          setEditing(false)
        }}
        onLeft={() => {
          setEditing(isKept())
          void queries.invalidateQueries({ queryKey: keyOf(order.id) })
        }}
        onClosed={() => setEditing(false)}
      />
      {!isEditing && <BeforeInvoice order={order} mayEdit={mayEdit} />}
      <Beside order={order} onRestored={readAnew} />
    </Page>
  )
}

/** What stands beside an order, whatever its status. */
function Beside(props: ComponentProps<typeof Timeline>) {
  return (
    <>
      <Suspense>
        <Attachments order={props.order} />
      </Suspense>
      <Timeline {...props} />
    </>
  )
}

/** The order as it is, or its form; that of a locked one once it is said why it is corrected. */
function OrderBody({
  order,
  name,
  isEditing,
  mayCorrect,
  isOutdated,
  onUpdated,
  onSaved,
  onLeft,
  onClosed,
}: {
  order: Order
  name: string
  isEditing: boolean
  mayCorrect: boolean
  isOutdated: boolean
  onUpdated: () => void
  onSaved: (order: Order) => void
  onLeft: () => void
  onClosed: () => void
}) {
  const [correction, setCorrection] = useState<string>()
  if (!isEditing) return <OrderView order={order} />
  if (mayCorrect && correction === undefined)
    return (
      <>
        <CorrectionDialog order={order} onClose={onClosed} onSaid={setCorrection} />
        <OrderView order={order} />
      </>
    )
  return (
    <OrderEditor
      {...{ order, name, correction, isOutdated, onUpdated }}
      onSaved={(saved) => {
        setCorrection(undefined)
        onSaved(saved)
      }}
      onLeft={() => {
        setCorrection(undefined)
        onLeft()
      }}
    />
  )
}

/** What becomes of a change: the page has the order as it is now, or says why it was refused. */
function useChanged(id: number, forgetWho: () => void) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error>()
  const take = (changed: Order) => {
    setError(undefined)
    forgetWho()
    queries.setQueryData(keyOf(id), changed)
    void queries.invalidateQueries({ queryKey: [...HISTORY, id] })
    void queries.invalidateQueries({ queryKey: ['orders'] })
  }
  const fail = (failure: Error) => {
    setError(failure)
    if (isStale(failure)) void queries.invalidateQueries({ queryKey: keyOf(id) })
  }
  return { error, take, fail }
}

/** What can be done with it while nobody types. */
function Actions({
  order,
  canWrite,
  mayEdit,
  mayCorrect,
  onEdit,
  onChanged,
  onFailed,
}: {
  order: Order
  canWrite: boolean
  mayEdit: boolean
  mayCorrect: boolean
  onEdit: () => void
  onChanged: (order: Order) => void
  onFailed: (error: Error) => void
}) {
  const t = useTexts(text)
  return (
    <>
      {mayEdit && (
        <Button aria-keyshortcuts="E" onClick={onEdit}>
          <Icon name="edit" size={16} /> {t.edit}
        </Button>
      )}
      {mayCorrect && (
        <Button onClick={onEdit}>
          <Icon name="edit" size={16} /> {t.correct}
        </Button>
      )}
      {canWrite && <Moves order={order} onMoved={onChanged} onFailed={onFailed} />}
      <OrderActions order={order} canWrite={canWrite} onChanged={onChanged} />
    </>
  )
}

function Failure({
  error,
  order,
  mayEdit,
}: {
  error: Error | undefined
  order: Order
  mayEdit: boolean
}) {
  const t = useTexts(text)
  if (error instanceof ProblemError && error.code === 'invoice_check_failed')
    return <RefusedInvoice {...{ error, order, mayEdit }} />
  if (!isStale(error)) return <Problem error={error} />
  return (
    <div className="problem" role="alert">
      <p>{t.changedMeanwhile}</p>
    </div>
  )
}

/** Reads the order anew where it has changed, and knows who else changed it. */
function useNews(id: number): { who: string | undefined; forgetWho: () => void } {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [who, setWho] = useState<string>()
  const readAnew = () => {
    void queries.invalidateQueries({ queryKey: keyOf(id) })
    void queries.invalidateQueries({ queryKey: [...HISTORY, id] })
  }
  useFollowed(id, {
    onBack: readAnew,
    onHappened: ({ type, order, by, isOwn }) => {
      const known = queries.getQueryData<Order>(keyOf(id))
      // It is shown already, with what came after it.
      if (type !== 'order.deleted' && known && known.updated_at >= order.updated_at) return
      readAnew()
      if (!isOwn) setWho(by ?? t.somebody)
    },
  })
  return { who, forgetWho: () => setWho(undefined) }
}

/** What somebody else did to the order while it was looked at, read out as it happens. */
function News({
  who,
  isEditing,
  isGone,
}: {
  who: string | undefined
  isEditing: boolean
  isGone: boolean
}) {
  const t = useTexts(text)
  const message = isGone
    ? t.gone
    : who !== undefined && (isEditing ? t.changedWhileTyping(who) : t.changedJustNow(who))
  return (
    <div role="status" className="order__news" data-empty={!message || undefined}>
      {message && (
        <p>
          <Icon name="info" size={16} /> {message}
        </p>
      )}
    </div>
  )
}

/** Lists lead to `?edit`; the address then says the order itself, which Back and reload show. */
function useEditAddress(isOn: boolean, edit: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has('edit')
  const latest = useRef(edit)
  latest.current = edit
  useEffect(() => {
    if (!isAsked || !isOn) return
    setParams({}, { replace: true })
    latest.current()
  }, [isAsked, isOn, setParams])
}

/** The field that had the focus goes with the form: then one goes on at the heading. */
function useHeadingAfter(isEditing: boolean): void {
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) document.querySelector<HTMLElement>('.page h1')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
}

/** Its own code, or its number where it has none. */
function codeOf({ fk_id, id }: Order): string {
  return fk_id ?? `#${id}`
}

function isStale(error: Error | undefined): boolean {
  return error instanceof ProblemError && error.code === 'precondition_failed'
}
