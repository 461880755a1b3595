import { type Message, msg } from '../../texts/message.ts'

/**
 * Texts as they are kept: in Unicode's composed form (NFC), so that what looks the same is the
 * same, however it was typed.
 */

/** Below U+0300 nothing composes; most texts hold nothing beyond. */
const MAY_COMPOSE = /[^\0-\u02ff]/
/** More marks on one character than any language has; sorting them takes the square of the time. */
const MARKS_IN_A_ROW = 30
const TOO_MANY_MARKS = new RegExp(`(?:^|\\P{M})\\p{M}{${MARKS_IN_A_ROW + 1}}`, 'u')
/** Longer than the longest text of any field, decomposed: it is refused for its length. */
const LONGEST = 20_000

/** Newline and tab are the only control characters that text may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const LINE_OR_TAB = /[\t\n\v\f\r\u0085\u2028\u2029]/
const WHITE_END = /^\s|\s$/

/** The text in NFC. Of one that `textFault` or every length refuses, the text itself. */
export function composed(text: string): string {
  if (!MAY_COMPOSE.test(text) || text.length > LONGEST || TOO_MANY_MARKS.test(text)) return text
  return text.normalize('NFC')
}

/** Why no field takes the text, to be read after what it is; undefined where it is fine. */
export function textError(text: string): Message | undefined {
  if (CONTROL.test(text) || !text.isWellFormed()) {
    return msg`must not contain control characters (newline and tab are fine) or broken Unicode.`
  }
  if (!MAY_COMPOSE.test(text) || text.length > LONGEST || !TOO_MANY_MARKS.test(text)) {
    return undefined
  }
  return msg`must not have more than ${MARKS_IN_A_ROW} combining marks on one character.`
}

/** Why the text is none of one line. */
export function lineError(text: string): Message | undefined {
  if (LINE_OR_TAB.test(text)) return msg`must not contain tabs or line ends.`
  return textError(text)
}

/** The text on one line: its line ends and tabs become spaces, with the white space around them. */
export function onOneLine(text: string): string {
  if (!LINE_OR_TAB.test(text)) return text
  const lines = text.split(LINE_OR_TAB).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Why the text is no name: a name can be seen, and has one line. */
export function nameError(text: string): Message | undefined {
  if (text === '' || VISIBLE.test(text)) return lineError(text)
  return msg`must have at least one visible character.`
}

/** Why the text is no external identifier: two of them that look the same are the same. */
export function fkIdError(text: string): Message | undefined {
  if (WHITE_END.test(text)) return msg`must not begin or end with white space.`
  const fieldError = lineError(text)
  if (fieldError !== undefined) return fieldError
  const code = INVISIBLE.exec(text)?.[0].codePointAt(0)
  if (code === undefined) return undefined
  const shown = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return msg`must not contain characters that are invisible or change the direction (${shown}).`
}
