import { Dialog as Base } from '@base-ui/react/dialog'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useMay } from '../session/session.tsx'
import { useLanguage } from '../text/language.ts'
import { plain } from '../text/plain.ts'
import { useTexts } from '../text/texts.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { commandsOfPage } from '../ui/page/commands.ts'
import { useDelayed } from '../ui/page/delayed.ts'
import { features } from './features.ts'
import { useActions } from './shortcuts.tsx'
import { text } from './text.ts'

interface Entry {
  id: string
  group: string
  icon: IconName
  label: string
  detail?: ReactNode
  keys?: string | undefined
  run: () => void
}

/** Ctrl K: goes to an order, a customer or a screen, or does something, by a few letters. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(text)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog palette" aria-label={t.palette}>
          <Content onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useTexts(text)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { entries, isSearching } = useEntries(typed.trim())
  const run = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) run(entries[active])
    else setActive((active + step + entries.length) % Math.max(1, entries.length))
  }
  return (
    <>
      <input
        className="palette__input"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[active] && `${id}-${active}`}
        aria-label={t.palette}
        placeholder={t.palettePlaceholder}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <Entries {...{ id, entries, active }} onPoint={setActive} onRun={run} />
      <div className="palette__foot" role="status">
        {isSearching ? t.searching : entries.length === 0 ? t.paletteNothing : t.paletteHint}
      </div>
    </>
  )
}

/** What was found, by what it is. */
function Entries({
  id,
  entries,
  active,
  onPoint,
  onRun,
}: {
  id: string
  entries: readonly Entry[]
  active: number
  onPoint: (place: number) => void
  onRun: (entry: Entry) => void
}) {
  const t = useTexts(text)
  const groups = Map.groupBy(entries, ({ group }) => group)
  return (
    <div className="palette__list" role="listbox" id={`${id}-list`} aria-label={t.palette}>
      {[...groups].map(([group, own]) => (
        <div key={group} role="group" aria-label={group}>
          <div className="popup__label" aria-hidden="true">
            {group}
          </div>
          {own.map((entry) => {
            const place = entries.indexOf(entry)
            return (
              <Option
                key={entry.id}
                id={`${id}-${place}`}
                entry={entry}
                isActive={place === active}
                onPoint={() => onPoint(place)}
                onRun={() => onRun(entry)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Option({
  id,
  entry,
  isActive,
  onPoint,
  onRun,
}: {
  id: string
  entry: Entry
  isActive: boolean
  onPoint: () => void
  onRun: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field listens to keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="popup__item palette__item"
      data-highlighted={isActive || undefined}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <Icon name={entry.icon} size={16} />
      <span className="palette__label">{entry.label}</span>
      {entry.detail && <span className="palette__detail quiet">{entry.detail}</span>}
      {entry.keys?.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  )
}

/** What the words find: screens, actions and what the page can do at once, records as the service answers. */
function useEntries(words: string): { entries: Entry[]; isSearching: boolean } {
  const t = useTexts(text)
  const language = useLanguage()
  const may = useMay()
  const actions = useActions()
  const [, navigate] = useLocation()
  const asked = useDelayed(words)
  const searches = features
    .flatMap((feature) => feature.searches ?? [])
    .filter(({ scope }) => may(scope))
  const found = useQueries({
    queries: searches.map(({ id, find }) => ({
      queryKey: ['palette', id, asked],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(asked, signal),
      enabled: asked.length > 1,
    })),
  })
  const isMeant = (label: string) => plain(label).includes(plain(words))
  const screens = features
    .flatMap(({ navigation = [] }) => navigation)
    .filter(({ scope }) => scope === undefined || may(scope))
    .map(({ href, icon, label }) => ({
      id: `screen ${href}`,
      group: t.goTo,
      icon,
      label: label(language),
      run: () => navigate(href),
    }))
  const doing = actions.map(({ id, icon = 'right', label, keys, run }) => ({
    id: `action ${id}`,
    group: t.actions,
    icon,
    label: label(language),
    keys,
    run: () => run(navigate),
  }))
  const records = searches.flatMap(({ id, label, icon }, place) =>
    (words.length > 1 ? (found[place]?.data ?? []) : []).map((hit) => ({
      id: `${id} ${hit.id}`,
      group: label(language),
      icon,
      label: hit.label,
      detail: hit.detail,
      run: () => navigate(hit.href),
    })),
  )
  const fixed = [...entriesOfPage(t.here, navigate), ...doing, ...screens].filter(({ label }) =>
    isMeant(label),
  )
  const isSearching = words.length > 1 && (asked !== words || found.some((one) => one.isFetching))
  return { entries: words === '' ? fixed : [...records, ...fixed], isSearching }
}

/** What the page can do now. */
function entriesOfPage(group: string, navigate: (href: string) => void): Entry[] {
  return commandsOfPage().flatMap(({ label, icon = 'right', onSelect, href }) => {
    if (typeof label !== 'string') return []
    const run = () => (href === undefined ? onSelect?.() : navigate(href))
    return { id: `here ${label}`, group, icon, label, run }
  })
}
