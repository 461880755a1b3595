import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react'
import { splitUnit } from '../../../../../src/files/units.ts'
import type { Found } from '../../../common/records/finder.ts'
import { readNumber } from '../../../text/decimals.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts } from '../../../text/texts.ts'
import { whyOf } from '../../../ui/fields/number-input.tsx'
import { noteLookup } from '../../../ui/fields/unread.ts'
import { text as fieldText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toasts.tsx'
import type { Line } from '../draft.ts'
import { CELLS, type Cell, kindOf, TAXES } from '../items/columns.ts'
import { text } from '../text.ts'
import { inProductUnits, packedRows, productsOf, unitsOf } from './packages.ts'
import { type Column, cellsOf, pasted } from './paste.ts'
import { type ColumnGuess, guessColumns, type Meaning } from './paste-columns.ts'
import { PasteQuestion } from './paste-question.tsx'
import { textLines } from './text-lines.ts'
import { type Pasted, useTextPaste } from './use-text-paste.tsx'

interface CellPosition {
  key: string
  column: Column
}

interface Block {
  rows: readonly (readonly string[])[]
  at: CellPosition
}

interface PasteProps {
  lines: readonly Line[]
  /** Those that are shown, in their order. */
  cells: readonly Cell[]
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
  onFocus: (key: string, column: Column) => void
  /** Taxes were pasted: they are to be seen. */
  onTaxes: () => void
}

interface Paste {
  paste: (event: ClipboardEvent, at: CellPosition | undefined) => void
  leaveOut: (line: Line) => void
  below: ReactNode
}

/** Pastes cells of a spreadsheet over the lines, and says line by line what was not understood. */
export function usePaste({ lines, cells, onChange, onFocus, onTaxes }: PasteProps): Paste {
  const language = useLanguage()
  const { came, lay } = useLaying({ lines, onChange, onFocus, onTaxes })
  /** A block that waits for somebody to say what its columns are. */
  const [asked, setAsked] = useState<Block & { guess: ColumnGuess }>()
  const { putText, leaveOut, below: belowText } = useTextPaste({ lines, onChange, onFocus })
  const put = ({ rows, at }: Block, { meanings, hasHeading }: ColumnGuess) => {
    const given = hasHeading ? rows.slice(1) : rows
    const named = namesIn(given, meanings)
    setAsked(undefined)
    if (named !== undefined) {
      const others = meanings.map((one, i) => (i === named ? undefined : one))
      return putText(textRows(given, named, meanings), others, at.key)
    }
    const packed = packedRows(given, meanings)
    if (packed.length === 0) return lay(given, meanings, at)
    void noteLookup(productsOf(packed).then((products) => lay(given, meanings, at, products)))
  }
  const paste = (event: ClipboardEvent, at: CellPosition | undefined) => {
    const copied = event.clipboardData.getData('text/plain')
    const texts = at?.column === 'product' ? textOf(copied) : undefined
    if (at && texts) {
      event.preventDefault()
      return putText(texts, ['quantity'], at.key)
    }
    const rows = cellsOf(copied)
    if (!at || !rows || at.column === 'description') return
    event.preventDefault()
    const all: Column[] = ['product', ...cells]
    const guess = guessColumns(rows, all.slice(all.indexOf(at.column)), language)
    if (guess.isSure) put({ rows, at }, guess)
    else setAsked({ rows, at, guess })
  }
  const below = (
    <>
      {belowText}
      <NotUnderstood lines={lines} came={came} />
      {asked && (
        <PasteQuestion
          {...asked}
          onAnswer={(guess) => put(asked, guess)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
  return { paste, leaveOut, below }
}

/** Lays cells over the lines as they are by then, and knows which lines were pasted last. */
function useLaying({ lines, onChange, onFocus, onTaxes }: Omit<PasteProps, 'cells'>): {
  came: ReadonlySet<string>
  lay: Lay
} {
  const t = useTexts(text)
  const language = useLanguage()
  const [came, setCame] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(lines)
  latest.current = lines
  const lay: Lay = (given, meanings, at, products) => {
    const line = latest.current.findIndex(({ key }) => key === at.key)
    const laid = pasted(latest.current, given, { line, columns: meanings }, language)
    const done = products ? inProductUnits(laid, unitsOf(given, meanings), products) : laid
    onChange(() => done.lines)
    setCame(new Set(done.came.map(({ key }) => key)))
    if (meanings.some((one) => isTax(one))) onTaxes()
    const last = done.lines[Math.min(line + done.came.length, done.lines.length - 1)]
    if (last) onFocus(last.key, at.column)
    toast({ text: t.pasted(done.came.length), tone: 'good' })
  }
  return { came, lay }
}

type Lay = (
  given: Block['rows'],
  meanings: readonly Meaning[],
  at: CellPosition,
  /** Those that may be in packages, by their codes. */
  products?: ReadonlyMap<string, Found>,
) => void

/** Lines of a text; undefined of cells, of codes one below the other, and of a name alone. */
function textOf(copied: string): Pasted[] | undefined {
  if (copied.includes('\t')) return undefined
  const lines = textLines(copied)
  const isText = lines.some(({ text, words, quantity }) =>
    // A name may end in a number.
    lines.length > 1 ? quantity !== '' || /\s/.test(text) : isDivided(text, words, quantity),
  )
  return isText ? lines.map((line) => ({ ...line, cells: [line.quantity] })) : undefined
}

const isDivided = (text: string, words: string, quantity: string) =>
  quantity !== '' && !(text.startsWith(words) && /^\s+\d/.test(text.slice(words.length)))

/** What the service has to be asked for: words, and bar codes. */
const isSearched = (cell = '') => /\s|^(?:\d{8}|\d{12,14})$/.test(cell)

/** The column that names products by words or bar codes; undefined where codes do. */
function namesIn(rows: Block['rows'], meanings: readonly Meaning[]): number | undefined {
  const coded = meanings.indexOf('product')
  if (coded >= 0) return rows.some((row) => isSearched(row[coded])) ? coded : undefined
  const named = meanings.indexOf('description')
  return named < 0 ? undefined : named
}

const textRows = (rows: Block['rows'], named: number, meanings: readonly Meaning[]): Pasted[] =>
  rows.map((cells) => {
    const words = cells[named] ?? ''
    const quantity = cells[meanings.indexOf('quantity')] ?? ''
    const unit = splitUnit(quantity)?.unit
    const text = [quantity, words].filter(Boolean).join(' ')
    return { text, words, quantity, cells, ...(unit !== undefined && { unit }) }
  })

const isTax = (meaning: Meaning) => meaning !== undefined && TAXES.some((cell) => cell === meaning)

/** Which of the cells that were pasted can't be read, until each is corrected. */
function NotUnderstood({ lines, came }: { lines: readonly Line[]; came: ReadonlySet<string> }) {
  const t = useTexts(text)
  const f = useTexts(fieldText)
  const language = useLanguage()
  const found = lines.flatMap((line, place) =>
    CELLS.flatMap((cell) => {
      const typed = line.unread?.[cell]
      if (typed === undefined || !came.has(line.key)) return []
      const why = whyOf(readNumber(typed, language, kindOf(cell)), f)
      const sentence = t.notUnderstood(t.inLine(t[cell], place + 1), typed, why ?? '')
      return [<li key={`${line.key} ${cell}`}>{sentence}</li>]
    }),
  )
  return (
    <div role="status" className="items__unread">
      {found.length > 0 && (
        <>
          <p>{t.notUnderstoodIn(found.length)}</p>
          <ul>{found}</ul>
        </>
      )}
    </div>
  )
}
