import { setImmediate } from 'node:timers/promises'
import { type RecordRow, recordRows } from '../../../../packages/model/records.ts'
import { Problem } from '../../../base/problems.ts'
import { listOfAll, listText } from '../../../base/values/value-lists.ts'
import { InexactNumber, parseJsonText } from '../../../http/wire/json-body.ts'
import { rows } from '../../../model/order.ts'
import { type Message, msg } from '../../../texts/message.ts'
import { decoded, type Encoding } from './encoding.ts'
import { type JsonText, jsonTexts } from './json-texts.ts'
import { type Cell, type Row, UnreadableFile } from './rows.ts'

// Records of JSON as a table: a column for each property by its path (`customer.fk_id`, as the headings of
// exports are), and of orders a row for each item.

/** Paths that a file may have. */
const MOST_PATHS = 1_000
/** Objects in each other that have columns of their own; what is further in stays one text. */
const DEEPEST = 4
/** Records after which others have their turn. */
const AT_ONCE = 100
/** Characters that are kept of a record that can't be read. */
const SHOWN = 1_000

/** The properties of a record, or of an item, by their paths. */
type Properties = Map<string, Cell>

interface Parsed extends Pick<JsonText, 'line' | 'end'> {
  record: Properties
  /** Those of the items, one after another; undefined: the record says nothing of them. */
  items: Properties[] | undefined
  fieldError?: Message
}

interface Parts {
  pieces: AsyncIterable<Uint8Array>
  encoding: Encoding
  /** Whether the records have items: those of orders. */
  hasItems: boolean
}

/**
 * The paths of all properties that there are in the file.
 * @throws UnreadableFile
 */
export async function jsonPaths(parts: Parts): Promise<string[]> {
  const paths = new Set<string>()
  for await (const { record, items = [], fieldError } of parsed(parts)) {
    if (fieldError) continue
    for (const one of [record, ...items]) for (const path of one.keys()) paths.add(path)
    if (paths.size > MOST_PATHS) {
      throw new UnreadableFile(msg`The records have more than ${MOST_PATHS} properties.`)
    }
  }
  // `customer` is null where there is none, and has properties elsewhere.
  const parents = new Set([...paths].flatMap(parentsOf))
  return [...paths].filter((path) => !parents.has(path))
}

const parentsOf = (path: string) =>
  Array.from(path.matchAll(/\./g), ({ index }) => path.slice(0, index))

/**
 * The rows of a file whose columns are these paths.
 * @throws UnreadableFile
 */
export async function* jsonRows(parts: Parts, paths: readonly string[]): AsyncGenerator<Row> {
  const columns = columnsOf(paths)
  for await (const { line, end, record, items, fieldError } of parsed(parts)) {
    const has = new Set(record.keys().flatMap((path) => columns.get(path) ?? []))
    const of = { has, hasItems: items !== undefined }
    const rowOf = (one: Properties): Row => {
      const cells: Cell[] = Array(paths.length).fill(null)
      for (const [path, cell] of one) {
        const [at] = columns.get(path) ?? []
        if (at !== undefined && cell !== null) cells[at] = cell
      }
      return { line, cells, bytes: end, of }
    }
    if (fieldError) {
      const [shown] = record.values()
      yield {
        line,
        cells: [shown as Cell],
        bytes: end,
        of,
        fieldError: { code: 'format', detail: fieldError },
      }
      continue
    }
    const [first, ...others] = items ?? []
    yield rowOf(new Map([...record, ...(first ?? [])]))
    for (const item of others) yield rowOf(item)
  }
}

/** The columns of each path, and of each that paths begin with. */
function columnsOf(paths: readonly string[]): Map<string, number[]> {
  const columns = new Map<string, number[]>()
  for (const [at, path] of paths.entries()) {
    for (const one of [path, ...parentsOf(path)])
      columns.set(one, [...(columns.get(one) ?? []), at])
  }
  return columns
}

async function* parsed({ pieces, encoding, hasItems }: Parts): AsyncGenerator<Parsed> {
  let count = 0
  for await (const { line, text, end } of jsonTexts(decoded(pieces, encoding))) {
    if (++count % AT_ONCE === 0) await setImmediate()
    yield { line, end, ...propertiesOf(text, hasItems) }
  }
}

function propertiesOf(text: string, hasItems: boolean): Omit<Parsed, 'line' | 'end'> {
  const failed = (fieldError: Message) => {
    const shown = text.trim().slice(0, SHOWN)
    return { record: new Map([['', shown]]), items: undefined, fieldError }
  }
  try {
    const value = parseJsonText(text)
    if (!isObject(value)) return failed(msg`This is no JSON object.`)
    const { items: sent, ...rest } = value
    const items = hasItems && sent !== null ? sent : undefined
    if (items !== undefined && !(Array.isArray(items) && items.every(isObject))) {
      return failed(msg`\`items\` is no list of objects.`)
    }
    const record = new Map<string, Cell>()
    flatten(hasItems ? rest : value, '', record, 1)
    return { record, items: items?.map((item) => itemOf(item as object)) }
  } catch (error) {
    if (error instanceof Problem) return failed(error.detail)
    if (error instanceof UnreadableFile) return failed(error.detail)
    throw error
  }
}

function itemOf(item: object): Properties {
  const properties = new Map<string, Cell>()
  flatten(item, 'items.', properties, 2)
  return properties
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof InexactNumber)

const fieldRows = recordRows.flatMap(({ fields }: RecordRow) => fields)

/** Objects that are one value, as they are one column of an export. */
const WHOLE: ReadonlySet<string> = new Set([
  'custom_fields',
  'taxes_total',
  ...fieldRows.flatMap(({ kind, name }) => (kind === 'terms' ? [name] : [])),
  ...rows.flatMap(({ kind, name }) => (kind === 'intermediary' ? [name] : [])),
])

/** @throws UnreadableFile where one path stands twice, or a customer has several addresses */
function flatten(object: object, prefix: string, into: Properties, depth: number): void {
  for (const [key, value] of Object.entries(object)) {
    const path = `${prefix}${key}`
    const [address, ...others] = path === 'addresses' && Array.isArray(value) ? value : []
    if (others.length > 0) {
      throw new UnreadableFile(msg`has several addresses: a file brings one of each customer.`)
    }
    if (isObject(address)) flatten(address, 'address.', into, depth + 1)
    else if (path === 'users' && Array.isArray(value) && value.every(isObject)) {
      for (const name of ['id', 'fk_id']) {
        into.set(`users.${name}`, listOfAll(value.map((one) => one[name])))
      }
    } else if (isList(value)) into.set(path, listText(value.map(String)))
    else if (isObject(value) && !WHOLE.has(path) && depth < DEEPEST) {
      flatten(value, `${path}.`, into, depth + 1)
    } else if (into.has(path))
      throw new UnreadableFile(msg`\`${path}\` stands twice in one record.`)
    else into.set(path, cellOf(value))
  }
}

const isList = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => typeof one === 'string' || typeof one === 'number')

function cellOf(value: unknown): Cell {
  if (value instanceof InexactNumber) return { bad: 'inexact', shown: value.source }
  if (typeof value !== 'object' || value === null) return value as Cell
  return Object.keys(value).length > 0 ? JSON.stringify(value) : null
}
