import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../base/problems.ts'
import { type Message, msg } from '../../texts/message.ts'

/** What a cursor remembers: the list it was made for and the position of its last row. */
export interface Cursor {
  sort: string
  filters: Record<string, string>
  position: string[]
  /** What stays in force with the cursor alone, unless a request says another. */
  limit?: number | undefined
  fields?: string | undefined
}

/** An opaque cursor, bound to the account (by its secret) and the path. */
export function sealCursor(cursor: Cursor, path: string, secret: Buffer): string {
  const { sort, filters, position, limit, fields } = cursor
  const content = Buffer.from(JSON.stringify([sort, filters, position, limit, fields]))
  return Buffer.concat([signature(content, path, secret), content]).toString('base64url')
}

/** @throws Problem `invalid_cursor` for one that this list did not issue */
export function openCursor(text: string, path: string, secret: Buffer): Cursor {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(SIGNATURE_BYTES)
  const genuine =
    bytes.length > SIGNATURE_BYTES &&
    bytes.toString('base64url') === text &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(content, path, secret))
  if (!genuine) throw invalidCursor(msg`This cursor was not issued for this list, or was altered.`)
  const [sort, filters, position, limit, fields] = JSON.parse(content.toString()) as [
    sort: string,
    filters: Record<string, string>,
    position: string[],
    limit: number | null,
    fields: string | null,
  ]
  return { sort, filters, position, limit: limit ?? undefined, fields: fields ?? undefined }
}

export function invalidCursor(detail: Message): Problem {
  return new Problem('invalid_cursor', detail, {
    errors: [{ parameter: 'cursor', code: 'invalid_cursor', detail }],
  })
}

const SIGNATURE_BYTES = 16

function signature(content: Buffer, path: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(path)
    .update('\0')
    .update(content)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
}
