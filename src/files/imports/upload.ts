import { createHash } from 'node:crypto'
import { errorSummary, type FieldError, Problem } from '../../base/problems.ts'
import { type Db, type Reader, singleRow } from '../../database/database.ts'
import { type Message, megabytes, msg } from '../../texts/message.ts'
import type { FileInput } from './commands.ts'
import { type Encoding, EncodingWatch } from './reading/encoding.ts'
import {
  type FileFormat,
  isArchive,
  isJson,
  isWorkbook,
  otherKind,
  workbookFormat,
} from './reading/kinds.ts'
import { MAX_WORKBOOK_BYTES } from './reading/workbooks/workbook.ts'
import { import_parts_insert, import_parts_length, import_parts_read } from './sql.ts'

/** Bytes of a piece of a file, which is a row. */
const PIECE_BYTES = 256 * 1024
/** Pieces after which it is looked at again how much the account keeps: others may send files, too. */
const LOOK_PIECES = 16

/** A file that is kept, and its fingerprint. */
export interface KeptFile extends Omit<FileInput, 'id' | 'name'> {
  sha256: string
}

/**
 * Keeps a file in the database as it comes, so that any process can go on with it and a backup has
 * it. Of a large one a piece at a time is in memory.
 * @param chosen the encoding that the request says
 * @param arrived gets what comes
 * @param most bytes of files that the account may keep
 * @throws Problem where it is neither a text nor a workbook, nothing tells how the text is written, or the
 * account keeps too much
 */
export async function keepFile(
  db: Db,
  account_id: number,
  id: number,
  content: AsyncIterable<Buffer>,
  chosen: Encoding | undefined,
  arrived: { piece: (bytes: number) => void },
  most: number,
): Promise<KeptFile> {
  const digest = createHash('sha256')
  const watch = new EncodingWatch()
  let bytes = 0
  let number = 0
  let format: FileFormat = 'csv'
  for await (const piece of inPieces(content, arrived)) {
    if (number === 0) format = formatOf(piece)
    const isSheet = isWorkbook(format)
    bytes += piece.length
    if (isSheet && bytes > MAX_WORKBOOK_BYTES) throw workbookTooLarge()
    digest.update(piece)
    if (!isSheet) watch.add(piece)
    if (number % LOOK_PIECES === 0) await refuseTooMuch(db, account_id, piece.length, most)
    await import_parts_insert(db, [account_id, id, number, piece])
    number++
  }
  const sha256 = digest.digest('hex')
  const encoding = isWorkbook(format) ? null : encodingOf(watch, chosen)
  return { format, encoding, bytes, sha256 }
}

/**
 * The file again, as it was kept.
 * @param over ends the reading
 */
export async function* piecesOf(
  db: Reader,
  { account_id, id }: { account_id: number; id: number },
  over?: AbortSignal,
): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    over?.throwIfAborted()
    const [piece] = await import_parts_read(db, [account_id, id, number])
    if (!piece) return
    yield piece.content
  }
}

/** @throws Problem where a text file that is kept surely has another encoding */
export async function checkEncoding(
  db: Reader,
  key: { account_id: number; id: number },
  chosen: Encoding,
): Promise<void> {
  const watch = new EncodingWatch()
  for await (const piece of piecesOf(db, key)) watch.add(piece)
  encodingOf(watch, chosen)
}

/** @throws Problem where it can't be told, or is surely another than the one that was chosen */
function encodingOf(watch: EncodingWatch, chosen: Encoding | undefined): Encoding {
  watch.end()
  const { encoding, surely } = watch
  if (chosen !== undefined && surely !== undefined && chosen !== surely) {
    throw wrongEncoding(msg`The file is ${surely} and not ${chosen}.`)
  }
  const known = chosen ?? encoding
  if (known !== undefined) return known
  throw wrongEncoding(
    msg`The letters of the file may be windows-1252 or cp850 (DOS). Choose the encoding, or save the file as UTF-8.`,
  )
}

function wrongEncoding(detail: Message): Problem {
  const errors: FieldError[] = [{ parameter: 'encoding', code: 'file_encoding', detail }]
  return new Problem('invalid_parameter', errorSummary(errors), { errors })
}

/** The same bytes in pieces of one size, but for the last. */
async function* inPieces(
  content: AsyncIterable<Buffer>,
  arrived: { piece: (bytes: number) => void },
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    arrived.piece(chunk.length)
    waiting.push(chunk)
    length += chunk.length
    if (length < PIECE_BYTES) continue
    const all = Buffer.concat(waiting)
    let from = 0
    for (; length - from >= PIECE_BYTES; from += PIECE_BYTES) {
      yield all.subarray(from, from + PIECE_BYTES)
    }
    waiting = [all.subarray(from)]
    length -= from
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** What a file is that begins like this. @throws Problem where it is nothing that can be read */
function formatOf(start: Buffer): FileFormat {
  const other = otherKind(start)
  if (other) throw new Problem('unsupported_media_type', other)
  if (isArchive(start)) return workbookFormat(start)
  return isJson(start) ? 'json' : 'csv'
}

/** @throws Problem where the account would keep more bytes of files than `most` with these */
async function refuseTooMuch(
  db: Reader,
  account_id: number,
  more: number,
  most: number,
): Promise<void> {
  const { bytes } = singleRow(await import_parts_length(db, [account_id]))
  if (bytes + more <= most) return
  const detail = msg`The account keeps ${megabytes(bytes)} of files of imports that wait or run, and may keep ${megabytes(most)}: run or cancel one, or wait until one is done.`
  throw new Problem('limit_reached', detail)
}

function workbookTooLarge(): Problem {
  const most = MAX_WORKBOOK_BYTES / 1024 / 1024
  const detail = msg`A workbook may have ${most} MiB. Save the sheet as CSV, which may be larger.`
  return new Problem('body_too_large', detail)
}
