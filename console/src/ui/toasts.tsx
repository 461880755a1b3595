import { type ReactNode, useSyncExternalStore } from 'react'
import { useTexts } from '../text/texts.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { text } from './text.ts'
import './toasts.css'

export interface Toast {
  text: string
  tone?: 'good' | 'bad'
  /** Until somebody closes it: for what failed where nobody looks any more. */
  stays?: boolean
  /** Something to do about it: to take it back, to look at it. */
  action?: { label: string; run: () => void }
}

interface Shown extends Toast {
  id: number
}

/** Long enough to read and to reach its button. */
const SHOWN_MS = 6_000

let shown: readonly Shown[] = []
let last = 0
const watchers = new Set<() => void>()

/** Tells that something was done. What failed belongs where it was tried: `<Problem>`. */
export function toast(given: Toast): void {
  const id = ++last
  set([...shown, { ...given, id }])
  if (!given.stays) setTimeout(() => dismiss(id), given.action ? SHOWN_MS * 2 : SHOWN_MS)
}

function dismiss(id: number): void {
  set(shown.filter((one) => one.id !== id))
}

function set(next: readonly Shown[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Once in the shell, with what else is to stand there. Screen readers read out what comes in. */
export function Toasts({ children }: { children?: ReactNode }) {
  const t = useTexts(text)
  const all = useSyncExternalStore(watch, () => shown)
  return (
    <div className="toasts" role="status">
      {children}
      {all.map(({ id, text: message, tone, action }) => (
        <div key={id} className={tone ? `toast toast--${tone}` : 'toast'}>
          <span>{message}</span>
          {action && (
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                action.run()
                dismiss(id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton
            size="small"
            label={t.close}
            icon={<Icon name="close" size={14} />}
            onClick={() => dismiss(id)}
          />
        </div>
      ))}
    </div>
  )
}
