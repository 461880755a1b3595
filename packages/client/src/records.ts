/** The `ETag` of each record as it was read: beside it, so that the record is only what it says. */
const etags = new WeakMap<object, string>()

/** Notes the version that a record came with. */
export function noteVersion(record: unknown, { headers }: Response): void {
  const etag = headers.get('ETag')
  if (etag !== null && typeof record === 'object' && record !== null) etags.set(record, etag)
}

/**
 * The `ETag` that a record was answered with, to be kept where the record is kept; undefined for
 * records of lists and events, and for copies: they come without.
 */
export function etagOf(record: object): string | undefined {
  return etags.get(record)
}

/** The value of `If-Match`. */
export function versionOf(record: object | string): string {
  const etag = typeof record === 'string' ? record : etagOf(record)
  if (etag !== undefined) return etag
  throw new TypeError(
    'ifMatch: this record has no ETag. Give one as a read or a change answered it (not a copy, nor one of a list), or the ETag itself.',
  )
}
