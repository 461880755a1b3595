import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

/**
 * Packs the client as it is published and installs it in a new project in this folder. It is built
 * from a copy, so that test files that do so at the same time don't meet.
 * @returns the packed file
 */
export async function installClient(folder: string): Promise<string> {
  const house = join(folder, 'house')
  const source = join(house, 'packages', 'client')
  const isBuilt = (path: string) => /packages\/client\/(dist|node_modules)/.test(path)
  await cp(join(ROOT, 'packages', 'client'), source, {
    recursive: true,
    filter: (path) => !isBuilt(path),
  })
  await cp(join(ROOT, 'tsconfig.json'), join(house, 'tsconfig.json'))
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: source })
  const packed = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  await mkdir(join(folder, 'node_modules'))
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-update-notifier']
  await run('npm', ['install', ...quiet, `./${packed}`], { cwd: folder })
  return join(folder, packed)
}

/** The machine's own Node.js, where it has one: not that of `node_modules`. */
export function nodeOfTheMachine(): string {
  const places = (process.env['PATH'] ?? '').split(delimiter)
  const own = places.filter((place) => place !== '' && !place.includes('node_modules'))
  return (
    own.map((place) => join(place, 'node')).find((path) => existsSync(path)) ?? process.execPath
  )
}
