import { rawWorkbook } from '../../../test/support/files/raw-workbook.ts'

// Files that take much of whoever reads them: small ones that unpack to much, long ones that have no
// end of a cell or a row, and ones of which every line is refused.

const HEADINGS = 'fk_id,name,email,phone\n'

/** A workbook whose second row has this in a cell. */
const workbook = (xml: string, type = 'inlineStr') =>
  rawWorkbook([
    {
      name: 'S',
      rows: [
        ['fk_id', 'name'],
        ['1', { xml, type }],
      ],
    },
  ])

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

const makers: Record<string, () => Promise<Buffer> | string> = {
  'long-cell.xlsx': () => workbook(`<is><t>${'A'.repeat(60e6)}</t></is>`),
  'long-attribute.xlsx': () => workbook(`<v a="${'1'.repeat(50e6)}">1</v>`, 'n'),
  'many-attributes.xlsx': () => workbook(`<v${' a="1"'.repeat(2e6)}>1</v>`, 'n'),
  'many-entities.xlsx': () => workbook(`<is><t>${'&amp;'.repeat(10e6)}</t></is>`),
  'many-runs.xlsx': () => workbook(`<is>${'<r><t>a</t></r>'.repeat(4e6)}</is>`),
  'comments.xlsx': () => workbook('<!--'.repeat(5e6)),
  'open-tags.xlsx': () => workbook('<'.repeat(10e6)),
  'deep.xlsx': () => workbook('<c>'.repeat(2e6)),
  'cells.xlsx': () => workbook(`<v>1</v></c>${'<c><v>1</v></c>'.repeat(3e6)}<c>`, 'n'),
  'wide.csv': () => lines(20, () => ';'.repeat(999_990)),
  'signs.csv': () => lines(30, () => '%'.repeat(990_000)),
  'one-line.csv': () => HEADINGS + 'A'.repeat(30e6),
  'refused.csv': () => HEADINGS + lines(60_000, (n) => `${n},,${'x'.repeat(300)},${n}`),
  'plain.csv': () => HEADINGS + lines(60_000, (n) => `N-${n},Mercado ${n},,119${n}`),
  'long.ndjson': () => `{"fk_id":"1","name":"${'A'.repeat(30e6)}"}`,
  'deep.json': () => '['.repeat(5e6),
}

export interface HostileFile {
  name: string
  content: Buffer
}

export async function hostileFiles(): Promise<HostileFile[]> {
  const files: HostileFile[] = []
  for (const [name, make] of Object.entries(makers)) {
    files.push({ name, content: Buffer.from(await make()) })
  }
  return files
}
