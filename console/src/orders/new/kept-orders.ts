import type { OrderInput } from '@pedido/client'
import type { Draft } from '../form/draft.ts'
import { attempt } from '../form/kept.ts'

// New orders that were typed and not saved. The browser keeps them beyond the window, each with the
// Idempotency-Key of its creation. A window holds the lock of the one that it shows, so no two
// windows ever save under one key.

/** What was sent to create the order, and not answered. */
export interface Sent {
  body: OrderInput
  draft: Draft
  /** By the service's clock. */
  at: number
}

export interface KeptOrder {
  id: string
  /** The Idempotency-Key of its creation. */
  key: string
  /** The page at which it was begun. */
  start: string
  draft: Draft
  changedAt: number
  sent: readonly Sent[]
  /** When it was sent and not answered, so long ago that the service no longer knows the key. */
  doubtfulSince?: number
}

/** They are forgotten when nobody has touched them for so long. */
const KEPT_MS = 7 * 24 * 3600 * 1000
/** What a reload needs at most to give the lock back. */
const RELOAD_MS = 3_000

const prefixOf = (member: number) => `pedido:new-order:${member}:`
const ownName = (member: number, start: string) => `${prefixOf(member)}${start}`

/** The locks that this window holds, by the order's id, with how each is given back. */
const mine = new Map<string, () => void>()

window.addEventListener('pagehide', () => {
  for (const release of mine.values()) release()
})
// Another window may have taken its order meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && mine.size > 0) window.location.reload()
})

/** The order that this window has begun at a page, one that was not answered there, or a new one. */
export async function claim(
  member: number,
  start: string,
  blank: Draft,
): Promise<{ kept: KeptOrder }> {
  const own = attempt(() => sessionStorage.getItem(ownName(member, start)))
  if (own && (await hold(own, true))) {
    return { kept: read(member, own) ?? fresh(own, start, blank) }
  }
  for (const kept of all(member)) {
    if (kept.start !== start || kept.sent.length === 0 || !(await take(member, start, kept)))
      continue
    return { kept }
  }
  const kept = fresh(crypto.randomUUID(), start, blank)
  await take(member, start, kept)
  return { kept }
}

function fresh(id: string, start: string, draft: Draft): KeptOrder {
  return { id, key: crypto.randomUUID(), start, draft, changedAt: Date.now(), sent: [] }
}

/** Makes an order the one of this window's page; false where another window shows it. */
export async function take(
  member: number,
  start: string,
  { id }: Pick<KeptOrder, 'id'>,
): Promise<boolean> {
  if (!(await hold(id, false))) return false
  attempt(() => sessionStorage.setItem(ownName(member, start), id))
  return true
}

/** Gives it back: other windows may take it. */
export function giveBack({ id }: KeptOrder): void {
  mine.get(id)?.()
  mine.delete(id)
}

/** It is saved: nothing of it is kept. */
export function finish(member: number, kept: KeptOrder): void {
  forget(member, kept)
  attempt(() => sessionStorage.removeItem(ownName(member, kept.start)))
  giveBack(kept)
}

async function hold(id: string, isReload: boolean): Promise<boolean> {
  if (mine.has(id)) return true
  const { locks } = navigator
  // Without locks there is no telling whether another window shows it: only this window's own is safe.
  if (!locks) return true
  return new Promise<boolean>((resolve) => {
    const options = isReload
      ? { signal: AbortSignal.timeout(RELOAD_MS) }
      : ({ ifAvailable: true } as const)
    locks
      .request(lockOf(id), options, (lock) => {
        resolve(lock !== null)
        if (lock === null) return
        return new Promise<void>((release) => mine.set(id, release))
      })
      .catch(() => resolve(false))
  })
}

const lockOf = (id: string) => `pedido:new-order:${id}`

/** Those that no window shows, the newest first. */
export async function waiting(member: number): Promise<KeptOrder[]> {
  if (!navigator.locks) return []
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  return all(member).filter(({ id }) => !names.has(lockOf(id)))
}

export function store(member: number, kept: KeptOrder): void {
  attempt(() => localStorage.setItem(prefixOf(member) + kept.id, JSON.stringify(kept)))
}

export function forget(member: number, { id }: KeptOrder): void {
  attempt(() => localStorage.removeItem(prefixOf(member) + id))
}

const read = (member: number, id: string) =>
  attempt(() => {
    const text = localStorage.getItem(prefixOf(member) + id)
    return text === null ? undefined : (JSON.parse(text) as KeptOrder)
  })

function all(member: number): KeptOrder[] {
  const prefix = prefixOf(member)
  const names = attempt(() => Object.keys(localStorage)) ?? []
  const found = names.flatMap((name) =>
    name.startsWith(prefix) ? (read(member, name.slice(prefix.length)) ?? []) : [],
  )
  const isOld = ({ changedAt }: KeptOrder) => changedAt < Date.now() - KEPT_MS
  for (const kept of found) if (isOld(kept)) forget(member, kept)
  return found.filter((kept) => !isOld(kept)).sort((a, b) => b.changedAt - a.changedAt)
}
