import { useEffect, useState, useSyncExternalStore } from 'react'
import { texts, useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'

// Changes that can't be taken back once they are made wait here, in sight on every page, before they
// are sent: undone, they were never made. Who leaves the page has them sent at once.

const text = texts({
  undo: ['Desfazer', 'Undo'],
  now: ['Agora', 'Now'],
  seconds: [(left: number) => `${left} s`, (left: number) => `${left} s`],
})

/** So long a change can be undone. */
const HELD_MS = 10_000

export interface HeldChange {
  /** What it changes: of one thing one change waits at a time. */
  key: string
  /** What will happen. */
  text: string
  /** Sends it and tells what became of it. */
  send: () => Promise<void>
  /** The same where the page goes: what it sends must outlive it, and be done once beside `send`. */
  leave: () => void
}

interface Held extends HeldChange {
  endsAt: number
  /** It is on its way: too late to be undone. */
  isSent: boolean
}

let held: readonly Held[] = []
const watchers = new Set<() => void>()

function set(next: readonly Held[]): void {
  held = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const find = (key: string) => held.find((one) => one.key === key)

/** Sends the change when its time has passed; one that waits already stays as it is. */
export function hold(change: HeldChange): void {
  if (find(change.key)) return
  const one: Held = { ...change, endsAt: Date.now() + HELD_MS, isSent: false }
  set([...held, one])
  // One that was undone and is held anew has a time of its own.
  setTimeout(() => find(one.key)?.endsAt === one.endsAt && void sendNow(one.key), HELD_MS)
}

function undo(key: string): void {
  set(held.filter((one) => one.key !== key || one.isSent))
}

async function sendNow(key: string): Promise<void> {
  const one = find(key)
  if (!one || one.isSent) return
  set(held.map((other) => (other.key === key ? { ...other, isSent: true } : other)))
  try {
    await one.send()
  } finally {
    set(held.filter((other) => other.key !== key))
  }
}

/** For who signs out: what waits is his. */
export async function sendHeld(): Promise<void> {
  await Promise.all(held.map(({ key }) => sendNow(key)))
}

// Also what is on its way: the browser may give that up with the page.
window.addEventListener('pagehide', () => {
  for (const one of held) one.leave()
  set(held.filter(({ isSent }) => isSent))
})

const isWaiting = (key: string) => find(key) !== undefined

/** Whether a change of this waits, or is on its way. */
export const useIsHeld = (key: string) => useSyncExternalStore(watch, () => isWaiting(key))

/** Once in the shell, among the toasts. */
export function HeldChanges() {
  const all = useSyncExternalStore(watch, () => held)
  return all.map((one) => <Waiting key={one.key} one={one} />)
}

function Waiting({ one }: { one: Held }) {
  const t = useTexts(text)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((one.endsAt - now) / 1000))
  return (
    <div className="toast toast--bad">
      <span>{one.text}</span>
      {/* Not read out each second. */}
      <span aria-hidden className="figures">
        {t.seconds(left)}
      </span>
      <Button size="small" isBusy={one.isSent} onClick={() => undo(one.key)}>
        {t.undo}
      </Button>
      <Button size="small" look="quiet" isBusy={one.isSent} onClick={() => void sendNow(one.key)}>
        {t.now}
      </Button>
    </div>
  )
}
