import { etagOf, type Order, type OrderInput, ProblemError } from '@pedido/client'
import { pedido } from '../../session/client.ts'
import { serviceNow } from '../../session/fetch.ts'
import type { Formats } from '../../text/formats.ts'
import { changesOf, inputOf } from '../form/body.ts'
import { type Draft, draftOf, hasUnread, isBlank } from '../form/draft.ts'
import { merged } from '../form/merge.ts'
import type { KeptOrder, Sent } from './kept-orders.ts'

/** So long the service surely knows what became of a key: it forgets keys after a day. */
const KNOWN_MS = 23 * 3600 * 1000

/** Whether it was sent and not answered so long ago that sending it again could make a second order. */
export const isDoubtful = ({ sent }: KeptOrder) =>
  sent.some(({ at }) => at < serviceNow() - KNOWN_MS)

export interface Created {
  order: Order
  /** What was typed since and could not be saved: how the order was, and what it was to become. */
  left?: { base: Draft; etag: string; draft: Draft }
}

/**
 * Creates the order once, whatever became of earlier tries: under one key the service makes one order.
 * Where an earlier try has made it of something else than what is typed now, that order is changed.
 * @param note keeps what is on its way, before it goes
 * @param now what is typed by then
 */
export async function createOnce(
  { key, draft, sent }: KeptOrder,
  note: (sent: readonly Sent[]) => void,
  now: () => Draft,
  f: Formats,
): Promise<Created> {
  const { body } = inputOf(draft)
  const text = JSON.stringify(body)
  const before = sent.filter((one) => JSON.stringify(one.body) !== text)
  const known = sent.find((one) => JSON.stringify(one.body) === text)
  const trying = known ?? { body, draft, at: serviceNow() }
  note([...before, trying])
  const made = await create(trying.body, key).then(
    (order) => ({ order, sent: trying }),
    async (failure: unknown) => {
      const earlier = isCode(failure, 'idempotency_mismatch')
        ? await firstMade(before, key)
        : undefined
      if (earlier) return earlier
      // A problem is an answer: of this nothing was made.
      if (failure instanceof ProblemError && failure.status < 500 && !known) note(before)
      throw failure
    },
  )
  return withChanges(made.order, made.sent.draft, now(), f)
}

const create = (body: OrderInput, idempotencyKey: string) =>
  pedido.orders.create(body, { idempotencyKey })

const isCode = (failure: unknown, code: string): failure is ProblemError =>
  failure instanceof ProblemError && failure.code === code

/** The order that one of these has made, by the service's answer under their key. */
async function firstMade(
  all: readonly Sent[],
  key: string,
): Promise<{ order: Order; sent: Sent } | undefined> {
  for (const sent of all) {
    try {
      return { order: await create(sent.body, key), sent }
    } catch (failure) {
      if (!isCode(failure, 'idempotency_mismatch')) throw failure
    }
  }
  return undefined
}

/** The order with what was typed since it was sent. */
async function withChanges(order: Order, sent: Draft, now: Draft, f: Formats): Promise<Created> {
  const ids = idsOf(sent, order)
  const was = withIds(sent, ids)
  const typed = withIds(now, ids)
  const base = draftOf(order, f)
  const none = new Set<string>()
  const draft = merged(was, base, typed, none)
  const { body } = changesOf(base, draft)
  const etag = etagOf(order) ?? ''
  const left = { order, left: { base, etag, draft } }
  if (hasUnread(draft)) return left
  if (Object.keys(body).length === 0) return { order }
  try {
    return { order: await pedido.orders.change(order.id, body, { ifMatch: etag }) }
  } catch (failure) {
    if (!(failure instanceof ProblemError)) throw failure
    if (!isCode(failure, 'precondition_failed')) return left
    // It may have been changed by this, and the answer was lost.
    const newest = await pedido.orders.read(order.id)
    const there = draftOf(newest, f)
    const rest = changesOf(there, merged(was, there, typed, none)).body
    return Object.keys(rest).length === 0 ? { order: newest } : left
  }
}

/** Which item each line became, by the line's key. */
function idsOf({ lines }: Draft, { items }: Order): ReadonlyMap<string, number> {
  const given = lines.filter((line) => !isBlank(line))
  return new Map(
    given.flatMap(({ key }, place) => {
      const id = items[place]?.id
      return id === undefined ? [] : [[key, id] as const]
    }),
  )
}

const withIds = (draft: Draft, ids: ReadonlyMap<string, number>): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => ({ ...line, id: ids.get(line.key) ?? null })),
})
