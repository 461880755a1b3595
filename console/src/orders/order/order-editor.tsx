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

/** An order while it is changed: header and lines, saved at once on top of the version that was read. */
export function OrderEditor({
  order,
  name,
  isOutdated,
  onUpdated,
  onSaved,
  onLeft,
}: {
  order: Order
  name: string
  /** Somebody else has changed it since. */
  isOutdated: boolean
  /** What is typed stands on top of what they changed. */
  onUpdated: () => void
  onSaved: (order: Order) => void
  onLeft: () => void
}) {
  const t = useTexts(text)
  const f = useFormats()
  const [typed, setTyped] = useKept<Typed>(name, () => {
    const base = draftOf(order, f)
    return { base, etag: etagOf(order) ?? '', draft: base }
  })
  const { base, etag, draft } = typed
  const [theirs, setTheirs] = useState<Order>()
  const request = useMemo(() => changesOf(base, draft), [base, draft])
  const change = useCallback(
    (how: (draft: Draft) => Draft) => setTyped((now) => ({ ...now, draft: how(now.draft) })),
    [setTyped],
  )
  const leave = () => {
    forget(name)
    onLeft()
  }
  const isChanged = Object.keys(request.body).length > 0
  useAskBeforeLeaving(isChanged || hasUnread(draft))
  const { submit, isBusy, error } = useSubmit(async () => {
    if (!isChanged) return leave()
    try {
      const saved = await pedido.orders.change(order.id, request.body, { ifMatch: etag })
      forget(name)
      onSaved(saved)
      toast({ text: t.saved, tone: 'good' })
    } catch (failure) {
      if (!(failure instanceof ProblemError) || failure.code !== 'precondition_failed')
        throw failure
      setTheirs(await pedido.orders.read(order.id))
    }
  })
  const compared = useSubmit(async () => setTheirs(await pedido.orders.read(order.id)))
  const discard = () => {
    leave()
    if (!isChanged) return
    const restore = () => {
      keep(name, typed)
      onLeft()
    }
    toast({ text: t.discarded, action: { label: t.undo, run: restore } })
  }
  if (theirs) {
    return (
      <Conflict
        base={base}
        theirs={draftOf(theirs, f)}
        mine={draft}
        onMerged={(merged) => {
          setTyped({ base: draftOf(theirs, f), etag: etagOf(theirs) ?? '', draft: merged })
          setTheirs(undefined)
          onUpdated()
        }}
      />
    )
  }
  return (
    <OrderForm
      draft={draft}
      onChange={change}
      request={request}
      preview={(body, signal) => pedido.orders.previewChange(order.id, body, { signal })}
      previewKey={['change', order.id, etag]}
      error={error ?? compared.error}
      onSave={submit}
      actions={
        <>
          {isOutdated && (
            <Button isBusy={compared.isBusy} onClick={() => compared.submit()}>
              {t.whatChanged}
            </Button>
          )}
          <Button onClick={discard}>{t.discard}</Button>
          <SaveButton label={t.save} isBusy={isBusy} onSave={() => submit()} />
        </>
      }
    />
  )
}
