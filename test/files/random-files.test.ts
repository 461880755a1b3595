import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import iconv from 'iconv-lite'
import { layoutOf } from '../../src/files/imports/layout/layout.ts'
import { Warnings } from '../../src/files/imports/mapping/warnings.ts'
import { csvRows } from '../../src/files/imports/reading/csv.ts'
import { type Encoding, EncodingWatch } from '../../src/files/imports/reading/encoding.ts'
import type { Row } from '../../src/files/imports/reading/rows.ts'
import { separatorOf } from '../../src/files/imports/reading/separator.ts'
import { type FileRecord, RecordReader } from '../../src/files/imports/records/records.ts'
import type { LeasedWorker } from '../../src/jobs/leased-worker.ts'
import { type Server, startServer } from '../harness.ts'
import { type Import, importerOf, sendFile, settled } from '../support/files/imports.ts'
import { randoms } from '../support/random.ts'

// What is written is what the file says, or the row is refused; never something else, never part of an
// order. Random files, as spreadsheets, systems and people write them, against what they were made of.
// `RANDOM_FILES` makes more of them, `TEST_SEED` others.

/** Of 480 ways to join a separator, an encoding, a mark, a grouping and a form of dates they have 474. */
const FILES = Number(process.env['RANDOM_FILES'] ?? 3_000)
/** So many are read by themselves; all are written, with others like them in one file. */
const ALONE = FILES / 3
const MOST_ROWS = 40

const random = randoms()
const below = (most: number) => Math.floor(random() * most)
const any = <T>(all: readonly T[]): T => all[below(all.length)] as T
const chance = (share: number) => random() < share

/** What an order is meant to be. */
interface Order {
  code: string
  customer: string
  /** The local day, with a time or without. */
  date: string
  observations: string
  items: Item[]
}
interface Item {
  product: string
  quantity: string
  price: string
}

const TEXTS = [
  'Portaria 2',
  'São João; fundos',
  'diz "já", e sai',
  'a|b\tc',
  "d'água",
  '1/2" de aço',
]
const CODES = ['0012', 'A-1', 'Ação', '7/2026', '1.234', 'B 2', '-', '9'.repeat(14)]

function decimalText(whole: number, decimals: number): string {
  const parts = String(below(10 ** decimals)).padStart(decimals, '0')
  return decimals === 0 ? String(whole) : `${whole}.${parts}`
}

function anOrder(number: number): Order {
  return {
    code: `${any(CODES)}${number}`,
    customer: any(CODES),
    date: day(),
    observations: chance(0.6) ? any(TEXTS) : '',
    items: Array.from({ length: 1 + below(3) }, () => ({
      product: any(CODES),
      quantity: decimalText(1 + below(2000), below(4)),
      price: decimalText(below(30_000), 1 + below(2)),
    })),
  }
}

