import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../../text/texts.ts'
import { toast } from '../../../ui/toasts.tsx'
import { isBlank, type Line, productOf, withBlank } from '../draft.ts'
import type { Column } from '../paste/paste.ts'
import { usePaste } from '../paste/use-paste.tsx'
import { text } from '../text.ts'
import { cellsShown, type Item } from './columns.ts'
import { ItemRow } from './item-row.tsx'
import { ItemHead } from './item-table.tsx'
import { useSold } from './sold.ts'
import { withOtherPrice } from './todays-price.ts'
import './items.css'

type ChangeLines = (change: (lines: readonly Line[]) => readonly Line[]) => void

interface ItemGridProps {
  lines: readonly Line[]
  onChange: ChangeLines
  /** What the service makes of each, by its key. */
  items: ReadonlyMap<string, Item>
  /** Where each stands in the request, by its key. */
  places: ReadonlyMap<string, string>
  areTaxesShown: boolean
  /** Taxes were pasted. */
  onTaxes: () => void
}

/**
 * The lines of an order, typed like a spreadsheet: Tab goes on, Enter and arrows go down and up,
 * Shift+Enter describes, F2 opens what the invoice says, Ctrl+Delete removes, F8 changes today’s price for the old one, cells from a spreadsheet are pasted over them.
 */
export function ItemGrid(props: ItemGridProps) {
  const { lines, onChange, items, places, areTaxesShown, onTaxes } = props
  const t = useTexts(text)
  const table = useRef<HTMLTableElement>(null)
  const cells = cellsShown(areTaxesShown)
  const focus = useWantedFocus(table)
  // A description has a field where there is one, or somebody wants to give one.
  const [described, setDescribed] = useState<string>()
  const describe = useCallback(
    (key: string) => {
      setDescribed(key)
      focus(key, 'description')
    },
    [focus],
  )
  const [detailed, setDetailed] = useState<string>()
  const { changeLine, remove } = useLineChanges(onChange)
  const press = (event: KeyboardEvent) =>
    pressed(event, { lines, focus, describe, detail: setDetailed, changeLine, remove })
  const sold = useSold(lines, items)
  const { paste, leaveOut, below } = usePaste({ lines, cells, onChange, onFocus: focus, onTaxes })
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <div className="items__scroll" role="region" aria-label={t.items} tabIndex={0}>
        <table
          ref={table}
          className="items items--edited"
          data-taxes={areTaxesShown || undefined}
          onKeyDown={press}
          onPaste={(event) => paste(event, placeOf(event.target))}
        >
          <ItemHead cells={cells} areTaxesShown={areTaxesShown} isEdited />
          <tbody role="rowgroup">
            {lines.map((line, place) => (
              <ItemRow
                key={line.key}
                {...{ line, areTaxesShown }}
                number={place + 1}
                // Of a line that can't be read there is nothing to be told.
                item={line.unread ? undefined : items.get(line.key)}
                pointer={places.get(line.key)}
                sold={sold.get(productOf(line, items) ?? 0)}
                onChange={changeLine}
                onRemove={remove}
                onDescribe={describe}
                isDescribed={described === line.key || line.description !== ''}
                onDetail={setDetailed}
                isDetailed={detailed === line.key}
                onFocus={focus}
                onLeaveOut={leaveOut}
              />
            ))}
          </tbody>
        </table>
      </div>
      {below}
    </>
  )
}

type Focus = (key: string, column: Column) => void

/** Asks for the focus to go somewhere once a change is drawn, before the next key is pressed. */
function useWantedFocus(table: RefObject<HTMLTableElement | null>): Focus {
  const wanted = useRef<{ key: string; column: Column }>(undefined)
  useLayoutEffect(() => {
    if (!wanted.current) return
    focusOn(rowOf(table.current, wanted.current.key), wanted.current.column)
    wanted.current = undefined
  })
  return useCallback((key, column) => {
    wanted.current = { key, column }
  }, [])
}

/** Changes of single lines, the same for all of them while the page is open. */
function useLineChanges(onChange: ChangeLines) {
  const t = useTexts(text)
  const changeLine = useCallback(
    (key: string, change: (line: Line) => Line) =>
      onChange((all) => withBlank(all.map((line) => (line.key === key ? change(line) : line)))),
    [onChange],
  )
  const remove = useCallback(
    (key: string) => {
      let before: readonly Line[] = []
      onChange((all) => {
        before = all
        return withBlank(all.filter((line) => line.key !== key))
      })
      toast({ text: t.lineRemoved, action: { label: t.undo, run: () => onChange(() => before) } })
    },
    [onChange, t],
  )
  return { changeLine, remove }
}

/** What a key does in a cell. */
function pressed(
  event: KeyboardEvent,
  {
    lines,
    focus,
    describe,
    detail,
    changeLine,
    remove,
  }: {
    lines: readonly Line[]
    focus: Focus
    describe: (key: string) => void
    detail: (key: string) => void
  } & ReturnType<typeof useLineChanges>,
): void {
  const at = placeOf(event.target)
  // With Ctrl it saves the order.
  if (!at || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) return
  const go = (row: Element | null, isEnter: boolean) => {
    if (!row) return
    event.preventDefault()
    const isNew = isEnter && row.hasAttribute('data-blank')
    focusOn(row, isNew ? 'product' : at.column)
  }
  if (event.key === 'Delete' && event.ctrlKey) {
    event.preventDefault()
    const line = lines.find(({ key }) => key === at.key)
    if (!line || isBlank(line)) return
    const next = at.row.nextElementSibling ?? at.row.previousElementSibling
    focus(next?.getAttribute('data-line') ?? '', at.column)
    remove(at.key)
  } else if (event.key === 'F2' && !at.row.hasAttribute('data-blank')) {
    event.preventDefault()
    detail(at.key)
  } else if (event.key === 'F8') {
    event.preventDefault()
    changeLine(at.key, withOtherPrice)
  } else if (event.key === 'Enter' && event.shiftKey && !at.row.hasAttribute('data-blank')) {
    event.preventDefault()
    describe(at.key)
  } else if (at.column === 'product') return
  else if (at.column === 'description') {
    if (event.key === 'Enter') focusOn(at.row, 'quantity')
  } else if (event.key === 'Enter') go(at.row.nextElementSibling, true)
  else if (event.key === 'ArrowDown') go(at.row.nextElementSibling, false)
  else if (event.key === 'ArrowUp') go(at.row.previousElementSibling, false)
}

/** To the first field of the last line: where the next product is typed. */
export function focusNewLine(within: Element | null): void {
  focusOn(within?.querySelector('tr[data-blank]') ?? null, 'product')
}

/** Where somebody begins who changes an order. */
export function focusFirstLine(within: Element | null): void {
  const row = within?.querySelector('tr[data-line]') ?? null
  focusOn(row, row?.hasAttribute('data-blank') ? 'product' : 'quantity')
}

function rowOf(table: Element | null, key: string): Element | null {
  return table?.querySelector(`tr[data-line="${CSS.escape(key)}"]`) ?? null
}

function focusOn(row: Element | null, column: Column): void {
  const field = row?.querySelector<HTMLElement>(
    `[data-column="${column}"] input, [data-column="${column}"] button`,
  )
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

function placeOf(target: EventTarget) {
  if (!(target instanceof Element)) return undefined
  const row = target.closest('tr[data-line]')
  const column = target.closest('[data-column]')?.getAttribute('data-column') as Column | null
  const key = row?.getAttribute('data-line')
  return row && column && key ? { row, column, key } : undefined
}
