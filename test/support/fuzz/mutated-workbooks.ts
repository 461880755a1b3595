import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { cell, number, rawOds, row, sheet, text } from '../files/raw-ods.ts'
import { rawWorkbook } from '../files/raw-workbook.ts'
import { randoms } from '../random.ts'

// Workbooks that are almost as programs write them: changed in their bytes, in the XML of a part, or in
// which parts there are.

interface Part {
  path: string
  content: string
}

interface Whole {
  bytes: Buffer
  parts: Part[]
}

/** Values that no program means where another one stands. */
const HOSTILE = [
  ...['', '-1', '0', '1e308', '9'.repeat(30), '1048577', '2147483648', 'NaN', 'XFD1048577', 'A0'],
  ...['ZZZZ9', '&#x10FFFF;', '\uFFFF', '../../x', 'true', '1'.repeat(5_000), '16384', '0.0.0'],
]

/** What may stand anywhere and means nothing there. */
const SNIPPETS = [
  ...[
    '<!--x-->',
    '<![CDATA[<row>]]>',
    '&amp;&lt;',
    '&unknown;',
    '<',
    '>',
    ']]>',
    '\0',
    '<a b="c"/>',
  ],
  ...[
    '<row r="1e308"/>',
    '<c r="XFD1" t="s"><v>99999</v></c>',
    '<v>',
    '</row>',
    '<mergeCell ref="A1:B9"/>',
  ],
  '<!DOCTYPE a [<!ENTITY b "cccccccccc"><!ENTITY d "&b;&b;&b;&b;">]>',
  '<table:table-row table:number-rows-repeated="1048576"><table:table-cell/></table:table-row>',
  '<table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1e400"/>',
  '<text:p>x<text:s text:c="999999999"/></text:p>',
]

async function partsOf(bytes: Buffer): Promise<Part[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const parts: Part[] = []
  for await (const entry of zip.eachEntry()) {
    const content = await buffer(await zip.openReadStreamPromise(entry))
    parts.push({ path: entry.fileName, content: content.toString('latin1') })
  }
  return parts
}

function archiveOf(parts: Part[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, content } of parts) {
    zip.addBuffer(Buffer.from(content, 'latin1'), path, { compress: path !== 'mimetype' })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** What is changed: workbooks that programs have written, and small ones that have what is rare. */
export async function wholeWorkbooks(): Promise<Whole[]> {
  const fixture = (name: string) =>
    readFile(new URL(`../../fixtures/workbooks/${name}`, import.meta.url))
  const rare = { xml: '<f>A1*2</f><v>0.05</v>', format: '0.00%' }
  const rows = [
    ['Código', 'Nome', 7, null, rare],
    [{ xml: '<v>46000.5</v>', format: 'dd/mm/yyyy' }, { xml: '<v>1</v>', type: 'b' }, -1e9],
  ]
  const line = row(number(7), text('a<text:s text:c="2"/>b'), cell('table:formula="x"'))
  const all = [
    await fixture('pedidos.xlsx'),
    await fixture('pedidos.ods'),
    await rawWorkbook([
      { name: 'P', rows },
      { name: 'Q', rows, state: 'hidden' },
    ]),
    await rawOds({ sheets: sheet('P', line.repeat(3)) + sheet('Q', line) }),
  ]
  return Promise.all(all.map(async (bytes) => ({ bytes, parts: await partsOf(bytes) })))
}

/** One of the workbooks, changed as a seed says. */
export async function mutatedWorkbook(whole: Whole[], seed: number): Promise<Buffer> {
  const random = randoms(seed)
  const below = (most: number) => Math.floor(random() * most)
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T
  const { bytes, parts } = one(whole)
  if (random() < 0.25) return withOtherBytes(bytes, below)
  const changed = parts.map((part) => ({ ...part }))
  for (let n = 0; n < 1 + below(3); n++) changePart(changed, one, below)
  const archive = await archiveOf(changed)
  return random() < 0.1 ? withOtherBytes(archive, below) : archive
}

type Below = (most: number) => number

/** Bytes of the archive itself: other ones, fewer, or some of them twice. */
function withOtherBytes(bytes: Buffer, below: Below): Buffer {
  const at = below(bytes.length)
  const end = Math.min(bytes.length, at + below(200))
  const kind = below(4)
  if (kind === 0) return bytes.subarray(0, at)
  if (kind === 1) return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  const other = Buffer.from(bytes)
  // The directory, which says where and how large everything is, stands at the end.
  const from = kind === 2 ? 0 : Math.max(0, bytes.length - 1_000)
  for (let n = 0; n < 1 + below(8); n++) {
    other[from + below(bytes.length - from)] = below(3) === 0 ? 0xff : below(256)
  }
  return other
}

function changePart(parts: Part[], one: <T>(all: readonly T[]) => T, below: Below): void {
  if (parts.length === 0) return
  const part = one(parts)
  const { content } = part
  const at = below(content.length + 1)
  const end = Math.min(content.length, at + below(300))
  const put = (from: number, to: number, xml: string) => {
    part.content = content.slice(0, from) + xml + content.slice(to)
  }
  const kind = below(8)
  if (kind === 0) parts.splice(parts.indexOf(part), 1)
  else if (kind === 1) part.path = one(parts).path
  else if (kind === 2) put(at, end, '')
  else if (kind === 3) put(at, at, content.slice(at, end).repeat(one([1, 2, 50, 2_000])))
  else if (kind === 4) put(at, at, one(SNIPPETS).repeat(one([1, 1, 3, 500])))
  else if (kind === 5) put(at, Math.min(at + 1, end), String.fromCharCode(below(256)))
  else {
    const of = one([...content.matchAll(kind === 6 ? /"[^"<]*"/g : />[^<]+</g)])
    if (of) put(of.index + 1, of.index + of[0].length - 1, one(HOSTILE))
  }
}
