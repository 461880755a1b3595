import type { Order } from '@pedido/client'
import { useEffect, useRef, useState } from 'react'
import { eventsSince } from '../../common/events.ts'
import { pedido, queries } from '../../session/client.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { asQuery } from './filters/address.ts'
import { renewSums } from './found.ts'
import { fieldsOf, keyOf, type ListQuery, type Row, replaceRows } from './rows.ts'

/** What has come since the list was read. */
export interface News {
  created: ReadonlySet<number>
  changed: ReadonlySet<number>
}

const nothing: News = { created: new Set(), changed: new Set() }
/** By list, while the page is open: a list that one comes back to says what it said. */
const kept = new Map<string, News>()
const followed = new Set<string>()

/** Events that come together are looked at together. */
const GATHER_MS = 300
/** After a stream has been opened, what it may have missed while it was. */
const SETTLE_MS = 3_000
/** For those who may not see events. */
const POLL_MS = 30_000
/** Changes show shortly after the time that they carry. */
const MARGIN_MS = 15_000
/** An order that was there before the list was read is no news. */
const NEW_MARGIN_MS = 2_000
/** So many orders that have changed are looked at; of more only the latest. */
const MOST = 500

/**
 * Follows the orders of a list. Rows that are shown change where they stand; what else there would be
 * to show is told, and shown by whoever reads the list anew.
 * @param since when the list was read, as the service said
 */
export function useLiveUpdates(listQuery: ListQuery, since: string | undefined, isWhole: boolean) {
  const key = JSON.stringify(keyOf(listQuery))
  const mayFollow = useMay()('events:read')
  const { id: ownToken } = useSession()
  const [news, setNews] = useState(() => kept.get(key) ?? nothing)
  const latest = useRef({ listQuery, since, isWhole })
  latest.current = { listQuery, since, isWhole }
  const isReady = since !== undefined
  useEffect(() => {
    setNews(kept.get(key) ?? nothing)
    if (!isReady) return
    const report = (created: readonly number[], changed: readonly number[]) => {
      if (created.length + changed.length === 0) return
      const before = kept.get(key) ?? nothing
      const all = new Set([...before.created, ...created])
      const others = [...before.changed, ...changed].filter((id) => !all.has(id))
      const now = { created: all, changed: new Set(others) }
      kept.set(key, now)
      setNews(now)
    }
    const isBack = followed.has(key)
    followed.add(key)
    return follow({ latest, report, mayFollow, ownToken, isBack })
  }, [key, isReady, mayFollow, ownToken])
  const clear = () => {
    kept.delete(key)
    setNews(nothing)
  }
  return { news, clear }
}

interface Following {
  latest: { current: { listQuery: ListQuery; since: string | undefined; isWhole: boolean } }
  report: (created: readonly number[], changed: readonly number[]) => void
  mayFollow: boolean
  ownToken: number
  /** The list was there before: much may have changed since it was read. */
  isBack: boolean
}

/** Follows as long as the window is in sight: a browser has few connections for all its windows. */
function follow({ latest, report, mayFollow, ownToken, ...rest }: Following): () => void {
  let { isBack } = rest
  let stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let gathered = new Map<number, Change>()
  const flush = () => {
    timer = undefined
    const changes = gathered
    gathered = new Map()
    void look(changes, latest.current, stop.signal).then(
      ({ created, changed }) => report(created, changed),
      ignored,
    )
  }
  const note = (change: Change) => {
    gathered.set(change.order.id, change)
    timer ??= setTimeout(flush, GATHER_MS)
  }
  const begin = () => {
    stop = new AbortController()
    const { signal } = stop
    const again = () =>
      void catchUp(latest.current, signal).then(
        ({ created, changed }) => report(created, changed),
        ignored,
      )
    const since = isBack ? undefined : latest.current.since
    // Of a list that one comes back to, what changed meanwhile simply shows: often one did it oneself.
    if (isBack)
      void catchUp(latest.current, signal).then(({ created }) => report(created, []), ignored)
    isBack = true
    const settled = setTimeout(again, SETTLE_MS)
    const polling = mayFollow ? undefined : setInterval(again, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(settled)
      clearInterval(polling)
    })
    if (mayFollow) void listen(since, signal, ownToken, note).catch(ignored)
  }
  const watch = () => {
    if (document.hidden) stop.abort()
    else if (stop.signal.aborted) begin()
  }
  stop.abort()
  watch()
  document.addEventListener('visibilitychange', watch)
  return () => {
    document.removeEventListener('visibilitychange', watch)
    clearTimeout(timer)
    stop.abort()
  }
}

