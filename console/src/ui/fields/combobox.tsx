import { Combobox as Base } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../../text/texts.ts'
import { Icon } from '../icons.tsx'
import { useDelayed } from '../page/delayed.ts'
import { useAutoFocus } from './auto-focus.ts'
import { Field, type FieldProps } from './field.tsx'
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
  placeholder?: string
  isRequired?: boolean
  autoFocus?: boolean
  /** Tab takes what is highlighted, as Enter does: for cells of a grid. */
  takesByTab?: boolean
  /** Those of a code that was typed whole, where the search may find so many that it is not among them. */
  byCode?: (code: string, signal: AbortSignal) => Promise<readonly T[]>
  /** What is said of something typed and not chosen. */
  chooseHint?: string
}

/**
 * A field that asks the service while one types, and takes one of what it finds. What was typed and
 * not chosen stays, and says so, but for the code of a record: that chooses it.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { value, onChange, idOf, labelOf, show = labelOf, placeholder } = props
  const { search, searchKey, isRequired = false, autoFocus = false, ...rest } = props
  const { takesByTab = false, byCode, unread, onUnread, chooseHint, ...field } = rest
  const t = useTexts(text)
  const focusRef = useAutoFocus(autoFocus)
  const [isOpen, setOpen] = useState(false)
  // Undefined where nothing was typed since the last choice.
  const [typed, setTyped] = useState(unread)
  const [isLeft, setLeft] = useState(unread !== undefined)
  const chosen = value === null ? undefined : idOf(value)
  const [given, setGiven] = useState({ unread, chosen })
  if (unread !== given.unread || chosen !== given.chosen) {
    setGiven({ unread, chosen })
    setTyped(unread)
    setLeft(unread !== undefined)
  }
  const label = value === null ? '' : labelOf(value)
  const words = typed === label ? '' : (typed?.trim() ?? '')
  const isUnread = words !== ''
  const asked = useDelayed(words)
  const found = useQuery({
    queryKey: ['combobox', ...searchKey, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
  })
  const items = found.data ?? []
  // What an earlier search found is nobody's choice now.
  const isWaiting = found.isFetching || found.isPlaceholderData || asked !== words
  const highlighted = useRef<T>(undefined)
  // Enter before the answer came, by somebody who knows what will be found: takes the first of it.
  const isEarly = useRef(false)
  const take = (one: T | undefined) => {
    isEarly.current = false
    if (one === undefined) return
    setOpen(false)
    choose(one)
  }
  const choose = (one: T | null) => {
    // At once: who is told may move the focus, before it is drawn.
    latest.current.words = ''
    setTyped(undefined)
    onChange(one)
  }
  const latest = useRef({ words, take })
  latest.current = { words, take }
  const forgetUnread = () => unread !== undefined && onUnread?.('')
  /** Somebody goes on: what was typed is the code of one record, or stays as something unread. */
  const leave = () => {
    setLeft(true)
    isEarly.current = false
    if (latest.current.words === '') return
    if (typed !== unread) onUnread?.(typed ?? '')
    const lookup = withCode(words, search, byCode).then((one) => {
      // Somebody may have typed on, or chosen, meanwhile.
      if (one !== undefined && latest.current.words === words) {
        flushSync(() => latest.current.take(one))
      }
    })
    noteLookup(lookup.catch(() => {}))
  }
  useLayoutEffect(() => {
    if (isEarly.current && !isWaiting) take(items[0])
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && !isOpen && isUnread) {
      // Takes back what was typed, and leaves what is chosen.
      event.preventDefault()
      event.stopPropagation()
      setTyped(undefined)
      forgetUnread()
      return
    }
    const isTaking = event.key === 'Enter' || (takesByTab && event.key === 'Tab' && !event.shiftKey)
    if (!isTaking || !isOpen || words === '') {
      isEarly.current = false
      return
    }
    if (isWaiting) {
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
  const wrong = isUnread && isLeft && !isOpen ? (chooseHint ?? t.chooseOne) : undefined
  return (
    <Field {...field} error={wrong ?? field.error}>
      {(ids) => (
        <Base.Root
          items={items}
          filter={null}
          value={value}
          onValueChange={(one) => choose(one as T | null)}
          open={isOpen}
          onOpenChange={setOpen}
          inputValue={typed ?? label}
          onInputValueChange={(next, { reason }) => {
            // It also empties the field of what was typed and not chosen: here that stays.
            if (reason !== 'input-change') return
            setTyped(next)
            setLeft(false)
            if (next.trim() === '') forgetUnread()
          }}
          itemToStringLabel={(one) => labelOf(one as T)}
          isItemEqualToValue={(one, other) => idOf(one as T) === idOf(other as T)}
          onItemHighlighted={(one) => {
            highlighted.current = one as T | undefined
          }}
          autoHighlight
        >
          <div className="combobox">
            <Base.Input
              className="input"
              {...ids}
              // While its list is open the label is hidden from screen readers, as all around it is.
              aria-label={props.label}
              placeholder={placeholder ?? t.typeToSearch}
              required={isRequired}
              ref={focusRef}
              data-unreadable={isUnread || undefined}
              onKeyDownCapture={press}
              onBlur={leave}
            />
            {value !== null && !isRequired && (
              <Base.Clear className="combobox__clear" aria-label={t.clear}>
                <Icon name="close" size={14} />
              </Base.Clear>
            )}
          </div>
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
        </Base.Root>
      )}
    </Field>
  )
}

/** The one record of a code; undefined where there is none, or more than one. */
async function withCode<T>(
  code: string,
  search: ComboboxProps<T>['search'],
  byCode: ComboboxProps<T>['byCode'],
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
