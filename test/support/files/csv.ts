import assert from 'node:assert/strict'

/**
 * Reads CSV as RFC 4180 says, which each line must hold to. What separates cells in some other program stands
 * within quotation marks, too.
 */
export function readCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let i = 0; i < text.length; ) {
    let cell = ''
    if (text[i] === '"') {
      for (i++; text[i] !== '"' || text[i + 1] === '"'; i++) {
        assert.ok(i < text.length, 'a quotation mark is not closed')
        if (text[i] === '"') i++
        cell += text[i]
      }
      i++
    } else {
      const [plain = ''] = /^[^"\r\n,;\t|]*/.exec(text.slice(i, i + 100_000)) ?? []
      cell = plain
      i += plain.length
    }
    row.push(cell)
    if (text[i] === separator) {
      i++
      continue
    }
    assert.equal(text.slice(i, i + 2), '\r\n', `a line ends otherwise: ${cell}`)
    i += 2
    rows.push(row)
    row = []
  }
  return rows
}

/** The rows below the heading, by its names. */
export function recordsOf(text: string, separator = ','): Record<string, string>[] {
  const [heading = [], ...rows] = readCsv(text.replace(/^\uFEFF/, ''), separator)
  return rows.map((row) => {
    assert.equal(row.length, heading.length)
    return Object.fromEntries(heading.map((name, i) => [name, row[i] ?? '']))
  })
}
