import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { CONSOLE_ROOMS, ROOMS } from './support/house/rooms.ts'
import { files, read, type Source, sources } from './support/house/sources.ts'
import { oldNames } from './support/house/words.ts'

// The house rules that no linter knows: sizes, the order of the rooms, who writes what, and
// documents that name what exists.

const FILE_LINES = 400
const FUNCTION_LINES = 80
const CONSOLE_FUNCTION_LINES = 60
const FILES_IN_A_ROOM = 12

/** Pure rules: data in, decision out. Nothing they import, at any distance, does I/O. */
const RULES = [
  'src/orders/amounts/amounts.ts',
  'src/orders/amounts/tax-lines/compute.ts',
  'src/orders/lifecycle.ts',
]

const ours = sources.filter(({ path }) => path.startsWith('src/'))
const ofConsole = sources.filter(({ path }) => path.startsWith('console/src/'))

/** The place of a file's innermost room among these; -1 where it has none. */
function placeOf(path: string, rooms: readonly string[]): number {
  const name = path.replace(/^(console\/)?src\//, '')
  const around = rooms.filter((room) => room === name || name.startsWith(`${room}/`))
  return rooms.indexOf(around.sort((a, b) => b.length - a.length)[0] ?? '')
}

/** What is beyond the slash: `src/orders/reads/list.ts` is in the folder `orders`. */
const folderOf = (path: string) => path.split('/')[1] ?? ''

const isSql = (path: string) => /(^|\/|-)sql\.ts$/.test(path)

interface Arrow {
  from: string
  to: string
}

/** Each import of one of these files by another one. */
function arrowsOf(all: readonly Source[]): Arrow[] {
  const paths = new Set(all.map(({ path }) => path))
  return all.flatMap(({ path, imports }) =>
    imports.filter((name) => paths.has(name)).map((to) => ({ from: path, to })),
  )
}

const arrows = arrowsOf(ours)
const consoleArrows = arrowsOf(ofConsole)

function shown({ from, to }: Arrow): string {
  return `${from} imports ${to}`
}

test('no file is longer than a person reads at once', () => {
  const long = sources.filter(({ text }) => text.split('\n').length > FILE_LINES + 1)
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  )
})

test('functions and methods fit a screen', () => {
  for (const [all, most] of [
    [ours, FUNCTION_LINES],
    [ofConsole, CONSOLE_FUNCTION_LINES],
  ] as const) {
    const long = all.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > most).map((one) => ({ path, ...one })),
    )
    assert.deepEqual(long, [])
  }
})

test('a room holds what a person finds at a glance', () => {
  // Tests lie where their subject does, however many there are; nobody looks for what is generated.
  const placed = sources.filter(({ path }) => !/\.test\.ts$|\/generated\//.test(path))
  const rooms = Map.groupBy(placed, ({ path }) => dirname(path))
  const crowded = [...rooms].filter(([, flat]) => flat.length > FILES_IN_A_ROOM)
  assert.deepEqual(
    crowded.map(([room, flat]) => `${room}: ${flat.length}`),
    [],
  )
})

test('nobody imports a room that comes later', () => {
  for (const [all, between, rooms] of [
    [ours, arrows, ROOMS],
    [ofConsole, consoleArrows, CONSOLE_ROOMS],
  ] as const) {
    const upward = between.filter(({ from, to }) => placeOf(to, rooms) > placeOf(from, rooms))
    assert.deepEqual(upward.map(shown), [])
    const homeless = all.map(pathOf).filter((path) => placeOf(path, rooms) < 0)
    assert.deepEqual(homeless, [])
  }
})

test('a feature of the console imports no other', () => {
  const frame = ['text', 'ui', 'session', 'common', 'app']
  const featureOf = (path: string) => path.split('/')[2] ?? ''
  const others = consoleArrows.filter(
    ({ from, to }) =>
      ![featureOf(from), ...frame].includes(featureOf(to)) && !/src\/(app\/|main)/.test(from),
  )
  assert.deepEqual(others.map(shown), [])
})

test('no files import each other in a circle', () => {
  const targets = Map.groupBy([...arrows, ...consoleArrows], ({ from }) => from)
  const done = new Set<string>()
  const visit = (path: string, way: string[]): string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' → ')]
    if (done.has(path)) return []
    const found = (targets.get(path) ?? []).flatMap(({ to }) => visit(to, [...way, path]))
    done.add(path)
    return found
  }
  assert.deepEqual(
    [...ours, ...ofConsole].flatMap(({ path }) => visit(path, [])),
    [],
  )
})

