import { etagOf, type Order, ProblemError } from '@pedido/client'
import { useCallback, useMemo, useState } from 'react'
import { pedido } from '../../session/client.ts'
import { useFormats } from '../../text/formats.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { useAskBeforeLeaving } from '../../ui/page/leave.ts'
import { toast } from '../../ui/toasts.tsx'
import { changesOf } from '../form/body.ts'
import { type Draft, draftOf, hasUnread } from '../form/draft.ts'
import { forget, keep, useKept } from '../form/kept.ts'
import { OrderForm } from '../form/order-form.tsx'
import { SaveButton } from '../form/save-button.tsx'
import { Conflict } from './conflict.tsx'
import { text } from './text.ts'

/** The order as it was when typing began, its version, and what has been typed. */
interface Typed {
  base: Draft
  etag: string
  draft: Draft
}

interface OrderEditorProps {
  order: Order
  name: string
  /** Why it is corrected, where it is locked. */
  correction: string | undefined
  /** Somebody else has changed it since. */
  isOutdated: boolean
  /** What is typed stands on top of what they changed. */
  onUpdated: () => void
  onSaved: (order: Order) => void
  onLeft: () => void
}

/** An order while it is changed: header and lines, saved at once on top of the version that was read. */
export function OrderEditor(props: OrderEditorProps) {
  const { order, name, correction, isOutdated, onUpdated, onSaved, onLeft } = props
  const t = useTexts(text)
  const f = useFormats()
  const { typed, setTyped, request, isChanged, change } = useTyped(order, name)
  const { base, etag, draft } = typed
  const [theirs, setTheirs] = useState<Order>()
  const why = correction === undefined ? {} : { correction }
  const leave = () => {
    forget(name)
    onLeft()
  }
  const compare = async () => setTheirs(await pedido.orders.read(order.id))
  const { submit, isBusy, error } = useSubmit(async () => {
    if (!isChanged) return leave()
    const saved = await unlessStale(() =>
      pedido.orders.change(order.id, request.body, { ifMatch: etag, ...why }),
    )
    if (!saved) return compare()
    forget(name)
    onSaved(saved)
    toast({ text: t.saved, tone: 'good' })
  })
  const compared = useSubmit(compare)
  const restore = () => {
    keep(name, typed)
    onLeft()
  }
  const discard = () => {
    leave()
    if (isChanged) toast({ text: t.discarded, action: { label: t.undo, run: restore } })
  }
  if (theirs) {
    const now = draftOf(theirs, f)
    const takeMerged = (merged: Draft) => {
      setTyped({ base: now, etag: etagOf(theirs) ?? '', draft: merged })
      setTheirs(undefined)
      onUpdated()
    }
    return <Conflict base={base} theirs={now} mine={draft} onMerged={takeMerged} />
  }
  return (
    <OrderForm
      {...{ draft, request }}
      id={order.id}
      onChange={change}
      preview={(its, signal) => pedido.orders.previewChange(order.id, its, {}, { signal, ...why })}
      previewKey={['change', order.id, etag]}
      error={error ?? compared.error}
      onSave={submit}
      actions={
        <>
          {isOutdated && <WhatChanged {...compared} />}
          <Button onClick={discard}>{t.discard}</Button>
          <SaveButton label={t.save} isBusy={isBusy} onSave={() => submit()} />
        </>
      }
    />
  )
}

/** Shows what somebody else has changed, before anything is saved. */
function WhatChanged({ isBusy, submit }: ReturnType<typeof useSubmit>) {
  const t = useTexts(text)
  return (
    <Button isBusy={isBusy} onClick={() => submit()}>
      {t.whatChanged}
    </Button>
  )
}

/** What is typed of an order, and what it changes. */
function useTyped(order: Order, name: string) {
  const f = useFormats()
  const [typed, setTyped] = useKept<Typed>(name, () => {
    const base = draftOf(order, f)
    return { base, etag: etagOf(order) ?? '', draft: base }
  })
  const { base, draft } = typed
  const request = useMemo(() => changesOf(base, draft), [base, draft])
  const change = useCallback(
    (how: (draft: Draft) => Draft) => setTyped((now) => ({ ...now, draft: how(now.draft) })),
    [setTyped],
  )
  const isChanged = Object.keys(request.body).length > 0
  useAskBeforeLeaving(isChanged || hasUnread(draft))
  return { typed, setTyped, request, isChanged, change }
}

/** What a write gives; undefined where somebody else has changed the order since it was read. */
async function unlessStale<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write()
  } catch (failure) {
    if (failure instanceof ProblemError && failure.code === 'precondition_failed') return undefined
    throw failure
  }
}
