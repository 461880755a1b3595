import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { type Ended, PEDIDO, program, start } from '../support/service.ts'

// Disks that refuse: real ones where this user may mount, and such as Node's `fs` tells of anywhere.

/** A mount in a namespace of the process's own is gone with it, and nobody else sees it. */
const NAMESPACE = ['--map-root-user', '--mount']
export const canMount =
  spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0

/** What a disk of this kind does to a first start of the service in a folder on it. */
export interface Disk {
  name: string
  serve(folder: string): Promise<Ended>
}

/** A disk of some 20 MB; a new database needs more. */
export const fullDisks: Disk[] = disks(
  'size=20m',
  `
  const { writeSync } = fs
  let left = 20e6
  fs.writeSync = (...given) => {
    const written = writeSync(...given)
    // Not what goes to stdout and stderr.
    if (given[0] > 2 && (left -= written) < 0) refuse('ENOSPC', 'write')
    return written
  }
  // What is copied at the first start is larger.
  fs.cpSync = (from, to) => refuse('ENOSPC', 'cp', to)`,
)

/** A disk that is mounted read-only. */
export const readOnlyDisks: Disk[] = disks(
  'ro',
  `
  const { accessSync } = fs
  fs.accessSync = (path, mode) => {
    accessSync(path, mode)
    if (mode & fs.constants.W_OK) refuse('EROFS', 'access', path)
  }
  fs.mkdirSync = (path) => refuse('EROFS', 'mkdir', path)`,
)

function disks(mountOptions: string, problems: string): Disk[] {
  return [
    { name: 'told by Node', serve: (folder) => serveBehind(problems, folder) },
    ...(canMount ? [{ name: 'mounted', serve: mounted(mountOptions) }] : []),
  ]
}

function mounted(options: string): Disk['serve'] {
  return async (folder) => {
    await mkdir(folder)
    const script = `mount -t tmpfs -o ${options} tmpfs "$DATA_DIR" && exec "$@"`
    const words = [...NAMESPACE, 'sh', '-c', script, 'sh', process.execPath, PEDIDO, 'serve']
    return start('unshare', words, { DATA_DIR: folder, PORT: '0' }).ended
  }
}

/** Runs a command beside a disk of 20 MB, which is its `DATA_DIR` unless said, where this user may mount. */
export function onSmallDisk(
  disk: string,
  command: string[],
  settings: Record<string, string> = { DATA_DIR: disk },
): Promise<Ended> {
  const script = 'mount -t tmpfs -o size=20m tmpfs "$SMALL" && exec "$@"'
  const words = [...NAMESPACE, 'sh', '-c', script, 'sh', process.execPath, PEDIDO, ...command]
  return start('unshare', words, { SMALL: disk, ...settings }).ended
}

/** Runs the service with some of Node's `fs` made to refuse. */
async function serveBehind(problems: string, folder: string): Promise<Ended> {
  await mkdir(folder)
  const script = `import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  function refuse(code, syscall, path) {
    throw Object.assign(new Error(code), { code, syscall, path })
  }
  ${problems}
  syncBuiltinESMExports()`
  const words = [`--import=data:text/javascript,${encodeURIComponent(script)}`, PEDIDO, 'serve']
  return program(words, { DATA_DIR: folder, PORT: '0' }).ended
}
