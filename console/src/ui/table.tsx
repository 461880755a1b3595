import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'wouter'
import { useTexts } from '../text/texts.ts'
import { Icon } from './icons.tsx'
import { useIsNarrow } from './page/narrow.ts'
import './table.css'
import { text } from './text.ts'

export interface Column<T> {
  id: string
  header: string
  /** The header is there for screen readers alone: for a column of buttons. */
  isHeaderHidden?: boolean
  /** As a track of a CSS grid: `8rem`, `minmax(12rem, 2fr)`. */
  width: string
  cell: (row: T) => ReactNode
  /** Figures stand at the end. */
  align?: 'end'
  /** The name that the service sorts it by. */
  sort?: string
  /** It can't be left out by choosing columns. */
  isAlways?: boolean
  /** It is left out until it is chosen. */
  isExtra?: boolean
}

export interface TableProps<T> {
  /** What the list is of, for screen readers. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  idOf: (row: T) => number
  /** How many there are, where more are to be loaded. */
  total?: number | undefined
  /** Where a row leads to: by Enter, by a press on it, as a link in its first cell. */
  hrefOf?: (row: T) => string
  /** Instead of a link. */
  onOpen?: (row: T) => void
  selected?: ReadonlySet<number>
  onSelect?: (selected: ReadonlySet<number>) => void
  /** `-date`, as the service takes it. */
  sort?: string
  onSort?: (sort: string) => void
  /** Called when the end comes into sight. */
  onEnd?: () => void
  /** On a narrow screen a row is this, so many pixels high. */
  card?: { height: number; show: (row: T) => ReactNode }
  /** Keeps the place in the list under this name, for coming back to it. */
  placeKey?: string
  /** The keys work at once, unless the focus is somewhere on purpose. */
  autoFocus?: boolean
  /** A class more for a row: that it has just changed, that it is gone. */
  rowClass?: (row: T) => string | undefined
  /** Keys beside j, k, x and Enter, with the row under the cursor. */
  onKey?: (event: KeyboardEvent, row: T) => void
  foot?: ReactNode
}

const ROW_PX = 38
/** Where people were in lists, while the page is open. */
const positions = new Map<string, { offset: number; active: number }>()

/** The list of this name begins at its top again. */
export const forgetPosition = (placeKey: string) => positions.delete(placeKey)

/**
 * A list of any length, of which only what is in sight is in the page. j and k (or the arrows) move
 * the cursor, x (or space) selects, Enter opens.
 */
export function Table<T>(props: TableProps<T>) {
  const { label, rows, idOf, total = rows.length, foot } = props
  const { selected, onSelect, onOpen, hrefOf } = props
  const id = useId()
  const [, navigate] = useLocation()
  const { scroller, virtual, asCards, rowPx } = useVirtualRows(props)
  const { active, setActive, moveTo, remember } = useCursor(props, scroller, virtual)
  const isInPage = virtual.getVirtualItems().some(({ index }) => index === active)
  const toggle = (row: T) => {
    if (!selected || !onSelect) return
    const next = new Set(selected)
    if (!next.delete(idOf(row))) next.add(idOf(row))
    onSelect(next)
  }
  const open = (row: T) => {
    if (onOpen) onOpen(row)
    else if (hrefOf) navigate(hrefOf(row))
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return
    const row = rows[active]
    const page = Math.floor((scroller.current?.clientHeight ?? 400) / rowPx) - 2
    const to = placeAfter(event.key, active, page, rows.length)
    if (to !== undefined) moveTo(to)
    else if (row !== undefined && (event.key === 'x' || event.key === ' ')) toggle(row)
    else if (row !== undefined && event.key === 'Enter') open(row)
    else {
      if (row !== undefined) props.onKey?.(event, row)
      return
    }
    event.preventDefault()
  }
  return (
    <div className="table" style={styleOf(props, asCards, rowPx, virtual.getTotalSize())}>
      <div
        ref={scroller}
        className="table__scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={onSelect ? true : undefined}
        aria-activedescendant={isInPage ? `${id}-${active}` : undefined}
        tabIndex={0}
        onKeyDown={press}
        onFocus={(event) => event.target === event.currentTarget && active < 0 && setActive(0)}
        onScroll={(event) => remember(event.currentTarget.scrollTop, active)}
      >
        <div className="table__grid" role="presentation">
          {!asCards && <Head {...props} />}
          <Body {...props} {...{ id, virtual, active, setActive, asCards, open, toggle }} />
        </div>
      </div>
      {foot && <div className="table__foot">{foot}</div>}
    </div>
  )
}

/** Where a key leads from a row; undefined of keys that lead nowhere. */
function placeAfter(key: string, active: number, page: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    j: active + 1,
    ArrowDown: active + 1,
    k: active - 1,
    ArrowUp: active - 1,
    Home: 0,
    End: count - 1,
    PageDown: active + page,
    PageUp: active - page,
  }
  return moves[key]
}

function styleOf<T>(
  { columns, onSelect }: TableProps<T>,
  asCards: boolean,
  rowPx: number,
  height: number,
) {
  const tracks = [...(onSelect && !asCards ? ['2.5rem'] : []), ...columns.map((one) => one.width)]
  return {
    '--columns': tracks.join(' '),
    '--height': `${height}px`,
    '--row-height': `${rowPx}px`,
  } as CSSProperties
}

