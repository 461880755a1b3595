import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'

// Where the package's own files are, for code that runs as it was written (`src/`) and as `npm
// install` has built it (`dist/service/`).

/** Address of package.json. Whatever comes with the package is named relative to it. */
export const packageFile: URL = pathToFileURL(findPackageJSON(import.meta.url) ?? '')

/**
 * The program of a thread.
 * @param name of its file, below `src/` and without `.ts`; `scripts/build-service.ts` names it too
 */
export function threadFile(name: string): URL {
  if (import.meta.url.endsWith('.ts')) return new URL(`src/${name}.ts`, packageFile)
  return new URL(`${name}.js`, import.meta.url)
}

/** The version of this program. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  return version
}
