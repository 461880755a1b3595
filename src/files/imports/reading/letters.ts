import iconv from 'iconv-lite'

// What bytes beyond ASCII are in the texts of Brazilian files, by the characters beside them: most bytes
// are a letter of Portuguese in one encoding, and in the other something that stands in no such place.

export const singleByte = ['windows-1252', 'cp850'] as const
export type SingleByte = (typeof singleByte)[number]

const LOWER = 'áàâãéêíóôõúüç'
/** Those that are a word by themselves. */
const WORDS = 'àéóÀÉÓ'
const LETTERS = LOWER + LOWER.toUpperCase()
/** Of names from elsewhere, within a word. What DOS has of them where Windows has `Ó` and `Ô` is too rare. */
const FOREIGN = { 'windows-1252': 'äëïöèìòùñßÄÖÑÒ', cp850: 'äöñÄÖÑ' }

const isLetter = (char: string) => /\p{L}/u.test(char)
const isUpper = (char: string) => /\p{Lu}/u.test(char)
const isLower = (char: string) => /\p{Ll}/u.test(char)

/** What stands beside letters that don't stand everywhere: `õ` is followed by `e`, `à` begins a word. */
const RULES: Record<string, (before: string, after: string) => boolean> = {
  õ: (_, after) => /e/i.test(after),
  à: (before) => !isLetter(before),
  ã: (before, after) => isLetter(before) && !/[aiuáíú]/i.test(after),
  ç: (before, after) => /[aeiounrlpc\P{ASCII}]/iu.test(before) && /[aouáâãóôõú]/i.test(after),
  á: (before, after) => !/[aá]/i.test(before) && !/a/i.test(after),
}

/** Where signs stand that are no letters. */
const SIGNS: [signs: string, fits: (before: string, after: string) => boolean][] = [
  ['ªº', (before, after) => /[\p{L}\p{N}.]/u.test(before) && !isLetter(after)],
  ['°', (before, after) => /[\p{L}\p{N}.\s]/u.test(before) && !/\p{Ll}/u.test(after)],
  ['²³', (before, after) => /[\p{L}\p{N}]/u.test(before) && !isLetter(after)],
  ['§', (before, after) => !/[\p{L}\p{N}]/u.test(before) && /[\s\d§]/.test(after)],
  ['“‘', (before, after) => !/[\p{L}\p{N}]/u.test(before) && /\S/.test(after)],
  ['”', (before, after) => /\S/.test(before) && !isLetter(after)],
  ['’', (before) => isLetter(before)],
  ['–—•·×', (before, after) => !isLetter(before) && !isLetter(after)],
  ['€£', (before, after) => /[\s\d]|^$/.test(before + after)],
  ['…®™©', (_, after) => !isLetter(after)],
  ['½¼¾', (before, after) => !isLetter(before) && !isLetter(after)],
  ['\u00a0', () => true],
]

/**
 * Whether a character may stand where it does.
 * @param before the two characters in front of it
 * @param after the one behind it
 */
function stands(before: string, char: string, after: string, encoding: SingleByte): boolean {
  const last = before.at(-1) ?? ''
  if (LETTERS.includes(char)) {
    const rule = RULES[char.toLowerCase()]
    if (!isLetter(last) && !isLetter(after) && !WORDS.includes(char)) return false
    return hasCase(before, char, after) && (!rule || rule(last, after))
  }
  if (FOREIGN[encoding].includes(char)) {
    return isLetter(last) && isLetter(after) && hasCase(before, char, after)
  }
  return SIGNS.some(([signs, fits]) => signs.includes(char) && fits(last, after))
}

/** Capitals stand at the beginning of a word or among capitals. */
function hasCase(before: string, char: string, after: string): boolean {
  const last = before.at(-1) ?? ''
  if (isUpper(char)) return !isLower(last)
  return !isUpper(after) && !(before.length === 2 && [...before].every(isUpper))
}

const tableOf = (encoding: SingleByte) =>
  Array.from({ length: 256 }, (_, byte) => iconv.decode(Buffer.from([byte]), encoding))
const TABLES = { 'windows-1252': tableOf('windows-1252'), cp850: tableOf('cp850') }

/** Places whose answer is kept: those of a language are few, and come again and again. */
const MOST_KEPT = 20_000
const kept = new Map<number, SingleByte | undefined>()

/**
 * The one of the two encodings in which a byte is what stands in such a place; undefined where it may
 * be, or can't be, in both.
 * @param bytes as the characters of the same codes
 */
export function encodingOf(bytes: string, at: number): SingleByte | undefined {
  const code = (place: number) => bytes.charCodeAt(place) || 0
  const place = ((code(at - 2) * 256 + code(at - 1)) * 256 + code(at)) * 256 + code(at + 1)
  if (kept.has(place)) return kept.get(place)
  const found = foundOut(bytes, at)
  if (kept.size < MOST_KEPT) kept.set(place, found)
  return found
}

function foundOut(bytes: string, at: number): SingleByte | undefined {
  const [ansi, dos] = singleByte.map((encoding) => {
    const char = (place: number) => TABLES[encoding][bytes.charCodeAt(place)] ?? ''
    return stands(char(at - 2) + char(at - 1), char(at), char(at + 1), encoding)
  })
  if (ansi === dos) return undefined
  return ansi ? 'windows-1252' : 'cp850'
}
