import { type Order, ProblemError } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useSession } from '../../session/session.tsx'
import { useFormats } from '../../text/formats.ts'
import { idOf } from '../../text/ids.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { useTitle } from '../../ui/title.ts'
import { toast } from '../../ui/toasts.tsx'
import { inputOf } from '../form/body.ts'
import { copyOf, type Draft, draftOf, emptyDraft, newLines, withBlank } from '../form/draft.ts'
import { forget, forgetKey, requestKey, useKept } from '../form/kept.ts'
import { OrderForm } from '../form/order-form.tsx'
import { addressesOf } from '../form/reference-field.tsx'
import { priceMark } from '../form/todays-price.ts'
import { LastOrders } from './last-orders.tsx'
import { text } from './text.ts'
import { atTodaysPrices } from './todays-prices.ts'

/** A new order: blank, for a customer (`?customer=7`), or as another order was (`?from=42`). */
export default function NewOrderPage() {
  const t = useTexts(text)
  const f = useFormats()
  const [search] = useSearchParams()
  const { member } = useSession()
  const [from, customer] = [idOf(search.get('from')), idOf(search.get('customer'))]
  useTitle(t.title)
  const { data: start, error } = useQuery({
    queryKey: ['new-order', from, customer],
    queryFn: async ({ signal }): Promise<Draft> => {
      if (from) {
        const order = await pedido.orders.read(from, { signal })
        return atTodaysPrices(copyOf(draftOf(order, f)), signal)
      }
      const draft = emptyDraft()
      const [found, [address = null], user] = await Promise.all([
        customer ? pedido.customers.read(customer, { signal }) : null,
        customer ? addressesOf(customer, signal) : [],
        member.id_user === null ? null : sellerOf(member.id_user, signal),
      ])
      return { ...draft, header: { ...draft.header, customer: found, address, user } }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const name = `new-order:${member.id}:${from ?? ''}:${customer ?? ''}`
  return (
    <Page title={t.title} sub={from ? t.copied : undefined}>
      <Problem error={error} />
      {start ? (
        <NewOrder key={name} name={name} start={start} />
      ) : (
        !error && <Skeleton lines={10} />
      )}
    </Page>
  )
}

/** The seller that the member is, where that one may be read. */
const sellerOf = (id: number, signal: AbortSignal) =>
  pedido.users.read(id, { signal }).then(
    ({ name, fk_id }) => ({ id, name, fk_id }),
    () => null,
  )

function NewOrder({ name, start }: { name: string; start: Draft }) {
  const t = useTexts(text)
  const f = useFormats()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [draft, setDraft] = useKept<Draft>(name, () => start)
  const request = useMemo(() => inputOf(draft), [draft])
  const change = useCallback((how: (draft: Draft) => Draft) => setDraft(how), [setDraft])
  const {
    submit,
    isBusy,
    error,
    forget: forgetError,
  } = useSubmit(async () => {
    const idempotencyKey = requestKey(name, request.body)
    const order = await pedido.orders
      .create(request.body, { idempotencyKey })
      .catch((failure: unknown) => {
        if (failure instanceof ProblemError && failure.status < 500) forgetKey(name)
        throw failure
      })
    forgetKey(name)
    forget(name)
    queries.setQueryData(['order', order.id], order)
    void queries.invalidateQueries({ queryKey: ['orders'] })
    toast({ text: t.saved, tone: 'good' })
    navigate(`/orders/${order.id}`)
  })
  // The fields begin anew, also one in which something unreadable stands.
  const [clears, setClears] = useState(0)
  const clear = () => {
    const before = draft
    setDraft(start)
    setClears(clears + 1)
    forgetError()
    toast({ text: t.cleared, action: { label: t.undo, run: () => setDraft(before) } })
  }
  /** Its lines come behind those that there are; of the terms, what is not chosen yet. */
  const repeat = async (order: Order) => {
    const { header, lines } = await atTodaysPrices(copyOf(draftOf(order, f)))
    const added = newLines(lines)
    setDraft((now) => {
      const chosen = Object.entries(now.header).filter(
        ([, value]) => value !== null && value !== '',
      )
      const { observations, custom_fields, ...terms } = header
      return {
        header: { ...now.header, ...terms, ...Object.fromEntries(chosen) },
        lines: withBlank([...now.lines.slice(0, -1), ...added]),
      }
    })
    const differing = added.filter((line) => priceMark(line)?.kind === 'was')
    toast({ text: t.repeated(added.length, differing.length), tone: 'good' })
  }
  const { customer } = draft.header
  return (
    <OrderForm
      key={clears}
      isNew
      draft={draft}
      onChange={change}
      request={request}
      preview={(body, signal) => pedido.orders.preview(body, { signal })}
      previewKey={customer ? ['new'] : undefined}
      error={error}
      onSave={submit}
      beside={customer && <LastOrders id_customer={customer.id} onRepeat={repeat} />}
      actions={
        <>
          <Button onClick={clear}>{t.clear}</Button>
          <Button
            look="primary"
            isBusy={isBusy}
            onClick={() => submit()}
            aria-keyshortcuts="Control+S"
          >
            {t.save} <kbd>Ctrl S</kbd>
          </Button>
        </>
      }
    />
  )
}
