import { Combobox as Base } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../text/texts.ts'
import { Icon } from '../icons.tsx'
import { useDelayed } from '../page/delayed.ts'
import { useAutoFocus } from './auto-focus.ts'
import { type ControlIds, Field, type FieldProps, fieldProps } from './field.tsx'
import type { Unreadable } from './number-input.tsx'
import '../popups.css'
import { text } from '../text.ts'
import { noteLookup } from './unread.ts'

export interface ComboboxProps<T> extends FieldProps, Unreadable {
  value: T | null
  onChange: (value: T | null) => void
  /** Finds what the words are about; asked with '' for what is offered at first. */
  search: (words: string, signal: AbortSignal) => Promise<readonly T[]>
  /** Tells this search from others in what the page remembers. */
  searchKey: readonly unknown[]
  idOf: (one: T) => string | number
  labelOf: (one: T) => string
  /** How one looks in the list; its label unless given. */
  show?: (one: T) => ReactNode
  /** Whether one may be taken that nobody has seen, by Enter before it was found; each unless given. */
  isSure?: (one: T) => boolean
  placeholder?: string
  isRequired?: boolean
  autoFocus?: boolean
  /** Tab takes what is highlighted, as Enter does: for cells of a grid. */
  takesByTab?: boolean
  /** Those of a code that was typed whole, where the search may find so many that it is not among them. */
  byCode?: (code: string, signal: AbortSignal) => Promise<readonly T[]>
  /** Somebody is asked about what stands there: the list is open at once, and Escape leaves it out. */
  onLeaveOut?: (() => void) | undefined
  /** What is said of something typed and not chosen. */
  chooseHint?: string
}

/**
 * A field that asks the service while one types, and takes one of what it finds. What was typed and
 * not chosen stays, and says so, but for the code of a record: that chooses it.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { value, onChange, idOf, labelOf, isRequired = false, chooseHint, unread, onUnread } = props
  const { label, hint, error, pointer, isLabelHidden } = props
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  const typing = useTyping(props)
  const { words, isLeft } = typing
  const found = useFound(props, words, isOpen)
  const choose = (one: T | null) => {
    // At once: who is told may move the focus, before it is drawn.
    typing.latest.current = ''
    typing.type(undefined)
    onChange(one)
  }
  const taking = useTaking(found, props.isSure, (one: T) => {
    setOpen(false)
    choose(one)
  })
  const wrong = words !== '' && isLeft && !isOpen ? (chooseHint ?? t.chooseOne) : undefined
  return (
    <Field {...fieldProps({ label, hint, error: wrong ?? error, pointer, isLabelHidden })}>
      {(ids) => (
        <Base.Root
          items={found.items}
          filter={null}
          value={value}
          onValueChange={(one) => choose(one as T | null)}
          open={isOpen}
          onOpenChange={setOpen}
          inputValue={typing.shown}
          onInputValueChange={(next, { reason }) => {
            // It also empties the field of what was typed and not chosen: here that stays.
            if (reason !== 'input-change') return
            typing.type(next)
            typing.setLeft(false)
            if (next.trim() === '' && unread !== undefined) onUnread?.('')
          }}
          itemToStringLabel={(one) => labelOf(one as T)}
          isItemEqualToValue={(one, other) => idOf(one as T) === idOf(other as T)}
          onItemHighlighted={(one) => {
            taking.highlighted.current = one as T | undefined
          }}
          // Of what stands there at once, too, as a list without a value has it.
          autoHighlight={(props.onLeaveOut ? 'always' : true) as true}
        >
          <div className="combobox">
            <Typed {...{ props, ids, isOpen, setOpen, typing, found, taking }} />
            {value !== null && !isRequired && (
              <Base.Clear className="combobox__clear" aria-label={t.clear}>
                <Icon name="close" size={14} />
              </Base.Clear>
            )}
          </div>
          <Results props={props} found={found} />
        </Base.Root>
      )}
    </Field>
  )
}

/** What stands in the field: what was typed since the last choice, or what is chosen. */
function useTyping<T>({ value, unread, idOf, labelOf }: ComboboxProps<T>) {
  // Undefined where nothing was typed since the last choice.
  const [typed, type] = useState(unread)
  const [isLeft, setLeft] = useState(unread !== undefined)
  const chosen = value === null ? undefined : idOf(value)
  const [given, setGiven] = useState({ unread, chosen })
  if (unread !== given.unread || chosen !== given.chosen) {
    setGiven({ unread, chosen })
    type(unread)
    setLeft(unread !== undefined)
  }
  const label = value === null ? '' : labelOf(value)
  const words = typed === label ? '' : (typed?.trim() ?? '')
  const latest = useRef(words)
  latest.current = words
  return { typed, type, isLeft, setLeft, shown: typed ?? label, words, latest }
}

