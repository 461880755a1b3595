import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../base/system/package.ts'
import { etagOf } from '../http/conditional.ts'
import type { Kept } from '../http/docs/kept.ts'

const FOLDER = fileURLToPath(new URL('console/dist', packageFile))

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

interface BuiltFile extends Kept {
  type: string
}

/** The console as it was built: its page, and by name what has a hash in its name. */
export interface Built {
  page: Kept
  assets: ReadonlyMap<string, BuiltFile>
}

/** Everything of `console/dist`, some 300 KB and as much compressed. Undefined where it is not built. */
export async function readBuilt(): Promise<Built | undefined> {
  if (!existsSync(join(FOLDER, 'index.html'))) return undefined
  const names = await readdir(join(FOLDER, 'assets'))
  const assets = names
    .filter((name) => extname(name) in TYPES)
    .map(async (name) => {
      const type = TYPES[extname(name)] ?? ''
      return [name, { ...(await readWhole(join(FOLDER, 'assets', name))), type }] as const
    })
  return {
    page: await readWhole(join(FOLDER, 'index.html')),
    assets: new Map(await Promise.all(assets)),
  }
}

/** A file and what it was compressed to when it was built. */
async function readWhole(path: string): Promise<Kept> {
  const plain = await readFile(path)
  const compressed = (ending: string) => readFile(path + ending).catch(() => undefined)
  const [br, gzip] = await Promise.all([compressed('.br'), compressed('.gz')])
  return { plain, br: br ?? plain, gzip: gzip ?? plain, etag: etagOf(plain) }
}
