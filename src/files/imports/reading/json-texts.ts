import { msg } from '../../../texts/message.ts'
import { UnreadableFile } from './rows.ts'

/** Characters of one record: an order of 1,000 items has a tenth of it. */
const LONGEST_RECORD = 4_000_000

/** The text of one record. */
export interface JsonText {
  /** Its line, or of an array its number: there all may stand in one line. */
  line: number
  text: string
  /** Characters of the file up to its end. */
  end: number
}

/**
 * The texts of the records in a file: those of its lines (NDJSON), or of the elements of its one array.
 * @throws UnreadableFile
 */
export async function* jsonTexts(pieces: AsyncIterable<string>): AsyncGenerator<JsonText> {
  let splitter: Splitter | undefined
  let begun = ''
  for await (const piece of pieces) {
    if (splitter) yield* splitter.add(piece)
    else {
      begun += piece
      const start = begun.replace(/^\uFEFF/, '')
      if (start.trim() === '') continue
      splitter = start.trimStart().startsWith('[') ? new ElementSplitter() : new LineSplitter()
      yield* splitter.add(start)
    }
  }
  if (splitter) yield* splitter.end()
}

interface Splitter {
  add(text: string): Generator<JsonText>
  end(): Generator<JsonText>
}

class LineSplitter implements Splitter {
  #rest = ''
  #line = 0
  #end = 0;

  *add(text: string): Generator<JsonText> {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) yield* this.#take(line)
    if (this.#rest.length > LONGEST_RECORD) throw tooLong(this.#line + 1)
  }

  *end(): Generator<JsonText> {
    yield* this.#take(this.#rest)
  }

  *#take(text: string): Generator<JsonText> {
    this.#line++
    this.#end += text.length + 1
    if (text.length > LONGEST_RECORD) throw tooLong(this.#line)
    if (text.trim() !== '') yield { line: this.#line, text, end: this.#end }
  }
}

/** Where something ends, begins or is quoted in JSON. */
const SIGN = /["\\[\]{},]/g

/** The elements of an array, whatever they are: what is in them is read by a parser. */
class ElementSplitter implements Splitter {
  #text = ''
  /** Where the look for signs goes on. */
  #at = 0
  #begin = 0
  #depth = 0
  #isQuoted = false
  #isOver = false
  #count = 0
  #before = 0;

  *add(text: string): Generator<JsonText> {
    this.#text += text
    SIGN.lastIndex = this.#at
    for (let sign = SIGN.exec(this.#text); sign; sign = SIGN.exec(this.#text)) {
      const [character] = sign
      const next = SIGN.lastIndex
      // What a backslash stands before may not have come yet.
      if (character === '\\' && next === this.#text.length) break
      if (character === '\\') this.#at = next + 1
      else {
        this.#at = next
        yield* this.#pass(character, sign.index)
      }
      SIGN.lastIndex = this.#at
    }
    if (!this.#text.endsWith('\\')) this.#at = Math.max(this.#at, this.#text.length)
    if (this.#text.length - this.#begin > LONGEST_RECORD) throw tooLong(this.#count + 1)
    this.#forget()
  }

  *#pass(character: string, at: number): Generator<JsonText> {
    if (character === '"') this.#isQuoted = !this.#isQuoted
    if (character === '"' || this.#isQuoted) return
    if (this.#isOver) throw this.#broken()
    if (character === '[' || character === '{') {
      this.#depth++
      if (this.#depth === 1) this.#begin = at + 1
    } else if (character === ',') {
      if (this.#depth === 1) yield this.#element(at)
    } else if (--this.#depth === 0) {
      if (character === '}') throw this.#broken()
      if (this.#count > 0 || this.#text.slice(this.#begin, at).trim() !== '')
        yield this.#element(at)
      this.#begin = at + 1
      this.#isOver = true
    }
  }

  #element(end: number): JsonText {
    const text = this.#text.slice(this.#begin, end)
    this.#begin = end + 1
    return { line: ++this.#count, text, end: this.#before + end }
  }

  /** What was given is not kept. */
  #forget(): void {
    this.#text = this.#text.slice(this.#begin)
    this.#before += this.#begin
    this.#at -= this.#begin
    this.#begin = 0
  }

  // biome-ignore lint/correctness/useYield: there is nothing left, or a fault
  *end(): Generator<JsonText> {
    if (!this.#isOver || this.#text.trim() !== '') throw this.#broken()
  }

  #broken(): UnreadableFile {
    return new UnreadableFile(
      msg`The array of records is broken behind record ${this.#count}: it is cut off there, or a bracket is missing.`,
    )
  }
}

function tooLong(line: number): UnreadableFile {
  return new UnreadableFile(
    msg`Record ${line} is longer than ${LONGEST_RECORD / 1_000_000} million characters, and so is no record.`,
  )
}
