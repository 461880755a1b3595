import Big from 'big.js'
import {
  amount,
  counted,
  type Language,
  type Message,
  msg,
  verbatim,
} from '../../../texts/message.ts'

/**
 * What people should know of a file before it is written, though nothing of it is refused: it stands
 * in `warnings` of the import, counted while the file is read. A new kind is a code here, a sentence
 * in `sentences` and a call of `Warnings.note`.
 */
export const warningCodes = [
  // Columns from which nothing is taken.
  'amounts_not_taken',
  'percentages_not_taken',
  'dates_not_taken',
  'set_by_service',
  // What was decided for a column.
  'other_column_preferred',
  'two_digit_years',
  // Lines that are no records.
  'headings_skipped',
  'rules_skipped',
  'totals_skipped',
  'footers_skipped',
] as const

type WarningCode = (typeof warningCodes)[number]

/** As it is kept with the import and shown: `detail` is in the language of who sent the file. */
export interface ImportWarning {
  code: WarningCode
  /** The column that it is about, if any. */
  letter: string | null
  heading: string | null
  /** Something else that the sentence names, such as another column. */
  other: string | null
  /** How many lines, values or records it is about. */
  count: number
  /** The exact sum of the amounts that it is about, as a decimal with a point; null: of none. */
  sum: string | null
  /** Where the first of them stand. */
  lines: number[]
  detail: string
}

/** One of the things that a warning counts. */
export interface Note {
  code: WarningCode
  column?: { letter: string; heading: string }
  other?: string
  /** Where it stands; none: it is reported with the batch under way. */
  line?: number
  /** What it adds to the sum: a decimal with a point. */
  sum?: string
}

type WarningFacts = Omit<ImportWarning, 'detail'>

/** Lines that a warning names. */
const MOST_LINES = 10
const MOST_WARNINGS = 200

const values = (count: number) => counted(count, msg`value`, msg`values`)
const linesOf = (count: number) => counted(count, msg`line`, msg`lines`)
const nameOf = ({ heading, letter }: WarningFacts) => `“${heading || letter}”`

/** Where they stand, as far as it is listed. */
function placesOf({ count, lines }: WarningFacts): Message {
  return verbatim(`${lines.join(', ')}${count > lines.length ? ', …' : ''}`)
}

const sentences: Record<WarningCode, (facts: WarningFacts) => Message> = {
  amounts_not_taken: (facts) =>
    msg`${nameOf(facts)} holds amounts, and nothing is taken from it: ${values(facts.count)}, sum ${amount(facts.sum ?? '0')}.`,
  percentages_not_taken: (facts) =>
    msg`${nameOf(facts)} holds percentages, and nothing is taken from it: ${values(facts.count)}.`,
  dates_not_taken: (facts) =>
    msg`${nameOf(facts)} holds dates, and nothing is taken from it: ${values(facts.count)}.`,
  set_by_service: (facts) =>
    msg`${nameOf(facts)} is set by the service itself, and not written: ${values(facts.count)}.`,
  other_column_preferred: (facts) =>
    msg`${nameOf(facts)} differs in ${linesOf(facts.count)} (${placesOf(facts)}) from “${facts.other}”, which is taken.`,
  two_digit_years: (facts) =>
    msg`${nameOf(facts)} has years of two digits in ${linesOf(facts.count)} (${placesOf(facts)}): they were read as 1950 to 2049.`,
  headings_skipped: (facts) =>
    msg`Left out: ${linesOf(facts.count)} with the headings again (${placesOf(facts)}).`,
  rules_skipped: (facts) =>
    msg`Left out: ${linesOf(facts.count)} with nothing but rules (${placesOf(facts)}).`,
  totals_skipped: (facts) =>
    msg`Left out: ${linesOf(facts.count)} with totals (${placesOf(facts)}).`,
  footers_skipped: (facts) =>
    msg`Left out: ${linesOf(facts.count)} of a report’s head or foot (${placesOf(facts)}).`,
}

/**
 * The warnings of one import, while it is worked on. Notes wait until the batch that has their line
 * is saved, so that an import that goes on after a crash counts nothing twice.
 */
export class Warnings {
  readonly #language: Language
  readonly #after: number
  readonly #facts = new Map<string, WarningFacts>()
  #waiting: Note[] = []

  /**
   * @param kept those that are saved by now
   * @param after the last line that is done: notes up to there are counted already
   */
  constructor(kept: readonly ImportWarning[], language: Language, after: number) {
    this.#language = language
    this.#after = after
    for (const one of kept) this.#facts.set(keyOf(one), one)
  }

  note(note: Note): void {
    if (note.line === undefined || note.line > this.#after) this.#waiting.push(note)
  }

  /** Whether there are notes that no save has had yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** The last line of which something waits to be saved. */
  get lastLine(): number {
    return this.#waiting.reduce((most, { line = 0 }) => Math.max(most, line), 0)
  }

  /** Those to be saved with a batch that ends with this line. */
  settled(line: number): ImportWarning[] {
    const isDue = (note: Note) => note.line === undefined || note.line <= line
    for (const note of this.#waiting) if (isDue(note)) this.#count(note)
    this.#waiting = this.#waiting.filter((note) => !isDue(note))
    return Array.from(this.#facts.values(), (facts) => ({
      ...facts,
      detail: sentences[facts.code](facts).in(this.#language),
    }))
  }

  #count({ code, column, other: named, line, sum }: Note): void {
    const { letter, heading } = column ?? { letter: null, heading: null }
    const other = named ?? null
    const key = keyOf({ code, letter, other })
    const before = this.#facts.get(key)
    if (!before && this.#facts.size >= MOST_WARNINGS) return
    const lines = before?.lines ?? []
    const more = line === undefined || lines.length >= MOST_LINES ? [] : [line]
    const total = sum === undefined ? null : new Big(before?.sum ?? 0).plus(sum).toFixed()
    this.#facts.set(key, {
      code,
      letter,
      heading,
      other,
      count: (before?.count ?? 0) + 1,
      sum: total ?? before?.sum ?? null,
      lines: [...lines, ...more],
    })
  }
}

const keyOf = ({ code, letter, other }: Pick<WarningFacts, 'code' | 'letter' | 'other'>) =>
  JSON.stringify([code, letter, other])