/** News are nice to have: a list without them is still a list. What is amiss shows elsewhere. */
const ignored = () => {}

interface Change {
  order: Order
  type: string
  isOwn: boolean
}

/** @param since undefined: what happens from now on */
async function listen(
  since: string | undefined,
  signal: AbortSignal,
  ownToken: number,
  note: (change: Change) => void,
) {
  const filters = { type: 'order.*' }
  const events =
    since === undefined
      ? pedido.events.stream(filters, { signal })
      : eventsSince(filters, instantBefore(since, 0), signal)
  for await (const event of events) {
    const { record, token } = event.data as { record: Order; token: { id: number } | null }
    note({ order: record, type: event.type, isOwn: token?.id === ownToken })
  }
}

/** Changes the rows that are shown, and finds out which of the others belong to the list. */
async function look(
  changes: ReadonlyMap<number, Change>,
  { listQuery, isWhole }: { listQuery: ListQuery; isWhole: boolean },
  signal: AbortSignal,
): Promise<{ created: number[]; changed: number[] }> {
  const shown = shownRows(listQuery)
  const here = [...changes.values()].filter(({ order }) => shown.has(order.id))
  const isNew = ({ order }: Change) => shown.get(order.id)?.updated_at !== order.updated_at
  const shownIds = here.filter((one) => isNew(one) && !one.isOwn).map(({ order }) => order.id)
  replaceRows(
    new Map(
      here
        .filter((one) => isNew(one) || one.type === 'order.deleted')
        .map(({ order, type }) => [order.id, { ...order, isGone: type === 'order.deleted' }]),
    ),
  )
  void renewSums()
  const others = [...changes.values()].filter(
    ({ order, type }) =>
      !shown.has(order.id) && type !== 'order.deleted' && (isWhole || type === 'order.created'),
  )
  const found = await matching(listQuery, others.map(({ order }) => order.id).slice(-MOST), signal)
  const isCreated = (id: number) => changes.get(id)?.type === 'order.created'
  return {
    created: found.filter(isCreated),
    changed: [...shownIds, ...found.filter((id) => !isCreated(id))],
  }
}

/** Which of these orders the list's filters find. */
async function matching(listQuery: ListQuery, ids: readonly number[], signal: AbortSignal) {
  if (ids.length === 0) return []
  const query = {
    ...asQuery(listQuery.filters),
    id: [...ids],
    fields: ['id'] as const,
    limit: MOST,
  }
  const { data } = await pedido.orders.list(query, { signal }).page()
  return data.map(({ id }) => id)
}

/** What has changed since the list was read: brings it into the rows, and finds what is new. */
async function catchUp(
  { listQuery, since }: { listQuery: ListQuery; since: string | undefined },
  signal: AbortSignal,
): Promise<{ created: number[]; changed: number[] }> {
  if (since === undefined) return { created: [], changed: [] }
  const shown = shownRows(listQuery)
  const query = {
    update_date_from: instantBefore(since, MARGIN_MS),
    sort: '-updated_at',
    limit: MOST,
  }
  const list = pedido.orders.list({ ...query, fields: fieldsOf(listQuery.fields) }, { signal })
  const { data } = await list.page()
  const rows = data as unknown as Row[]
  const changed = rows.filter(({ id, updated_at }) => {
    const known = shown.get(id)
    return known !== undefined && known.updated_at !== updated_at
  })
  if (changed.length > 0) {
    replaceRows(new Map(changed.map((row) => [row.id, row])))
    void renewSums()
  }
  const others = rows.filter(({ id }) => !shown.has(id)).map(({ id }) => id)
  const create_date_from = instantBefore(since, NEW_MARGIN_MS)
  const created = { ...listQuery, filters: { ...listQuery.filters, create_date_from } }
  return {
    created: await matching(created, others, signal),
    changed: changed.map(({ id }) => id),
  }
}

function shownRows(listQuery: ListQuery): Map<number, Row> {
  const known = queries.getQueryData<{ pages: { data: Row[] }[] }>(keyOf(listQuery))
  return new Map((known?.pages ?? []).flatMap(({ data }) => data.map((row) => [row.id, row])))
}

/** So long before the service's time of an answer, which it tells in UTC. */
function instantBefore(time: string, ms: number): string {
  return new Date(Date.parse(`${time.replace(/Z$/, '')}Z`) - ms).toISOString()
}
