import type { Order } from '@pedido/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { pedido } from '../../session/client.ts'
import { lazily } from '../../session/lazily.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { type Formats, useFormats } from '../../text/formats.ts'
import { idOf } from '../../text/ids.ts'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/fields/submit.ts'
import { useAskBeforeLeaving } from '../../ui/page/leave.ts'
import { useTitle } from '../../ui/page/title.ts'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toasts.tsx'
import { addressesOf } from '../form/address-field.tsx'
import { inputOf } from '../form/body.ts'
import {
  copyOf,
  type Draft,
  draftOf,
  emptyDraft,
  hasUnread,
  newLines,
  withBlank,
  withTermsOf,
} from '../form/draft.ts'
import { priceMark } from '../form/items/todays-price.ts'
import { keep, typedName } from '../form/kept.ts'
import { OrderForm } from '../form/order-form.tsx'
import { SaveButton } from '../form/save-button.tsx'
import type { MakeCustomer } from '../form/who.tsx'
import { createOnce, isDoubtful } from './create.ts'
import { KeptNotes } from './kept-notes.tsx'
import { claim, finish, forget, type KeptOrder, store } from './kept-orders.ts'
import { LastOrders } from './last-orders.tsx'
import { text } from './text.ts'
import { atTodaysPrices } from './todays-prices.ts'

const NewCustomer = lazily(() => import('../../common/customers/new-customer.tsx'))