/** The rows that are in sight, from the place where somebody was in the list. */
function useVirtualRows<T>({ rows, card, placeKey, onEnd, autoFocus = false }: TableProps<T>) {
  const scroller = useRef<HTMLDivElement>(null)
  const position = placeKey === undefined ? undefined : positions.get(placeKey)
  const asCards = useIsNarrow() && card !== undefined
  const rowPx = asCards ? card.height : ROW_PX
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    initialOffset: position?.offset ?? 0,
    overscan: 8,
    scrollPaddingStart: asCards ? 0 : ROW_PX,
  })
  const last = virtual.getVirtualItems().at(-1)?.index ?? -1
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 20) onEnd?.()
  }, [last, rows.length, onEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sizes are measured anew
  useEffect(() => virtual.measure(), [rowPx])
  useLayoutEffect(() => {
    const active = document.activeElement
    const isFree = active === document.body || active?.id === 'main'
    if (autoFocus && isFree) scroller.current?.focus({ preventScroll: true })
  }, [autoFocus])
  return { scroller, virtual, asCards, rowPx }
}

type Virtual = ReturnType<typeof useVirtualRows>['virtual']

/** The row that keys work on. */
function useCursor<T>(
  { rows, placeKey }: TableProps<T>,
  scroller: RefObject<HTMLDivElement | null>,
  virtual: Virtual,
) {
  const position = placeKey === undefined ? undefined : positions.get(placeKey)
  const [active, setActive] = useState(position?.active ?? -1)
  const remember = (offset: number, row: number) =>
    placeKey !== undefined && positions.set(placeKey, { offset, active: row })
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    virtual.scrollToIndex(next)
    remember(scroller.current?.scrollTop ?? 0, next)
  }
  return { active, setActive, moveTo, remember }
}

function Body<T>({
  id,
  virtual,
  active,
  setActive,
  asCards,
  open,
  toggle,
  ...props
}: TableProps<T> & {
  id: string
  virtual: Virtual
  active: number
  setActive: (index: number) => void
  asCards: boolean
  open: (row: T) => void
  toggle: (row: T) => void
}) {
  const { rows, idOf } = props
  return (
    <div className="table__body" role="rowgroup">
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <Row
            key={idOf(row)}
            {...props}
            row={row}
            id={`${id}-${index}`}
            index={index}
            start={start}
            isActive={index === active}
            asCard={asCards}
            onPress={() => {
              setActive(index)
              open(row)
            }}
            onToggle={() => toggle(row)}
          />
        )
      })}
    </div>
  )
}

function Head<T>({ columns, rows, idOf, selected, onSelect, sort, onSort }: TableProps<T>) {
  const t = useTexts(text)
  const isAll = rows.length > 0 && rows.every((row) => selected?.has(idOf(row)))
  const flip = (name: string) => onSort?.(sort === `-${name}` ? name : `-${name}`)
  return (
    <div className="table__head" role="row" aria-rowindex={1} tabIndex={-1}>
      {onSelect && (
        <span className="table__tick" role="columnheader" tabIndex={-1}>
          <input
            type="checkbox"
            aria-label={t.selectLoaded}
            checked={isAll}
            onChange={() => onSelect(new Set(isAll ? [] : rows.map(idOf)))}
          />
        </span>
      )}
      {columns.map((column) => {
        const isSorted = sort !== undefined && sort.replace('-', '') === column.sort
        const isDown = sort?.startsWith('-')
        return (
          <span
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            className={cellClass(column)}
            aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
          >
            {column.sort && onSort ? (
              <button
                type="button"
                className="table__sort"
                onClick={() => flip(column.sort as string)}
              >
                {column.header}
                {isSorted && <Icon name={isDown ? 'down' : 'up'} size={14} />}
              </button>
            ) : (
              <span className={column.isHeaderHidden ? 'visually-hidden' : undefined}>
                {column.header}
              </span>
            )}
          </span>
        )
      })}
    </div>
  )
}

interface RowProps<T> extends TableProps<T> {
  row: T
  id: string
  index: number
  start: number
  isActive: boolean
  asCard: boolean
  onPress: () => void
  onToggle: () => void
}

function Row<T>(props: RowProps<T>) {
  const { row, id, index, start, columns, idOf, selected, onSelect, hrefOf, card } = props
  const t = useTexts(text)
  const opens = props.hrefOf !== undefined || props.onOpen !== undefined
  const isSelected = onSelect ? (selected?.has(idOf(row)) ?? false) : undefined
  const kind = props.asCard ? 'table__card' : 'table__row'
  const name = [kind, opens && 'table__row--opens', props.rowClass?.(row)]
  const tick = onSelect && (
    <span className="table__tick" role="gridcell" tabIndex={-1}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t.selectRow}
        checked={isSelected === true}
        onChange={props.onToggle}
      />
    </span>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to keys
    <div
      role="row"
      tabIndex={-1}
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-active={props.isActive || undefined}
      className={name.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${start}px)` }}
      onClick={(event) => {
        const { target } = event
        const isOwn = target instanceof Element && target.closest('a, button, input, label')
        if (!isOwn && window.getSelection()?.isCollapsed !== false) props.onPress()
      }}
    >
      {props.asCard && card ? (
        <>
          {tick}
          <div role="gridcell" tabIndex={-1} className="table__whole">
            {hrefOf ? linked(card.show(row), hrefOf(row)) : card.show(row)}
          </div>
        </>
      ) : (
        <>
          {tick}
          {columns.map((column, place) => (
            <span key={column.id} role="gridcell" tabIndex={-1} className={cellClass(column)}>
              {place === 0 && hrefOf ? linked(column.cell(row), hrefOf(row)) : column.cell(row)}
            </span>
          ))}
        </>
      )}
    </div>
  )
}

function linked(content: ReactNode, href: string): ReactNode {
  return (
    <Link href={href} tabIndex={-1}>
      {content}
    </Link>
  )
}

function cellClass<T>({ align }: Column<T>): string {
  return align === 'end' ? 'table__cell table__cell--end' : 'table__cell'
}
