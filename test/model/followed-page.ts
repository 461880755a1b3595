import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Server } from '../harness.ts'

// A page that tells how something is added, as somebody who follows it: its diffs are applied to a copy of
// the sources, the database of a server is brought up to date, and the service of the copy is asked.

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED = [
  'src',
  'packages',
  'migrations',
  'fiscal',
  'scripts',
  'examples',
  'package.json',
  'docs',
]

interface Answer {
  statusCode: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service says
  data: any
}

export interface Followed {
  /** The folder of the copy. */
  copy: string
  /** The migrations that brought the database up to date. */
  migrated: string[]
  /** A module of the copy. */
  // biome-ignore lint/suspicious/noExplicitAny: the sources of the copy have no types here
  module(path: string): Promise<any>
  /** Asks the service of the copy, with the server's token unless another is given. */
  ask(
    method: string,
    path: string,
    body?: object | string,
    type?: string,
    token?: string,
  ): Promise<Answer>
  close(): Promise<void>
}

/** The diffs of a page of `docs/`. */
async function diffsOf(page: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs', page), 'utf8')
  return Array.from(text.matchAll(/^```diff\n(.*?)^```$/gms), ([, diff]) => diff ?? '')
}

/** How many files diffs name, and lines they change. */
export async function costOf(page: string): Promise<{ files: number; lines: number }> {
  const lines = (await diffsOf(page)).join('').split('\n')
  return {
    files: lines.filter((line) => line.startsWith('+++ ')).length,
    lines: lines.filter((line) => /^[+-](?![+-])/.test(line)).length,
  }
}

/**
 * @param more what the copy needs beside the sources of the service
 * @param between what comes after the migrations and before the functions
 */
export async function follow(
  { db, pool, config, resources, token }: Server,
  page: string,
  more: readonly string[],
  between: () => Promise<void> = async () => {},
): Promise<Followed> {
  const copy = await copySources([...COPIED, ...more])
  const module = (path: string) => import(pathToFileURL(join(copy, path)).href)
  execFileSync('git', ['apply', '-p0'], { cwd: copy, input: (await diffsOf(page)).join('') })
  const { migrate } = await module('src/database/schema/migrate.ts')
  const migrated = await migrate(pool)
  await between()
  const { functionsText, FUNCTIONS } = await module('scripts/generate/functions.ts')
  await writeFile(join(copy, FUNCTIONS), await functionsText())
  migrated.push(...(await migrate(pool)))
  const { buildApp } = await module('src/app.ts')
  const database = { db, reads: db, pipelined: db }
  const app = await buildApp({ config, database, ...resources })
  return {
    copy,
    migrated,
    module,
    ask: async (method, path, body, type = 'application/json', as = token) => {
      const headers = {
        authorization: `Bearer ${as}`,
        accept: type,
        ...(typeof body === 'string' && { 'content-type': type }),
      }
      const answer = await app.inject({
        method,
        url: path,
        headers,
        ...(body && { payload: body }),
      })
      const { statusCode, body: text } = answer
      const isJson = /json$|json;/.test(String(answer.headers['content-type']))
      return { statusCode, text, data: isJson ? dataIn(text) : undefined }
    },
    close: async () => {
      await app.close()
      await rm(copy, { recursive: true })
    },
  }
}

/** What an answer holds; all of it where it has no `data`, as a problem. */
function dataIn(text: string): unknown {
  if (text.includes('\n'))
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const { data, ...rest } = JSON.parse(text)
  return data ?? rest
}

async function copySources(names: readonly string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pedido-page-'))
  for (const name of names) await cp(join(ROOT, name), join(copy, name), { recursive: true })
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@pedido'), { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@pedido') await symlink(join(ROOT, 'node_modules', name), join(modules, name))
  }
  await symlink(join(copy, 'packages/model'), join(modules, '@pedido/model'))
  return copy
}