/** A new order: blank, for a customer (`?customer=7`), or as another order was (`?from=42`). */
export default function NewOrderPage() {
  const t = useTexts(text)
  const f = useFormats()
  const [search] = useSearchParams()
  const { member, only } = useSession()
  const [from, customer] = [idOf(search.get('from')), idOf(search.get('customer'))]
  useTitle(t.title)
  const name = `${from ?? ''}:${customer ?? ''}`
  const { data, error } = useQuery({
    queryKey: ['new-order', from, customer],
    queryFn: async ({ signal }) => {
      const start = await startOf(
        { from, customer, seller: member.id_user, allowed: only?.id_user },
        f,
        signal,
      )
      return { start, ...(await claim(member.id, name, start)) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Page title={t.title} sub={from ? t.copied : undefined}>
      <Problem error={error} />
      {data ? <NewOrder key={data.kept.id} {...data} /> : !error && <Skeleton lines={10} />}
    </Page>
  )
}

type Start = Record<'from' | 'customer' | 'seller', number | null | undefined> & {
  /** The sellers whose orders the member may write, where those are not all. */
  allowed: readonly number[] | null | undefined
}

/** What a new order begins with: as another was, or with a customer, and with the member as its seller. */
async function startOf(
  { from, customer, seller, allowed }: Start,
  f: Formats,
  signal: AbortSignal,
): Promise<Draft> {
  if (from) {
    const order = await pedido.orders.read(from, { signal })
    return atTodaysPrices(copyOf(draftOf(order, f)), signal)
  }
  const draft = emptyDraft()
  const [found, [address = null], user] = await Promise.all([
    customer ? pedido.customers.read(customer, { signal }) : null,
    customer ? addressesOf(customer, signal) : [],
    seller ? sellerOf(seller, signal) : null,
  ])
  const begun = { ...draft, header: { ...draft.header, customer: found, address, user } }
  return found ? withTermsOf(begun, found, allowed) : begun
}

/** The seller that the member is, where that one may be read. */
const sellerOf = (id: number, signal: AbortSignal) =>
  pedido.users.read(id, { signal }).then(
    ({ name }) => ({ id, name }),
    () => null,
  )

function NewOrder({ start, kept: given }: { start: Draft; kept: KeptOrder }) {
  const t = useTexts(text)
  const f = useFormats()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { member } = useSession()
  const { kept, latest, set, setDraft, end } = useKeptOrder(member.id, start, given)
  const { draft } = kept
  const request = useMemo(() => inputOf(draft), [draft])
  const { submit, isBusy, error, forget } = useSubmit(async () => {
    if (isDoubtful(latest.current)) {
      const doubtfulSince = Math.max(...latest.current.sent.map(({ at }) => at))
      set({ sent: [], key: crypto.randomUUID(), doubtfulSince })
      return
    }
    const note = (sent: KeptOrder['sent']) => set({ sent })
    const { order, left } = await createOnce(latest.current, note, () => latest.current.draft, f)
    end()
    queries.setQueryData(['order', order.id], order)
    void queries.invalidateQueries({ queryKey: ['orders'] })
    if (left) keep(typedName(order.id, member.id), left)
    toast(left ? { text: t.savedBefore, tone: 'bad' } : { text: t.saved, tone: 'good' })
    navigate(`/orders/${order.id}${left ? '?edit' : ''}`)
  })
  // The fields begin anew, also one in which something unreadable stands.
  const [clears, setClears] = useState(0)
  const clear = () => {
    const { draft: typed, key, sent } = latest.current
    set({ draft: start, key: crypto.randomUUID(), sent: [] })
    setClears(clears + 1)
    forget()
    const undo = { label: t.undo, run: () => set({ draft: typed, key, sent }) }
    toast({ text: t.cleared, action: undo })
  }
  const repeat = useRepeat(setDraft)
  const { customer } = draft.header
  return (
    <>
      <KeptNotes kept={kept} isBusy={isBusy} />
      <OrderForm
        key={clears}
        isNew
        makeCustomer={useMakeCustomer()}
        {...{ draft, request, error }}
        onChange={setDraft}
        preview={(body, signal) => pedido.orders.preview(body, {}, { signal })}
        previewKey={customer ? ['new'] : undefined}
        onSave={submit}
        beside={customer && <LastOrders id_customer={customer.id} onRepeat={repeat} />}
        actions={
          <>
            <Button onClick={clear}>{t.clear}</Button>
            <SaveButton label={t.save} isBusy={isBusy} onSave={() => submit()} />
          </>
        }
      />
    </>
  )
}

/** A customer that is not there is made from within the order, by who may. */
function useMakeCustomer(): MakeCustomer {
  const mayMake = useMay()('customers:write')
  return (words, onMade) =>
    mayMake && (
      <Suspense>
        <NewCustomer {...{ words, onMade }} />
      </Suspense>
    )
}

/** Adds what another order has: its lines behind those that there are; of the terms, what is not chosen yet. */
function useRepeat(setDraft: (change: (draft: Draft) => Draft) => void) {
  const t = useTexts(text)
  const f = useFormats()
  return async (order: Order) => {
    const { header, lines } = await atTodaysPrices(copyOf(draftOf(order, f)))
    const added = newLines(lines)
    setDraft((now) => {
      const chosen = Object.entries(now.header).filter(
        ([, value]) => value !== null && value !== '',
      )
      const { observations, custom_fields, ...terms } = header
      return {
        ...now,
        header: { ...now.header, ...terms, ...Object.fromEntries(chosen) },
        lines: withBlank([...now.lines.slice(0, -1), ...added]),
      }
    })
    const differing = added.filter((line) => priceMark(line)?.kind === 'was')
    toast({ text: t.repeated(added.length, differing.length), tone: 'good' })
  }
}

/** The order that is typed, kept by the browser as soon as something of it is. */
function useKeptOrder(member: number, start: Draft, given: KeptOrder) {
  const [kept, setKept] = useState(given)
  // What a request that is on its way has to know: it is told before the page is drawn.
  const latest = useRef(given)
  const isTyped = kept.draft !== start && isTypedOn(start, kept.draft)
  const isKept = isTyped || kept.sent.length > 0
  useAskBeforeLeaving(isKept)
  useEffect(() => {
    if (kept !== latest.current) return
    if (isKept) store(member, kept)
    else forget(member, kept)
  }, [member, kept, isKept])
  const set = useCallback(
    (changed: Partial<KeptOrder>) => {
      latest.current = { ...latest.current, ...changed, changedAt: Date.now() }
      // Before anything is sent.
      if (changed.sent) store(member, latest.current)
      setKept(latest.current)
    },
    [member],
  )
  const setDraft = useCallback(
    (how: (draft: Draft) => Draft) => set({ draft: how(latest.current.draft) }),
    [set],
  )
  const end = () => {
    finish(member, latest.current)
    // Nothing keeps it any more.
    latest.current = { ...latest.current }
  }
  return { kept, latest, set, setDraft, end }
}

const isTypedOn = (start: Draft, draft: Draft) =>
  hasUnread(draft) || JSON.stringify(inputOf(draft).body) !== JSON.stringify(inputOf(start).body)
