import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type Found, finderOf } from '../../../common/records/finder.ts'
import { useLanguage } from '../../../text/language.ts'
import { plain } from '../../../text/plain.ts'
import { useTexts } from '../../../text/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { noteLookup } from '../../../ui/fields/unread.ts'
import { toast } from '../../../ui/toasts.tsx'
import {
  inOwnUnit,
  isBlank,
  type Line,
  withBlank,
  withChosen,
  withProduct,
  withUnread,
} from '../draft.ts'
import { text } from '../text.ts'
import { fewAtOnce } from './few-at-once.ts'
import { hasAll, LIKELY, likelyProducts } from './find-products.ts'
import { type Column, pasted } from './paste.ts'
import { isTalk, type TextLine } from './text-lines.ts'

/** What a line of a text says, and what stood beside it in a table. */
export interface Pasted extends TextLine {
  cells: readonly string[]
}

/** What is found of a line: the product that it surely means, or some to choose from. */
interface Match {
  code?: string
  product?: Found
  likely: readonly Found[]
}

/** No order has more; the others stay below. */
const MOST_LINES = 1000

/**
 * Pastes lines that name products by words or codes. A line that surely means one product goes in;
 * the others wait for somebody to take one; what names none stays to be seen below.
 */
export function useTextPaste({
  lines,
  onChange,
  onFocus,
}: {
  lines: readonly Line[]
  onChange: (change: (lines: readonly Line[]) => readonly Line[]) => void
  onFocus: (key: string, column: Column) => void
}) {
  const t = useTexts(text)
  const language = useLanguage()
  const queries = useQueryClient()
  const [left, setLeft] = useState<readonly string[]>([])
  const [isSearching, setSearching] = useState(false)
  const latest = useRef(lines)
  latest.current = lines
  const put = async (
    all: readonly Pasted[],
    columns: readonly (Column | undefined)[],
    key: string,
  ) => {
    setSearching(true)
    const matches = await fewAtOnce(all.slice(0, MOST_LINES), (one) => matchOf(one, queries))
    setSearching(false)
    const came = all.flatMap((one, i) => {
      const [line] = pasted([], [one.cells], { line: 0, columns }, language).came
      const match = matches[i]
      return line && match ? [lineOf(line, one, match)] : []
    })
    setLeft(all.filter((_, i) => !matches[i]).map((one) => one.text))
    onChange((before) => inserted(before, came, key))
    const first = came.find((line) => line.pasted !== undefined) ?? latest.current.at(-1)
    if (first) onFocus(first.key, 'product')
    toast({ text: t.pasted(came.length), tone: 'good' })
  }
  /** Takes a line out that waits, and keeps what it said to be seen. */
  const leaveOut = useCallback(
    ({ key, pasted = '' }: Line) => {
      setLeft((before) => [...before, pasted])
      onChange((before) => withBlank(before.filter((line) => line.key !== key)))
    },
    [onChange],
  )
  return {
    putText: (...given: Parameters<typeof put>) => noteLookup(put(...given)),
    leaveOut,
    below: <LeftOut {...{ left, isSearching }} onClose={() => setLeft([])} />,
  }
}

function lineOf(line: Line, { words, text, unit }: Pasted, { code, product }: Match): Line {
  const counted = unit === undefined ? line : { ...line, pastedUnit: unit }
  if (code !== undefined) {
    const named = withProduct(counted, { id: null, name: '', fk_id: code })
    return product ? inOwnUnit(named, product) : named
  }
  const asked = { ...withUnread(counted, 'product', words), pasted: text }
  return product ? withChosen(asked, product) : asked
}

/** At a blank line before it, else after the line. */
function inserted(before: readonly Line[], came: readonly Line[], key: string): readonly Line[] {
  const at = before.findIndex((line) => line.key === key)
  const line = before[at]
  const place = line && isBlank(line) ? at : at < 0 ? before.length : at + 1
  return withBlank([...before.slice(0, place), ...came, ...before.slice(place)])
}

/** What a line means; undefined of one that names no product. */
async function matchOf(one: Pasted, queries: QueryClient): Promise<Match | undefined> {
  if (isTalk(one)) return undefined
  const { words, quantity } = one
  const { signal } = new AbortController()
  // Where the service is away somebody is asked.
  const coded = /\s/.test(words) ? [] : await anyProducts.byCode(words, signal).catch(() => [])
  const [known] = coded
  if (known && coded.length === 1)
    return { ...(known.fk_id && { code: known.fk_id }), product: known, likely: coded }
  const likely = await queries
    .fetchQuery({
      queryKey: ['combobox', 'products', LIKELY, words],
      queryFn: ({ signal }) => likelyProducts.search(words, signal),
    })
    .catch(() => [])
  const same = likely.filter((found) =>
    [found.name, found.fk_id ?? ''].some((name) => plain(name) === plain(words)),
  )
  const [product] = same
  if (product && same.length === 1) return { product, likely }
  const isNamed = likely.some((found) => hasAll(found, words))
  return quantity !== '' || isNamed ? { likely } : undefined
}

/** Also those that are offered no longer, which a code may name. */
const anyProducts = finderOf('products')

/** What did not go in, until somebody has seen it. */
function LeftOut({
  left,
  isSearching,
  onClose,
}: {
  left: readonly string[]
  isSearching: boolean
  onClose: () => void
}): ReactNode {
  const t = useTexts(text)
  return (
    <div role="status" className="items__left">
      {isSearching && <p>{t.lookingForProducts}</p>}
      {left.length > 0 && (
        <>
          <p>{t.notPasted}</p>
          <ul>
            {left.map((one, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice
              <li key={place}>{one}</li>
            ))}
          </ul>
          <Button size="small" onClick={onClose}>
            {t.dismiss}
          </Button>
        </>
      )}
    </div>
  )
}
