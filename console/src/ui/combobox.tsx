import { Combobox as Base } from '@base-ui/react/combobox'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../text/texts.ts'
import { useDelayed } from './delayed.ts'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icons.tsx'
import './popups.css'
import { text } from './text.ts'

export interface ComboboxProps<T> extends FieldProps {
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
}

/** A field that asks the service while one types, and takes one of what it finds. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { value, onChange, idOf, labelOf, show = labelOf, placeholder } = props
  const { search, searchKey, isRequired = false, autoFocus = false, ...rest } = props
  const { takesByTab = false, ...field } = rest
  const t = useTexts(text)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  // What is in the field is the chosen one's label: then it searches for nothing.
  const words = value !== null && typed === labelOf(value) ? '' : typed.trim()
  const asked = useDelayed(words)
  const found = useQuery({
    queryKey: ['combobox', ...searchKey, asked],
    queryFn: ({ signal }) => search(asked, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
  })
  const items = found.data ?? []
  const isWaiting = found.isFetching || asked !== words
  const highlighted = useRef<T>(undefined)
  // Enter before the answer came, by somebody who knows what will be found: takes the first of it.
  const isEarly = useRef(false)
  const take = (one: T | undefined) => {
    isEarly.current = false
    if (one === undefined) return
    setOpen(false)
    setTyped('')
    onChange(one)
  }
  useEffect(() => {
    if (isEarly.current && !isWaiting) take(items[0])
  })
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
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
    } else if (event.key === 'Tab') take(highlighted.current)
  }
  return (
    <Field {...field}>
      {(ids) => (
        <Base.Root
          items={items}
          filter={null}
          value={value}
          onValueChange={(one) => onChange(one as T | null)}
          open={isOpen}
          onOpenChange={setOpen}
          inputValue={isOpen ? typed : value === null ? typed : labelOf(value)}
          onInputValueChange={setTyped}
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
              autoFocus={autoFocus}
              data-unreadable={(value === null && words !== '') || undefined}
              onKeyDownCapture={press}
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