test('rules do no I/O', () => {
  const behind = (path: string, seen = new Set<string>()): Set<string> => {
    const imports = ours.find((source) => source.path === path)?.imports ?? []
    for (const name of imports) if (!seen.has(name)) behind(name, seen.add(name))
    return seen
  }
  const pure =
    /^(big\.js|packages\/model\/.*|src\/(?:texts|base|model)\/.*|src\/taxes\/catalogue\.ts|src\/orders\/(?!.*(sql|commands|routes)\.ts$).*)$/
  for (const path of RULES) {
    const others = [...behind(path)].filter((name) => !pure.test(name))
    assert.deepEqual(others, [], path)
  }
})

test('commands know nothing of HTTP', () => {
  const commands = arrows.filter(
    ({ from, to }) => /commands\.ts$/.test(from) && to.startsWith('src/http/'),
  )
  assert.deepEqual(commands.map(shown), [])
})

test('only routes and http/ know Fastify', () => {
  const allowed = /^src\/(http\/.*|access\/authenticate\.ts|app\.ts|[\w/-]+\/([\w-]+-)?routes\.ts)$/
  const others = ours.filter(
    ({ path, imports }) => !allowed.test(path) && imports.some((name) => /^@?fastify\b/.test(name)),
  )
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  )
})

test('statements stand in files of their own', () => {
  // Conditions for the list builder are parts of its statement and stand where they are asked for.
  // What is put together of parts is a statement where it runs; `database` does that for everybody.
  const elsewhere = ours.filter(
    ({ path, statements, executes }) =>
      !isSql(path) && (statements.length > 0 || (executes && !path.startsWith('src/database/'))),
  )
  assert.deepEqual(
    elsewhere.map(({ path }) => path),
    [],
  )
})

test('a statement says what its parameters are', () => {
  const unsaid = ours.flatMap(({ path, statements }) =>
    statements.filter(({ parameters }) => parameters === undefined).map(({ name }) => [path, name]),
  )
  assert.deepEqual(unsaid, [])
})

test('each file of statements is among those whose names metrics know', () => {
  const known = ours.find(({ path }) => path === 'src/processes/telemetry/statement-names.ts')
  const others = ours.filter(
    ({ path, statements }) => statements.length > 0 && !known?.imports.includes(path),
  )
  assert.deepEqual(others.map(pathOf), [])
})

test('a feature never imports the statements of another', () => {
  const strangers = arrows.filter(
    ({ from, to }) =>
      isSql(to) &&
      folderOf(from) !== folderOf(to) &&
      folderOf(from) !== 'processes' &&
      !['access', 'events'].includes(folderOf(to)),
  )
  assert.deepEqual(strangers.map(shown), [])
})

const schema = read('schema.sql')
const tables = Array.from(schema.matchAll(/create table (?:public\.)?(\w+)/gi), (m) => m[1])

/** Functions of the schema with their texts. */
const databaseFunctions = schema
  .split('CREATE OR REPLACE FUNCTION public.')
  .slice(1)
  .map((part) => ({ name: /^\w+/.exec(part)?.[0] ?? '', text: part.split('$function$')[1] ?? '' }))

const calls = (text: string, name: string) => new RegExp(`\\b${name}\\(`).test(text)

/** Strings of our statements, with their folders. The migrations' own are in no feature. */
const texts = ours
  .filter(({ path }) => !path.startsWith('src/database/schema/'))
  .flatMap(({ path, strings }) => strings.map((text) => ({ text, folder: folderOf(path) })))

/**
 * Whose a function of the schema is: the folder's that calls it, else theirs who own the functions that
 * do. Nobody's is one that only triggers call: it keeps its tables right whoever writes.
 */
function ownersOf(name: string): Set<string> {
  const direct = texts.filter(({ text }) => calls(text, name)).map(({ folder }) => folder)
  if (direct.length > 0) return new Set(direct)
  const callers = databaseFunctions.filter((one) => one.name !== name && calls(one.text, name))
  return new Set(callers.flatMap((one) => [...ownersOf(one.name)]))
}

