import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Makes what is published: JavaScript without comments, and declarations with them.

const FOLDER = import.meta.dirname
const compiler = createRequire(import.meta.url).resolve('typescript/package.json')

function compile(...options: string[]): void {
  const tsc = join(dirname(compiler), 'bin', 'tsc')
  const words = [tsc, '--project', FOLDER, '--outDir', join(FOLDER, 'dist'), ...options]
  execFileSync(process.execPath, words, { stdio: 'inherit' })
}

rmSync(join(FOLDER, 'dist'), { recursive: true, force: true })
compile('--removeComments')
compile('--declaration', '--emitDeclarationOnly')
// The compiler leaves the names of sources in declarations, where not every editor follows them.
for (const path of globSync(join(FOLDER, 'dist/**/*.d.ts'))) {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
// A file of types alone has nothing to run.
for (const path of globSync(join(FOLDER, 'dist/**/*.js'))) {
  if (readFileSync(path, 'utf8').trim() === 'export {};') rmSync(path)
}
