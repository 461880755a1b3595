import fs from 'node:fs'
import { type Extension, PGlite } from '@electric-sql/pglite'
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

/** What of PostgreSQL's WebAssembly we call. */
interface Exports {
  _emscripten_timeout(timer: number, now: number): void
  emscripten_stack_get_current(): number
  _emscripten_stack_restore(address: number): void
}

type Instantiate = (
  imports: { env: WebAssemblyFunctions },
  onSuccess: (instance: { exports: Exports }, module: WebAssembly.Module) => void,
) => unknown
type WebAssemblyFunctions = Record<string, unknown>

/** `ITIMER_REAL`, the one timer that PostgreSQL sets. */
const TIMER = 0
/** LLVM lets a function that calls none use so much below the stack's end. */
const RED_ZONE_BYTES = 128

/**
 * The timer that PostgreSQL sets for `statement_timeout`. Emscripten's own is one of the event loop,
 * which turns only when the statement has ended.
 */
export class AlarmClock {
  #exports: Exports | undefined
  #isOpen = false
  #isDue = false
  readonly #set: (ms: number) => void

  /** @param set has `ring` called after so many milliseconds, whatever runs then; 0: not any more */
  constructor(set: (ms: number) => void) {
    this.#set = set
  }

  /** From now on statements are cancelled: PGlite's own, with which it opens, take as long as they take. */
  start(): void {
    this.#isOpen = true
    if (this.#isDue) this.ring()
  }

  /** What PostgreSQL's handler of SIGALRM does: it cancels the statement if its time is over. */
  ring(): void {
    const exports = this.#exports
    this.#isDue = !this.#isOpen
    if (!exports || this.#isDue) return
    const stack = exports.emscripten_stack_get_current()
    exports._emscripten_stack_restore(stack - RED_ZONE_BYTES)
    exports._emscripten_timeout(TIMER, performance.now())
    exports._emscripten_stack_restore(stack)
  }

  /** Builds it into PGlite. */
  get extension(): Extension {
    return {
      name: 'alarm clock',
      setup: async (_, options: { instantiateWasm: Instantiate }) => {
        const instantiateWasm: Instantiate = ({ env, ...others }, onSuccess) =>
          options.instantiateWasm(
            { ...others, env: { ...env, _setitimer_js: this.#setTimer } },
            (instance, module) => {
              this.#exports = instance.exports
              onSuccess(instance, module)
            },
          )
        return { emscriptenOpts: { ...options, instantiateWasm } }
      },
    }
  }

  readonly #setTimer = (timer: number, ms: number): number => {
    if (timer === TIMER) this.#set(ms)
    return 0
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
type DataLocation = { directory: string; sync: boolean } | undefined

export interface Opening {
  place: DataLocation
  /** PostgreSQL, compiled. */
  program: WebAssembly.Module
  /** How long a statement may take that sets nothing else for itself; 0: for ever. */
  statementTimeoutMs: number
}

/**
 * Opens a database, which is made where the directory is empty.
 * @param onPanic called when PostgreSQL gives up; it must not return, as PGlite swallows whatever is
 *   thrown then and calls PostgreSQL again, for ever
 */
export async function openPglite(
  { place, program, statementTimeoutMs }: Opening,
  alarm: AlarmClock,
  onPanic: () => never,
): Promise<PGlite> {
  const parameters = place?.sync ? DURABLE : RELAXED
  const pglite = await PGlite.create({
    pgliteWasmModule: program,
    extensions: { ...extensions, alarm: alarm.extension },
    startParams: [...parameters, '-c', `statement_timeout=${statementTimeoutMs}`],
    ...(place && { fs: new DurableFiles(place.directory, place.sync, onPanic) }),
  })
  alarm.start()
  return pglite
}
