import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../../base/refusals.ts'
import { say, type Text } from '../../texts/text.ts'

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

/** @throws Refusal `invalid_cursor` for one that this list did not issue */
export function openCursor(text: string, path: string, secret: Buffer): Cursor {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(SIGNATURE_BYTES)
  const genuine =
    bytes.length > SIGNATURE_BYTES &&
    bytes.toString('base64url') === text &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(content, path, secret))
  if (!genuine) throw invalidCursor(say`This cursor was not issued for this list, or was altered.`)
  const [sort, filters, position, limit, fields] = JSON.parse(content.toString()) as [
    sort: string,
    filters: Record<string, string>,
    position: string[],
    limit: number | null,
    fields: string | null,
  ]
  return { sort, filters, position, limit: limit ?? undefined, fields: fields ?? undefined }
}

export function invalidCursor(detail: Text): Refusal {
  return new Refusal('invalid_cursor', detail, {
    faults: [{ parameter: 'cursor', code: 'invalid_cursor', detail }],
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
