import { type Finder, type Found, finderOf } from '../../../common/records/finder.ts'
import { ONLY_ACTIVE } from '../../../common/records/inactive.tsx'
import { plain } from '../../../text/plain.ts'

// Products by the words of somebody who does not know what the catalogue calls them: where all words
// find none, fewer do.

/** What the service looks for as well without. */
const LITTLE = /^(?:d[aeo]s?|com|e|of|the|\p{P}+)$/u
const UNIT = /^(?:\d.*|kgs?|g|gr|ml|lts?|l|un|und|cx|fd|pct|dz|.)$/
const PLURAL = /(?:[oa]es|[ae]?is|ns|s)$/
/** The service takes eight. */
const MOST_WORDS = 8
const MOST_TRIES = 6

const wordsOf = (text: string) =>
  plain(text)
    // The catalogue writes `1 kg`.
    .replaceAll(/(\d)(?=\p{L})/gu, '$1 ')
    .split(/[\s,;:()"']+/)
    .filter((word) => word !== '' && !LITTLE.test(word))

/** Those that name it, whatever its size and number. */
const stemsOf = (text: string) =>
  wordsOf(text)
    .filter((word) => !UNIT.test(word))
    .map((word) => (word.length > 4 ? word.replace(PLURAL, '') : word))

/** What is searched for until something is found: all words, their stems, and ever fewer of these. */
function triesOf(text: string): string[] {
  const stems = stemsOf(text)
  const fewer = stems.map((_, at) => stems.slice(0, stems.length - at))
  const tries = [wordsOf(text), ...fewer].filter((words) => words.length > 0)
  const searches = tries.map((words) => words.slice(0, MOST_WORDS).join(' '))
  return [...new Set(searches)].slice(0, MOST_TRIES)
}

const countIn = ({ name, fk_id }: Found, words: readonly string[]) => {
  const own = plain(`${name} ${fk_id ?? ''}`)
  return words.filter((word) => own.includes(word)).length
}

/** Whether the product has all words that name one. */
export const hasAll = (one: Found, text: string) =>
  countIn(one, stemsOf(text)) === stemsOf(text).length

const products = finderOf('products', ONLY_ACTIVE)

/** Finds those that have most of the words, the likeliest first. */
export const likelyProducts: Finder = {
  ...products,
  search: async (text, signal) => {
    for (const words of triesOf(text)) {
      const found = await products.byWords(words, signal)
      const all = [...wordsOf(text), ...stemsOf(text)]
      if (found.length > 0) return found.toSorted((a, b) => countIn(b, all) - countIn(a, all))
    }
    return products.search(text === '' ? '' : wordsOf(text).slice(0, MOST_WORDS).join(' '), signal)
  },
}

/** Tells their searches from others in what the page remembers. */
export const LIKELY = { likely: true }
