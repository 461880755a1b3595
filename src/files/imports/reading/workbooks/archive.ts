import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type Message, msg, numeral } from '../../../../texts/message.ts'
import { UnreadableFile } from '../rows.ts'

/** What a part may be once it is unpacked: a sheet passes by, the rest is kept. */
const MAX_SHEET_BYTES = 2 ** 30
const MAX_PART_BYTES = 96 * 1024 * 1024
/** Elements in one another, which the parser looks through at each: no workbook has so many. */
const MAX_DEPTH = 100
/** Characters of a text, a comment or a tag, which the parser keeps as a whole. */
const MAX_RUN = 1_000_000

/** The archive of a workbook, by the paths of its parts. */
export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws UnreadableFile for what is no archive, and for one that unpacks to too much */
  static async open(bytes: Buffer): Promise<Archive> {
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true })
      const entries = new Map<string, Entry>()
      for await (const entry of zip.eachEntry()) {
        refuseBomb(entry)
        entries.set(entry.fileName.replace(/^\//, ''), entry)
      }
      return new Archive(zip, entries)
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      const { message } = error as Error
      throw unreadable(msg`The file is no intact workbook (.xlsx, .ods): ${message}.`)
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  get paths(): string[] {
    return [...this.#entries.keys()]
  }

  /**
   * Hands over the elements of a part as they come.
   * @throws UnreadableFile
   */
  async *parse(path: string, on: Handlers): AsyncGenerator<void> {
    const entry = this.#entries.get(path)
    if (!entry) throw unreadable(msg`The workbook is broken: there is no ${path}.`)
    const decoder = new TextDecoder()
    const elements = boundedParser(on)
    try {
      const stream = await this.#zip.openReadStreamPromise(entry)
      for await (const chunk of stream) {
        elements.write(decoder.decode(chunk as Buffer, { stream: true }))
        yield
      }
      elements.close()
    } catch (error) {
      if (error instanceof UnreadableFile) throw error
      throw unreadable(msg`The workbook can’t be read: ${(error as Error).message}.`)
    }
  }

  /** All elements of a part. */
  async elements(path: string, on: Handlers): Promise<void> {
    for await (const _ of this.parse(path, on));
  }
}

/** What is done with the elements of a part. */
export interface Handlers {
  open?(tag: SaxesTagNS): void
  close?(tag: SaxesTagNS): void
  text?(text: string): void
}

/** A parser that neither keeps nor looks through more than a workbook has use for. */
function boundedParser(on: Handlers) {
  const parser = new SaxesParser({ xmlns: true })
  let failure: Error | undefined
  let depth = 0
  let run = 0
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.on('opentag', (tag) => {
    run = 0
    if (++depth > MAX_DEPTH) throw unreadable(msg`The workbook’s elements are nested too deeply.`)
    on.open?.(tag)
  })
  parser.on('closetag', (tag) => {
    run = 0
    depth--
    on.close?.(tag)
  })
  parser.on('text', (text) => {
    run = 0
    on.text?.(text)
  })
  const refuseFailure = () => {
    if (failure) throw failure
  }
  return {
    write(text: string) {
      run += text.length
      parser.write(text)
      refuseFailure()
      if (run > MAX_RUN) {
        throw unreadable(
          msg`The workbook has a text of more than ${numeral(MAX_RUN)} characters. Save the sheet as CSV.`,
        )
      }
    },
    close() {
      parser.close()
      refuseFailure()
    },
  }
}

/** A small archive may unpack to any size; none of its parts becomes larger than it says. */
function refuseBomb({ fileName, uncompressedSize, compressedSize }: Entry): void {
  const most = /worksheets\/|^content\.xml$/.test(fileName) ? MAX_SHEET_BYTES : MAX_PART_BYTES
  const hides = uncompressedSize === 0 && compressedSize > 2
  if (uncompressedSize <= most && !hides) return
  throw unreadable(msg`${fileName} in the workbook is too large. Save the sheet as CSV.`)
}

/** An attribute by its own name, of any namespace unless one is given. */
export function attribute(
  { attributes }: SaxesTagNS,
  name: string,
  uri?: string,
): string | undefined {
  const isIt = (one: { local: string; uri: string }) =>
    one.local === name && (uri === undefined || one.uri === uri)
  return Object.values(attributes).find(isIt)?.value
}

export function unreadable(detail: Message): UnreadableFile {
  return new UnreadableFile(detail)
}
