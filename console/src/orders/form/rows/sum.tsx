import { useTexts } from '../../../text/texts.ts'
import { restOf } from './rows.ts'
import { text } from './text.ts'

/** What the rows of a list come to, and what is missing of what they have to come to. */
export function Sum({
  rest,
  whole,
  shown,
  of,
}: {
  /** `-…` where there is too much. */
  rest: string
  whole: string
  shown: (decimal: string) => string
  /** The sum and the whole, in words. */
  of: (sum: string) => string
}) {
  const t = useTexts(text)
  const isRight = rest === '0'
  const isTooMuch = rest.startsWith('-')
  return (
    <p role="status" className="typed-rows__sum" data-right={isRight || undefined}>
      {of(shown(restOf(whole, [rest])))}
      {!isRight && ` ${isTooMuch ? t.tooMuch(shown(rest.slice(1))) : t.missing(shown(rest))}`}
    </p>
  )
}