function day(): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${1950 + below(100)}-${two(1 + below(12))}-${two(1 + below(28))}`
  return chance(0.5)
    ? `${date}T00:00:00`
    : `${date}T${two(below(24))}:${two(below(60))}:${two(below(60))}`
}

/** How a file writes things. */
interface Style {
  separator: string
  encoding: string
  lineEnd: string
  mark: ',' | '.'
  /** What groups thousands; '' where nothing does. */
  thousands: string
  dates: 'dmy' | 'ymd' | 'compact' | 'months'
  money: string
  unit: string
}

function aStyle(): Style {
  const mark = any([',', '.'] as const)
  return {
    separator: any([';', ',', '\t', '|']),
    encoding: any(['utf-8', 'utf-8 with mark', 'windows-1252', 'cp850', 'utf-16le']),
    lineEnd: any(['\r\n', '\n', '\r']),
    mark,
    thousands: any(['', '', mark === ',' ? '.' : ',', "'"]),
    dates: any(['dmy', 'ymd', 'compact', 'months']),
    money: any(['', 'R$ ']),
    unit: any(['', '', ' un', 'cx', ' Kg.']),
  }
}

function numberText(value: string, { mark, thousands }: Style): string {
  const [whole = '', decimals] = value.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return decimals === undefined ? grouped : `${grouped}${mark}${decimals}`
}

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']

function dateText(date: string, { dates }: Style): string {
  const [day = '', time = ''] = date.split('T')
  const [y = '', m = '', d = ''] = day.split('-')
  const clock = time === '00:00:00' ? '' : ` ${time}`
  if (dates === 'dmy') return `${d}/${m}/${y}${clock}`
  if (dates === 'ymd') return `${day}${clock}`
  if (dates === 'compact') return `${y}${m}${d}${clock}`
  return `${Number(d)} de ${MONTHS[Number(m) - 1]} de ${y}${clock}`
}

function quoted(text: string, { separator }: Style): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text) && chance(0.8)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}

/** What may be wrong with a line: then its order is not written. */
const FAULTS = [...Array<''>(15).fill(''), 'quantity', 'date', 'customer'] as const

interface Made {
  style: Style
  /** As they stand in the file, below its headings. */
  lines: string[]
  /** The orders that may be written, by their codes. */
  sound: Map<string, Order>
  broken: Set<string>
}

/** Of the next order: each has another code. */
let number = 0

function aFile(): Made {
  const style = aStyle()
  const orders = Array.from({ length: any([1, 1, 1, 1, 2]) }, () => anOrder(number++))
  const broken = new Set<string>()
  const groups = orders.map((order) => {
    const isBlank = chance(0.3)
    return order.items.map((item, i) => {
      const fault = any(FAULTS)
      // Of one line alone no other differs, nor do those that say nothing of it.
      const canDiffer = order.items.length > 1 && !isBlank
      const isBroken = fault !== '' && (fault !== 'customer' || canDiffer)
      if (isBroken) broken.add(order.code)
      const kind = isBroken ? fault : ''
      const isBelow = isBlank && i > 0
      const cells = [
        isBelow ? '' : order.code,
        isBelow && chance(0.5)
          ? ''
          : kind === 'customer'
            ? `${order.customer}${i}?`
            : order.customer,
        kind === 'date' ? '31/02/2026' : isBelow ? '' : dateText(order.date, style),
        item.product,
        kind === 'quantity' ? 'x' : `${numberText(item.quantity, style)}${style.unit}`,
        `${style.money}${numberText(item.price, style)}`,
        order.observations,
      ]
      return { cells, isBelow }
    })
  })
  const lines = woven(groups).map((cells) =>
    cells.map((cell) => quoted(cell, style)).join(style.separator),
  )
  const sound = new Map(
    orders.filter(({ code }) => !broken.has(code)).map((one) => [one.code, one]),
  )
  return { style, lines, sound, broken }
}

const HEADINGS = [
  'Pedido',
  'Cliente',
  'Data',
  'Produto',
  'Quantidade',
  'Preço unitário',
  'Observações',
]

/** The file of these: their separators and encodings are the same. */
function bytesOf(all: readonly [Made, ...Made[]]): Buffer {
  const [{ style }] = all
  const lines = all.flatMap((one) => one.lines.map((line) => line + one.style.lineEnd))
  return encoded([HEADINGS.join(style.separator) + style.lineEnd, ...lines].join(''), style)
}

/** Lines of several orders among each other; a line without a code stays below its own. */
function woven(groups: { cells: string[]; isBelow: boolean }[][]): string[][] {
  const parts = groups.map((lines) => {
    const blocks: string[][][] = []
    for (const { cells, isBelow } of lines) {
      if (isBelow) blocks.at(-1)?.push(cells)
      else blocks.push([cells])
    }
    return blocks
  })
  const all: string[][] = []
  const isApart = chance(0.5)
  while (parts.some((blocks) => blocks.length > 0)) {
    const left = parts.filter((blocks) => blocks.length > 0)
    all.push(...((isApart ? any(left) : left[0])?.shift() ?? []))
  }
  return all
}

const encodingIn = ({ encoding }: Style) =>
  (encoding === 'utf-8 with mark' ? 'utf-8' : encoding) as Encoding

function encoded(text: string, style: Style): Buffer {
  const name = encodingIn(style)
  const addBOM = style.encoding !== 'utf-8' && name.startsWith('utf')
  return iconv.encode(text, name, { addBOM })
}

/** The records that the service makes of a file, and the codes of what it refuses. */
async function recordsOf({ style }: Made, bytes: Buffer): Promise<FileRecord[]> {
  const watch = new EncodingWatch()
  watch.add(bytes)
  watch.end()
  // What somebody chooses where the bytes don't tell.
  const { encoding = encodingIn(style) } = watch
  const separator = separatorOf(iconv.decode(bytes, encoding))
  const read = () => csvRows(one(bytes), { encoding, separator })
  const rows = await Array.fromAsync(read())
  const layout = layoutOf('orders', rows, {}, { declared: [], language: 'en' })
  const under = () => each(rows.filter(({ line }) => line > layout.header_line))
  const warnings = new Warnings([], 'en', 0)
  const reader = new RecordReader('orders', layout, [], MOST_ROWS, () => false, 'en', warnings)
  const scattered = await reader.scattered(under())
  return Array.fromAsync(reader.records(under(), scattered))
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* each(rows: Row[]): AsyncGenerator<Row> {
  yield* rows
}

/** A record as the oracle writes it. */
function meant({ code, customer, date, observations, items }: Order): object {
  return {
    fk_id: code,
    fk_id_customer: customer,
    date,
    ...(observations === '' ? {} : { observations }),
    items: items.map(({ product, quantity, price }) => ({
      fk_id_item: product,
      quantity: Number(quantity),
      price: Number(price),
    })),
  }
}

const files = Array.from({ length: FILES }, aFile)

test(`of ${ALONE} random files nothing is read but what they say`, async () => {
  let written = 0
  let refused = 0
  for (const [i, made] of files.slice(0, ALONE).entries()) {
    const bytes = bytesOf([made])
    const told = () => `file ${i}:\n${bytes.toString('latin1')}`
    const records = await recordsOf(made, bytes)
    // Every line is of one record: what is refused loses nothing either.
    assert.equal(
      records.reduce((sum, { rows }) => sum + rows.length, 0),
      made.lines.length,
      told(),
    )
    const seen = new Set<unknown>()
    for (const { body, errors } of records) {
      const code = String(body['fk_id'])
      assert.ok(!seen.has(code), told())
      seen.add(code)
      if (errors.length > 0) {
        refused++
        continue
      }
      const order = made.sound.get(code)
      assert.ok(order, `${code} of ${told()}`)
      assert.deepEqual(body, meant(order), told())
      written++
    }
    assert.equal(seen.size, made.sound.size + made.broken.size, told())
  }
  // Else the test would hold of a service that refuses all.
  assert.ok(written > ALONE / 2, `${written} written, ${refused} refused`)
})

let server: Server
let importer: LeasedWorker
before(async () => {
  server = await startServer()
  importer = importerOf(server)
  for (const path of ['customers', 'products']) {
    const lines = CODES.map((code) => JSON.stringify({ fk_id: code, name: code }))
    const body = Buffer.from(lines.join('\n'))
    const headers = { 'content-type': 'application/x-ndjson' }
    const { status } = await server.send('POST', `/bulk/${path}`, { body, headers })
    assert.equal(status, 200)
  }
})
after(async () => {
  await importer.close()
  await server.close()
})

/** The files whose lines may stand in one: what can't change within a file is the same in them. */
function alike(): [Made, ...Made[]][] {
  const keyOf = ({ style: { separator, encoding, mark } }: Made) =>
    JSON.stringify([separator, encoding, mark])
  return [...Map.groupBy(files, keyOf).values()] as [Made, ...Made[]][]
}

/** An order as it is returned, as far as a file says what it is. */
function returned({ fk_id, customer, date, observations, items }: Import) {
  return {
    fk_id: String(fk_id),
    customer: customer.fk_id,
    date,
    observations,
    items: items.map(({ item, quantity, price }: Import) => [item.fk_id, quantity, price]),
  }
}

const meantAsReturned = ({ code, customer, date, observations, items }: Order) => ({
  fk_id: code,
  customer,
  date: `${date}.000Z`,
  observations: observations || null,
  items: items.map(({ product, quantity, price }) => [product, Number(quantity), Number(price)]),
})

const sorted = <T extends { fk_id: string }>(orders: T[]) =>
  orders.toSorted((a, b) => (a.fk_id < b.fk_id ? -1 : 1))

test(`of the lines of ${FILES} random files nothing is written but what they say`, async () => {
  for (const group of alike()) {
    const [{ style }] = group
    const query = `&dry_run=false&encoding=${encodingIn(style)}`
    const { id } = await sendFile(server, 'orders', bytesOf(group), query)
    const { state, counts } = await settled(server, importer, id)
    const sum = (of: (made: Made) => number) => group.reduce((all, made) => all + of(made), 0)
    assert.deepEqual(
      [state, counts.lines, counts.created, counts.refused],
      [
        'done',
        sum(({ lines }) => lines.length),
        sum(({ sound }) => sound.size),
        sum(({ broken }) => broken.size),
      ],
      JSON.stringify(style),
    )
  }
  const { text } = await server.send('GET', '/orders?format=ndjson')
  const orders = text
    .trim()
    .split('\n')
    .map((line) => returned(JSON.parse(line)))
  const meantOrders = files.flatMap(({ sound }) => [...sound.values()].map(meantAsReturned))
  assert.deepEqual(sorted(orders), sorted(meantOrders))
})
