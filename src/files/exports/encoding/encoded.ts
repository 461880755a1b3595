import type { Exported, ExportStyle } from '../../../http/lists/exports.ts'
import type { Column } from '../columns.ts'
import { csvOf } from './csv.ts'
import { xlsxOf } from './xlsx.ts'

/** What a file with cells shall look like. */
export interface FileStyle
  extends Pick<ExportStyle, 'language' | 'isBrazilian' | 'time_zone'>,
    Pick<Exported, 'called'> {
  format: 'csv' | 'xlsx'
}

/** Records' JSON, which comes in parts, as the bytes of a file. */
export async function* encoded(
  parts: AsyncIterable<string[]>,
  columns: Column[],
  style: FileStyle,
): AsyncGenerator<Uint8Array> {
  if (style.format === 'xlsx') return yield* xlsxOf(parts, columns, style)
  const encoder = new TextEncoder()
  for await (const text of csvOf(parts, columns, style)) yield encoder.encode(text)
}
