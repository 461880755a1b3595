import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { readNumber } from '../../text/decimals.ts'
import { useLanguage } from '../../text/language.ts'
import { useTexts } from '../../text/texts.ts'
import { whyOf } from '../../ui/number-input.tsx'
import { text as fieldText } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { CELLS, type Cell, kindOf } from './columns.ts'
import type { Line } from './draft.ts'
import { type Column, cellsOf, pasted } from './paste.ts'
import { text } from './text.ts'

interface Place {
  key: string
  column: Column
}

/** Pastes cells of a spreadsheet over the lines, and says line by line what was not understood. */
export function usePaste({
  lines,
  cells,
  onChange,
  onFocus,
}: {
  lines: readonly Line[]
  /** Those that are shown, in their order. */
  cells: readonly Cell[]
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
  onFocus: (key: string, column: Column) => void
}): { paste: (event: ClipboardEvent, at: Place | undefined) => void; below: ReactNode } {
  const t = useTexts(text)
  const language = useLanguage()
  /** The lines that were pasted last. */
  const [came, setCame] = useState<ReadonlySet<string>>(new Set())
  const paste = (event: ClipboardEvent, at: Place | undefined) => {
    const rows = cellsOf(event.clipboardData.getData('text/plain'))
    if (!at || !rows || at.column === 'description') return
    event.preventDefault()
    const line = lines.findIndex(({ key }) => key === at.key)
    const all: ('product' | Cell)[] = ['product', ...cells]
    const columns = all.slice(all.indexOf(at.column))
    const done = pasted(lines, rows, { line, columns }, language)
    onChange(() => done.lines)
    setCame(new Set(done.came.map(({ key }) => key)))
    const last = done.lines[Math.min(line + done.came.length, done.lines.length - 1)]
    if (last) onFocus(last.key, at.column)
    toast({ text: t.pasted(done.came.length), tone: 'good' })
  }
  return { paste, below: <NotUnderstood lines={lines} came={came} /> }
}

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
      const said = t.notUnderstood(t.inLine(t[cell], place + 1), typed, why ?? '')
      return [<li key={`${line.key} ${cell}`}>{said}</li>]
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
