import type { Message } from '../../texts/message.ts'
import { inWords } from '../command.ts'

/** Lines of columns, as wide as what stands in them; the first line is the heading. */
function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** What was asked for, for people or, a line of JSON each, for programs. */
export function listed(
  documents: string[],
  json: boolean | undefined,
  heading: (string | Message)[],
  cells: (record: Record<string, unknown>) => (string | Message)[],
): string {
  if (json) return documents.map((document) => `${document}\n`).join('')
  const rows = [heading, ...documents.map((document) => cells(JSON.parse(document)))]
  return table(rows.map((row) => row.map(inWords)))
}
