import { type Message, msg } from '../../texts/message.ts'
import { textError } from './texts.ts'

/** More of them are no search that a person types. */
const MOST_WORDS = 8

/** So many characters a search has at most. */
export const MAX_SEARCH = 200

/** Accents, and what stands between letters and digits: the columns `search` are without them, too. */
const LEFT_OUT = /[\u0300-\u036f!-/:-@[-`{-~\u2010-\u2027]/g

/**
 * Characters that nobody sees, which come along from web pages and documents: soft hyphens, spaces of
 * no width, marks of direction and byte order, selectors of variants. The same set in the words of
 * JavaScript and PostgreSQL, whose regular expressions know no properties of characters.
 */
export const INVISIBLE =
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb'
const INVISIBLES = new RegExp(`[${INVISIBLE}]`, 'g')

/** The text as it is seen. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLES, '')
}

/** Small letters without accents, to be compared. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The words of a search without accents and punctuation, in the letters as they were typed. */
export function searchWords(text: string): string[] {
  const words = withoutInvisible(text).normalize('NFKD').replace(LEFT_OUT, '').split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Why the text is no search; undefined where it is one or, as its schema says, too long to look at. */
export function searchError(text: string): Message | undefined {
  if (text.length > 2 * MAX_SEARCH) return undefined
  const fieldError = textError(text)
  if (fieldError !== undefined) return fieldError
  return searchWords(text).length > MOST_WORDS
    ? msg`must have at most ${MOST_WORDS} words.`
    : undefined
}

/** A telephone that somebody searches for. */
export interface Phone {
  /** Its last eight digits, of mobiles without the 9 before them. */
  last: string
  /** The area's number; '' where it was not typed. */
  area: string
}

/** The telephone that a whole search is, however it is punctuated; undefined where it is none. */
export function phoneIn(text: string): Phone | undefined {
  const typed = withoutInvisible(text)
  if (/[^\d\s().+/-]/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '').replace(/^(?:0|55(?=\d{10}))/, '')
  const found = /^(\d\d)??9?(\d{8})$/.exec(digits)
  return found ? { area: found[1] ?? '', last: found[2] as string } : undefined
}

/** Digits of the GTINs that there are; a code of twelve is one of thirteen with a zero before it. */
const GTIN_LENGTHS = [8, 12, 13, 14]

/** The GTIN that a whole search is, as records may have it: with zeros before it and without; none where it is none. */
export function gtinsIn(text: string): string[] {
  const typed = withoutInvisible(text).trim()
  if (!/^\d{8}$|^\d{12,14}$/.test(typed)) return []
  const bare = typed.replace(/^0+/, '')
  return GTIN_LENGTHS.filter((length) => length >= bare.length).map((length) =>
    bare.padStart(length, '0'),
  )
}
