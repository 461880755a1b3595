import iconv from 'iconv-lite'
import { say } from '../../../texts/text.ts'
import { UnreadableFile } from './rows.ts'

/** How the text of a file is written. DOS programs in Brazil write CP850. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850'] as const
export type Encoding = (typeof encodings)[number]

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The bytes of Portuguese letters; what both encodings have for some letter tells nothing. */
const LETTERS = 'áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ'
const bytesOf = (encoding: Encoding) => new Set(iconv.encode(LETTERS, encoding))
const [ANSI, DOS] = [bytesOf('windows-1252'), bytesOf('cp850')]

/** The encoding that the beginning of a file tells; undefined where the rest has to. */
export function encodingAtStart(start: Uint8Array): Encoding | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => start[i] === byte))?.[0]
  if (marked) return marked
  // Every other byte of most texts in UTF-16 is zero.
  const looked = [...start.subarray(0, 1_000)]
  const zerosAt = (rest: number) => looked.filter((byte, i) => byte === 0 && i % 2 === rest).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  const most = looked.length / 5
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

/**
 * Looks at a text file as it comes, piece by piece. It is UTF-8 where most of what is beyond ASCII is;
 * else the encoding in which more bytes beside letters are letters of Portuguese.
 */
export class EncodingWatch {
  #told: Encoding | undefined
  #isFirst = true
  #last = 0
  /** Bytes that the character under way still lacks. */
  #lacking = 0
  #whole = 0
  #broken = 0
  #ansi = 0
  #dos = 0

  add(piece: Uint8Array): void {
    if (this.#isFirst) this.#told = encodingAtStart(piece)
    this.#isFirst = false
    if (this.#told) return
    for (const byte of piece) {
      if (byte < 0x80) {
        if (this.#lacking > 0) this.#broken++
        this.#lacking = 0
      } else this.#beyond(byte)
      this.#last = byte
    }
  }

  #beyond(byte: number): void {
    const isContinuing = byte < 0xc0
    if (isContinuing && this.#lacking > 0) {
      if (--this.#lacking === 0) this.#whole++
    } else {
      if (isContinuing || this.#lacking > 0) this.#broken++
      this.#lacking = isContinuing ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    }
    if (!isLetter(this.#last)) return
    const [ansi, dos] = [ANSI.has(byte), DOS.has(byte)]
    if (ansi && !dos) this.#ansi++
    if (dos && !ansi) this.#dos++
  }

  /** What all that was added is. */
  get encoding(): Encoding {
    if (this.#told) return this.#told
    const broken = this.#broken + (this.#lacking > 0 ? 1 : 0)
    if (broken === 0 || this.#whole > broken) return 'utf-8'
    return this.#dos > this.#ansi ? 'cp850' : 'windows-1252'
  }
}

const isLetter = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0x80

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
  if (encoding === 'cp850') {
    const decoder = iconv.getDecoder(encoding)
    for await (const piece of pieces) yield decoder.write(Buffer.from(piece))
    yield decoder.end() ?? ''
    return
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  let lines = 1
  let piece: Uint8Array = new Uint8Array()
  try {
    for await (piece of pieces) {
      const text = decoder.decode(piece, { stream: true })
      lines += lineEnds(text)
      yield text
    }
    piece = new Uint8Array()
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const before = decodedPart(piece, encoding).split('\uFFFD')[0] ?? ''
    throw new UnreadableFile(
      say`Line ${lines + lineEnds(before)} has bytes that are no text in ${encoding}. Save the whole file in one encoding (UTF-8), or say which it has (encoding).`,
    )
  }
}

const lineEnds = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0
