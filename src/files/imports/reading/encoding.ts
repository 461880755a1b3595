import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const MARKS: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The encoding that a byte order mark at the beginning of a file tells; undefined without one. */
export function markedEncoding(start: Uint8Array): Encoding | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, i) => start[i] === byte))?.[0]
}

/**
 * Looks at a text file as it comes, piece by piece: it is UTF-8 where all of it is, and else
 * Windows-1252, which every byte is a character of.
 */
export class EncodingWatch {
  #marked: Encoding | undefined
  #rest = Buffer.alloc(0)
  #isFirst = true
  #isUtf8 = true

  add(piece: Buffer): void {
    if (this.#isFirst) this.#marked = markedEncoding(piece)
    this.#isFirst = false
    if (!this.#isUtf8 || this.#marked) return
    const bytes = Buffer.concat([this.#rest, piece])
    const whole = wholeLength(bytes)
    this.#isUtf8 = isUtf8(bytes.subarray(0, whole))
    this.#rest = Buffer.from(bytes.subarray(whole))
  }

  /** What all that was added is. */
  get encoding(): Encoding {
    if (this.#marked) return this.#marked
    return this.#isUtf8 && isUtf8(this.#rest) ? 'utf-8' : 'windows-1252'
  }
}

/** How many bytes there are before a character of UTF-8 that the end may cut. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return bytes.length - back
  }
  return bytes.length
}

/** The pieces of a file as text. */
export async function* decoded(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
