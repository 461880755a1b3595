import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// `npm run console:build`, also a part of `npm install`: makes `console/dist` anew where a source
// of it has changed, and beside each file what is sent to those who take Brotli or gzip.

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')
const stamp = join(dist, '.sources')
const COMPRESSED = ['.html', '.js', '.css', '.svg']

/** Builds the console, unless what is there was made of just these sources. True: it was built. */
export async function buildConsole(): Promise<boolean> {
  const sources = digest()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const { build } = await import('vite')
  await build({ configFile: join(here, 'vite.config.ts'), logLevel: 'warn' })
  for (const file of globSync('**/*', { cwd: dist })) {
    if (COMPRESSED.includes(extname(file))) compress(join(dist, file))
  }
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, sources)
  return true
}

/** Of all that the built files follow from. */
function digest(): string {
  const root = join(here, '..')
  const files = globSync(
    [
      'console/{index.html,build.ts,vite.config.ts,package.json}',
      '{console,packages/client}/src/**/*.*',
      'packages/model/**/*.ts',
      'src/files/units.ts',
    ],
    { cwd: root },
  )
  const parts = files
    .sort()
    .map((file) => `${file} ${hash('sha256', readFileSync(join(root, file)))}`)
  return hash('sha256', parts.join('\n'))
}

function compress(file: string): void {
  const content = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

if (import.meta.main) await buildConsole()
