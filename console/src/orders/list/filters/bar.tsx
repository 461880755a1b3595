import { useEffect, useRef, useState } from 'react'
import { type Period, periods } from '../../../text/periods.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useDelayed } from '../../../ui/page/delayed.ts'
import { SEARCH_ID } from '../../search-field.ts'
import { useStatuses } from '../../statuses.ts'
import { text } from '../text.ts'
import { dateSpan, idsIn, periodOf, setDays, setIds } from './address.ts'

interface BarProps {
  params: URLSearchParams
  onChange: (params: URLSearchParams, replace?: boolean) => void
  /** Opens the filters, where something is to be chosen at once: at its place. */
  onFilters: (at: 'date' | 'all') => void
}

/** What is filtered most: by words, by status and by date; all else behind a button. */
export function Bar({ params, onChange, onFilters }: BarProps) {
  const t = useTexts(text)
  const edit = (change: (params: URLSearchParams) => void) => {
    const next = new URLSearchParams(params)
    change(next)
    onChange(next)
  }
  return (
    <div className="orders__bar">
      <SearchField params={params} onChange={onChange} />
      <StatusMenu params={params} edit={edit} />
      <DateMenu params={params} edit={edit} onOther={() => onFilters('date')} />
      <Button onClick={() => onFilters('all')}>
        <Icon name="filter" size={16} />
        {t.filters}
      </Button>
    </div>
  )
}

interface MenuProps {
  params: URLSearchParams
  /** Changes a copy of it. */
  edit: (change: (params: URLSearchParams) => void) => void
}

function StatusMenu({ params, edit }: MenuProps) {
  const t = useTexts(text)
  const { statuses, nameOf } = useStatuses()
  const chosen = idsIn(params, 'status')
  const toggle = (id: number) => {
    const left = chosen.filter((one) => one !== id)
    edit((next) => setIds(next, 'status', left.length < chosen.length ? left : [...chosen, id]))
  }
  return (
    <Menu
      trigger={
        <Button>
          {t.status}
          <Icon name="down" size={14} />
        </Button>
      }
      items={statuses.map((status) => ({
        label: nameOf(status),
        isChecked: chosen.includes(status.id),
        onSelect: () => toggle(status.id),
      }))}
    />
  )
}

function DateMenu({ params, edit, onOther }: MenuProps & { onOther: () => void }) {
  const t = useTexts(text)
  const chosen = periodOf(params, dateSpan)
  const choose = (period?: Period) =>
    edit((next) => setDays(next, dateSpan, { from: '', to: '' }, period))
  return (
    <Menu
      trigger={
        <Button>
          {t.date}
          <Icon name="down" size={14} />
        </Button>
      }
      items={[
        ...periods.map((one) => ({
          label: t[one],
          ...(chosen === one ? { icon: 'check' as const } : {}),
          onSelect: () => choose(one),
        })),
        null,
        { label: t.anyDay, onSelect: () => choose() },
        { label: t.otherDays, onSelect: onOther },
      ]}
    />
  )
}

function SearchField({ params, onChange }: Pick<BarProps, 'params' | 'onChange'>) {
  const t = useTexts(text)
  const asked = params.get('q') ?? ''
  const [typed, setTyped] = useState(asked)
  const latest = useRef({ params, onChange, sent: asked })
  latest.current = { ...latest.current, params, onChange }
  const settled = useDelayed(typed)
  useEffect(() => {
    const { params, onChange, sent } = latest.current
    const words = settled.trim()
    if (words === sent) return
    latest.current.sent = words
    const next = new URLSearchParams(params)
    if (words === '') next.delete('q')
    else next.set('q', words)
    onChange(next, true)
  }, [settled])
  useEffect(() => {
    // Back, or a view: the address says what is searched for, and not the field.
    if (asked === latest.current.sent) return
    latest.current.sent = asked
    setTyped(asked)
  }, [asked])
  return (
    <div className="orders__search">
      <Icon name="search" size={16} />
      <input
        id={SEARCH_ID}
        className="input"
        type="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (!['Enter', 'ArrowDown', 'Escape'].includes(event.key)) return
          event.preventDefault()
          if (event.key === 'Escape' && typed !== '') return setTyped('')
          document.querySelector<HTMLElement>('[role=grid]')?.focus()
        }}
      />
    </div>
  )
}
