import pg from 'pg'

type Parser = (text: string) => unknown

/**
 * How columns become values, the same on every database: bigint is a number (identifiers and
 * counts stay within 2^53 − 1), numeric stays text, timestamptz is a Date.
 */
const parsers: Record<number, Parser> = {
  [pg.types.builtins.INT8]: safeInteger,
  // bigint[], which has no name in pg.
  1016: (text) => (pg.types.getTypeParser(1016 as never)(text) as string[]).map(safeInteger),
}

/** Value parsers of a client, in place of pg's global table. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text') =>
    (format === 'text' ? parsers[oid] : undefined) ??
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint beyond 2^53 − 1 was read: ${text}`)
  return value
}
