import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What of Emscripten's module we touch. */
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** Emscripten's number for EIO: https://github.com/WebAssembly/WASI, `errno::io`. */
const EIO = 29

/** PGlite's files on disk, with the two things that its NodeFS leaves out: sync, and death. */
class DurableFiles extends NodeFS {
  readonly #sync: boolean
  readonly #onPanic: () => void

  constructor(directory: string, sync: boolean, onPanic: () => void) {
    super(directory)
    this.#sync = sync
    this.#onPanic = onPanic
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? [])]
    if (this.#sync) preRun.push((module) => addSync(module as unknown as EmscriptenModule))
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: this.#onPanic } }
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

/** Where a database is; undefined: in memory. */
export type Place = { directory: string; sync: boolean } | undefined

/**
 * Opens a database, which is made where the directory is empty.
 * @param program PostgreSQL, compiled
 * @param onPanic called when PostgreSQL gives up; it must not return, as PGlite swallows whatever is
 *   thrown then and calls PostgreSQL again, for ever
 */
export function openPglite(
  place: Place,
  program: WebAssembly.Module,
  onPanic: () => never,
): Promise<PGlite> {
  const common = { pgliteWasmModule: program, extensions }
  if (place === undefined) return PGlite.create(common)
  const { directory, sync } = place
  return PGlite.create({
    ...common,
    fs: new DurableFiles(directory, sync, onPanic),
    startParams: sync ? DURABLE : RELAXED,
  })
}