/** What the service finds of the words, while the list is open. */
function useFound<T>({ search, searchKey }: ComboboxProps<T>, words: string, isOpen: boolean) {
  const asked = useDelayed(words)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['combobox', ...searchKey, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
  })
  // What an earlier search found is nobody's choice now.
  return { items: data ?? [], isWaiting: isFetching || isPlaceholderData || asked !== words }
}

type Found<T> = { items: readonly T[]; isWaiting: boolean }

/** Takes one of what was found. */
function useTaking<T>(
  { items, isWaiting }: Found<T>,
  isSure: (one: T) => boolean = () => true,
  choose: (one: T) => void,
) {
  const highlighted = useRef<T>(undefined)
  // Enter before the answer came, by somebody who knows what will be found: takes the first of it.
  const isEarly = useRef(false)
  const take = (one: T | undefined) => {
    isEarly.current = false
    if (one !== undefined) choose(one)
  }
  const latest = useRef(take)
  latest.current = take
  useLayoutEffect(() => {
    if (isEarly.current && !isWaiting) take(items.slice(0, 1).find(isSure))
  })
  return { highlighted, isEarly, take, latest }
}

interface TypedProps<T> {
  props: ComboboxProps<T>
  ids: ControlIds
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  typing: ReturnType<typeof useTyping<T>>
  found: Found<T>
  taking: ReturnType<typeof useTaking<T>>
}

/** Where one types. */
function Typed<T>({ props, ids, isOpen, setOpen, typing, found, taking }: TypedProps<T>) {
  const { label, placeholder, takesByTab = false, unread, onUnread, onLeaveOut } = props
  const { highlighted, isEarly, take, latest } = taking
  const { typed, words } = typing
  const t = useTexts(text)
  const focusRef = useAutoFocus(props.autoFocus)
  /** Somebody goes on: what was typed is the code of one record, or stays as something unread. */
  const leave = () => {
    typing.setLeft(true)
    isEarly.current = false
    if (typing.latest.current === '') return
    if (typed !== unread) onUnread?.(typed ?? '')
    const lookup = withCode(words, props).then((one) => {
      // Somebody may have typed on, or chosen, meanwhile.
      if (one !== undefined && typing.latest.current === words) {
        flushSync(() => latest.current(one))
      }
    })
    noteLookup(lookup.catch(() => {}))
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && (onLeaveOut || (!isOpen && words !== ''))) {
      event.preventDefault()
      event.stopPropagation()
      if (onLeaveOut) return onLeaveOut()
      // Takes back what was typed, and leaves what is chosen.
      typing.type(undefined)
      if (unread !== undefined) onUnread?.('')
      return
    }
    const isTaking = event.key === 'Enter' || (takesByTab && event.key === 'Tab' && !event.shiftKey)
    if (!isTaking || !isOpen || words === '') {
      isEarly.current = false
    } else if (found.isWaiting) {
      // What is highlighted is of what was typed before.
      event.preventDefault()
      event.stopPropagation()
      isEarly.current = true
    } else if (event.key === 'Tab' && highlighted.current !== undefined) {
      // The focus goes where what was taken sends it.
      event.preventDefault()
      take(highlighted.current)
    }
  }
  return (
    <Base.Input
      className="input"
      {...ids}
      // While its list is open the label is hidden from screen readers, as all around it is.
      aria-label={label}
      placeholder={placeholder ?? t.typeToSearch}
      required={props.isRequired ?? false}
      ref={focusRef}
      data-unreadable={words !== '' || undefined}
      onKeyDownCapture={press}
      onFocus={() => onLeaveOut && words !== '' && setOpen(true)}
      onBlur={leave}
    />
  )
}

/** What was found, to choose from. */
function Results<T>({
  props: { idOf, labelOf, show = labelOf },
  found: { items, isWaiting },
}: {
  props: ComboboxProps<T>
  found: Found<T>
}) {
  const t = useTexts(text)
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" collisionPadding={8}>
        <Base.Popup className="popup popup--anchored" aria-busy={isWaiting || undefined}>
          <Base.Status className="popup__status">
            {isWaiting && items.length === 0 && t.searching}
            {!isWaiting && items.length === 0 && t.nothingFound}
          </Base.Status>
          <Base.List>
            {(one: T) => (
              <Base.Item key={idOf(one)} value={one} className="popup__item">
                {show(one)}
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

/** The one record of a code; undefined where there is none, or more than one. */
async function withCode<T>(
  code: string,
  { search, byCode }: ComboboxProps<T>,
): Promise<T | undefined> {
  const { signal } = new AbortController()
  const exact = (await byCode?.(code, signal)) ?? []
  const codeOf = (one: T) => String(Reflect.get(Object(one), 'fk_id') ?? '').toLowerCase()
  const found =
    exact.length > 0
      ? exact
      : (await search(code, signal)).filter((one) => codeOf(one) === code.toLowerCase())
  return found.length === 1 ? found[0] : undefined
}
