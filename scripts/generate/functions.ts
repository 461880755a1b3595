import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { taxRows } from '../../packages/model/taxes.ts'
import { headerParts, lineParts, lineShares, lineTaxes } from '../../packages/model/totals.ts'
import { figureRows } from '../../src/model/item.ts'
import { saidRows } from '../../src/model/line.ts'
import { rows } from '../../src/model/order.ts'
import * as item from '../../src/model/sql/item.ts'
import * as line from '../../src/model/sql/line.ts'
import * as shares from '../../src/model/sql/line-shares.ts'
import * as order from '../../src/model/sql/order.ts'
import * as shape from '../../src/model/sql/shape.ts'
import * as taxes from '../../src/model/sql/taxes.ts'
import * as total from '../../src/model/sql/total.ts'

export const FUNCTIONS = 'migrations/functions.sql'

/** What each function of a file makes of the rows, by the names that places have. */
function made<R>(file: string, functions: Record<string, (rows: R) => string>, from: R) {
  return Object.entries(functions).map(([name, make]) => [`${file}.${name}`, make(from)] as const)
}

const figures = figureRows.map(([, row]) => row)

const pieces = new Map<string, string>([
  ...made('order', order, rows),
  ...made('item', item, figures),
  ...made('shape', shape, {
    header: rows,
    lines: figures,
    properties: saidRows,
    shares: [...lineShares, lineTaxes],
  }),
  ...made('line', line, saidRows),
  ...made('total', total, { lines: lineParts, header: headerParts }),
  ...made('taxes', taxes, taxRows),
  ...made('shares', shares, { lines: lineParts, header: headerParts }),
])

/** A place for what is made from rows, such as `-- rows: order.columns`. */
const PLACE = /^( *)-- rows: (\S+)\n(?:.*\n)*?\1-- end$/gm

const HEAD = /^-- revision: (\d+)\n-- checksum: (\w+)$/m

/**
 * `migrations/functions.sql` with its places filled, and with the next revision where its text changed.
 * @throws Error for a place that nothing is made for, and for a piece that has no place
 */
export async function functionsText(): Promise<string> {
  const source = await readFile(new URL(`../../${FUNCTIONS}`, import.meta.url), 'utf8')
  return revised(filled(source))
}

function filled(text: string): string {
  const placed = new Set<string>()
  const all = text.replace(PLACE, (_, indent: string, name: string) => {
    const piece = pieces.get(name)
    if (piece === undefined) throw new Error(`${FUNCTIONS}: nothing makes ${name}.`)
    placed.add(name)
    const lines = [`-- rows: ${name}`, ...piece.split('\n'), '-- end']
    return lines.map((line) => indent + line).join('\n')
  })
  const left = [...pieces.keys()].filter((name) => !placed.has(name))
  if (left.length > 0) throw new Error(`${FUNCTIONS} has no place for ${left.join(', ')}.`)
  return all
}

function revised(text: string): string {
  const [head, revision, before] = HEAD.exec(text) ?? []
  if (head === undefined) throw new Error(`${FUNCTIONS} does not say its revision.`)
  const checksum = createHash('sha256').update(text.replace(head, '')).digest('hex').slice(0, 12)
  if (checksum === before) return text
  return text.replace(head, `-- revision: ${Number(revision) + 1}\n-- checksum: ${checksum}`)
}
