import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { explainingFiles } from './data-dir.ts'
import { findTemplate, lengthenLog, PLACEHOLDER } from './template.ts'

/** What of Emscripten's module we touch. */
interface EmscriptenModule {
  stackRestore: () => void
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** Emscripten's number for EIO: https://github.com/WebAssembly/WASI, `errno::io`. */
const EIO = 29

/** PGlite's files on disk, with the two things that its NodeFS leaves out: sync, and death. */
class DurableFiles extends NodeFS {
  readonly #sync: boolean
  readonly #onPanic: () => Error

  constructor(directory: string, sync: boolean, onPanic: () => Error) {
    super(directory)
    this.#sync = sync
    this.#onPanic = onPanic
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const onAbort = () => stop(pglite.Module as unknown as EmscriptenModule, this.#onPanic())
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    if (this.#sync) preRun.push((module) => addSync(module as unknown as EmscriptenModule))
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } }
  }
}

/**
 * PGlite swallows whatever its message loop throws and calls it again, so that an aborted
 * PostgreSQL spins there for ever (seen with a full disk, PGlite 0.5.16). The one thing it does
 * unguarded after an exception is to restore the stack: that throws from now on.
 */
function stop(module: EmscriptenModule, reason: Error): void {
  module.stackRestore = () => {
    throw reason
  }
}

/**
 * A failed sync is returned as EIO and never thrown: PostgreSQL then panics, as it must (the kernel
 * may have dropped the pages), while an exception would be swallowed and the commit acknowledged.
 * `fs.fsyncSync` is looked up at each call so that a test can count and break it.
 */
function addSync(module: EmscriptenModule): void {
  module.NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fs.fsyncSync(nfd)
      return 0
    } catch {
      return EIO
    }
  }
}

/** What the schema needs of PostgreSQL's extensions. */
export const extensions = { pg_trgm }

/**
 * PGlite's own parameters, but for the memory that PostgreSQL fills at its start, of which it would
 * take 160 MB: what is read again comes from the system's cache of files.
 */
const RELAXED = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** With syncs in place of `-F`, which turns them off. */
const DURABLE = RELAXED.flatMap((parameter) =>
  parameter === '-F' ? ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'] : [parameter],
)

/**
 * Opens the database in `directory`, which exists already.
 * @param onPanic called when PostgreSQL gives up; what runs then and later throws its error
 */
export function openDirectory(directory: string, sync: boolean, onPanic: () => Error) {
  const startParams = sync ? DURABLE : RELAXED
  const options = { fs: new DurableFiles(directory, sync, onPanic), startParams, extensions }
  return explainingFiles(directory, () => PGlite.create(options))
}

/**
 * Makes a new database in `directory`, whole or not at all: neither a copy nor PGlite syncs its
 * files, and PGlite takes a half-copied folder for a database, so this works beside and is renamed
 * when done.
 * @param sync false: a power cut may leave half of it
 */
export async function createDirectory(directory: string, sync: boolean): Promise<void> {
  const partial = `${directory}.partial`
  fs.rmSync(partial, { recursive: true, force: true })
  fs.mkdirSync(partial, { mode: 0o700 })
  try {
    await explainingFiles(dirname(directory), async () => {
      await fill(partial)
      if (sync) moveDurably(partial, directory)
      else fs.renameSync(partial, directory)
    })
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Gives a folder whose files were not synced its name: whole or not at all, on the same disk. */
export function moveDurably(folder: string, to: string): void {
  syncTree(folder)
  fs.renameSync(folder, to)
  syncPath(dirname(to))
}

async function fill(directory: string): Promise<void> {
  const template = findTemplate()
  const filter = (path: string) => basename(path) !== PLACEHOLDER
  if (template === undefined) return initialise(directory)
  fs.cpSync(template, directory, { recursive: true, filter })
  lengthenLog(directory)
}

/** Without the databases that others would be copied from: half of all files. */
async function initialise(directory: string): Promise<void> {
  const pglite = await PGlite.create({ fs: new NodeFS(directory), extensions })
  await pglite.exec(`update pg_database set datistemplate = false where datistemplate`)
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  await pglite.close()
}

function syncTree(directory: string): void {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(directory)
}

function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
