import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build.ts'

// `npm run console:sizes`: what a browser loads before a screen answers, and all that there is,
// as Brotli leaves it. Fails above the limits.

const KB = 1024
/** Of the page, the frame and one screen, whichever it is. */
const FIRST_LOAD_KB = 180
/**
 * Of everything but charts: a library too many shows here, and not a screen more. The windows in which taxes, lots
 * and instalments of orders are typed are 8 KB of it; the field that reads dates as people type them, and periods by
 * their names, 2 KB; what reads and asks about lines of a message that are pasted 2 KB; what warns before an
 * order or a customer is saved 1 KB; another secret for a token 1 KB; what stands at
 * a product that is found, and what its customer paid last, 1 KB; requests of programs, and where tokens may come
 * from, 2 KB; what sends an order and tells what became of it 2 KB; reports, and what customers buy, 5 KB; packages and
 * multiples 1 KB; papers of the warehouse, and who sells at the head of a printed order, 1 KB; the way to a test account,
 * out of it, and the strip that says where one is 2 KB; files beside an order 2 KB; a customer that is made from
 * within an order, and what a CNPJ or a CEP fills in, 3 KB.
 */
const ALL_KB = 342

interface Chunk {
  file: string
  css?: string[]
  assets?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
}

const dist = fileURLToPath(new URL('dist', import.meta.url))
const ENTRY = 'index.html'
const SHELL = 'src/app/shell.tsx'
/** Loaded by a screen once it is there, where there is something to draw. */
const isChart = (name: string) => /chart|uplot/i.test(name)

await buildConsole()
const chunks = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** Everything that has to be there before this chunk runs. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const { file = '', css = [], assets = [], imports = [] } = chunks[name] ?? {}
  if (found.has(file)) return found
  for (const one of [file, ...css, ...assets]) found.add(one)
  for (const one of imports) filesOf(one, found)
  return found
}

function sizeOf(file: string): number {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const sum = (files: Iterable<string>) => [...files].reduce((all, file) => all + sizeOf(file), 0)
const shown = (bytes: number) => `${(bytes / KB).toFixed(1).padStart(7)} KB`

// Dialogs and the like, which come when they are opened, are no screens.
const screens = Object.keys(chunks).filter(
  (name) => chunks[name]?.isDynamicEntry && name.endsWith('-page.tsx'),
)
const firstLoads = screens
  .map((name) => {
    const files = [ENTRY, SHELL, name].flatMap((one) => [...filesOf(one)])
    return { name, bytes: sizeOf('index.html') + sum(new Set(files)) }
  })
  .sort((a, b) => b.bytes - a.bytes)
const all = sum(
  readdirSync(join(dist, 'assets'))
    .filter((file) => !/\.(br|gz)$/.test(file) && !isChart(file))
    .map((file) => `assets/${file}`),
)

console.log(`First load, with each screen (limit ${FIRST_LOAD_KB} KB):`)
for (const { name, bytes } of firstLoads) console.log(`${shown(bytes)}  ${name}`)
console.log(`All without charts (limit ${ALL_KB} KB):\n${shown(all)}`)
const isTooMuch = (firstLoads[0]?.bytes ?? 0) > FIRST_LOAD_KB * KB || all > ALL_KB * KB
if (isTooMuch) {
  console.error('That is too much: load what few need by `lazy` or `import()`.')
  process.exitCode = 1
}
