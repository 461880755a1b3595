import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// The house rules that no linter knows: sizes, the direction of imports, and documents that name
// what exists.

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const FILE_LINES = 400
const FUNCTION_LINES = 80

/** Pure rules: data in, decision out. Nothing they import, at any distance, does I/O. */
const RULES = ['src/orders/amounts/amounts.ts', 'src/orders/lifecycle.ts']

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
})
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)))
const sources = files.filter((path) => path.endsWith('.ts'))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What a source file imports: packages by name, our own files by path from the root. */
function importsOf(path: string): string[] {
  const found = read(path).matchAll(
    /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm,
  )
  return Array.from(found, ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '').map(
    (name) => (name.startsWith('.') ? relative(ROOT, join(ROOT, dirname(path), name)) : name),
  )
}

function everythingBehind(path: string, seen = new Set<string>()): Set<string> {
  for (const name of importsOf(path)) {
    if (seen.has(name)) continue
    seen.add(name)
    if (name.startsWith('src/')) everythingBehind(name, seen)
  }
  return seen
}

const FUNCTION = /^(export )?(async )?function|^(export )?const .*=> ?[{(]?$|^(test|describe)\(/

/** Top-level functions, and callbacks of top-level calls, with their length in lines. */
function functionsOf(path: string): { name: string; lines: number }[] {
  const found: { name: string; lines: number }[] = []
  let start: { name: string; line: number } | undefined
  for (const [i, line] of read(path).split('\n').entries()) {
    const goesOn = /^(\s|$)|^\).*[{(]$/.test(line)
    if (goesOn) continue
    if (start)
      found.push({ name: start.name, lines: i - start.line + (/^[})\]]/.test(line) ? 1 : 0) })
    start = FUNCTION.test(line) ? { name: line, line: i } : undefined
  }
  return found
}

test('no file is longer than a person reads at once', () => {
  const long = sources.filter((path) => read(path).split('\n').length > FILE_LINES + 1)
  assert.deepEqual(long, [])
})

test('functions fit a screen', () => {
  const long = sources
    .filter((path) => !path.startsWith('test/'))
    .flatMap((path) => functionsOf(path).map((one) => ({ path, ...one })))
    .filter(({ lines }) => lines > FUNCTION_LINES)
  assert.deepEqual(long, [])
})

test('rules do no I/O', () => {
  const pure = (name: string) =>
    name === 'big.js' || name.startsWith('src/orders/') || name.startsWith('src/base/')
  for (const path of RULES) {
    const others = [...everythingBehind(path)].filter(
      (name) => !pure(name) || /\/(sql|commands|routes)\.ts$/.test(name),
    )
    assert.deepEqual(others, [], path)
  }
})

test('a feature never imports the sql of another', () => {
  const feature = (path: string) => /^src\/(\w+)\//.exec(path)?.[1]
  const strangers = sources
    .filter((path) => path.startsWith('src/') && !path.startsWith('src/access/'))
    .flatMap((path) => importsOf(path).map((name) => ({ path, name })))
    .filter(({ name }) => /^src\/(?!access\/)\w+\/sql\.ts$/.test(name))
    .filter(({ path, name }) => feature(path) !== feature(name))
  assert.deepEqual(strangers, [])
})

test('only routes and http/ know HTTP', () => {
  const allowed =
    /^src\/(http\/.*|access\/authenticate\.ts|app\.ts|\w+\/(\w+\/)?([\w-]+-)?routes\.ts)$/
  const others = sources.filter(
    (path) =>
      path.startsWith('src/') &&
      !allowed.test(path) &&
      importsOf(path).some((name) => /^@?fastify\b/.test(name)),
  )
  assert.deepEqual(others, [])
})

test('the database layer knows no feature and no HTTP', () => {
  const strangers = sources
    .filter((path) => path.startsWith('src/database/'))
    .flatMap((path) => importsOf(path).map((name) => `${path} imports ${name}`))
    .filter((line) => /imports src\/(?!database\/|base\/|config\.ts)/.test(line))
  assert.deepEqual(strangers, [])
})

test('only config.ts reads the environment', () => {
  const readers = sources.filter(
    (path) => path.startsWith('src/') && /\bprocess\.env\b/.test(read(path)),
  )
  assert.deepEqual(readers, ['src/config.ts'])
})

test('nothing is left for later, and every test runs', () => {
  const later = /\b(TOD[O]|FIXM[E]|XX[X])\b/
  const switchedOff = /\b(test|it|describe)\.(skip|only|todo)\b|\b(skip|only|todo): /
  assert.deepEqual(
    sources.filter((path) => later.test(read(path))),
    [],
  )
  const tests = sources.filter((path) => path.startsWith('test/') && path !== 'test/tidy.test.ts')
  assert.deepEqual(
    tests.filter((path) => switchedOff.test(read(path))),
    [],
  )
})

test('migrations are numbered without a gap', () => {
  const names = files
    .filter((path) => /^migrations\/.*\.sql$/.test(path))
    .map((path) => path.slice('migrations/'.length))
  const numbers = names.map((name) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
  assert.deepEqual(
    numbers,
    names.map((_, i) => String(i + 1).padStart(4, '0')),
  )
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
