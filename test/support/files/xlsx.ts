import { promisify } from 'node:util'
import yauzl from 'yauzl'

interface Cell {
  /** The number of its style, from 0. */
  style: number
  text: string
  isText: boolean
}

export interface Sheet {
  name: string
  rows: Cell[][]
  /** How the sheet begins, up to its rows. */
  head: string
}

/** Reads a workbook as its parts say it: sheets by their order, cells by their place. */
export async function readXlsx(bytes: Buffer): Promise<{ sheets: Sheet[]; styles: string }> {
  const parts = await unzip(bytes)
  const part = (path: string) => {
    const found = parts.get(path)
    if (found === undefined) throw new Error(`There is no ${path}.`)
    return found
  }
  part('[Content_Types].xml')
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)]
  const sheets = names.map(([, name = ''], i) => {
    const [head = '', body = ''] = part(`xl/worksheets/sheet${i + 1}.xml`).split('<sheetData>')
    const rows = [...body.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => cellsOf(row))
    return { name: plain(name), rows, head }
  })
  return { sheets, styles: part('xl/styles.xml') }
}

function cellsOf(row: string): Cell[] {
  const cells: Cell[] = []
  for (const [, column = '', rest = '', inside = ''] of row.matchAll(
    /<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs,
  )) {
    const [, style = '0'] = /s="(\d+)"/.exec(rest) ?? []
    const isText = rest.includes('inlineStr')
    const [, text = ''] = (isText ? /<t[^>]*>(.*)<\/t>/s : /<v>(.*)<\/v>/s).exec(inside) ?? []
    cells[placeOf(column)] = { style: Number(style), text: plain(text), isText }
  }
  return cells
}

function placeOf(column: string): number {
  return [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(bytes, {
    lazyEntries: true,
  })
  const parts = new Map<string, string>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('entry', (entry: yauzl.Entry) => {
    zip.openReadStream(entry, async (error, stream) => {
      if (error) return reject(error)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      parts.set(entry.fileName, Buffer.concat(chunks).toString())
      zip.readEntry()
    })
  })
  zip.once('end', resolve)
  zip.once('error', reject)
  zip.readEntry()
  await promise
  return parts
}
