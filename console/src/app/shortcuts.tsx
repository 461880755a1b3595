import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '../session/session.tsx'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { Action } from './feature.ts'
import { features } from './features.ts'
import { text } from './text.ts'

/** The first of two keys waits for so long. */
const SEQUENCE_MS = 1000

/** The actions of all features that the member may do. */
export function useActions(): Action[] {
  const may = useMay()
  return features
    .flatMap(({ actions = [] }) => actions)
    .filter(({ scope }) => scope === undefined || may(scope))
}

/** Listens for the keys of actions, for Ctrl K and for `?`. */
export function useShortcuts({
  palette,
  help,
  isOff,
}: {
  palette: () => void
  help: () => void
  isOff: boolean
}): void {
  const actions = useActions()
  const [, navigate] = useLocation()
  const latest = useRef({ palette, help, isOff, actions, navigate })
  latest.current = { palette, help, isOff, actions, navigate }
  useEffect(() => {
    let before = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      const { palette, help, isOff, actions, navigate } = latest.current
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette()
        return
      }
      if (isOff || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || event.key.length > 1) return
      if (event.key === '?') return help()
      if (entersList(event.key)) return event.preventDefault()
      const found =
        actions.find(({ keys }) => keys === `${before} ${event.key}`) ??
        actions.find(({ keys }) => keys === event.key)
      clearTimeout(timer)
      before = found ? '' : event.key
      timer = setTimeout(() => {
        before = ''
      }, SEQUENCE_MS)
      if (!found) return
      event.preventDefault()
      found.run(navigate)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** The keys of a list work wherever one is on the page: the first goes to it. */
function entersList(key: string): boolean {
  const grid = ['j', 'k'].includes(key) && document.querySelector<HTMLElement>('main [role=grid]')
  if (!grid || grid === document.activeElement) return false
  grid.focus()
  return true
}

/** Letters belong to the field, or to the dialog or menu that is open. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !==
      null
  )
}

export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(text)
  const language = useLanguage()
  const actions = useActions().filter(({ keys }) => keys !== undefined)
  const own = [
    ['Ctrl K', t.keyPalette],
    ['?', t.keys],
    ['j / k', t.keyMove],
    ['x', t.keySelect],
    ['Enter', t.keyOpen],
    ['e', t.keyEdit],
    ['w', t.keySend],
    ['p', t.keyOrder],
    ['i', t.keyPapers],
    ['Ctrl S', t.keySave],
    ['Ctrl Enter', t.keySave],
    ['F8', t.keyPrice],
    ['Esc', t.keyClose],
  ] as const
  const all = [...own, ...actions.map(({ keys = '', label }) => [keys, label(language)] as const)]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t.keys}>
      <dl className="keys">
        {all.map(([keys, label]) => (
          <div key={`${keys} ${label}`}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
