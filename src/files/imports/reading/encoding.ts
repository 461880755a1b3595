import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { msg } from '../../../texts/message.ts'
import { encodingOf, type SingleByte, singleByte } from './letters.ts'
import { UnreadableFile } from './rows.ts'

/** How the text of a file is written. DOS programs in Brazil write CP850. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...singleByte] as const
export type Encoding = (typeof encodings)[number]

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const MARKS: [Encoding, number[]][] = [
  ['utf-8', UTF8_MARK],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const beginsWith = (start: Uint8Array, mark: number[]) => mark.every((byte, i) => start[i] === byte)

/** The encoding that the beginning of a file tells; undefined where the rest has to. */
export function encodingAtStart(start: Uint8Array): Encoding | undefined {
  const marked = MARKS.find(([, mark]) => beginsWith(start, mark))?.[0]
  if (marked) return marked
  // Every other byte of most texts in UTF-16 is zero.
  const looked = [...start.subarray(0, 1_000)]
  const zerosAt = (rest: number) => looked.filter((byte, i) => byte === 0 && i % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  const most = looked.length / 5
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

/** Bytes beyond ASCII in a row that are looked at together. */
const LONGEST_RUN = 4_096

/** How much more often the bytes of a file have to be text in one encoding than in the other. */
const CLEARLY = 10

/**
 * Looks at a text file as it comes, piece by piece. It is UTF-8 where anything beyond ASCII is that can
 * hardly be so by chance: where other bytes are not, reading it tells their line. Else it is the encoding
 * in which its bytes are letters and signs that stand where such ones do.
 */
export class EncodingWatch {
  #marked: Encoding | undefined
  #isFirst = true
  /** What is looked at with what comes next, as characters of the same codes; of it the first are context. */
  #rest = ''
  #context = 0
  readonly #utf8 = { sure: 0, doubtful: 0, broken: 0 }
  readonly #votes: Record<SingleByte, number> = { 'windows-1252': 0, cp850: 0 }

  add(piece: Uint8Array): void {
    if (this.#isFirst) this.#marked = encodingAtStart(piece)
    this.#isFirst = false
    if (isTwoBytes(this.#marked)) return
    const { buffer, byteOffset, length } = piece
    this.#look(this.#rest + Buffer.from(buffer, byteOffset, length).toString('latin1'), false)
  }

  #look(text: string, isEnd: boolean): void {
    const runs = /[\x80-\xff]+/g
    runs.lastIndex = this.#context
    let seen = text.length
    for (let run = runs.exec(text); run; run = runs.exec(text)) {
      const isCut = run.index + run[0].length === text.length && !isEnd
      if (isCut && run[0].length < LONGEST_RUN) {
        seen = run.index
        break
      }
      this.#count(text, run.index, run[0])
    }
    this.#context = Math.min(seen, 2)
    this.#rest = text.slice(seen - this.#context)
  }

  #count(text: string, at: number, run: string): void {
    if (isUtf8(Buffer.from(run, 'latin1'))) {
      this.#utf8[isCapitalWithSign(text, at, run) ? 'doubtful' : 'sure']++
      return
    }
    this.#utf8.broken++
    for (let i = 0; i < run.length; i++) {
      const encoding = encodingOf(text, at + i)
      if (encoding) this.#votes[encoding]++
    }
  }

  /** Looks at the last of what was added. */
  end(): void {
    this.#look(this.#rest, true)
    this.#context = this.#rest.length
  }

  /** What all that was added is; undefined where that does not tell. */
  get encoding(): Encoding | undefined {
    if (this.#marked) return this.#marked
    const { sure, doubtful, broken } = this.#utf8
    if (sure > 0 || broken + doubtful === 0) return 'utf-8'
    if (broken === 0) return undefined
    return singleByte.find((one) => {
      const others = singleByte.filter((other) => other !== one)
      return others.every((other) => this.#votes[one] > CLEARLY * this.#votes[other])
    })
  }

  /** What it is without any doubt, whatever somebody says of it. */
  get surely(): Encoding | undefined {
    if (isTwoBytes(this.#marked)) return this.#marked
    return this.#utf8.sure > 0 && this.#utf8.broken === 0 ? 'utf-8' : undefined
  }
}

const isTwoBytes = (encoding: Encoding | undefined) =>
  encoding === 'utf-16le' || encoding === 'utf-16be'

/** A capital and a sign in Windows-1252 (`CAFÉ”`) may be a letter of elsewhere in UTF-8. */
function isCapitalWithSign(text: string, at: number, run: string): boolean {
  return (
    run.length === 2 &&
    /[A-Z]/.test(text.charAt(at - 1)) &&
    /^[\xc4-\xdf][\x80\x85\x91-\x97\x99\xa0\xaa\xae\xb0\xb2\xb3\xba\xbb]$/.test(run)
  )
}

/** The text of a part of a file, for a look at it. */
export function decodedPart(part: Uint8Array, encoding: Encoding): string {
  return iconv.decode(Buffer.from(part), encoding)
}

/**
 * The pieces of a file as text.
 * @throws UnreadableFile for bytes that are none of the encoding
 */
export async function* decoded(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding)
  const lines = new Lines()
  let last: Uint8Array = new Uint8Array()
  for await (const piece of pieces) {
    const text = decode(piece)
    if (text === undefined) throw noText(lines.upTo(firstOfBroken(last, piece, encoding)), encoding)
    lines.add(text)
    yield text
    last = piece
  }
  if (decode() === undefined) throw noText(lines.count, encoding)
}

type Decode = (piece?: Uint8Array) => string | undefined

/** Gives the text of pieces that come one after another; undefined where they are no text. */
function decoderOf(encoding: Encoding): Decode {
  if (isSingleByte(encoding)) {
    let isFirst = true
    return (piece = new Uint8Array()) => {
      // A mark of UTF-8 above such a text is no part of it.
      const text = isFirst && beginsWith(piece, UTF8_MARK) ? piece.subarray(3) : piece
      isFirst = false
      const decoded = decodedPart(text, encoding)
      return decoded.includes(LOST) ? undefined : decoded
    }
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  }
}

/** What decoders put in the place of bytes that are no text. */
const LOST = '\uFFFD'

const isSingleByte = (encoding: Encoding): encoding is SingleByte =>
  singleByte.some((one) => one === encoding)

/** The text in front of the first bytes of a piece that are none. */
function firstOfBroken(last: Uint8Array, piece: Uint8Array, encoding: Encoding): string {
  const decode = isSingleByte(encoding)
    ? (part: Uint8Array) => decodedPart(part, encoding)
    : (
        (decoder) => (part: Uint8Array) =>
          decoder.decode(part, { stream: true })
      )(new TextDecoder(encoding))
  // A character may have begun in the piece before.
  decode(last)
  return decode(piece).split(LOST)[0] ?? ''
}

/** Counts lines as editors do. */
class Lines {
  count = 1
  #isReturned = false

  add(text: string): void {
    this.count = this.upTo(text)
    if (text !== '') this.#isReturned = text.endsWith('\r')
  }

  /** The line in which a text ends that stands behind all before. */
  upTo(text: string): number {
    const isSecond = this.#isReturned && text.startsWith('\n')
    return this.count + (text.match(/\r\n|\n|\r/g)?.length ?? 0) - (isSecond ? 1 : 0)
  }
}

function noText(line: number, encoding: Encoding): UnreadableFile {
  return new UnreadableFile(
    msg`Line ${line} has bytes that are no text in ${encoding}. Save the whole file in one encoding (UTF-8), or say which it has (encoding).`,
  )
}
