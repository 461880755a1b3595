import { say, type Text } from '../../texts/text.ts'
import { textFault } from './texts.ts'

/** More of them are no search that a person types. */
const MOST_WORDS = 8

/** So many characters a search has at most. */
export const MAX_SEARCH = 200

/** Accents, and what stands between letters and digits: the columns `search` are without them, too. */
const LEFT_OUT = /[\u0300-\u036f!-/:-@[-`{-~\u2010-\u2027]/g

/** The words of a search without accents and punctuation, in the letters as they were typed. */
export function searchWords(text: string): string[] {
  const words = text.normalize('NFKD').replace(LEFT_OUT, '').split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Why the text is no search; undefined where it is one or, as its schema says, too long to look at. */
export function searchFault(text: string): Text | undefined {
  if (text.length > 2 * MAX_SEARCH) return undefined
  const fault = textFault(text)
  if (fault !== undefined) return fault
  const words = searchWords(text).length
  if (words === 0) return say`must have a letter or a digit.`
  return words > MOST_WORDS ? say`must have at most ${MOST_WORDS} words.` : undefined
}
