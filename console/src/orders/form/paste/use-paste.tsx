import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { readNumber } from '../../../text/decimals.ts'
import { useLanguage } from '../../../text/language.ts'
import { useTexts } from '../../../text/texts.ts'
import { whyOf } from '../../../ui/fields/number-input.tsx'
import { text as fieldText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toasts.tsx'
import type { Line } from '../draft.ts'
import { CELLS, type Cell, kindOf, TAXES } from '../items/columns.ts'
import { text } from '../text.ts'
import { type Column, cellsOf, pasted } from './paste.ts'
import { type ColumnGuess, guessColumns, type Meaning } from './paste-columns.ts'
import { PasteQuestion } from './paste-question.tsx'

interface CellPosition {
  key: string
  column: Column
}

interface Block {
  rows: readonly (readonly string[])[]
  at: CellPosition
}

/** Pastes cells of a spreadsheet over the lines, and says line by line what was not understood. */
export function usePaste({
  lines,
  cells,
  onChange,
  onFocus,
  onTaxes,
}: {
  lines: readonly Line[]
  /** Those that are shown, in their order. */
  cells: readonly Cell[]
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
  onFocus: (key: string, column: Column) => void
  /** Taxes were pasted: they are to be seen. */
  onTaxes: () => void
}): { paste: (event: ClipboardEvent, at: CellPosition | undefined) => void; below: ReactNode } {
  const t = useTexts(text)
  const language = useLanguage()
  /** The lines that were pasted last. */
  const [came, setCame] = useState<ReadonlySet<string>>(new Set())
  /** A block that waits for somebody to say what its columns are. */
  const [asked, setAsked] = useState<Block & { guess: ColumnGuess }>()
  const put = ({ rows, at }: Block, { meanings, hasHeading }: ColumnGuess) => {
    const line = lines.findIndex(({ key }) => key === at.key)
    const given = hasHeading ? rows.slice(1) : rows
    const done = pasted(lines, given, { line, columns: meanings }, language)
    onChange(() => done.lines)
    setAsked(undefined)
    setCame(new Set(done.came.map(({ key }) => key)))
    if (meanings.some((one) => isTax(one))) onTaxes()
    const last = done.lines[Math.min(line + done.came.length, done.lines.length - 1)]
    if (last) onFocus(last.key, at.column)
    toast({ text: t.pasted(done.came.length), tone: 'good' })
  }
  const paste = (event: ClipboardEvent, at: CellPosition | undefined) => {
    const rows = cellsOf(event.clipboardData.getData('text/plain'))
    if (!at || !rows || at.column === 'description') return
    event.preventDefault()
    const all: Column[] = ['product', ...cells]
    const guess = guessColumns(rows, all.slice(all.indexOf(at.column)), language)
    if (guess.isSure) put({ rows, at }, guess)
    else setAsked({ rows, at, guess })
  }
  const below = (
    <>
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
  return { paste, below }
}

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
