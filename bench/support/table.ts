/** null: it can't be known. */
export type Cell = string | number | null

/** What a scenario found. */
export interface Table {
  title?: string
  /** What each column holds: words, or numbers with so many digits after the point. */
  head: Record<string, 'text' | number>
  rows: Cell[][]
  note?: string
}

/** The tables, those of one title and head joined into one. */
export function joined(tables: Table[]): Table[] {
  const alike = Map.groupBy(tables, ({ title, head }) => JSON.stringify([title, head]))
  return Array.from(alike.values(), ([first, ...more]) => ({
    ...(first as Table),
    rows: [first as Table, ...more].flatMap(({ rows }) => rows),
  }))
}

export function markdown({ title, head, rows, note }: Table): string {
  const kinds = Object.values(head)
  const shown = (cell: Cell, i: number) => {
    const digits = kinds[i]
    return typeof cell === 'number' && typeof digits === 'number'
      ? cell.toFixed(digits)
      : (cell ?? '?')
  }
  const lines = [
    Object.keys(head),
    kinds.map((kind) => (kind === 'text' ? '---' : '---:')),
    ...rows.map((cells) => cells.map(shown)),
  ].map((cells) => `| ${cells.join(' | ')} |`)
  return [title, lines.join('\n'), note].filter((part) => part !== undefined).join('\n\n')
}

/** For JSON: each row by the names of its columns, its numbers whole. */
export function plain({ head, rows, ...about }: Table): object {
  const names = Object.keys(head)
  return {
    ...about,
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [names[i], cell]))),
  }
}