test('a table is written by one folder, by statements or by functions of the schema', () => {
  assert.ok(tables.length > 20)
  assert.ok(databaseFunctions.length > 40)
  const written = [
    ...texts.flatMap(({ text, folder }) =>
      writtenTables(text).map((table) => ({ table, folder, by: 'a statement' })),
    ),
    ...databaseFunctions.flatMap(({ name, text }) =>
      writtenTables(text).flatMap((table) =>
        [...ownersOf(name)].map((folder) => ({ table, folder, by: name })),
      ),
    ),
  ].filter(({ table }) => tables.includes(table))
  // A function such as `record_events` is called by others of the schema as `events/record.ts` is by
  // others of `src`. One whose table is an argument (`write_records`) is not seen here.
  assert.ok(written.some(({ by }) => by === 'record_events'))
  const shared = [...Map.groupBy(written, ({ table }) => table).values()].filter(
    (all) => new Set(all.map(({ folder }) => folder)).size > 1,
  )
  assert.deepEqual(shared, [])
})

function writtenTables(text: string): string[] {
  return Array.from(
    text.matchAll(/\b(?:insert into|update|delete from|truncate) (\w+)/g),
    ([, table]) => table ?? '',
  )
}

test('only config.ts and environment.ts read the environment', () => {
  const readers = ours.filter(({ text }) => /\bprocess\.env\b/.test(text))
  assert.deepEqual(
    readers.map(({ path }) => path),
    ['src/config.ts', 'src/environment.ts'],
  )
})

test('what a call gives is used, where the built service would leave the call out', () => {
  const unused = ours.flatMap(({ path, unused }) => unused.map((call) => [path, call]))
  assert.deepEqual(unused, [])
})

test('nothing is left for later, and every test runs', () => {
  const later = /\b(TOD[O]|FIXM[E]|XX[X])\b/
  const switchedOff = /\b(test|it|describe)\.(skip|only|todo)\b|\b(skip|todo): |\bonly: true\b/
  assert.deepEqual(sources.filter(({ text }) => later.test(text)).map(pathOf), [])
  const tests = sources.filter(
    ({ path }) => path.startsWith('test/') && path !== 'test/tidy.test.ts',
  )
  assert.deepEqual(tests.filter(({ text }) => switchedOff.test(text)).map(pathOf), [])
})

const pathOf = ({ path }: Source) => path

// Files share a process in a whole run: what one mocks for everybody stays for those after it.
test('a test mocks by its own context, which ends with it', () => {
  const forEverybody = /import \{[^}]*\bmock\b[^}]*\} from 'node:test'/
  assert.deepEqual(sources.filter(({ text }) => forEverybody.test(text)).map(pathOf), [])
})

test('migrations are numbered without a gap', () => {
  const names = files
    .filter((path) => /^migrations\/.*\.sql$/.test(path))
    .map((path) => path.slice('migrations/'.length))
    .filter((name) => name !== 'functions.sql')
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
  assert.deepEqual(
    numbers,
    names.map((_, i) => String(i + 1).padStart(4, '0')),
  )
})

test('each decision has its line in the index', () => {
  const folder = 'docs/decisions/'
  const index = read(`${folder}README.md`)
  const lines = files
    .filter((path) => new RegExp(`^${folder}\\d{4}-.*\\.md$`).test(path))
    .map((path) => {
      const [title = ''] = read(path).split('\n')
      return `- [${title.slice('# '.length)}](${path.slice(folder.length)})`
    })
  assert.deepEqual(
    lines.filter((line) => !index.includes(line)),
    [],
  )
})

test('no name brings a word back that another one replaced', () => {
  assert.deepEqual(oldNames(), [])
})

test('every path that a document names exists', () => {
  const folders = new Set(files.map(dirname).flatMap((folder) => [folder, ...parents(folder)]))
  const exists = (path: string) => files.includes(path) || folders.has(path.replace(/\/$/, ''))
  const missing = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => namedPaths(path).map((named) => ({ path, named })))
    .filter(({ named }) => !exists(named))
  assert.deepEqual(missing, [])
})

function parents(folder: string): string[] {
  const up = dirname(folder)
  return up === '.' ? [] : [up, ...parents(up)]
}

/** Paths in backticks that begin with one of our folders, and relative links. `000N` is any number. */
function namedPaths(document: string): string[] {
  const text = read(document)
  const quoted = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, one]) => one ?? '').filter((one) =>
    /^(src|test|docs|migrations|scripts|bench|examples|\.ci)\/(?!000N)[\w./-]*$/.test(one),
  )
  const links = Array.from(text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g), ([, one]) => one ?? '')
    .filter((one) => !/^(https?|mailto):|^\//.test(one))
    .map((one) => join(dirname(document), one))
  return [...quoted, ...links]
}
